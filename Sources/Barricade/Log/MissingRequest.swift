/// The error about a request that did not come in time, with the requests nearest to its set.
struct MissingRequest {
    package let set: RegisteredSet
    /// The latest requests, oldest first.
    let records: [LogRecord]
    let found: Int
    package let wanted: Int
    package let timeout: Duration

    package var error: BarricadeError {
        BarricadeError(.missingRequest, message)
    }

    /// The whole message, at most twelve lines.
    var message: String {
        let definition = set.definition
        let many = wanted == 1 ? "No request" : "\(found) of \(wanted) requests"
        return """
            \(many) to "\(set.name.shortened)" \
            (\(definition.matcher.clause.maskedDescription.shortened(to: 400)), \
            \(definition.origin.text)) came within \(timeout).

            \(explanation)
            """
    }

    private var explanation: String {
        let others = records.filter { $0.set?.name != set.name }
        guard !others.isEmpty else {
            return found > 0
                ? "No other request reached this barricade."
                : """
                No request reached this barricade at all.

                To fix: give the code under test a session made with .barricaded(by:) or install(in:).
                """
        }
        // Of equally near ones, the latest comes first.
        let nearest = others.reversed()
            .map { ($0, set.definition.matcher.mismatches(with: $0.request)) }
            .ordered { $1.distance }
            .prefix(3)
        return (["Nearest requests:"] + nearest.map { "  \($0.request)   \(reason($0, $1))" })
            .joined(separator: "\n")
    }

    private func reason(_ record: LogRecord, _ mismatches: [Mismatch]) -> String {
        guard mismatches.isEmpty else {
            return mismatches.map(\.description).joined(separator: "; ")
        }
        // A set that is asked after this one can have answered only before this one was registered.
        guard let winner = record.set, winner.precedence > set.precedence else {
            return "matches, but came before \"\(set.name.shortened)\" was registered"
        }
        return
            "matches, but \"\(winner.name.shortened)\" (\(winner.origin.text)) is asked first"
    }
}
