import Barricade
import Foundation

/// What is known of a test, to find out whose a request to `URLSession.shared` is.
struct Neighbor: Sendable {
    let test: String
    let start: Date
    let sets: [ResponseSet]
    let requests: [LoggedRequest]
    let reachesSharedSession: Bool

    /// Returns a hint about a request that may have come to the wrong one of two tests, since one
    /// of them lacks `reaching: .sharedSession`, and whether it was unmatched; `nil` if there is none.
    fileprivate func hint(beside other: Neighbor) -> (text: String, isUnmatched: Bool)? {
        guard reachesSharedSession != other.reachesSharedSession else { return nil }
        let (reaching, lacking) = reachesSharedSession ? (self, other) : (other, self)
        let requests = reaching.requests.filter { entry in
            entry.date >= lacking.start
                && lacking.sets.contains { $0.matcher.matches(entry.request) }
        }
        let unmatched = requests.first { $0.set == nil }
        guard lacking.requests.isEmpty, let entry = unmatched ?? requests.first else { return nil }
        let text = """
            \(entry.request) came to test "\(reaching.test)", which reaches URLSession.shared. It may \
            be of test "\(lacking.test)", which ran beside it and lacks reaching: .sharedSession.
            """
        return (text, unmatched != nil)
    }
}

extension BarricadeScope {
    private var asNeighbor: Neighbor {
        Neighbor(
            test: test, start: start, sets: barricade.sets, requests: barricade.requests,
            reachesSharedSession: reachedSessions.includesSharedSession)
    }

    /// Whether its requests may have come to another test, or those of another one to it.
    private var mayHaveStrays: Bool {
        reachedSessions.includesSharedSession || !barricade.isReached
    }

    /// Leaves what is known of this test to those that still run.
    func tellNeighbors() {
        guard mayHaveStrays else { return }
        for other in Self.running where other.mayHaveStrays {
            other.earlierNeighbors.withLock { $0.append(asNeighbor) }
        }
    }

    /// A hint about a request that may have come to the wrong test; usually empty.
    var strays: [String] {
        guard mayHaveStrays else { return [] }
        let others = earlierNeighbors.withLock { $0 } + Self.running.map(\.asNeighbor)
        let hints = others.compactMap(asNeighbor.hint)
        // An unmatched request is the likelier one to be another test's.
        return (hints.first(where: \.isUnmatched) ?? hints.first).map { [$0.text] } ?? []
    }
}
