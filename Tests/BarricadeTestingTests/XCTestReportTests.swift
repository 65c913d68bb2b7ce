#if os(Linux)
import Barricade
import BarricadeTesting
import Testing
import XCTest

@testable import TestSupport

/// Runs this program again, to read what XCTest prints of tests that fail.
@Suite(.timeLimit(.minutes(10))) struct XCTestReportTests {
    fileprivate static let variable = "BARRICADE_XCTEST_MISTAKES"

    private func output(of test: String) async throws -> (text: String, code: Int32) {
        try await ChildProcess(
            ChildProcess.ownProgram, ["BarricadeTestingTests.XCTestMistakes/\(test)"],
            environment: [Self.variable: "1"]
        ).end()
    }

    /// Runs a test; returns its failures, each with what is printed below it.
    private func failures(of test: String) async throws -> [String] {
        let (output, code) = try await output(of: test)
        #expect(code != 0)
        let start = try #require(output.range(of: " error: XCTestMistakes.\(test) : "))
        let end = try #require(output.range(of: "\nTest Case 'XCTestMistakes.\(test)' failed"))
        return output[start.upperBound..<end.lowerBound]
            .split(separator: #/\n[^\n]*: error: XCTestMistakes[^:]* : /#).map(String.init)
    }

    @Test func anUnmatchedRequestIsOneFailureWithTheRequests() async throws {
        #expect(
            try await failures(of: "testUnmatched") == [
                """
                failed - No response set matches GET https://api.example.com/none in barricade \
                "XCTestMistakes.testUnmatched".

                Nearest:
                  "Number" (Sets.swift:1)   wants path /number, got /none

                To fix:
                  add, after the sets above: ResponseSet("GET /none", \
                on: .get("https://api.example.com/none")) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough

                The requests of the barricade:
                  1  GET /none  –  unmatched
                """
            ])
    }

    @Test func aFailedAssertionIsOneFailureAboveTheRequests() async throws {
        #expect(
            try await failures(of: "testAssertion") == [
                """
                failed - my own
                The requests of the barricade:
                  1  GET /number  "Number" / "One"  200
                """
            ])
    }

    @Test func anAssertionThatShowsTheErrorIsTheOnlyFailure() async throws {
        let failures = try await failures(of: "testErrorInAnAssertion")
        let end = "The requests of the barricade:\n  1  GET /none  –  unmatched"
        #expect(failures.map { $0.hasSuffix(end) } == [true])
    }

    @Test func aThrownErrorIsOneFailureAboveTheRequests() async throws {
        #expect(
            try await failures(of: "testThrowing") == [
                """
                threw error "No response set matches GET https://api.example.com/none in barricade \
                "XCTestMistakes.testThrowing".

                Nearest:
                  "Number" (Sets.swift:1)   wants path /number, got /none

                To fix:
                  add, after the sets above: ResponseSet("GET /none", \
                on: .get("https://api.example.com/none")) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough"
                The requests of the barricade:
                  1  GET /none  –  unmatched
                """
            ])
    }

    @Test func anUnknownNameIsNotBlamedOnTheSession() async throws {
        #expect(
            try await failures(of: "testUnknownName") == [
                """
                threw error "Set "Number" has no response named "Oen" in barricade \
                "XCTestMistakes.testUnknownName".
                Known: "One", "Two"."
                """
            ])
    }

    @Test func aTestThatSendsNothingPassesWithAWarning() async throws {
        let output = try await output(of: "testSilence")
        #expect(output.code == 0)
        let warning = """
            XCTestReportTests.swift:\(XCTestMistakes.silentLine): warning: The test passed, but no \
            request came to its own response set "Number".
            """
        #expect(output.text.contains(warning), "\(output.text)")
    }

    @Test func aResponseThatCannotBeSentIsToldOnce() async throws {
        let failures = try await failures(of: "testMissingFile")
        #expect(failures.count == 1)
        #expect(failures.map { $0.split(separator: "The file \"none.json\"").count } == [2])
        #expect(
            failures[0].hasSuffix(
                "1  GET /file  \"File\" / \"Response\"  failed with unreadableFile"))
    }

    @Test func aBarricadeBesideOthersIsNotBlamedOnTheSession() async throws {
        let failing = try await output(of: "testSelectionsBesideABarricade")
        #expect(failing.text.contains("failed - Number: Two: threw Refusal()"))
        let passing = try await output(of: "testSelectionsThatPass")
        #expect(passing.code == 0)
        #expect(![failing, passing].contains { $0.text.contains("No request reached") })
    }

    @Test func aPresetIsNamedOnceInTheFailureOfItsRun() async throws {
        #expect(
            try await failures(of: "testSelections") == [
                """
                failed - Defaults: threw Refusal()

                With Defaults: Number=One
                The requests of the barricade:
                  1  GET /number  "Number" / "One"  200
                """,
                """
                failed - my own
                With Number: Two: Number=Two
                The requests of the barricade:
                  1  GET /number  "Number" / "Two"  200
                """,
            ])
    }
}

final class XCTestMistakes: XCTestCase {
    private struct Refusal: Error {}

    private let number = ResponseSet("Number", on: .get("/number"), fileID: "Sets.swift", line: 1) {
        CannedResponse("One", text: "1")
        CannedResponse("Two", text: "2")
    }

    override func setUpWithError() throws {
        let isMeant = ProcessInfo.processInfo.environment[XCTestReportTests.variable] != nil
        try XCTSkipUnless(isMeant, "to fail, it is run by another test")
    }

    func testUnmatched() async throws {
        _ = try? await ask("GET", "/none", through: makeBarricade(number).session)
    }

    func testAssertion() async throws {
        _ = try await ask("GET", "/number", through: makeBarricade(number).session)
        XCTFail("my own")
    }

    func testThrowing() async throws {
        _ = try await ask("GET", "/none", through: makeBarricade(number).session)
    }

    func testErrorInAnAssertion() async throws {
        do {
            _ = try await ask("GET", "/none", through: makeBarricade(number).session)
        } catch {
            XCTFail("\(error)")
        }
    }

    func testUnknownName() throws {
        try makeBarricade(number).select("Oen", for: "Number")
    }

    static let silentLine = #line + 2
    func testSilence() throws {
        _ = makeBarricade(number)
    }

    func testMissingFile() async throws {
        let file = ResponseSet("File", on: .get("/file")) { CannedResponse(file: "none.json") }
        _ = try await ask("GET", "/file", through: makeBarricade(file).session)
    }

    func testSelectionsBesideABarricade() async throws {
        _ = makeBarricade(number)
        try await forEachSelection(in: Preset.walk(over: number)) { barricade in
            let answer = try await ask("GET", "/number", through: barricade.session)
            if answer.text == "2" { throw Refusal() }
        }
    }

    func testSelectionsThatPass() async throws {
        _ = makeBarricade(number)
        try await forEachSelection(in: Preset.walk(over: number)) { barricade in
            _ = try await ask("GET", "/number", through: barricade.session)
        }
    }

    func testSelections() async throws {
        try await forEachSelection(in: Preset.walk(over: number)) { barricade in
            let answer = try await ask("GET", "/number", through: barricade.session)
            if answer.text == "1" { throw Refusal() }
            XCTFail("my own")
        }
    }
}
#endif
