/// A request in the log, with all that is known of it so far.
struct LogRecord: Sendable {
    /// Its entry, without the values of named path segments.
    var stored: LoggedRequest
    /// The set that claimed the request; `nil` if none did.
    let set: SetContext?
    /// The response of its set that answers it, if a plugin is told; `nil` if none of the set's
    /// responses does.
    var counted: PreparedResponse?
    private let start = ContinuousClock.now
    private(set) var hasEnded = false
    /// The number of its latest change among those of the log.
    var latestChange: Int

    init(_ stored: LoggedRequest, set: SetContext?, counted: PreparedResponse?, latestChange: Int) {
        self.stored = stored
        self.set = set
        self.counted = counted
        self.latestChange = latestChange
    }

    var request: BarricadeRequest { stored.request }
    var passesThrough: Bool { stored.outcome == .passedThrough }

    /// The current log entry.
    var entry: LoggedRequest {
        var entry = stored
        if let set { entry.request.pathValues = set.clause.pathValues(in: entry.request) }
        return entry
    }

    /// Tells plugins which response has answered, if it was the one selected for the request.
    func tellAnswer(to plugins: [any Plugin]) {
        guard let set, let response = counted else { return }
        // A request that is never answered ends only if it is cancelled or times out.
        if case .cancelled = stored.outcome, !response.neverAnswers { return }
        for plugin in plugins { plugin.answered(response.name, of: set.name) }
    }

    /// Returns the reason why the request still waits, as a sentence; `nil` if that is not the
    /// barricade.
    ///
    /// - Parameter wait: What the response did: "sent nothing for 60 seconds".
    func awaited(_ wait: String) -> String? {
        guard let set = stored.set?.shortened, let response = stored.response?.shortened else {
            return nil
        }
        return stored.outcome == .held
            ? """
            Response set "\(set)" holds the request, and it was not released in time. To fix: call release() \
            once it waits; on an immediate clock, no time is left for that.
            """
            : "Response \"\(response)\" of set \"\(set)\" \(wait), so the request timed out."
    }

    /// Notes the outcome of the request; one that has passed through stays so.
    mutating func end(_ outcome: LoggedRequest.Outcome, explanation: String? = nil) {
        hasEnded = true
        // When another loader ends a request that it has taken over is not known.
        if outcome != .passedThrough { stored.duration = start.duration(to: .now) }
        if stored.outcome == .passedThrough {
            if case .answered(let status) = outcome { stored.liveStatus = status }
        } else {
            stored.outcome = outcome
        }
        if let explanation { stored.explanation = explanation }
    }
}
