import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct HeldRequestsTests {
    private let clock = ForeignClock()
    private let barricade: Barricade

    init() {
        barricade = Barricade(
            ResponseSet("Login", on: .any("/login/**"), fileID: "App/Sets.swift", line: 7) {
                CannedResponse("Success", text: "in")
                CannedResponse("Slow", text: "slow", delay: .seconds(2))
            }, ResponseSet("Other", on: .any("/other")) { CannedResponse("OK", text: "other") }
        ) { [clock] in
            $0.clock = clock
        }
    }

    /// Sends requests that the gate holds, one after the other; returns where they will end.
    private func begin(
        _ paths: String..., at gate: HeldRequests
    ) async throws -> [Events<URLSession.Completion>] {
        var ends: [Events<URLSession.Completion>] = []
        for path in paths {
            let (task, completions) = try barricade.session.task(api + path)
            task.resume()
            try await gate.waitForRequest()
            ends.append(completions)
        }
        return ends
    }

    /// How requests end: each with a status and a text, or with an error.
    private func ends(of requests: [Events<URLSession.Completion>]) async -> [String] {
        var ends: [String] = []
        for request in requests {
            for end in await request.wait() {
                let answer = end.status.map { "\($0) \(end.text ?? "")" }
                ends.append(answer ?? end.code?.name ?? "nothing")
            }
        }
        return ends
    }

    @Test func aGateEndsItsOwnHoldOnly() async throws {
        var modes: [ResponseSet.Mode] = []
        func note() throws { modes.append(try barricade.mode(of: "Login")) }
        let first = try barricade.hold("Login")
        try note()
        try barricade.setMode(.live, for: "Login")
        first.releaseAll()
        try note()
        let second = try barricade.hold("Login")
        first.releaseAll()
        try note()
        second.releaseAll()
        try note()
        #expect(modes == [.held, .live, .held, .barricaded])
    }

    @Test func keepsARequestWaitingUntilItIsReleasedAndItsDelayIsOver() async throws {
        try barricade.select("Slow", for: "Login")
        let held = try barricade.hold("Login")
        let before = "\(held)"
        let request = try await begin("/login", at: held)
        #expect([before, "\(held)"] == ["Login: 0 waiting", "Login: 1 waiting"])
        #expect(await barricade.answers(to: "/other") == ["other"])
        let outcomes = barricade.requests.map(\.outcome)
        #expect(held.release())
        #expect(!held.release())
        await clock.waitForSleeper(of: .seconds(2))
        clock.advance(by: .seconds(2))
        #expect(await ends(of: request) == ["200 slow"])
        let logged = outcomes + (try barricade.requests(for: "Login").map(\.outcome))
        #expect(logged == [.held, .answered(200), .answered(200)])
    }

    @Test func releasesInOrderAndWithOtherResponses() async throws {
        #expect(await barricade.answers(to: "/login") == ["in"])
        let held = try barricade.hold("Login")
        let requests = try await begin("/login/1", "/login/2", "/login/3", at: held)
        #expect(held.requests.map(\.url.path) == ["/login/1", "/login/2", "/login/3"])
        // It replaces one that was given before, and is as long.
        held.release(with: CannedResponse(text: "ow"))
        held.release(with: CannedResponse(status: .serviceUnavailable, text: "later"))
        held.release(with: CannedResponse(error: .networkConnectionLost))
        let given = ["200 ow", "503 later", "networkConnectionLost"]
        #expect(await ends(of: requests) == given)
        #expect(held.requests.isEmpty)
        try barricade.setMode(.barricaded, for: "Login")
        #expect(await barricade.answers(to: "/login") == ["in"])
    }

    @Test func releasesTheFirstThatMatches() async throws {
        let held = try barricade.hold("Login")
        let requests = try await begin("/login/1", "/login/2", "/login/2", at: held)
        #expect(held.release(with: CannedResponse(text: "chosen"), for: .any("/login/2")))
        #expect(held.requests.map(\.url.path) == ["/login/1", "/login/2"])
        #expect(!held.release(for: .any("/login/3")))
        #expect(try held.release("Success", for: .any("/login/2")))
        #expect(!held.release(for: .any("/login/2")))
        #expect(held.release())
        #expect(await ends(of: requests) == ["200 in", "200 chosen", "200 in"])
    }

    @Test func releasesToAResponseOfTheSet() async throws {
        let held = try barricade.hold("Login")
        let request = try await begin("/login", at: held)
        let fault = #expect(throws: BarricadeError.self) { try held.release("Sucess") }
        #expect(
            fault?.message == """
                Set "Login" has no response named "Sucess".
                Did you mean "Success"? Known: "Success", "Slow".
                """)
        barricade.register(
            ResponseSet("Login", on: .any("/login/**")) {
                CannedResponse("Success", text: "in")
                CannedResponse("Locked", text: "locked")
            })
        #expect(try held.release("Locked"))
        #expect(try !held.release("Locked"))
        #expect(await ends(of: request) == ["200 locked"])
    }

    @Test func theLogNamesWhatTheyAreReleasedTo() async throws {
        let held = try barricade.hold("Login")
        let paths = (1...5).map { "/login/\($0)" }
        let requests = try await begin(paths[0], paths[1], paths[2], paths[3], paths[4], at: held)
        try held.release("Slow")
        held.release(with: CannedResponse("Locked", status: 423))
        held.release(with: CannedResponse(status: 418))
        held.release(with: .weighted("Any", [(1, CannedResponse("Only", text: "only"))]))
        held.release()
        await clock.waitForSleepers()
        clock.advance(by: .seconds(2))
        _ = await ends(of: requests)
        let names = try barricade.requests(for: "Login").map(\.response)
        #expect(names == ["Slow", "Locked", "418", "Only", "Success"])
    }

    @Test func aSecondWaitIsForTheNextRequest() async throws {
        let held = try barricade.hold("Login")
        let first = try await begin("/login/1", at: held)
        held.release()
        #expect(await ends(of: first) == ["200 in"])
        let waiting = Task { try await held.waitForRequest(timeout: .seconds(3)) }
        await clock.waitForSleeper(of: .seconds(3))
        clock.advance(by: .seconds(3))
        let fault = await #expect(throws: BarricadeError.self) { try await waiting.value }
        let told = fault.map { "\($0.code): \($0.message.prefix { $0 != "\n" })" }
        #expect(
            told == """
                missingRequest: No request to "Login" (/login/**, Sets.swift:7) came within 3.0 seconds.
                """)
        // One that came before the wait counts, once.
        let (task, completions) = try barricade.session.task("\(api)/login/2")
        task.resume()
        try await barricade.waitForRequest(to: "Login", count: 2)
        try await held.waitForRequest()
        held.releaseAll()
        #expect(await ends(of: [completions]) == ["200 in"])
    }

    @Test func answersAgainOnceTheSetIsHeldNoLonger() async throws {
        let ways: [(Barricade, HeldRequests) throws -> Void] = [
            { $1.releaseAll() }, { barricade, _ in barricade.releaseAll() },
            { barricade, _ in try barricade.setMode(.barricaded, for: "Login") },
            { barricade, _ in barricade.reset() },
            { barricade, _ in try barricade.unregister("Login") },
        ]
        for (number, way) in ways.enumerated() {
            let held = try barricade.hold("Login")
            #expect(try barricade.hold("Login") === held)
            let requests = try ["/login/1", "/login/2"].map {
                try barricade.session.task(api + $0)
            }
            requests.forEach { $0.task.resume() }
            try await held.waitForRequest(count: 2)
            try way(barricade, held)
            #expect(await ends(of: requests.map(\.completions)) == ["200 in", "200 in"])
            let next = await barricade.answers(to: "/login")
            #expect(next == [number < 4 ? "in" : "unmatchedRequest"])
        }
    }

    @Test func aRequestThatTimesOutOrIsCancelledIsHeldNoLonger() async throws {
        let held = try barricade.hold("Login")
        let (slow, timeouts) = try barricade.session.task("\(api)/login")
        slow.resume()
        try await held.waitForRequest()
        await clock.waitForSleeper(of: .seconds(60))
        clock.advance(by: .seconds(60))
        let error = try #require(await timeouts.wait().first?.error as? URLError)
        let reason = error.userInfo[NSDebugDescriptionErrorKey] as? String
        let told: [String?] = [error.code.name, error.failingURL?.path, reason]
        #expect(
            told == [
                "timedOut", "/login",
                """
                Response set "Login" holds the request, and it was not released in time. To fix: call \
                release() once it waits; on an immediate clock, no time is left for that.
                """,
            ])
        #expect(held.requests.isEmpty)

        let events = barricade.requestEvents
        let (task, completions) = try barricade.session.task("\(api)/login")
        task.resume()
        try await held.waitForRequest()
        task.cancel()
        #expect(await completions.wait().map(\.code) == [.cancelled])
        for await case .ended in events { break }
        #expect(held.requests.isEmpty)
        #expect(barricade.requests.last?.outcome == .cancelled)
    }
}
