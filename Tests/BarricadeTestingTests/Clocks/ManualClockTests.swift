import Barricade
import BarricadeTesting
import Testing

@testable import TestSupport

private let slow = ResponseSet("Slow", on: .get("/slow")) {
    CannedResponse("Slow", text: "late", delay: .seconds(50))
    CannedResponse("Slower", text: "too late", delay: .seconds(70))
    CannedResponse.neverAnswers()
}

@Suite(.barricade(slow) { $0.clock = ManualClock() }, .timeLimit(.minutes(10)))
struct ManualClockTests {
    private var clock: ManualClock { Barricade.current.manualClock }

    /// Begins a request; returns its task once the barricade has it.
    private func begin(
        _ path: String = "/slow", to set: String = "Slow", count: Int = 1,
        on barricade: Barricade = .current
    ) async throws -> Task<String, any Error> {
        let session = barricade.session
        let url = try URL("https://api.example.com\(path)")
        let task = Task { String(decoding: try await session.data(from: url).0, as: UTF8.self) }
        try await barricade.waitForRequest(to: set, count: count)
        return task
    }

    private func code(of task: Task<String, any Error>) async -> URLError.Code? {
        do {
            _ = try await task.value
            return nil
        } catch {
            return (error as? URLError)?.code
        }
    }

    @Test(arguments: 0..<20) func endsADelayThatHasJustBegun(_ number: Int) async throws {
        let answer = try await begin()
        await clock.advance(by: .seconds(49))
        #expect(clock.waits == ["Slow: delay until +50 s"])
        await clock.advance(by: .seconds(1))
        // It is over when the clock says so, not only soon.
        #expect(Barricade.current.requests.map(\.outcome) == [.answered(200)])
        let text = try await answer.value
        #expect((text, "\(clock)") == ("late", "ManualClock at +50 s:\n  nobody waits"))
    }

