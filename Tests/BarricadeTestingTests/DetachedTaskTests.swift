#if os(Linux)
import Barricade
import BarricadeTesting
import Testing

@testable import TestSupport

/// Runs this program again, since an issue of no test fails the whole run.
@Suite(.timeLimit(.minutes(10))) struct DetachedTaskTests {
    fileprivate static let variable = "BARRICADE_DETACHED_TASK"

    @Test func isReportedOnceHoweverManyTestsRun() async throws {
        let (output, code) = try await ChildProcess(
            ChildProcess.ownProgram,
            [
                "--testing-library", "swift-testing", "--filter",
                "BarricadeTestingTests.DetachedTaskMistakes",
            ], environment: [Self.variable: "1"], reading: .both
        ).end()
        let message =
            "Barricade.current is used in a detached task, a callback, an exit test or XCTest"
        #expect(output.components(separatedBy: message).count == 2, "\(output)")
        let isFailed = output.contains("tests in 1 suite failed") || output.contains("with 1 issue")
        #expect(isFailed)
        #expect(code != 0)
    }
}

/// Tests that run side by side, one of which makes the mistake while all others run.
@Suite(
    .barricade(), .timeLimit(.minutes(10)),
    .enabled(if: ProcessInfo.processInfo.environment[DetachedTaskTests.variable] != nil))
struct DetachedTaskMistakes {
    private static let others = 4
    private static let meeting = Meeting(of: others + 1)
    private static let end = Meeting(of: others + 1)

    @Test(arguments: 0...others) func oneOfThemUsesTheCurrentBarricade(_ number: Int) async {
        await Self.meeting.wait()
        if number == 0 { await Task.detached { _ = Barricade.current }.value }
        await Self.end.wait()
    }
}

/// A point that tasks pass together.
private final class Meeting: Sendable {
    private struct State {
        var missing: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Locked<State>

    init(of count: Int) {
        state = Locked(State(missing: count))
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state in
                state.waiting.append(continuation)
                state.missing -= 1
                return state.missing == 0 ? state.waiting : []
            }
            ready.forEach { $0.resume() }
        }
    }
}
#endif
