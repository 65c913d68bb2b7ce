import Barricade
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5))) struct TimeoutTests {
    private let clock = ManualClock()

    private func barricade(delay: Double = 1_000_000) -> Barricade {
        Barricade(
            ResponseSet("Slow", on: .get("/slow")) {
                CannedResponse("Slow", text: "late", delay: .seconds(delay))
            }, clock: clock)
    }

    /// Sends a request, and checks that it times out after so many seconds and not before.
    private func expectTimeout(
        after seconds: Double, request timeout: TimeInterval? = nil,
        _ configure: (URLSessionConfiguration) -> Void = { _ in },
        location: SourceLocation = #_sourceLocation
    ) async throws {
        let barricade = barricade()
        let configuration = URLSessionConfiguration.barricaded(by: barricade)
        configure(configuration)
        var request = URLRequest(url: try #require(URL(string: "\(api)/slow")))
        if let timeout { request.timeoutInterval = timeout }
        let (task, completions) = URLSession(configuration: configuration).task(with: request)
        task.resume()
        await clock.waitForSleepers()
        clock.advance(by: .seconds(seconds) - .milliseconds(1))
        #expect(clock.sleeperCount == 1, sourceLocation: location)
        clock.advance(by: .milliseconds(1))
        let completion = try #require(await completions.wait().first)
        #expect(completion.code == .timedOut, sourceLocation: location)
        #expect(completion.response == nil, sourceLocation: location)
    }

    @Test func itIsSixtySecondsUnlessSaidOtherwise() async throws {
        try await expectTimeout(after: 60)
    }

    @Test func theRequestSaysIt() async throws {
        try await expectTimeout(after: 5, request: 5)
        try await expectTimeout(after: 500, request: 500)
    }

    #if !canImport(Darwin)
    // A URLProtocol cannot see its session's configuration elsewhere.
    @Test func theConfigurationSaysItForRequests() async throws {
        try await expectTimeout(after: 7) { $0.timeoutIntervalForRequest = 7 }
    }

    @Test func theRequestWinsOverTheConfiguration() async throws {
        try await expectTimeout(after: 9, request: 9) { $0.timeoutIntervalForRequest = 7 }
    }

    @Test func theConfigurationSaysItForTheWholeResource() async throws {
        try await expectTimeout(after: 3, request: 9) { $0.timeoutIntervalForResource = 3 }
    }
    #endif

    @Test func anAnswerBeforeItCounts() async throws {
        let barricade = barricade(delay: 59)
        let (task, completions) = try barricade.session.task("\(api)/slow")
        task.resume()
        await clock.waitForSleepers()
        clock.advance(by: .seconds(59))
        #expect(await completions.wait().first?.text == "late")
    }

    @Test func delegatesAreToldOnce() async throws {
        let barricade = barricade()
        let (session, delegate) = barricade.recordedSession()
        session.dataTask(with: try #require(URL(string: "\(api)/slow"))).resume()
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1_000_000))
        session.finishTasksAndInvalidate()
        let names = await delegate.invalidation()
        #expect(names == ["failed NSURLErrorDomain -1001", "invalid"])
    }

    @Test func errorsAndLiveResponsesTimeOutToo() async throws {
        let server = try LocalServer()
        let barricade = Barricade(
            ResponseSet("Error", on: .get("/error"), delay: .seconds(100)) {
                CannedResponse("Offline", error: .notConnectedToInternet)
                CannedResponse.live()
            }, clock: clock)
        for name in ["Offline", "Live"] {
            try barricade.select(name, for: "Error")
            let (task, completions) = try barricade.session.task("\(server.url("/error"))")
            task.resume()
            await clock.waitForSleepers()
            clock.advance(by: .seconds(100))
            #expect(await completions.wait().first?.code == .timedOut)
        }
        #expect(try server.connectionsSoFar() == 0)
    }
}
