extension Barricade {
    /// Makes the error about a request that did not come in time, with the requests nearest to its
    /// set; at most twelve lines.
    func missingRequest(
        _ set: RegisteredSet, found: Int, wanted: Int, _ timeout: Duration
    ) -> BarricadeError {
        let definition = set.definition
        let many = wanted == 1 ? "No request" : "\(found) of \(wanted) requests"
        return BarricadeError(
            .missingRequest,
            """
            \(many) to "\(set.name.shortened)" \
            (\(definition.matcher.clause.maskedDescription.shortened(to: 400)), \
            \(definition.origin.text)) came within \(timeout)\(store.routing.place).

            \(otherRequests(than: set))
            """)
    }

    /// The fixes if no request at all reaches a barricade, likeliest first.
    package static let unreached = """
        No request reached this barricade at all.

        To fix, do one of these:
          give the code its session: URLSession(configuration: .barricaded(by: barricade))
          call barricade.install(in: configuration) before the session is made
          for URLSession.shared: reaching: .sharedSession in a test, else barricade.enable()
        """

    /// Returns a text about the requests that came instead of one for a set.
    package func otherRequests(than set: RegisteredSet) -> String {
        let others = log.records.filter { $0.set?.name != set.name }
        guard others.isEmpty else { return Self.nearest(of: others, to: set) }
        guard log.count(of: set.name) == 0 else {
            return "No other request reached this barricade."
        }
        return Self.unreached
    }

    private static func nearest(of records: [LogRecord], to set: RegisteredSet) -> String {
        // Of equally near ones, the latest comes first.
        let nearest = records.reversed()
            .map { ($0, set.definition.matcher.mismatches(with: $0.request)) }
            .ordered { $1.distance }
            .prefix(3)
        let lines = nearest.map { record, mismatches in
            let reason =
                mismatches.isEmpty
                ? missed(record, by: set) : mismatches.map(\.description).joined(separator: "; ")
            return "  \(record.request)   \(reason)"
        }
        let winners = nearest.compactMap { $1.isEmpty ? winner(of: $0, over: set) : nil }
        let fix = winners.first.map { ["", "To fix: \($0.fix(for: set))"] } ?? []
        return (["Nearest requests:"] + lines + fix).joined(separator: "\n")
    }

    /// Returns the set that got a request because it is asked before another one; usually `nil`.
    private static func winner(of record: LogRecord, over set: RegisteredSet) -> SetIdentity? {
        // A set that is asked after this one can have answered only before this one was registered.
        record.set.flatMap { $0.precedence > set.precedence ? $0 : nil }
    }

    /// Returns why a set did not get a request that it matches.
    private static func missed(_ record: LogRecord, by set: RegisteredSet) -> String {
        guard let winner = winner(of: record, over: set) else {
            return "matches, but came before \"\(set.name.shortened)\" was registered"
        }
        return
            "matches, but \"\(winner.name.shortened)\" (\(winner.origin.text)) is asked first"
    }
}

extension SetIdentity {
    /// How to have another set asked before this one.
    fileprivate func fix(for set: RegisteredSet) -> String {
        let (own, other) = ("\"\(name.shortened)\"", "\"\(set.name.shortened)\"")
        return
            (precedence >> 24 == set.registration
            ? "list \(other) before \(own)" : "register \(other) after \(own)")
            + ", or let \(own) match less."
    }
}
