import Barricade
import BarricadeTesting
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

private let slowLogin = ResponseSet("Login", on: .post("/login")) {
    CannedResponse("Success", json: ["token": "f00d"])
    CannedResponse("Slow", json: ["token": "f00d"], delay: .seconds(50))
    CannedResponse.neverAnswers()
}

private func address(_ path: String) -> URL {
    URL(string: api + path) ?? URL(fileURLWithPath: path)
}

private let signInRequest: URLRequest = {
    var request = URLRequest(url: address("/login"))
    request.httpMethod = "POST"
    return request
}()

/// A client that tries again after two seconds.
private struct RetryingModel: Sendable {
    let session: URLSession
    let clock: any Clock<Duration>

    /// Returns whether one of two tries has an answer.
    func signIn() async -> Bool {
        if await isAnswered() { return true }
        try? await clock.sleep(for: .seconds(2))
        return await isAnswered()
    }

    private func isAnswered() async -> Bool {
        (try? await session.data(for: signInRequest)) != nil
    }
}

enum ArticleOnTime {
    private static let login = slowLogin

    @Suite(.timeLimit(.minutes(10))) @MainActor struct WithAScreen {
        @Test(.barricade(login) { $0.clock = ManualClock() })
        func showsThatItIsLoading() async throws {
            let clock = Barricade.current.manualClock
            try Barricade.current.select("Slow", for: "Login")
            let model = ScreenModel(session: Barricade.current.session)
            async let signedIn: Void = model.signIn()
            try await Barricade.current.waitForRequest(to: "Login")
            #expect(model.isLoading)
            await clock.advance(by: .seconds(50))
            await signedIn
            #expect(!model.isLoading)
        }

        @Test(.barricade(login) { $0.clock = ManualClock() })
        func givesUpAfterAMinute() async throws {
            try Barricade.current.select("Never Answers", for: "Login")
            let model = ScreenModel(session: Barricade.current.session)
            async let signedIn: Void = model.signIn()
            try await Barricade.current.waitForRequest(to: "Login")
            await Barricade.current.manualClock.advance(by: .seconds(59))
            #expect(model.isLoading)
            await Barricade.current.manualClock.advance(by: .seconds(1))
            await signedIn
            #expect(!model.isLoading)
        }
    }

    @Suite(.timeLimit(.minutes(10))) struct WithoutAScreen {
        @Test(.barricade(login) { $0.clock = ImmediateClock() }) func signsInSlowly() async throws {
            try Barricade.current.select("Slow", for: "Login")
            let model = LoginModel(session: Barricade.current.session)
            await model.signIn()
            #expect(model.banner == nil)
        }

        @Test(.barricade(login) { $0.clock = ManualClock() })
        func triesAgainAfterTwoSeconds() async throws {
            try Barricade.current.answerNext("Login", with: CannedResponse(error: .timedOut))
            let clock = Barricade.current.manualClock
            let model = RetryingModel(session: Barricade.current.session, clock: clock)
            async let signedIn = model.signIn()
            try await clock.waitForSleep()
            #expect(clock.waits == ["A task: sleep until +2 s"])
            await clock.advance(by: .seconds(2))
            #expect(await signedIn)
        }

        // In a doc comment.
        func waitsForEachSleep() async throws {
            let clock = ManualClock()
            let task = Task {
                for pause in [1, 2, 4] { try await clock.sleep(for: .seconds(pause)) }
            }
            for pause in [1, 2, 4] {
                try await clock.waitForSleep()
                await clock.advance(by: .seconds(pause))
            }
            try await task.value
        }
    }
}

private let ticksURL = address("/ticks")

let ticks = ResponseSet("Ticks", on: .get("/ticks")) {
    CannedResponse(
        "Each Second",
        body: .events(
            (1...600).map { ResponseBody.ServerSentEvent("\($0)") }, every: .seconds(1)))
}

@Test(.barricade(ticks) { $0.clock = ImmediateClock() }) func countsToTheEnd() async throws {
    let (data, _) = try await Barricade.current.session.data(from: ticksURL)
    #expect(String(decoding: data, as: UTF8.self).hasSuffix("data: 600\n\n"))
}

private let photoURL = address("/photo")

private let photo = ResponseSet("Photo", on: .get("/photo")) {
    CannedResponse("Large", body: .data(Data(count: 1_000_000), contentType: "image/png"))
}

@Test(.barricade(photo) { $0.clock = ManualClock() }) func takesItsTimeOn3G() async throws {
    let clock = Barricade.current.manualClock
    Barricade.current.networkConditions = .threeG
    async let answer = Barricade.current.session.data(from: photoURL)
    try await Barricade.current.waitForRequest(to: "Photo")
    try await clock.run()
    _ = try await answer
    #expect(clock.now.offset > .seconds(10))
}

// The doc comments of BarricadeTesting.

enum Expecting {
    private static let login = ResponseSet("Login", on: .post("/login")) {
        CannedResponse.sequence("Once", then: .fail) {
            CannedResponse("Busy", status: 503, text: "")
        }
    }

    struct Tests {
        @Test(.barricade(login, expecting: .failures(of: "Login")))
        func givesUpAfterTwoTries() async {
            let model = LoginModel(session: Barricade.current.session)
            for _ in 0..<2 { await model.signIn() }
        }
    }
}
