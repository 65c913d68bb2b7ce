import Barricade
import Testing

@testable import TestSupport

/// What a session and its delegate see of a load, whatever its user does meanwhile.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct LoadingTests {
    private let clock = ForeignClock()

    private func barricade(delay: ResponseDelay? = nil) -> Barricade {
        Barricade(
            ResponseSet("Text", on: .get("/text"), delay: delay) {
                CannedResponse("One", text: "one")
                CannedResponse("Two", text: "two")
            },
            ResponseSet("Empty", on: .get("/empty"), delay: delay) {
                CannedResponse("Empty data", body: .data(Data()))
                CannedResponse("None", status: .noContent)
            },
            ResponseSet("Error", on: .get("/error"), delay: delay) {
                CannedResponse("Offline", error: .notConnectedToInternet)
                CannedResponse("Custom", error: Custom(reason: "tides"))
            }
        ) {
            $0.clock = clock
        }
    }

    private struct Custom: Error, Equatable {
        var reason: String
    }

    private func url(_ path: String) throws -> URL { try URL(api + path) }

    /// The delays that an answer comes with; with one, it is told from another thread.
    static let delays: [ResponseDelay?] = [nil, .seconds(5)]

    // MARK: What is told

    @Test(arguments: delays) func everyoneIsToldOnce(_ delay: ResponseDelay?) async throws {
        let barricade = barricade(delay: delay)
        let delegates = [
            barricade.recordedTask(of: try url("/text")).delegate,
            barricade.recordedTask(of: try url("/error")).delegate,
        ]
        let (text, texts) = try barricade.session.task("\(api)/text")
        let (error, errors) = try barricade.session.task("\(api)/error")
        for task in [text, error] { task.resume() }
        // A delegate of the task's own is no obstacle.
        let request = URLRequest(url: try url("/text"))
        async let (data, _) = barricade.session.data(for: request, delegate: RecordingDelegate())
        if delay != nil {
            await clock.waitForSleepers(5)
            clock.advance(by: .seconds(5))
        }
        #expect(String(decoding: try await data, as: UTF8.self) == "one")
        let names = [await delegates[0].invalidation(), await delegates[1].invalidation()]
        #expect(
            names == [
                ["response 200", "data one", "completed", "invalid"],
                ["failed NSURLErrorDomain -1009", "invalid"],
            ])
        let completions = [await texts.wait(), await errors.wait()]
        let ends = completions.map { $0.map { $0.reply ?? "\($0.code?.rawValue ?? 0)" } }
        #expect(ends == [["200 one"], ["-1009"]])
        let failure = completions[1][0]
        #expect(failure.data == nil)
        #expect(failure.response == nil)
    }

    @Test(arguments: [("Empty data", 200), ("None", 204)])
    func anEmptyBodyTellsNoData(_ name: String, _ status: Int) async throws {
        let barricade = barricade()
        try barricade.select(name, for: "Empty")
        try await barricade.expectTold(
            ["response \(status)", "completed", "invalid"], of: "\(api)/empty")
        #expect(try await barricade.session.complete("\(api)/empty").reply == "\(status) ")
    }

    @Test func customErrorsArrive() async throws {
        let barricade = barricade()
        try barricade.select("Custom", for: "Error")
        let error = try await barricade.session.failure("\(api)/error")
        let (got, expected) = (error as NSError, Custom(reason: "") as NSError)
        #expect("\(got.domain) \(got.code)" == "\(expected.domain) \(expected.code)")
        #if !canImport(Darwin)
        #expect(error as? Custom == Custom(reason: "tides"))
        #endif
    }

    // MARK: Downloads

    @Test func downloadsAreAnsweredOrSayWhyNot() async throws {
        let barricade = barricade()
        #if canImport(Darwin)
        let (file, _) = try await barricade.session.download(from: try url("/text"))
        #expect(try String(contentsOf: file, encoding: .utf8) == "one")
        #else
        let message = """
            A download task cannot get a canned response on Linux: its URL loading system has \
            no way to deliver a file.

            To fix: use a data task, let the request pass through, run this test on an Apple platform, or \
            import BarricadePanel and download from a port in a session without the barricade: let server = \
            try await barricade.serve(), then server.url, and await server.stop() at the end.
            """
        for path in ["/text", "/empty"] {
            let error = await downloadError(path, barricade).flatMap { BarricadeError($0) }
            #expect(error?.code == .unsupported)
            #expect(error?.message == message)
            await barricade.expectTold(
                ["failed BarricadeErrorDomain 6", "invalid"], ofDownload: try url(path))
        }
        // Nor can one that would meet a real server.
        let server = try LocalServer()
        let target = try server.url()
        barricade.register(
            ResponseSet("From", on: .get("/from")) {
                CannedResponse("Redirect", redirect: "\(target)")
            },
            ResponseSet("Live", on: .get("/live")) {
                .live("Changed") { reply, _ in reply.response }
            })
        barricade.unmatchedPolicy = .passThrough(hosts: ["127.0.0.1"])
        let refusal = ["failed BarricadeErrorDomain 6", "invalid"]
        await barricade.expectTold(
            ["redirect /"] + refusal, ofDownload: try server.url("/from"))
        await barricade.expectTold(refusal, ofDownload: try server.url("/live"))
        try server.expectNoConnections()
        #endif
        let error = await downloadError("/error", barricade) as? URLError
        #expect(error?.code == .notConnectedToInternet)
        await barricade.expectTold(
            ["failed NSURLErrorDomain -1009", "invalid"], ofDownload: try url("/error"))
    }

    private func downloadError(_ path: String, _ barricade: Barricade) async -> (any Error)? {
        do {
            _ = try await barricade.session.download(from: try url(path))
            return nil
        } catch {
            return error
        }
    }

    // MARK: Suspending

    // A task with a completion handler must not be resumed near its end, so these answer only when
    // all is resumed.

    /// A call of a task, or the wait for its load to begin.
    enum Call: Sendable { case resume, suspend, wait }

    static let calls: [[Call]] = [
        [.resume], [.resume, .resume], [.resume, .resume, .resume],
        [.resume, .suspend, .resume],
        [.resume, .wait] + Array(repeating: [.suspend, .resume], count: 10).flatMap(\.self),
    ]

    @Test(arguments: calls) func aTaskThatIsResumedAgainIsAnsweredOnce(_ calls: [Call]) async throws
    {
        let barricade = barricade(delay: .seconds(5))
        for _ in 0..<50 {
            let (session, delegate) = barricade.recordedSession()
            let task = session.dataTask(with: try url("/text"))
            for call in calls {
                switch call {
                case .resume: task.resume()
                case .suspend: task.suspend()
                case .wait: await clock.waitForSleepers()
                }
            }
            await clock.waitForSleepers()
            // Its session waits for it.
            session.finishTasksAndInvalidate()
            #expect(clock.sleeperCount == 1)
            #expect(delegate.names == [])
            clock.advance(by: .seconds(5))
            await delegate.expectTold(["response 200", "data one", "completed", "invalid"])
        }
    }

    @Test func suspendingDuringADelayHoldsTheAnswer() async throws {
        let barricade = barricade(delay: .seconds(5))
        let (session, delegate) = barricade.recordedSession()
        let task = session.dataTask(with: try url("/text"))
        task.resume()
        await clock.waitForSleepers()
        task.suspend()
        clock.advance(by: .seconds(5))
        // Another load that goes all the way shows that this one had its chance.
        async let other = barricade.session.get("\(api)/text")
        await clock.waitForSleepers()
        clock.advance(by: .seconds(5))
        #expect(try await other.text == "one")
        #if !canImport(Darwin)
        #expect(delegate.names == [])
        #expect(task.state == .suspended)
        #endif
        task.resume()
        session.finishTasksAndInvalidate()
        await delegate.expectTold(["response 200", "data one", "completed", "invalid"])
    }

    // MARK: Cancelling

    @Test(arguments: [false, true])
    func cancellingDuringADelayEndsTheLoad(_ isSuspended: Bool) async throws {
        let barricade = barricade(delay: .seconds(5))
        let (session, delegate) = barricade.recordedSession()
        let task = session.dataTask(with: try url("/text"))
        let (other, completions) = try barricade.session.task("\(api)/text")
        for task in [task, other] {
            task.resume()
            await clock.waitForSleepers()
            if isSuspended { task.suspend() }
            task.cancel()
            await clock.waitUntilNobodySleeps()
        }
        await completions.expectFailure(.cancelled)
        await delegate.completion()
        clock.advance(by: .seconds(10))
        session.finishTasksAndInvalidate()
        await delegate.expectTold(["failed NSURLErrorDomain -999", "invalid"])
        #expect(completions.all.count == 1)
    }

    @Test func cancellingATaskThatAwaitsEndsTheLoad() async throws {
        let barricade = barricade(delay: .seconds(1_000_000))
        let session = barricade.session
        let task = Task { try await session.get("\(api)/text").text }
        await clock.waitForSleepers()
        task.cancel()
        await #expect {
            try await task.value
        } throws: {
            ($0 as? URLError)?.code == .cancelled || $0 is CancellationError
        }
        await clock.waitUntilNobodySleeps()
    }

    @Test func cancellingBeforeTheStartOrAfterTheEndLoadsNothing() async throws {
        let asked = Locked(0)
        let barricade = Barricade(
            ResponseSet(
                "Text",
                on: .matching("it is counted") { _ in
                    asked.withLock { $0 += 1 }
                    return true
                }
            ) { CannedResponse("OK", text: "one") })
        let (session, delegate) = barricade.recordedSession()
        let task = session.dataTask(with: try url("/text"))
        task.cancel()
        task.resume()
        session.finishTasksAndInvalidate()
        await delegate.expectTold(["failed NSURLErrorDomain -999", "invalid"])
        #expect(asked.current == 0)

        let (other, otherDelegate) = barricade.recordedSession()
        let ended = other.dataTask(with: try url("/text"))
        ended.resume()
        await otherDelegate.completion()
        ended.cancel()
        ended.resume()
        other.finishTasksAndInvalidate()
        await otherDelegate.expectTold(["response 200", "data one", "completed", "invalid"])
    }

    @Test func invalidatingCancelsLoadsThatWait() async throws {
        let barricade = barricade(delay: .seconds(5))
        let (session, delegate) = barricade.recordedSession()
        for _ in 0..<3 { session.dataTask(with: try url("/text")).resume() }
        await clock.waitForSleepers(3)
        session.invalidateAndCancel()
        // On Linux a session may call itself invalid before its last task has ended.
        let names = await delegate.events.wait(count: 4).map(\.name)
        let cancelled = "failed NSURLErrorDomain -999"
        #expect(names.sorted() == [cancelled, cancelled, cancelled, "invalid"])
        // What waits is cancelled elsewhere than where loads end.
        await clock.waitUntilNobodySleeps()
    }

    // MARK: Changes meanwhile

    @Test func aLoadGoesOnAsItBeganWhateverBecomesOfItsBarricade() async throws {
        var barricade: Barricade? = barricade(delay: .seconds(5))
        let session = try #require(barricade?.session)
        let (task, completions) = try session.task("\(api)/text")
        task.resume()
        await clock.waitForSleepers()
        try barricade?.select("Two", for: "Text")
        try barricade?.setMode(.live, for: "Text")
        try barricade?.unregister("Text")
        barricade = nil
        clock.advance(by: .seconds(5))
        await completions.expectReply("200 one")
    }
}
