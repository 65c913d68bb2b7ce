#if os(Linux)
import Barricade
import BarricadeTesting
import Testing

@testable import TestSupport

/// Runs this program again, since an issue of no test fails the whole run.
@Suite(.timeLimit(.minutes(10))) struct DetachedTaskTests {
    fileprivate static let variable = "BARRICADE_DETACHED_TASK"

    private static let message =
        "Barricade.current is used in a detached task, a callback, an exit test or XCTest"

    /// Runs a suite of mistakes; returns what it prints.
    private func output(of suite: String) async throws -> String {
        let (output, code) = try await ChildProcess(
            ChildProcess.ownProgram,
            ["--testing-library", "swift-testing", "--filter", "BarricadeTestingTests.\(suite)"],
            environment: [Self.variable: "1"], reading: .both
        ).end()
        #expect(code != 0)
        return output
    }

    @Test func isReportedOnceAtItsTestHoweverManyCasesRun() async throws {
        let output = try await output(of: "DetachedTaskMistakes/")
        #expect(output.components(separatedBy: Self.message).count == 2, "\(output)")
        let place = "at DetachedTaskTests.swift:\(DetachedTaskMistakes.line):"
        #expect(output.contains(place), "\(output)")
        #expect(output.contains("failed after"), "\(output)")
    }

    @Test func isReportedWithAllTestsThatItMayBelongTo() async throws {
        let output = try await output(of: "DetachedTaskMistakesOfTwo")
        #expect(output.components(separatedBy: Self.message).count == 2, "\(output)")
        let names = ["first()", "second()"].map {
            "    BarricadeTestingTests.DetachedTaskMistakesOfTwo/\($0)"
        }
        let lists = [names, names.reversed()].map { list in
            (["It was one of the tests that ran then:"] + list).joined(separator: "\n")
        }
        #expect(lists.contains { output.contains($0) }, "\(output)")
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
    fileprivate static let line = #line + 1
    @Test(arguments: 0...others) func oneOfThemUsesTheCurrentBarricade(_ number: Int) async {
        await Self.meeting.wait()
        if number == 0 { await Task.detached { _ = Barricade.current }.value }
        await Self.end.wait()
    }
}

@Suite(
    .barricade(), .timeLimit(.minutes(10)),
    .enabled(if: ProcessInfo.processInfo.environment[DetachedTaskTests.variable] != nil))
struct DetachedTaskMistakesOfTwo {
    private static let meeting = Meeting(of: 2)
    private static let end = Meeting(of: 2)

    @Test func first() async {
        await Self.meeting.wait()
        await Task.detached { _ = Barricade.current }.value
        await Self.end.wait()
    }

    @Test func second() async {
        await Self.meeting.wait()
        await Self.end.wait()
    }
}
#endif
