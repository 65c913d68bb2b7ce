import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

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
        #expect(throws: BarricadeError.self) { try barricade.hold("Log in") }
    }

    @Test func keepsARequestWaitingUntilItIsReleased() async throws {
        let held = try barricade.hold("Login")
        var waiting = ["\(held)"]
        let session = barricade.session
        async let answer = session.get("\(api)/login")
        try await held.waitForRequest(timeout: .seconds(1))
        waiting.append("\(held)")
        #expect(waiting == ["Login: 0 waiting", "Login: 1 waiting"])
        #expect(barricade.requests.map(\.outcome) == [.held])
        #expect(try await session.get("\(api)/other").text == "other")

        let isReleased = held.release()
        #expect(try await answer.text == "in")
        #expect(try barricade.requests(for: "Login").map(\.outcome) == [.answered(200)])
        #expect([isReleased, held.release()] == [true, false])
    }

    @Test func releasesInOrderAndWithOtherResponses() async throws {
        let session = barricade.session
        var texts = [try await session.get("\(api)/login").text]
        let held = try barricade.hold("Login")
        async let first = session.get("\(api)/login/1")
        try await held.waitForRequest()
        async let second = session.get("\(api)/login/2")
        try await held.waitForRequest()
        async let third = session.failure("\(api)/login/3")
        try await held.waitForRequest()
        #expect(held.requests.map(\.url.path) == ["/login/1", "/login/2", "/login/3"])

        // It replaces one that was given before, and is as long.
        held.release(with: CannedResponse(text: "ow"))
        texts.append(try await first.text)
        held.release(with: CannedResponse(status: .serviceUnavailable, text: "later"))
        #expect(try await second.status == 503)
        held.release(with: CannedResponse(error: .networkConnectionLost))
        #expect((try await third as? URLError)?.code == .networkConnectionLost)
        #expect(held.requests.isEmpty)
        try barricade.setMode(.barricaded, for: "Login")
        texts.append(try await session.get("\(api)/login").text)
        #expect(texts == ["in", "ow", "in"])
    }

    @Test func releasesToAResponseOfTheSet() async throws {
        let held = try barricade.hold("Login")
        let session = barricade.session
        async let answer = session.get("\(api)/login")
        try await held.waitForRequest()
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
        let isReleased = try held.release("Locked")
        #expect(try await answer.text == "locked")
        #expect(try [isReleased, held.release("Locked")] == [true, false])
    }

    @Test func aSecondWaitIsForTheNextRequest() async throws {
        let held = try barricade.hold("Login")
        let session = barricade.session
        async let first = session.get("\(api)/login/1")
        try await held.waitForRequest()
        held.release()
        #expect(try await first.text == "in")
        let waiting = Task { try await held.waitForRequest(timeout: .seconds(3)) }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(3))
        let fault = await #expect(throws: BarricadeError.self) { try await waiting.value }
        #expect(fault?.code == .missingRequest)
        #expect(
            fault?.message.prefix { $0 != "\n" } == """
                1 of 2 requests to "Login" (/login/**, Sets.swift:7) came within 3.0 seconds.
                """)
        // One that came before the wait counts, once.
        async let second = session.get("\(api)/login/2")
        try await barricade.waitForRequest(to: "Login", count: 2)
        try await held.waitForRequest()
        held.releaseAll()
        #expect(try await second.text == "in")
    }

    @Test func answersAgainWhenAllAreReleased() async throws {
        let held = try barricade.hold("Login")
        let session = barricade.session
        async let first = session.get("\(api)/login/1")
        async let second = session.get("\(api)/login/2")
        try await held.waitForRequest(count: 2)
        held.releaseAll()
        let texts = try await [first.text, second.text, session.get("\(api)/login").text]
        #expect(texts == ["in", "in", "in"])
    }

    @Test func letsGoWhenTheSetIsHeldNoLonger() async throws {
        let ways: [(Barricade) throws -> Void] = [
            { try $0.setMode(.barricaded, for: "Login") }, { $0.reset() }, { $0.releaseAll() },
            { try $0.unregister("Login") },
        ]
        for way in ways {
            let held = try barricade.hold("Login")
            #expect(try barricade.hold("Login") === held)
            let (task, completions) = try barricade.session.task("\(api)/login")
            task.resume()
            try await held.waitForRequest()
            try way(barricade)
            #expect(await completions.wait().map(\.text) == ["in"])
        }
    }

    @Test func theDelayFollowsTheRelease() async throws {
        try barricade.select("Slow", for: "Login")
        let held = try barricade.hold("Login")
        let session = barricade.session
        async let answer = session.get("\(api)/login")
        try await held.waitForRequest()
        held.release()
        await clock.waitForSleeper(of: .seconds(2))
        clock.advance(by: .seconds(2))
        #expect(try await answer.text == "slow")
    }

    @Test func endsAtTheRequestsTimeout() async throws {
        let held = try barricade.hold("Login")
        let (task, completions) = try barricade.session.task("\(api)/login")
        task.resume()
        try await held.waitForRequest()
        await clock.waitForSleeper(of: .seconds(60))
        clock.advance(by: .seconds(60))
        let error = try #require(await completions.wait().first?.error as? URLError)
        let reason = error.userInfo[NSDebugDescriptionErrorKey] as? String
        #expect(error.code == .timedOut)
        #expect(
            [error.failingURL?.path, reason] == [
                "/login",
                #"Response set "Login" holds the request, and it was not released in time."#,
            ])
        #expect(held.requests.isEmpty)
    }

    @Test func aCancelledRequestIsHeldNoLonger() async throws {
        let held = try barricade.hold("Login")
        let events = barricade.requestEvents
        let (task, completions) = try barricade.session.task("\(api)/login")
        task.resume()
        try await held.waitForRequest()
        task.cancel()
        #expect(await completions.wait().map(\.code) == [.cancelled])
        for await case .ended in events { break }
        #expect(held.requests.isEmpty)
        #expect(barricade.requests.map(\.outcome) == [.cancelled])
    }
}