    @Test func saysThatNobodyMovesItAndNothingOfATimeout() async throws {
        let (notices, notify) = AsyncStream<String>.makeStream()
        var running: [(barricade: Barricade, answer: Task<String, any Error>)] = []
        for response in ["Never Answers", "Slow"] {
            let clock = ManualClock(patience: .milliseconds(20)) { notify.yield($0) }
            let barricade = Barricade(slow) { $0.clock = clock }
            try barricade.select(response, for: "Slow")
            running.append((barricade, try await begin(on: barricade)))
        }
        // The first clock looks after its waits before the second one does.
        let notice = await notices.first { _ in true }
        #expect(
            notice == """
                A ManualClock has stood still at +0 s for 0.02 seconds, and somebody waits on it:
                  Slow: delay until +50 s
                To fix: await clock.advance(by: …) in the test, or use an ImmediateClock.
                """)
        for (barricade, answer) in running {
            try await barricade.manualClock.endWaits()
            _ = await answer.result
        }
    }

    @Test func saysThatACallDoesNotEnd() async throws {
        let (notices, notify) = AsyncStream<String>.makeStream()
        let clock = ManualClock(patience: .milliseconds(20)) { notify.yield($0) }
        let (signals, signal) = AsyncStream<Int>.makeStream()
        let call = Task { await clock.run { await signals.first { _ in true } } }
        let notice = await notices.first { _ in true }
        #expect(
            notice == """
                A ManualClock has stood still at +0 s for 0.02 seconds, and the call that it runs goes on:
                  nobody waits
                To fix: give the code under test this clock, unless it waits for something else.
                """)
        signal.yield(1)
        #expect(await call.value == 1)
    }

    @Test func callsThatEndAreNotTakenForOneThatDoesNot() async throws {
        let (notices, notify) = AsyncStream<String>.makeStream()
        let (signals, signal) = AsyncStream<Int>.makeStream()
        // The first clock looks after its calls before the second one does.
        let busy = ManualClock(patience: .milliseconds(300)) { _ in notify.yield("busy") }
        let stuck = ManualClock(patience: .milliseconds(300)) { _ in notify.yield("stuck") }
        let calls = Task {
            while !Task.isCancelled { await busy.run { _ = usleep(1_000) } }
        }
        let call = Task { await stuck.run { await signals.first { _ in true } } }
        #expect(await notices.first { _ in true } == "stuck")
        calls.cancel()
        signal.yield(1)
        #expect(await call.value == 1)
    }

    @Test(arguments: [("Slower", false), ("Never Answers", false), ("Slow", true)])
    func endsARequestAtItsTimeout(response: String, isHeld: Bool) async throws {
        try Barricade.current.select(response, for: "Slow")
        let held = isHeld ? try Barricade.current.hold("Slow") : nil
        let answer = try await begin()
        try await held?.waitForRequest()
        await clock.advance(by: .seconds(59))
        #expect(clock.waits == ["Slow: timeout at +60 s"])
        await clock.advance(to: ClockInstant(offset: .seconds(60)))
        #expect(await code(of: answer) == .timedOut)
        // It never goes back.
        await clock.advance(to: ClockInstant(offset: .seconds(10)))
        #expect(clock.now == ClockInstant(offset: .seconds(60)))
    }

    @Test func countsADelayFromWhenTheRequestCameOnAClockThatHasMovedBefore() async throws {
        let clock = ManualClock(unusedTime: .ignored)
        await clock.advance(by: .seconds(100))
        let barricade = Barricade(slow) { $0.clock = clock }
        let first = try await begin(on: barricade)
        await clock.advance(by: .seconds(20))
        #expect(clock.waits == ["Slow: delay until +150 s"])
        let second = try await begin(count: 2, on: barricade)
        await clock.advance(by: .seconds(30))
        #expect(try await first.value == "late")
        #expect(clock.waits == ["Slow: delay until +170 s"])
        await clock.advance(by: .seconds(20))
        #expect(try await second.value == "late")
    }

    @Test func letsPiecesMoveTheTimeout() async throws {
        let pieces = (0..<100).map { "\($0)," }
        Barricade.current.register(
            ResponseSet("Stream", on: .get("/stream")) {
                CannedResponse("Pieces", body: .chunks(pieces, every: .seconds(59)))
            })
        let answer = try await begin("/stream", to: "Stream")
        // Each step begins where the one before has ended, or the request would time out.
        await clock.advance(by: .seconds(59 * 99))
        #expect(try await answer.value == pieces.joined())
    }

    @Test(arguments: [("Made", false), ("Made", true), ("Canned", true)], 0..<10)
    func waitsForAHandlerAndForADelayFromTheRelease(
        _ example: (response: String, isHeld: Bool), _ number: Int
    ) async throws {
        let isHeld = example.isHeld
        Barricade.current.register(
            ResponseSet("Handler", on: .get("/handler")) {
                CannedResponse("Made") { _ in CannedResponse(text: "made", delay: .seconds(5)) }
                CannedResponse("Canned", text: "made", delay: .seconds(5))
            })
        try Barricade.current.select(example.response, for: "Handler")
        let held = isHeld ? try Barricade.current.hold("Handler") : nil
        let answer = try await begin("/handler", to: "Handler")
        if let held {
            try await held.waitForRequest()
            await clock.advance(by: .seconds(1))
            held.release()
        }
        await clock.advance(by: .seconds(5))
        #expect(Barricade.current.requests.map(\.outcome) == [.answered(200)])
        let text = try await answer.value
        #expect((text, clock.now.offset) == ("made", .seconds(isHeld ? 6 : 5)))
    }

    @Test func letsAHandlerOfAReleasedRequestWaitForTheTest() async throws {
        let go = AsyncStream<Void>.makeStream()
        Barricade.current.register(
            ResponseSet("Handler", on: .get("/handler")) {
                CannedResponse("Made") { _ in
                    for await _ in go.stream { break }
                    return CannedResponse(text: "made", delay: .seconds(5))
                }
            })
        let held = try Barricade.current.hold("Handler")
        let answer = try await begin("/handler", to: "Handler")
        try await held.waitForRequest()
        held.release()
        await clock.advance(by: .seconds(59))
        #expect(clock.waits == ["Handler: timeout at +60 s"])
        answer.cancel()
        #expect(await code(of: answer) == .cancelled)
    }

    @Test func doesNotWaitForACancelledRequest() async throws {
        let answer = try await begin()
        await clock.advance(by: .seconds(1))
        answer.cancel()
        #expect(await code(of: answer) == .cancelled)
        try await clock.endWaits()
        #expect(clock.now.offset == .seconds(1))
    }

    /// Begins a request to the set, and suspends it when it has come.
    private func suspendedTask() async throws -> (URLSessionDataTask, answers: AsyncStream<String>)
    {
        let session = Barricade.current.session
        let url = try URL("https://api.example.com/slow")
        let answers = AsyncStream<String>.makeStream()
        let task = session.dataTask(with: url) { data, _, _ in
            answers.continuation.yield(String(decoding: data ?? Data(), as: UTF8.self))
        }
        task.resume()
        try await Barricade.current.waitForRequest(to: "Slow")
        task.suspend()
        return (task, answers.stream)
    }

    @Test(.barricade { $0.clock = ManualClock(unusedTime: .ignored) }, arguments: [false, true])
    func leavesASuspendedRequestAlone(suspendedLongBefore isLong: Bool) async throws {
        let (task, answers) = try await suspendedTask()
        // Its start comes after the stop of the other one.
        let second = isLong ? try await begin(count: 2) : nil
        await clock.advance(by: .seconds(50))
        let text = try await second?.value ?? "late"
        #expect((text, clock.now.offset) == ("late", .seconds(50)))
        task.resume()
        #expect(await answers.first { _ in true } == "late")
    }

    // MARK: Handlers

    /// A barricade whose handler answers once the gate is open.
    private func barricade(
        _ gate: AsyncStream<Void>, workLimit: Duration
    ) -> (Barricade, ManualClock) {
        let clock = ManualClock(unusedTime: .ignored, workLimit: workLimit)
        let login = ResponseSet("Login", on: .get("/login")) {
            CannedResponse("Handler") { _ in
                for await _ in gate { break }
                return CannedResponse(text: "in")
            }
        }
        return (Barricade(login) { $0.clock = clock }, clock)
    }

    @Test func saysThatTimeWentOnWhileAHandlerWasAtWork() async throws {
        let (gate, opening) = AsyncStream<Void>.makeStream()
        let (barricade, clock) = barricade(gate, workLimit: .milliseconds(1))
        let answer = try await begin("/login", to: "Login", on: barricade)
        await clock.advance(by: .seconds(5))
        await clock.advance(by: .seconds(1))
        let note = "Time went on to +5 s while \"Login\" was still at work."
        #expect("\(clock)" == "ManualClock at +6 s:\n  Login: timeout at +60 s\n\(note)")
        #expect(barricade.failureNotes.hasSuffix("\n\(note)"))
        opening.yield()
        #expect(try await answer.value == "in")
    }

    @Test func standsStillForAHandlerUpToItsLimit() async throws {
        let (gate, opening) = AsyncStream<Void>.makeStream()
        let (barricade, clock) = barricade(gate, workLimit: .seconds(3_600))
        let answer = try await begin("/login", to: "Login", on: barricade)
        let advance = Task { await clock.advance(by: .seconds(5)) }
        opening.yield()
        await advance.value
        #expect(barricade.requests.map(\.outcome) == [.answered(200)])
        #expect(try await answer.value == "in")
        #expect("\(clock)" == "ManualClock at +5 s:\n  nobody waits")
    }

    // MARK: Sleeps

    @Test func endsSleepsInTheOrderOfTheirDeadlines() async throws {
        let clock = ManualClock()
        let woken = Locked<[Int]>([])
        let sleepers = [3, 2, 1].map { seconds in
            Task {
                try await clock.sleep(for: .seconds(seconds))
                woken.withLock { $0.append(seconds) }
            }
        }
        try await clock.waitForSleep(count: 3)
        #expect(
            clock.waits == [
                "A task: sleep until +1 s", "A task: sleep until +2 s", "A task: sleep until +3 s",
            ])
        await clock.advance(by: .seconds(1))
        try await sleepers[2].value
        #expect(woken.current == [1])
        try await clock.endWaits()
        for sleeper in sleepers { try await sleeper.value }
        #expect(clock.now.offset == .seconds(3))
    }

    @Test func endsASleepAtOnceThatIsOverOrCancelled() async throws {
        let clock = ManualClock(unusedTime: .ignored)
        await clock.advance(by: .milliseconds(1_500))
        try await clock.sleep(until: ClockInstant(offset: .seconds(1)))
        try await clock.sleep(for: .zero)
        #expect("\(clock)" == "ManualClock at +1.5 s:\n  nobody waits")
        let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
        try await clock.waitForSleep()
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.waits == [])
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(1))
        }
        await #expect(throws: CancellationError.self) { try await late.value }
    }

    @Test func waitsForEachSleepOfALoop() async throws {
        let clock = ManualClock()
        let sleeper = Task {
            for pause in [1, 2, 4] { try await clock.sleep(for: .seconds(pause)) }
        }
        for pause in [1, 2, 4] {
            try await clock.waitForSleep()
            await clock.advance(by: .seconds(pause))
        }
        try await sleeper.value
        #expect(clock.now.offset == .seconds(7))
    }

    /// Its limit counts the waits that end, not one more.
    @Test func runsToTheEndOfAllWaits() async throws {
        let first = try await begin()
        try Barricade.current.select("Never Answers", for: "Slow")
        let second = try await begin(count: 2)
        try await clock.endWaits(limit: 2)
        let (text, code) = (try await first.value, await code(of: second))
        #expect((text, code, clock.now.offset) == ("late", .timedOut, .seconds(60)))
    }

    @Test func saysThatNobodySleepsOrWhoStillWaitsAfterTheLimit() async throws {
        let unused = ManualClock()
        let nobody = await #expect(throws: ManualClock.Failure.self) {
            try await unused.waitForSleep(count: 2, timeout: .milliseconds(1))
        }
        #expect(
            nobody?.description == """
                Fewer than 2 tasks slept on this clock within 0.001 seconds. It is at +0 s:
                  nobody waits

                To fix: give the code under test this clock.
                """)

        Barricade.current.register(
            ResponseSet("Endless", on: .get("/endless")) {
                CannedResponse(
                    "Ticks",
                    body: .chunks(Array(repeating: "tick", count: 5_000), every: .seconds(1)))
            })
        let answer = try await begin("/endless", to: "Endless")
        let error = await #expect(throws: ManualClock.Failure.self) {
            try await clock.endWaits(limit: 1_000)
        }
        #expect(
            error?.description == """
                Somebody still waits after 1000 waits, at +1000 s:
                  Endless: delay until +1001 s

                To fix: advance(by:) to the moment that the test needs, or raise the limit: \
                endWaits(limit: …).
                """)
        answer.cancel()
    }

    /// Somebody is at work from the beginning, or once a wait has ended.
    @Test(arguments: [Duration.zero] + Array(repeating: .seconds(1), count: 20))
    func stopsIfTheTaskIsCancelledWhileSomebodyIsAtWork(since moment: Duration) async throws {
        let clock = ManualClock()
        let (id, rung) = (ObjectIdentifier(clock), AsyncStream<Void>.makeStream())
        clock.schedule.begin(id) { "A load" }
        if moment > .zero {
            clock.schedule.setAlarm((moment, .delay, nil, { rung.continuation.finish() }), of: id)
        } else {
            rung.continuation.finish()
        }
        let advancing = Task { await clock.advance(by: .seconds(5)) }
        let running = Task { try await clock.endWaits() }
        for await _ in rung.stream {}
        advancing.cancel()
        running.cancel()
        await advancing.value
        await #expect(throws: CancellationError.self) { try await running.value }
        #expect(clock.now.offset == moment)
    }

    @Test func saysAtOnceThatNobodyWaits() async throws {
        let clock = clock
        let message = """
            A ManualClock was advanced from +0 s to +50 s, but nobody waited on it.

            To fix: let the request come first, try await barricade.waitForRequest(to: …), or the sleep, \
            try await clock.waitForSleep(); and give the code under test this clock.
            To allow it: ManualClock(unusedTime: .ignored)
            """
        await withKnownIssue {
            await clock.advance(by: .seconds(50))
        } matching: { issue in
            issue.comments.first?.rawValue.withoutBarricade == message
        }
        // Somebody waits longer, and the past is not used either.
        let answer = try await begin()
        await clock.advance(by: .seconds(49))
        await clock.advance(to: ClockInstant())
        await clock.advance(by: .seconds(1))
        #expect(try await answer.value == "late")
    }
}

@Suite(.timeLimit(.minutes(10))) struct MissingManualClockTests {
    @Test func isReportedAtTheTestInADetachedTaskAndForABarricadeOfItsOwn() async throws {
        let line = try #require(Test.current).sourceLocation.line
        let issues = try await recordedIssues(of: .barricade(slow)) {
            let barricade = Barricade.current
            await barricade.manualClock.advance(by: .seconds(1))
            await Task.detached { await barricade.manualClock.advance(by: .seconds(1)) }.value
            _ = Barricade(slow).manualClock
        }
        let message = """
            The clock of this barricade is of type ContinuousClock, not ManualClock.

            To fix: .barricade(…) { $0.clock = ManualClock() }, or makeBarricade(…) { … } in XCTest
            """
        let texts = issues.map(\.text)
        #expect((issues.first?.line, texts) == (line, [message, message, message]))
    }
}
