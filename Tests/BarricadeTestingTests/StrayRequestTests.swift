#if os(Linux) && compiler(>=6.3)
import Barricade
import BarricadeTesting
import Testing

@testable import TestSupport

private let number = ResponseSet("Number", on: .get("/number")) {
    CannedResponse("One", text: "1")
}

private let letter = ResponseSet("Letter", on: .get("/letter")) {
    CannedResponse("A", text: "a")
}

/// Runs this program again, with tests of which two share a session by mistake.
@Suite(.timeLimit(.minutes(10))) struct StrayRequestTests {
    fileprivate static let variable = "BARRICADE_STRAY_REQUESTS"

    @Test func bothTestsNameTheOther() async throws {
        let (output, code) = try await ChildProcess(
            ChildProcess.ownProgram,
            [
                "--testing-library", "swift-testing", "--filter",
                "BarricadeTestingTests.StrayRequestMistakes",
            ], environment: [Self.variable: "1"], reading: .both
        ).end()
        #expect(code != 0)
        let suite = "BarricadeTestingTests.StrayRequestMistakes"
        let hint = """
              GET https://api.example.com/letter came to test "\(suite)/reaches()", which reaches \
            URLSession.shared. It may be of test "\(suite)/forgets()", which ran beside it and lacks \
            reaching: .sharedSession.
            """
        // A failure of one test, and a warning of the other.
        #expect(output.components(separatedBy: hint).count == 3, "\(output)")
    }
}

@Suite(
    .timeLimit(.minutes(10)),
    .enabled(if: ProcessInfo.processInfo.environment[StrayRequestTests.variable] != nil))
struct StrayRequestMistakes {
    private static let begins = Meeting(of: 3)
    private static let ends = Meeting(of: 2)

    @Test(.barricade(number, reaching: .sharedSession)) func reaches() async throws {
        await Self.begins.wait()
        _ = try await ask("GET", "/number", through: .shared)
        await Self.ends.wait()
    }

    /// Its set matches a request of the other test's own.
    @Test(.barricade(number)) func sendsNothing() async {
        await Self.begins.wait()
    }

    @Test(.barricade(letter)) func forgets() async throws {
        await Self.begins.wait()
        let answer = try? await ask("GET", "/letter", through: .shared)
        #expect(answer?.text == "a")
        await Self.ends.wait()
    }
}
#endif
