/// The counts of requests by set and response, without a limit; kept only for those who ask.
package final class ResponseTally: Sendable {
    private let tally = Locked<[String: [String: Int]]>([:])

    package init() {}

    /// The number of requests that each response has answered, by set and response.
    package var counts: [String: [String: Int]] { tally.withLock { $0 } }

    /// Counts a request that has ended, if it met the response selected for it.
    func add(_ record: LogRecord, _ outcome: LoggedRequest.Outcome) {
        guard let set = record.set, let response = record.countedResponse else { return }
        // Nothing else ends a request that is never answered, except its timeout.
        if case .cancelled = outcome, !response.neverAnswers { return }
        tally.withLock { $0[set.name, default: [:]][response.name, default: 0] += 1 }
    }
}
