import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct TimeoutTests {
    private let clock = ForeignClock()

    private func barricade(delay: Double = 1_000_000) -> Barricade {
        Barricade(
            ResponseSet("Slow", on: .get("/slow")) {
                CannedResponse("Slow", text: "late", delay: .seconds(delay))
            }
        ) {
            $0.clock = clock
        }
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
        let why = (completion.error as? URLError)?.userInfo[NSDebugDescriptionErrorKey] as? String
        #expect(
            why == "Response \"Slow\" of set \"Slow\" did not come in time.",
            sourceLocation: location)
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

    /// A clock whose sleeps fail at once.
    private struct BrokenClock: Clock {
        struct Failure: Error {}

        var now: ContinuousClock.Instant { .now }
        var minimumResolution: Duration { .zero }
        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) throws {
            throw Failure()
        }
    }

    @Test func aClockThatFailsKeepsNobodyWaiting() async throws {
        let barricade = Barricade(
            ResponseSet("Slow", on: .get("/slow")) {
                CannedResponse("Slow", text: "late", delay: .seconds(30))
            }
        ) {
            $0.clock = BrokenClock()
        }
        #expect(try await barricade.session.get("\(api)/slow").text == "late")
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
            }
        ) {
            $0.clock = clock
        }
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

    // MARK: Moments

    @Test func handlersThatReturnHandlersDoNotMoveTheDeadline() async throws {
        let wait = ResponseDelay.seconds(25)
        let barricade = Barricade(
            ResponseSet("Chain", on: .get("/chain")) {
                CannedResponse("1", delay: wait) { _ in
                    CannedResponse(delay: wait) { _ in
                        CannedResponse(delay: wait) { _ in CannedResponse(text: "the end") }
                    }
                }
            }
        ) {
            $0.clock = clock
        }
        try await expectTimeout(of: "\(api)/chain", to: barricade)
    }

    #if !canImport(Darwin)
    // Elsewhere the platform follows redirects, and makes a new load of each.
    @Test func redirectsDoNotMoveTheDeadline() async throws {
        let wait = ResponseDelay.seconds(25)
        let barricade = Barricade(
            ResponseSet("1", on: .get("/1")) { CannedResponse("To", redirect: "/2", delay: wait) },
            ResponseSet("2", on: .get("/2")) { CannedResponse("To", redirect: "/3", delay: wait) },
            ResponseSet("3", on: .get("/3")) { CannedResponse("To", text: "the end", delay: wait) }
        ) {
            $0.clock = clock
        }
        try await expectTimeout(of: "\(api)/1", to: barricade)
    }
    #endif

    @Test func aRealServersReplyDoesNotMoveTheDeadlineOfTheWhole() async throws {
        let server = try LocalServer { [clock] _ in
            clock.advance(by: .seconds(30))
            return .text("live")
        }
        let barricade = Barricade(
            ResponseSet("Live", on: .get("/live")) {
                .live("Changed") { _, _ in
                    CannedResponse { _ in CannedResponse(text: "late", delay: .seconds(40)) }
                }
            }
        ) {
            $0.clock = clock
        }
        let completions = ask(barricade, for: try server.url("/live"), within: 60)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(29))
        #expect(completions.all.isEmpty)
        // Where the time starts anew, the response comes instead.
        clock.advance(by: .seconds(15))
        #expect(await completions.wait().first?.code == .timedOut)
    }

    /// Sends a request that has so many seconds in all.
    private func ask(
        _ barricade: Barricade, for url: URL, within seconds: TimeInterval
    ) -> Events<URLSession.Completion> {
        let configuration = URLSessionConfiguration.barricaded(by: barricade)
        configuration.timeoutIntervalForRequest = 1_000
        configuration.timeoutIntervalForResource = seconds
        let (task, completions) = URLSession(configuration: configuration)
            .task(with: URLRequest(url: url))
        task.resume()
        return completions
    }

    @Test func theDeadlineOfTheWholeEndsWhatARealServerSends() async throws {
        let server = try LocalServer { _ in .init(heldBody: Data("live".utf8)) }
        let barricade = Barricade(
            ResponseSet("Live", on: .get("/live")) {
                .live("Changed") { reply, _ in reply.response }
            })
        let completions = ask(barricade, for: try server.url("/live"), within: 0.5)
        #expect(await completions.wait().first?.code == .timedOut)
        await server.connectionLoss()
        #expect(barricade.requestCount == 1)
    }

    /// Checks that what takes three times 25 seconds times out after 60.
    private func expectTimeout(of url: String, to barricade: Barricade) async throws {
        let (task, completions) = try barricade.session.task(url)
        task.resume()
        for _ in 0..<2 {
            await clock.waitForSleeper(of: .seconds(25))
            clock.advance(by: .seconds(25))
        }
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(9_999))
        #expect(clock.sleeperCount == 1)
        #expect(completions.all.isEmpty)
        clock.advance(by: .milliseconds(1))
        // Where the time is not up, the end comes now.
        clock.advance(by: .seconds(15))
        #expect(await completions.wait().first?.code == .timedOut)
    }

    private func barricadeOfPieces() -> Barricade {
        Barricade(
            ResponseSet("Pieces", on: .get("/pieces")) {
                CannedResponse(
                    "Pieces", body: .chunks(["a", "b", "c", "d", "e"], every: .seconds(20)))
            }
        ) {
            $0.clock = clock
        }
    }

    /// Starts a request that may be idle for 30 seconds, whose five pieces come every 20 seconds.
    private func startPieces(
        of barricade: Barricade, _ configure: (URLSessionConfiguration) -> Void = { _ in }
    ) throws -> Events<URLSession.Completion> {
        let configuration = URLSessionConfiguration.barricaded(by: barricade)
        configure(configuration)
        var request = URLRequest(url: try #require(URL(string: "\(api)/pieces")))
        request.timeoutInterval = 30
        let (task, completions) = URLSession(configuration: configuration).task(with: request)
        task.resume()
        return completions
    }

    @Test func piecesMoveTheDeadline() async throws {
        let barricade = barricadeOfPieces()
        let completions = try startPieces(of: barricade)
        for _ in 0..<10 { await advanceByTenSeconds() }
        #expect(await completions.wait().first?.text == "abcde")
    }

    @Test func partsOfAnUploadMoveTheDeadline() async throws {
        let barricade = Barricade(
            ResponseSet("Upload", on: .post("/upload")) { CannedResponse("OK", text: "uploaded") }
        ) {
            $0.clock = clock
            $0.networkConditions = NetworkConditions(upload: .kilobitsPerSecond(1))
        }
        var request = URLRequest(url: try #require(URL(string: "\(api)/upload")))
        request.httpMethod = "POST"
        request.httpBody = Data(count: 4_380)
        request.timeoutInterval = 20
        let (task, completions) = barricade.session.task(with: request)
        task.resume()
        // Three packets, of 11.68 seconds each.
        for _ in 0..<3 {
            await clock.waitForSleepers()
            clock.advance(by: .seconds(12))
        }
        #expect(await completions.wait().first?.text == "uploaded")
    }

    #if !canImport(Darwin)
    @Test func piecesDoNotMoveTheDeadlineOfTheWhole() async throws {
        let barricade = barricadeOfPieces()
        let completions = try startPieces(of: barricade) { $0.timeoutIntervalForResource = 70 }
        for _ in 0..<6 { await advanceByTenSeconds() }
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(9_999))
        #expect(clock.sleeperCount == 1)
        #expect(completions.all.isEmpty)
        clock.advance(by: .milliseconds(1))
        #expect(await completions.wait().first?.code == .timedOut)
    }
    #endif

    /// Moves the clock on when somebody sleeps, no further than to the next event.
    private func advanceByTenSeconds() async {
        await clock.waitForSleepers()
        clock.advance(by: .seconds(10))
    }

    // MARK: Odd values

    /// What is no time, as if it were not said.
    private static let noTimes: [TimeInterval] = [.nan, 0, -1, -.infinity]
    private static let longTimes: [TimeInterval] = [.infinity, .greatestFiniteMagnitude]

    @Test(arguments: noTimes) func whatIsNoTimeIsAsIfItWereNotSaid(_ time: TimeInterval)
        async throws
    {
        try await expectTimeout(after: 60, request: time)
        try await expectTimeout(after: 60) {
            $0.timeoutIntervalForRequest = time
            $0.timeoutIntervalForResource = time
        }
        #if !canImport(Darwin)
        try await expectTimeout(after: 7, request: time) { $0.timeoutIntervalForRequest = 7 }
        #endif
    }

    @Test(arguments: longTimes) func timesMayBeWithoutEnd(_ time: TimeInterval) async throws {
        // The answer comes before them.
        let barricade = barricade()
        let configuration = URLSessionConfiguration.barricaded(by: barricade)
        configuration.timeoutIntervalForRequest = time
        configuration.timeoutIntervalForResource = time
        let session = URLSession(configuration: configuration)
        var request = URLRequest(url: try #require(URL(string: "\(api)/slow")))
        // Elsewhere a URLProtocol does not see its session's times.
        #if !canImport(Darwin)
        try await expectAnswer(to: request, of: session)
        #endif
        request.timeoutInterval = time
        try await expectAnswer(to: request, of: session)
    }

    private func expectAnswer(to request: URLRequest, of session: URLSession) async throws {
        let (task, completions) = session.task(with: request)
        task.resume()
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1_000_000))
        #expect(await completions.wait().first?.text == "late")
    }

    // MARK: Blocked threads

    #if compiler(>=6.3) && (os(Linux) || os(macOS))
    // In a process of its own, since other tests need the threads.
    @Test func timesAreKeptWhileHandlersBlockAllThreads() async {
        await #expect(processExitsWith: .success) {
            OwnProcess.mustEnd(withinMinutes: 3)
            let times = try await BlockedThreads().times()
            #expect(times.isBlocked)
            #expect(times.timeout >= 0.99 && times.timeout < 60)
            #expect(times.answer >= 0.01 && times.answer < 60)
        }
    }
    #endif
}

