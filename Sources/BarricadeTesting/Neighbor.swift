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
    /// of them lacks `reaching: .sharedSession`; `nil` if there is none.
    func hint(beside other: Neighbor) -> String? {
        guard reachesSharedSession != other.reachesSharedSession else { return nil }
        let (reaching, lacking) = reachesSharedSession ? (self, other) : (other, self)
        let request = reaching.requests.first { entry in
            entry.date >= lacking.start
                && lacking.sets.contains { $0.matcher.matches(entry.request) }
        }
        guard lacking.requests.isEmpty, let request else { return nil }
        return """
            \(request.request) came to test "\(reaching.test)", which reaches URLSession.shared. It may \
            be of test "\(lacking.test)", which ran beside it and lacks reaching: .sharedSession.
            """
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
        return Array(others.compactMap(asNeighbor.hint).prefix(1))
    }
}
