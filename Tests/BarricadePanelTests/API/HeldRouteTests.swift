import BarricadeSurfaces
import Barricade
import BarricadePanel
import Foundation
import Testing

@testable import TestSupport

/// What the routes about held requests do, and what waits for requests.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct HeldRouteTests {
    /// Makes a request to "Login" wait.
    private func hold(_ visit: PanelVisit) async throws -> Task<Int, Never> {
        let held = try visit.barricade.hold("Login")
        let task = Task { await visit.load("/login", method: "POST") }
        try await held.waitForRequest(timeout: .seconds(300))
        return task
    }

    @Test(
        arguments: [
            ([:], 200), (["response": "Invalid Credentials"], 401),
            (["error": "notConnectedToInternet"], 0),
        ] as [(JSONValue, Int)]) func aRequestIsReleasedOnce(
            _ outcome: JSONValue, _ status: Int
        ) async throws
    {
        let visit = try await PanelVisit()
        let request = try await hold(visit)
        let held = try await visit.ask("GET", "/held").json?["heldRequests"]?.array
        #expect(held?.map { $0["set"] } == ["Login"])
        let release = try await visit.ask("POST", "/held/0/release", outcome)
        #expect(release.status == 204)
        #expect(await request.value == status)
        let again = try await visit.ask("POST", "/held/0/release", outcome)
        #expect(again.status == 409)
        #expect(again.code == "notWaiting")
    }

    @Test func aSecondReleaseSaysWhatBecameOfTheRequest() async throws {
        let visit = try await PanelVisit()
        await visit.load("/login", method: "POST")
        let answer = try await visit.ask("POST", "/held/0/release")
        #expect(
            answer.detail == """
                Request 0 (POST https://api.example.com/login) does not wait any more: 200.
                """)
    }

    @Test func onlyOneOutcomeIsTaken() async throws {
        let visit = try await PanelVisit()
        let request = try await hold(visit)
        for outcome in [
            ["response": "Offline", "live": true], ["response": "Offline", "error": "timedOut"],
        ] as [JSONValue] {
            let answer = try await visit.ask("POST", "/held/0/release", outcome)
            #expect(answer.status == 422)
            #expect(
                answer.detail
                    == "A request is released with a response, an error, or live: only one of them."
            )
        }
        let unknown = try await visit.ask("POST", "/held/0/release", ["response": "Ofline"])
        #expect(
            unknown.detail == """
                No response of set "Login" is named "Ofline".
                Did you mean "Offline"? Known: "Offline", "Success", "Invalid Credentials".
                """)
        let error = try await visit.ask("POST", "/held/0/release", ["error": "timeOut"])
        #expect(error.nearest?.first == "timedOut")
        #expect(visit.barricade.overview.heldRequests.count == 1)
        #expect(try await visit.ask("POST", "/held/release").status == 204)
        #expect(await request.value == 200)
        #expect(try visit.barricade.mode(of: "Login") == .barricaded)
    }

    // MARK: Waiting

    @Test func aWaitEndsWithTheRequest() async throws {
        let visit = try await PanelVisit()
        async let answer = visit.ask(
            "POST", "/wait", ["set": "Login", "count": 2, "timeout": 60])
        await visit.load("/login", method: "POST")
        await visit.load("/login", method: "POST")
        let json = try await answer.json
        #expect(json?["request"]?["id"] == 1)
        #expect(json?["request"]?["set"] == "Login")
    }

    @Test func aWaitThatEndsInVainTellsWhatCame() async throws {
        let visit = try await PanelVisit()
        await visit.load("/logins", method: "POST")
        let answer = try await visit.ask("POST", "/wait", ["set": "Login", "timeout": 0.01])
        #expect(answer.status == 408)
        #expect(answer.code == "missingRequest")
        let detail = try #require(answer.detail)
        #expect(detail.hasPrefix(#"No request to "Login" (POST /login, Shop.swift:"#))
        #expect(
            detail.hasSuffix(
                """
                 came within 0.01 seconds.

                Nearest requests:
                  POST https://api.example.com/logins   wants path /login, got /logins
                """))
    }

    @Test func aWaitForHeldRequestsCountsThoseThatWait() async throws {
        let visit = try await PanelVisit()
        let first = try await hold(visit)
        async let answer = visit.ask(
            "POST", "/wait", ["set": "Login", "held": true, "count": 2, "timeout": 60])
        async let second = visit.load("/login", method: "POST")
        #expect(try await answer.json?["request"]?["outcome"]?["kind"] == "held")
        visit.barricade.releaseAll()
        _ = await (first.value, second)
    }

    @Test func aWaitForHeldRequestsNeedsAHeldSet() async throws {
        let visit = try await PanelVisit()
        let answer = try await visit.ask("POST", "/wait", ["set": "Login", "held": true])
        #expect(answer.code == "notHeld")
        #expect(
            answer.detail == """
                Set "Login" holds no requests.

                To fix: set its mode to "held" first.
                """)
        _ = try visit.barricade.hold("Login")
        let late = try await visit.ask(
            "POST", "/wait", ["set": "Login", "held": true, "timeout": 0.01])
        #expect(late.status == 408)
        #expect(
            late.detail == """
                0 of 1 requests to "Login" waited to be released after 0.01 seconds.
                """)
    }

    @Test func aClientThatLeavesLeavesNoWaitBehind() async throws {
        let visit = try await PanelVisit()
        try await onOwnThread {
            Result {
                let client = try Client(port: visit.panel.port)
                let body = #"{"set":"Login","timeout":600}"#
                client.send(
                    """
                    POST /api/v1/wait HTTP/1.1\r
                    Host: 127.0.0.1:\(visit.panel.port)\r
                    Authorization: Bearer \(visit.token)\r
                    Content-Type: application/json\r
                    Content-Length: \(body.utf8.count)\r
                    \r
                    \(body)
                    """)
                client.die()
            }
        }.get()
        // Closing waits for what the server still does.
        await visit.panel.close()
    }
}
