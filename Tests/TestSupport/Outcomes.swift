import Testing

/// Expects that each row of a table comes to the outcome that it is listed under.
///
/// ```swift
/// try await expectOutcomes(["200 OK": ["/a", "/b"], "404 Not Found": ["/c"]]) { try await ask($0) }
/// ```
func expectOutcomes(
    _ table: KeyValuePairs<String, [String]>, sourceLocation: SourceLocation = #_sourceLocation,
    of outcome: (String) async throws -> String
) async rethrows {
    for (wanted, rows) in table {
        for row in rows {
            let found = try await outcome(row)
            #expect(found == wanted, "\(row.prefix(200))", sourceLocation: sourceLocation)
        }
    }
}

extension Client.Reply {
    /// The response in one line, without what each text has: its type, and its length.
    ///
    /// ```
    /// 421 Misdirected Request | Connection: close | Not here.
    /// ```
    var summary: String {
        let usual = [
            "Content-Type: text/plain; charset=utf-8", "X-Content-Type-Options: nosniff",
            "Content-Length: \(body.utf8.count)",
        ]
        let shown = body.isEmpty ? fields : fields.filter { !usual.contains($0) } + [body]
        return (["\(status) \(reason)"] + shown).joined(separator: " | ")
    }
}
