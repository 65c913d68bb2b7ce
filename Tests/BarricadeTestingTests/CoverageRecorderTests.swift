#if os(Linux)
import BarricadeCoverage
import BarricadeTesting
import Testing

@testable import TestSupport

/// Runs of this program itself, which leave a report when they end.
@Suite(.timeLimit(.minutes(10))) struct CoverageRecorderTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private var file: URL { folder.file("coverage.json") }

    private static let swiftTesting = [
        "--testing-library", "swift-testing", "--filter",
        "BarricadeTestingTests.BarricadeTraitTests",
    ]
    private static let xcTest = ["BarricadeTestingTests.XCTestCaseTests"]
    private static let selections = ["BarricadeTestingTests.SelectionsTests"]

    /// Runs tests in a process of their own; returns its exit code, and what it wrote to standard
    /// error about coverage.
    private static func run(
        _ arguments: [String], coverage: String
    ) async throws -> (code: Int32, lines: [String]) {
        let (text, code) = try await ChildProcess(
            ChildProcess.ownProgram, arguments, environment: ["BARRICADE_COVERAGE": coverage],
            reading: .errors
        ).end()
        let lines = text.components(separatedBy: "\n")
        return (code, lines.filter { $0.hasPrefix("Barricade: The coverage") })
    }

    private func entry(_ set: String, _ response: String) throws -> CoverageReport.ResponseEntry {
        let sets = try CoverageReport(contentsOf: file).sets
        return try #require(
            sets.first { $0.name == set }?.responses.first { $0.name == response })
    }

    @Test func addUpTheTestsOfBothLibrariesInManyProcesses() async throws {
        let path = file.path
        let runs = [Self.xcTest, Self.swiftTesting, Self.selections]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for run in runs {
                group.addTask {
                    let (code, lines) = try await Self.run(run, coverage: path)
                    #expect(code == 0, "\(lines)")
                    #expect(lines.isEmpty, "\(lines)")
                }
            }
            try await group.waitForAll()
        }
        #expect(try CoverageReport(contentsOf: file).processes == 3)
        // One request of a test, and those of the barricades of all selections; the trait's tests
        // ask for no Ada.
        let ada = try entry("Profile", "Ada")
        let tests = [
            "SelectionsTests.testFailsForASetThatIsNeverAsked",
            "SelectionsTests.testRunsForEachSelectionWithANewBarricade",
            "XCTestCaseTests.testAnswersWithTheSetsGiven",
        ]
        #expect((ada.requests, ada.tests.sorted()) == (5, tests), "\(ada)")
        // Twenty cases of one test, which ask three times each.
        let own = try entry("Number", "Own")
        let ownTest = "BarricadeTestingTests.BarricadeTraitTests/keepsParallelTestsApart(_:)"
        #expect((own.requests, own.tests) == (60, [ownTest]), "\(own)")
        #expect(try entry("Override", "Me").requests == 1)
        #expect(try folder.names() == ["coverage.json"])
    }

    @Test(arguments: [swiftTesting, xcTest])
    func sayOnceThatTheReportCannotBeSavedAndPass(_ arguments: [String]) async throws {
        try Data("no JSON".utf8).write(to: file)
        let (code, lines) = try await Self.run(arguments, coverage: file.path)
        let line = """
            Barricade: The coverage of this test run is not saved. \(file.path) is not a coverage \
            report: it is not JSON.
            """
        #expect((code, lines) == (0, [line]))
        #expect(try Data(contentsOf: file) == Data("no JSON".utf8))
    }

    @Test func leaveNoReportUnlessAskedFor() async throws {
        let (code, lines) = try await Self.run(Self.xcTest, coverage: "")
        #expect(code == 0)
        #expect(lines.isEmpty)
        #expect(try folder.names().isEmpty)
    }
}
#endif
