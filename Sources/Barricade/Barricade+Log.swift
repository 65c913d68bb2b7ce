extension Barricade {
    /// The latest requests, oldest first; ``RequestLogLimits`` says how many.
    public var requests: [LoggedRequest] { log.records.map(\.entry) }

    /// Returns the latest requests that a set claimed, oldest first.
    ///
    /// - Throws: ``BarricadeError/Code/unknownName`` if no set has or had that name.
    public func requests(for set: String) throws(BarricadeError) -> [LoggedRequest] {
        try store.snapshot.checkKnown(set)
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
    public var requestCount: Int { log.count }

    /// Returns the number of requests that a set has claimed since the barricade was made or the
    /// log cleared, including those no longer in the log.
    ///
    /// - Throws: ``BarricadeError/Code/unknownName`` if no set has or had that name.
    public func requestCount(for set: String) throws(BarricadeError) -> Int {
        try store.snapshot.checkKnown(set)
        return log.count(of: set)
    }

    /// The names of the sets that have had no request, in the order in which sets are asked.
    public var unusedSets: [String] {
        store.snapshot.orderedSets.map(\.name).filter { log.count(of: $0) == 0 }
    }

    /// The beginnings and ends of requests from now on, and differences found later.
    public var requestEvents: AsyncStream<RequestEvent> { log.events }

    /// Returns a request by its number; `nil` if it is not in the log.
    package func request(_ id: LoggedRequest.ID) -> LoggedRequest? {
        log.record(id)?.entry
    }

    /// The number of the first request since the log was last cleared, even if none has come yet.
    package var firstRequestID: LoggedRequest.ID { log.first }

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
    ///   - set: The name of the set.
    ///   - count: The number of requests since the log was last cleared; at least 1.
    ///   - timeout: The longest wait, on the barricade's clock; in real time if that is a
    ///     `ManualClock` or `ImmediateClock`.
    /// - Returns: The last of those requests.
    /// - Throws: ``BarricadeError/Code/unknownName`` if no set has that name,
    ///   ``BarricadeError/Code/missingRequest`` after the timeout, naming the nearest requests, or
    ///   `CancellationError`.
    @discardableResult
    public func waitForRequest(
        to set: String, count: Int = 1, timeout: Duration = .seconds(5)
    ) async throws -> BarricadeRequest {
        try await waitForEntry(of: set, count: count, timeout: timeout).request
    }

    /// Waits for requests, and returns the last one's entry in the log.
    package func waitForEntry(
        of set: String, count: Int, timeout: Duration
    ) async throws -> LoggedRequest {
        let registered = try store.snapshot.registeredSet(set)
        let count = max(count, 1)
        let arrival = try await log.wait(for: set, number: count, timeout: timeout, on: waitClock)
        guard case .arrived(let arrived) = arrival else {
            throw missingRequest(registered, found: log.count(of: set), wanted: count, timeout)
        }
        guard let record = arrived ?? log.record(count, of: set) else {
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
