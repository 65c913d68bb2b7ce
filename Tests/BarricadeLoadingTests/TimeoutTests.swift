import Barricade
import Testing

@testable import TestSupport

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

    /// The times that a request and its session say, and the one that counts, in seconds.
    struct Times: Sendable {
        var request: TimeInterval?
        /// The session's for requests, and for the whole of a resource.
        var idle: TimeInterval?
        var whole: TimeInterval?
        let expected: TimeInterval

        static let all: [Times] = {
            var all = [
                Times(expected: 60), Times(request: 5, expected: 5),
                Times(request: 500, expected: 500),
            ]
            // What is no time is as if it were not said.
            let noTimes: [TimeInterval] = [.nan, 0, -1, -.infinity]
            all += noTimes.map { Times(request: $0, expected: 60) }
            all += noTimes.map { Times(idle: $0, whole: $0, expected: 60) }
            #if !canImport(Darwin)
            // Elsewhere a URLProtocol cannot see its session's configuration.
            all += [
                Times(idle: 7, expected: 7), Times(request: 9, idle: 7, expected: 9),
                Times(request: 9, whole: 3, expected: 3),
            ]
            all += noTimes.map { Times(request: $0, idle: 7, expected: 7) }
            #endif
            return all
        }()

        /// Times of which none is up when the answer comes, and its delay in seconds.
        static let long: [(Times, Double)] = {
            let ends: [TimeInterval] = [.infinity, .greatestFiniteMagnitude]
            var long = ends.map { Times(request: $0, idle: $0, whole: $0, expected: $0) }
            #if !canImport(Darwin)
            long += ends.map { Times(idle: $0, whole: $0, expected: $0) }
            #endif
            return [(Times(expected: 60), 59)] + long.map { ($0, 1_000_000) }
        }()
    }

    /// Sends a request that says a time, in a session that says others.
    private func start(
        _ times: Times, _ barricade: Barricade, url: String = "\(api)/slow"
    ) throws -> Events<URLSession.Completion> {
        let configuration = URLSessionConfiguration.barricaded(by: barricade)
        if let idle = times.idle { configuration.timeoutIntervalForRequest = idle }
        if let whole = times.whole { configuration.timeoutIntervalForResource = whole }
        var request = URLRequest(url: try URL(url))
        if let time = times.request { request.timeoutInterval = time }
        let (task, completions) = URLSession(configuration: configuration).task(with: request)
        task.resume()
        return completions
    }

    @Test(arguments: Times.all) func theRequestSaysIt(_ times: Times) async throws {
        let barricade = barricade()
        let completions = try start(times, barricade)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(times.expected) - .milliseconds(1))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
        let completion = await completions.wait().first
        #expect(completion?.code == .timedOut)
        #expect(completion?.response == nil)
        let why = (completion?.error as? URLError)?.userInfo[NSDebugDescriptionErrorKey] as? String
        let wait = times.whole == times.expected ? "had not ended after" : "sent nothing for"
        let time = Duration.seconds(times.expected)
        #expect(
            why == "Response \"Slow\" of set \"Slow\" \(wait) \(time), so the request timed out.")
    }

    @Test(arguments: Times.long)
    func anAnswerBeforeItCounts(_ times: Times, _ delay: Double) async throws {
        let barricade = barricade(delay: delay)
        let completions = try start(times, barricade)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(delay))
        await completions.expectReply("200 late")
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
        try await barricade.session.expectReply("200 late", from: "\(api)/slow")
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
            let (session, delegate) = barricade.recordedSession()
            var request = URLRequest(url: try server.url("/error"))
            request.timeoutInterval = 50
            session.dataTask(with: request).resume()
            session.finishTasksAndInvalidate()
            await clock.waitForSleepers()
            clock.advance(by: .seconds(100))
            await delegate.expectTold(["failed NSURLErrorDomain -1001", "invalid"])
        }
        try server.expectNoConnections()
    }

    // MARK: Moments

    @Test func handlersAndRedirectsDoNotMoveTheDeadline() async throws {
        let wait = ResponseDelay.seconds(25)
        let barricade = Barricade(
            ResponseSet("Chain", on: .get("/chain")) {
                CannedResponse("1", delay: wait) { _ in
                    CannedResponse(delay: wait) { _ in
                        CannedResponse(delay: wait) { _ in CannedResponse(text: "the end") }
                    }
                }
            },
            ResponseSet("1", on: .get("/1")) { CannedResponse("To", redirect: "/2", delay: wait) },
            ResponseSet("2", on: .get("/2")) { CannedResponse("To", redirect: "/3", delay: wait) },
            ResponseSet("3", on: .get("/3")) { CannedResponse("To", text: "the end", delay: wait) }
        ) {
            $0.clock = clock
        }
        try await expectTimeout(of: "\(api)/chain", to: barricade)
        #if !canImport(Darwin)
        // Elsewhere the platform follows redirects, and makes a new load of each.
        try await expectTimeout(of: "\(api)/1", to: barricade)
        #endif
    }

    /// - Parameter delay: The seconds before the request goes to the server.
    @Test(arguments: [0, 5])
    func aRealServersReplyDoesNotMoveTheDeadlineOfTheWhole(after delay: Int) async throws {
        let server = try LocalServer { [clock] _ in
            clock.advance(by: .seconds(30))
            return .text("live")
        }
        let barricade = Barricade(
            ResponseSet("Live", on: .get("/live"), delay: .seconds(delay)) {
                .live("Changed") { _, _ in
                    CannedResponse { _ in CannedResponse(text: "late", delay: .seconds(40)) }
                }
            }
        ) {
            $0.clock = clock
        }
        let completions = try start(
            Times(idle: 1_000, whole: 60, expected: 60), barricade,
            url: "\(server.url("/live"))")
        if delay > 0 {
            await clock.waitForSleepers()
            clock.advance(by: .seconds(delay))
        }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(29 - delay))
        #expect(completions.all.isEmpty)
        // Where the time starts anew, the response comes instead.
        clock.advance(by: .seconds(15))
        await completions.expectFailure(.timedOut)
    }

    @Test func theDeadlineOfTheWholeEndsWhatARealServerSends() async throws {
        let server = try LocalServer { _ in .init(heldBody: Data("live".utf8)) }
        let barricade = Barricade(
            ResponseSet("Live", on: .get("/live")) {
                .live("Changed") { reply, _ in reply.response }
            })
        let completions = try start(
            Times(idle: 1_000, whole: 0.5, expected: 0.5), barricade,
            url: "\(server.url("/live"))")
        await completions.expectFailure(.timedOut)
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
        await completions.expectFailure(.timedOut)
    }

    private func barricadeOfPieces() -> Barricade {
        Barricade(
            ResponseSet("Pieces", on: .get("/slow")) {
                CannedResponse(
                    "Pieces", body: .chunks(["a", "b", "c", "d", "e"], every: .seconds(20)))
            }
        ) {
            $0.clock = clock
        }
    }

    /// Starts a request that may be idle for 30 seconds, whose five pieces come every 20 seconds.
    private func startPieces(
        of barricade: Barricade, whole: TimeInterval? = nil
    ) throws -> Events<URLSession.Completion> {
        try start(Times(request: 30, whole: whole, expected: 30), barricade)
    }

    @Test func piecesMoveTheDeadlineButNotThatOfTheWhole() async throws {
        let barricade = barricadeOfPieces()
        let completions = try startPieces(of: barricade)
        for _ in 0..<8 { await advanceByTenSeconds() }
        await completions.expectReply("200 abcde")
        #if !canImport(Darwin)
        let ended = try startPieces(of: barricade, whole: 70)
        for _ in 0..<6 { await advanceByTenSeconds() }
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(9_999))
        #expect(clock.sleeperCount == 1)
        #expect(ended.all.isEmpty)
        clock.advance(by: .milliseconds(1))
        await ended.expectFailure(.timedOut)
        #endif
    }

    @Test func partsOfAnUploadMoveTheDeadline() async throws {
        let barricade = Barricade(
            ResponseSet("Upload", on: .post("/upload")) { CannedResponse("OK", text: "uploaded") }
        ) {
            $0.clock = clock
            $0.networkConditions = NetworkConditions(upload: .kilobitsPerSecond(1))
        }
        var request = try URLRequest.posting(Data(count: 4_380))
        request.timeoutInterval = 20
        let (task, completions) = barricade.session.task(with: request)
        task.resume()
        // Three packets, of 11.68 seconds each.
        for _ in 0..<3 {
            await clock.waitForSleepers()
            clock.advance(by: .seconds(12))
        }
        await completions.expectReply("200 uploaded")
    }

    /// Moves the clock on when somebody sleeps, no further than to the next event.
    private func advanceByTenSeconds() async {
        await clock.waitForSleepers()
        clock.advance(by: .seconds(10))
    }

    // MARK: Blocked threads

    #if compiler(>=6.3) && (os(Linux) || os(macOS))
    // In a process of its own, since other tests need the threads.
    @Test(.onOwnThreads) func timesAreKeptWhileHandlersBlockAllThreads() async {
        await #expect(processExitsWith: .success) {
            OwnProcess.mustEnd(withinMinutes: 3)
            let times = try await BlockedThreads().times()
            let isInTime = (0.99..<60 ~= times.timeout) && (0.01..<60 ~= times.answer)
            #expect(times.isBlocked, "\(times)")
            #expect(isInTime, "\(times)")
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
            URLRequest(url: try URL("\(api)\($0)"))
        }
        requests[0].timeoutInterval = 1
        let blocking = try URL("\(api)/blocking")
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
