import Barricade

/// The barricade of one test, and what is to be said of it when the test ends.
final class BarricadeScope: Sendable {
    private struct State {
        var expectedSets: [String] = []
        var reportsUnmatchedRequests = true
    }

    /// The scope of the test that is running.
    @TaskLocal static var current: BarricadeScope?

    let barricade: Barricade
    private let state = Locked(State())

    init(_ barricade: Barricade) {
        self.barricade = barricade
    }

    /// Registers sets in front of those that are there.
    func add(_ sets: [ResponseSet], _ expectations: BarricadeExpectations) {
        barricade.register(sets)
        state.withLock { state in
            if expectations.unusedSets == .reported { state.expectedSets += sets.map(\.name) }
            if expectations.unmatchedRequests == .ignored { state.reportsUnmatchedRequests = false }
        }
    }

    /// What went wrong, as messages, each said once; usually empty.
    var problems: [String] {
        let (expected, reportsUnmatched) = state.withLock {
            ($0.expectedSets, $0.reportsUnmatchedRequests)
        }
        let unused = Set(barricade.unusedSets)
        var said: Set<String> = []
        let explanations = barricade.explainedRequests.compactMap(\.explanation)
            .filter { said.insert($0).inserted }
        return (reportsUnmatched ? explanations : [])
            + expected.filter(unused.contains).map { name in
                """
                No request came to response set "\(name)".

                To fix: leave the set out of this test, or find out why its request is not sent.
                """
            }
    }
}
