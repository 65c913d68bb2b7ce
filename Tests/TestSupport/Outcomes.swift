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
