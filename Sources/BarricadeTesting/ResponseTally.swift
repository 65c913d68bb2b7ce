import Barricade
import BarricadeCommon

/// The counts of requests by set and response, without a limit.
package final class ResponseTally: Sendable {
    private let tally = Locked<[String: [String: Int]]>([:])

    /// The number of requests that each response has answered, by set and response.
    package init() {}

    package var counts: [String: [String: Int]] { tally.withLock { $0 } }

    @Sendable package func add(_ set: String, _ response: String) {
        tally.withLock { $0[set, default: [:]][response, default: 0] += 1 }
    }
}
