import BarricadeSurfaces
import Barricade
import BarricadePanel
import Testing

@testable import TestSupport

/// What the routes about held requests do, and what waits for requests.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct HeldRouteTests {
    /// With each outcome in `RemoteBarricadeTests`.
    @Test func aRequestIsReleasedOnceWithOneOutcome() async throws {
        let visit = try await PanelVisit()
        let request = try await visit.holdLogin()
        let held = try await visit.ask("GET /held").json
        expect(held, has: ["heldRequests": [["set": "Login"]]])
        try await expectOutcomes([
            """
            422 unacceptableValue: The body of the request takes only one of "error", "live", \
            "response".
            """: [
                #"{"response": "Offline", "live": true}"#,
                #"{"response": "Offline", "error": "timedOut"}"#,
            ],
            """
            422 unknownName: No response of set "Login" is named "Ofline".
            Did you mean "Offline"? Known: "Offline", "Success", "Invalid Credentials".
            """: [#"{"response": "Ofline"}"#],
        ]) { try await visit.ask("POST /held/0/release \($0)").summary }
        let error = try await visit.ask(#"POST /held/0/release {"error": "timeOut"}"#)
        let count = visit.barricade.overview.heldRequests.count
        #expect((error.status, error.nearest?.first, count) == (422, "timedOut", 1))
        let release = try await visit.ask("POST /held/0/release")
        let status = await request.value
        #expect((release.status, status) == (204, 200))
        // Then a name means nothing either.
        try await expectOutcomes([
            """
            409 notWaiting: Request 0 (POST https://api.example.com/login) does not wait any more: 200.
            """: ["", #"{"response": "Ofline"}"#]
        ]) { try await visit.ask("POST /held/0/release \($0)").summary }
        let next = try await visit.holdLogin()
        let all = try await visit.ask("POST /held/release").status
        let (answer, mode) = (await next.value, try visit.barricade.mode(of: "Login"))
        #expect((all, answer, mode) == (204, 200, .barricaded))
    }

    // MARK: Waiting

    @Test func aWaitEndsWithTheRequestOrTellsWhatCame() async throws {
        let visit = try await PanelVisit()
        await visit.load("/logins", method: "POST")
        let answer = try await visit.ask(#"POST /wait {"set": "Login", "timeout": 0.01}"#)
        #expect(
            answer.summary.replacing(#/Shop.swift:[0-9]+/#, with: "Shop.swift") == """
                408 missingRequest: No request to "Login" (POST /login, Shop.swift) came within \
                0.01 seconds.

                Nearest requests:
                  POST https://api.example.com/logins   wants path /login, got /logins
                """)
        async let second = visit.ask(
            #"POST /wait {"set": "Login", "count": 2, "timeout": 60}"#)
        await visit.load("/login", method: "POST")
        await visit.load("/login", method: "POST")
        expect(try await second.json, has: ["request": ["id": 2, "set": "Login"]])

        let first = try await visit.holdLogin()
        let late = try await visit.ask(
            #"POST /wait {"set": "Login", "held": true, "count": 2, "timeout": 0.01}"#)
        #expect(
            late.summary == """
                408 missingRequest: 1 of 2 requests to "Login" waited to be released after 0.01 \
                seconds.
                """)
        async let held = visit.ask(
            #"POST /wait {"set": "Login", "held": true, "count": 2, "timeout": 60}"#)
        async let next = visit.load("/login", method: "POST")
        expect(try await held.json, has: ["request": ["id": 4, "outcome": ["kind": "held"]]])
        visit.barricade.releaseAll()
        _ = await (first.value, next)
    }

    @Test func aClientThatLeavesLeavesNoWaitBehind() async throws {
        let visit = try await PanelVisit()
        try await onThread {
            let client = try Client(port: visit.panel.port)
            client.send(visit.request("POST", "/wait", #"{"set":"Login","timeout":600}"#))
            client.die()
        }
        // Closing waits for what the server still does.
        await visit.panel.close()
    }
}
