import BarricadeSurfaces
import Barricade
import BarricadePanel
import Foundation
import Testing

@testable import TestSupport

/// What is refused, each with the whole message.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct BadInputTests {
    private static let login = "/sets/\("Login".identifierForURLs)"

    struct Case: Sendable, CustomTestStringConvertible {
        let line: String
        let body: String
        let status: Int
        let detail: String

        var testDescription: String { "\(line) \(body.prefix(40))" }

        init(_ line: String, _ body: String, _ status: Int, _ detail: String) {
            (self.line, self.body, self.status, self.detail) = (line, body, status, detail)
        }

        init(_ line: String, _ status: Int, _ detail: String) {
            self.init(line, "{}", status, detail)
        }
    }

    static let cases = [
        Case(
            "PATCH \(login)", #"{"mode": "live""#, 400,
            "The body of the request is not JSON: it ends too early, line 1, column 16."),
        Case(
            "PATCH \(login)", "mode=live", 400,
            "The body of the request is not JSON: line 1, column 1."),
        Case("PATCH \(login)", "[]", 400, "The body of the request is not an object."),
        Case("PATCH \(login)", "null", 400, "The body of the request is null, not an object."),
        Case("PATCH \(login)", #"{"mode": 1}"#, 400, "$.mode is not text."),
        Case(
            "PATCH \(login)", #"{"selected": "Offline", "Mode": "live"}"#, 400,
            """
            The body of the request has a member "Mode" that means nothing here.
            Did you mean "mode"? Known: "mode", "selected".
            """),
        Case(
            "PATCH /selections", #"{"sets": {"Login": {"selects": "Offline"}}}"#, 400,
            """
            The body of the request has a member "selects" that means nothing here.
            Did you mean "selected"? Known: "selected", "mode".
            """),
        Case(
            "PATCH /selections", #"{"sets": {"Login": {"selected": 1}}}"#, 400,
            "$.sets.Login.selected is not text."),
        Case("PATCH /selections", "{}", 400, "$.sets is missing."),
        Case(
            "PATCH \(login)", String(repeating: "[", count: 100_000), 400,
            """
            The body of the request is not JSON: more than 512 levels deep, line 1, column 513.
            """),
        Case(
            "PATCH \(login)", #"{"mode": "frozen"}"#, 422,
            """
            No mode is named "frozen".
            Known: "live", "held", "recording", "barricaded".
            """),
        Case(
            "PATCH \(login)", #"{"selected": "ofline"}"#, 422,
            """
            Set "Login" has no response named "ofline".
            Did you mean "Offline"? Known: "Offline", "Success", "Invalid Credentials".
            """),
        Case(
            "GET /sets/\("Logni".identifierForURLs)", 404,
            """
            No response set is named "Logni".
            Did you mean "Login"? Known: "Login", "Profile", "\(String.awkwardName)".
            """),
        Case(
            "GET /sets/%00", 404,
            """
            No response set is named "\u{0}".
            Known: "Login", "Profile", "\(String.awkwardName)".
            """),
        Case(
            "POST /presets/\("Offlin".identifierForURLs)/apply", 404,
            """
            No preset is named "Offlin".
            Did you mean "Offline"? Known: "Offline".
            """),
        Case(
            "POST /wait", #"{"set": "Logni"}"#, 422,
            """
            No response set is named "Logni".
            Did you mean "Login"? Known: "Login", "Profile", "\(String.awkwardName)".
            """),
        Case(
            "POST /wait", #"{"set": "Login", "timeout": 1e9}"#, 422,
            #"A wait needs a "count" of at least 1, and a "timeout" from 0 to 600 seconds."#),
        Case(
            "POST /held/1e3/release", 404,
            """
            No request in the log has the number 1e3. The log keeps the latest requests, until it is \
            cleared.
            """),
        Case("GET /set", 404, "Nothing is at /api/v1/set; see /api/v1/openapi.json."),
        Case("GET /state/", 404, "Nothing is at /api/v1/state/; see /api/v1/openapi.json."),
        Case(
            "PUT \(login)", 405,
            """
            PUT does nothing at /api/v1\(login).
            Known: GET, PATCH.
            """),
    ]

    @Test(arguments: cases) func itIsRefusedWithTheReason(_ bad: Case) async throws {
        let visit = try await PanelVisit()
        let before = visit.barricade.overview.revision
        let words = bad.line.split(separator: " ").map(String.init)
        let answer = try await visit.ask(
            words[0], words[1], data: words[0] == "GET" ? nil : Data(bad.body.utf8))
        #expect(answer.status == bad.status)
        #expect(answer.detail == bad.detail)
        #expect(answer.headers["content-type"] == "application/problem+json")
        #expect(visit.barricade.overview.revision == before)
    }

    @Test func aWrongMethodIsToldTheRightOnes() async throws {
        let answer = try await PanelVisit().ask("PUT", Self.login, [:])
        #expect(answer.headers["allow"] == "GET, PATCH")
    }

    @Test func anEmptyBodyIsAnEmptyObject() async throws {
        let visit = try await PanelVisit()
        #expect(try await visit.ask("POST", "/reset").status == 204)
        #expect(try await visit.ask("PATCH", Self.login).status == 200)
    }

    @Test func longNamesAreShortened() async throws {
        let name = String(repeating: "x", count: 5_000)
        let answer = try await PanelVisit().ask(
            "GET", "/sets/\(name.identifierForURLs.prefix(7_000))")
        #expect(answer.status == 404)
        #expect((answer.detail ?? "").utf8.count < 600)
    }
}
