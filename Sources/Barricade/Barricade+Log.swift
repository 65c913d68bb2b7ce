extension Barricade {
    /// The latest requests, oldest first; ``RequestLogLimits`` says how many.
    public var requests: [LoggedRequest] { log.records.map(\.entry) }

    /// Returns the latest requests that a set claimed, oldest first.
    ///
    /// - Throws: ``BarricadeError/Code/unknownName`` if no set has or had that name.
    public func requests(
        for set: some ResponseSetName
    ) throws(BarricadeError) -> [LoggedRequest] {
        let set = set.responseSetName
        try store.state.checkKnown(set)
        return log.records.filter { $0.set?.name == set }.map(\.entry)
    }

    /// The requests that failed because no set claimed them, oldest first.
    public var unmatchedRequests: [LoggedRequest] {
        explainedRequests.filter { $0.outcome == .unmatched }
    }

    /// The requests with an explanation: no set matches, or the response is unusable.
    ///
    /// With ``UnmatchedPolicy/warn``, they include those that passed through. Their
    /// ``LoggedRequest/explanation`` says what to do.
    package var explainedRequests: [LoggedRequest] { log.explainedRecords.map(\.entry) }

    /// The number of requests since the barricade was made or the log cleared.
    public var requestCount: Int { log.counts.all }

    /// Returns the number of requests that a set has claimed since the barricade was made or the
    /// log cleared, including those no longer in the log.
    ///
    /// - Throws: ``BarricadeError/Code/unknownName`` if no set has or had that name.
    public func requestCount(for set: some ResponseSetName) throws(BarricadeError) -> Int {
        let set = set.responseSetName
        try store.state.checkKnown(set)
        return log.count(of: set)
    }

    /// The names of the sets that have had no request, in the order in which sets are asked.
    public var unusedSets: [String] {
        store.state.orderedSets.map(\.name).filter { log.count(of: $0) == 0 }
    }

    /// The beginnings and ends of requests from now on, and differences found later.
    public var requestEvents: AsyncStream<RequestEvent> { log.events }

    /// Returns a request by its number; `nil` if it is not in the log.
    package func request(_ id: LoggedRequest.ID) -> LoggedRequest? {
        log.record(id)?.entry
    }

    /// Forgets all requests and counts.
    public func clearRequests() {
        log.clear()
    }

    /// Waits until a set has had a number of requests, including those before the call.
    ///
    /// ```swift
    /// await model.signIn()
    /// let request = try await barricade.waitForRequest(to: "Login")
    /// #expect(try request.json(as: Credentials.self).user == "ada")
    /// ```
    ///
    /// - Parameters:
    ///   - set: The set or its name.
    ///   - count: The number of requests since the log was last cleared; at least 1.
    ///   - timeout: The longest wait, on the barricade's clock; in real time if that is a
    ///     `ManualClock` or `ImmediateClock`.
    /// - Returns: The last of those requests.
    /// - Throws: ``BarricadeError/Code/unknownName`` if no set has that name,
    ///   ``BarricadeError/Code/missingRequest`` after the timeout, naming the nearest requests, or
    ///   `CancellationError`.
    @discardableResult
    public func waitForRequest(
        to set: some ResponseSetName, count: Int = 1, timeout: Duration = .seconds(5)
    ) async throws -> BarricadeRequest {
        try await waitForEntry(of: set.responseSetName, count: count, timeout: timeout).request
    }

    /// Waits for requests, and returns the last one's entry in the log.
    package func waitForEntry(
        of set: String, count: Int, timeout: Duration
    ) async throws -> LoggedRequest {
        let registered = try store.state.registeredSet(set)
        let count = max(count, 1)
        let hasCome = try await changeCounter.wait(timeout: timeout, on: waitClock) { [log] in
            log.count(of: set) >= count
        }
        guard hasCome else {
            throw missingRequest(registered, found: log.count(of: set), wanted: count, timeout)
        }
        guard let record = log.record(count, of: set) else {
            throw BarricadeError(
                .missingRequest,
                """
                Request \(count) to "\(set.shortened)" is no longer in the log: the log was cleared, or its \
                limits keep too few.
                """)
        }
        return record.entry
    }
}

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
            \(definition.origin.text)) came within \(timeout)\(store.routing.inBarricade).

            \(otherRequests(than: set))
            """)
    }

    /// The fixes if no request at all reaches a barricade, likeliest first.
    package static let unreached = """
        No request reached this barricade at all.

        To fix, do one of these:
          give the code its session: URLSession(configuration: .barricaded(by: barricade))
          call barricade.install(in: configuration) last, before the session is made
          for URLSession.shared: reaching: .sharedSession in a test, else barricade.enable()
          for a client of a port: keep what serve() returned, since the port closes without it
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
            .map { ($0, set.definition.matcher.comparison(with: $0.request)) }
            .ordered { $1.distance }
            .prefix(3)
        var text = "Nearest requests:"
        var fix = ""
        for (record, comparison) in nearest {
            var reason = comparison.mismatches.map(\.description).joined(separator: "; ")
            if comparison.mismatches.isEmpty {
                // A set that is asked later can have answered only before this one was registered.
                if let winner = record.set, winner.precedence > set.precedence {
                    let place = winner.definition.origin.text
                    reason = "matches, but \"\(winner.name.shortened)\" (\(place)) is asked first"
                    if fix.isEmpty { fix = "\n\nTo fix: \(winner.fix(for: set))" }
                } else {
                    reason = "matches, but came before \"\(set.name.shortened)\" was registered"
                }
            }
            text += "\n  \(record.request)   \(reason)"
        }
        return text + fix
    }
}

extension SetContext {
    /// How to have another set asked before this one.
    fileprivate func fix(for set: RegisteredSet) -> String {
        let (own, other) = ("\"\(name.shortened)\"", "\"\(set.name.shortened)\"")
        return
            (precedence.registration == set.registration
            ? "list \(other) before \(own)" : "register \(other) after \(own)")
            + ", or let \(own) match less."
    }
}