#if compiler(>=6.3) && (os(Linux) || os(macOS))
/// What requests do while handlers block all the threads of Swift concurrency, until both have ended.
private struct BlockedThreads: Sendable {
    struct Times: Sendable {
        /// How long it took, in seconds, until a request timed out after one, and until another was
        /// answered after ten milliseconds.
        var timeout = 0.0
        var answer = 0.0
        /// Whether no task could run meanwhile.
        var isBlocked = false
    }

    private let started: DispatchSemaphore
    private let isOver: DispatchSemaphore
    private let barricade: Barricade

    init() {
        let (started, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        (self.started, self.isOver) = (started, isOver)
        barricade = Barricade(
            ResponseSet("Blocking", on: .get("/blocking")) {
                CannedResponse("OK") { _ in
                    started.signal()
                    Self.block(on: isOver)
                    return CannedResponse()
                }
            },
            ResponseSet("Never", on: .get("/never")) { CannedResponse.neverAnswers() },
            ResponseSet("Soon", on: .get("/soon")) {
                CannedResponse("OK", text: "soon", delay: .milliseconds(10))
            })
    }

    /// Blocks the thread, which is for no task to do.
    private static func block(on semaphore: DispatchSemaphore) {
        semaphore.wait()
    }

    func times() async throws -> Times {
        var requests = try ["/never", "/soon"].map {
            URLRequest(url: try #require(URL(string: "\(api)\($0)")))
        }
        requests[0].timeoutInterval = 1
        let blocking = try #require(URL(string: "\(api)/blocking"))
        return await withCheckedContinuation { continuation in
            let waiting = requests
            Thread.detachNewThread { continuation.resume(returning: measure(waiting, blocking)) }
        }
    }

    private func measure(_ requests: [URLRequest], _ blocking: URL) -> Times {
        let session = barricade.patientSession
        let count = ProcessInfo.processInfo.activeProcessorCount
        for _ in 0..<count { session.dataTask(with: blocking).resume() }
        for _ in 0..<count { started.wait() }
        let hasRun = Locked(false)
        Task { hasRun.withLock { $0 = true } }
        let (times, ends) = (Locked([Double.infinity, .infinity]), DispatchGroup())
        let start = ContinuousClock.now
        for (index, request) in requests.enumerated() {
            ends.enter()
            session.dataTask(with: request) { _, _, error in
                let time = (ContinuousClock.now - start) / .seconds(1)
                let isRight = (error as? URLError)?.code == (index == 0 ? .timedOut : nil)
                times.withLock { $0[index] = isRight ? time : .infinity }
                ends.leave()
            }.resume()
        }
        // Requests that wait for a thread would do so for ever.
        _ = ends.wait(timeout: .now() + 60)
        let isBlocked = !hasRun.current
        for _ in 0..<count { isOver.signal() }
        return Times(timeout: times.current[0], answer: times.current[1], isBlocked: isBlocked)
    }
}
#endif
