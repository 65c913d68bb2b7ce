/// The counts of requests by set and response, without a limit; kept only for those who ask.
package final class ResponseTally: Sendable {
    private let tally = Locked<[String: [String: Int]]>([:])

    package init() {}

    /// The number of requests that each response has answered, by set and response.
    package var counts: [String: [String: Int]] { tally.withLock { $0 } }

    @Sendable package func add(_ set: String, _ response: String) {
        tally.withLock { $0[set, default: [:]][response, default: 0] += 1 }
    }
}
