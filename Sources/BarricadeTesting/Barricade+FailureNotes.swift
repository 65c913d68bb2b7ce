package import Barricade
import BarricadeCommon

extension Barricade {
    /// What a test that has failed should tell: the requests, and how to repeat what was random.
    package var failureNotes: String {
        var notes = [RequestTable(requests: requests, count: requestCount).text]
        if let seed = store.snapshot.latestChaosSeed {
            notes.append("Chaos chose the responses. To repeat it: chaos(seed: \(seed))")
        }
        if random.isUsed {
            notes.append("Some choices or delays were random. To repeat them: $0.seed = \(seed)")
        }
        return notes.joined(separator: "\n")
    }
}
