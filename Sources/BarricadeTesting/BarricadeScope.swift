import Barricade

/// The barricade of one test, and what is to be said of it when the test ends.
final class BarricadeScope: Sendable {
    /// The scope of the test that is running.
    @TaskLocal static var current: BarricadeScope?

    let barricade: Barricade
    /// The names of the sets that a request has to come to.
    private let expectedSets: [String]
    private let reportsUnmatchedRequests: Bool
    private let report: @Sendable (String) -> Void

    /// Makes the barricade of a test.
    ///
    /// - Parameters:
    ///   - shares: What it is given, the outermost first.
    ///   - configure: Changes its settings.
    ///   - report: Fails the test with a message.
    init(
        _ shares: [BarricadeShare], configure: (inout Barricade.Settings) -> Void,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.report = report
        expectedSets = shares.filter { $0.unusedSets == .reported }
            .flatMap { $0.sets.map(\.name) }
        reportsUnmatchedRequests = shares.allSatisfy { $0.unmatchedRequests == .reported }
        barricade = Barricade { settings in
            settings.faultHandler = { report($0.message) }
            configure(&settings)
        }
        for share in shares { barricade.register(share.sets) }
    }

    /// Lets held requests go, and reports what went wrong.
    func end() {
        barricade.releaseAll()
        problems.forEach(report)
    }

    /// What went wrong, as messages, each said once; usually empty.
    private var problems: [String] {
        let unused = Set(barricade.unusedSets)
        var said: Set<String> = []
        let explanations = barricade.explainedRequests.compactMap(\.explanation)
            .filter { said.insert($0).inserted }
        return (reportsUnmatchedRequests ? explanations : [])
            + expectedSets.filter(unused.contains).map { name in
                """
                No request came to response set "\(name)".

                To fix: leave the set out of this test, or find out why its request is not sent.
                """
            }
    }
}

/// What one trait, or one call, gives to a test's barricade.
struct BarricadeShare: Sendable {
    let sets: [ResponseSet]
    let unmatchedRequests: IssueReporting
    let unusedSets: IssueReporting
}
