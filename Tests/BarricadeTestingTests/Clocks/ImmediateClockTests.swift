import Barricade
import BarricadeTesting
import Testing

@testable import TestSupport

private let slow = ResponseSet("Slow", on: .get("/slow/:seconds")) {
    CannedResponse("Slow", text: "late", delay: .seconds(30))
    CannedResponse("Slower", text: "too late", delay: .seconds(70))
    CannedResponse("An Hour Late", text: "late", delay: .seconds(3_600))
    CannedResponse.neverAnswers()
}

@Suite(.barricade(slow) { $0.clock = ImmediateClock() }, .timeLimit(.minutes(10)))
struct ImmediateClockTests {
    private var clock: ImmediateClock {
        get throws { try #require(Barricade.current.clock as? ImmediateClock) }
    }

    private func ask(
        _ path: String = "/slow/30", timeout: TimeInterval = 60
    ) async throws -> String {
        let url = try URL("https://api.example.com\(path)")
        let request = URLRequest(url: url, timeoutInterval: timeout)
        return String(
            decoding: try await Barricade.current.session.data(for: request).0, as: UTF8.self)
    }

    /// Begins a request; returns its task once the barricade has it.
    private func begin(_ path: String, to set: String) async throws -> Task<String, any Error> {
        let answer = Task { try await ask(path) }
        try await Barricade.current.waitForRequest(to: set)
        return answer
    }

    /// Sends requests to which nobody answers, one after the other.
    private func timeOut(times: Int) async {
        for _ in 0..<times { await #expect(throws: URLError.self) { try await ask() } }
    }

    @Test(arguments: 0..<20) func endsADelayAtOnce(_ number: Int) async throws {
        // Longer than the time limit.
        try Barricade.current.select("An Hour Late", for: "Slow")
        let text = try await ask(timeout: 7_200)
        #expect((text, try clock.now.offset) == ("late", .seconds(3_600)))
    }

    @Test(arguments: ["Slower", "Never Answers"] + Array(repeating: "a held request", count: 10))
    func endsARequestAtItsTimeoutIfNothingElseDoes(_ response: String) async throws {
        let held = response == "a held request" ? try Barricade.current.hold("Slow") : nil
        if held == nil { try Barricade.current.select(response, for: "Slow") }
        let error = await #expect(throws: URLError.self) { try await ask() }
        #expect(error?.code == .timedOut)
        #expect(held?.requests.isEmpty != false)
        #expect(try clock.now.offset == .seconds(60))
    }

    @Test(arguments: 0..<10) func doesNotTimeOutWhatEndsByItself(_ number: Int) async throws {
        // The stream waits on the test until the other request is over, 30 s later on the clock.
        let pieces = AsyncStream<Data>.makeStream()
        Barricade.current.register(
            ResponseSet("Stream", on: .get("/stream")) {
                CannedResponse("Stream", body: .stream { pieces.stream })
            },
            ResponseSet("Handler", on: .get("/handler")) {
                CannedResponse("Handler") { _ in
                    CannedResponse(text: "made", delay: .seconds(5))
                }
            })
        let streamed = try await begin("/stream", to: "Stream")
        for path in ["/slow/1", "/slow/2", "/slow/3", "/handler"] { _ = try await ask(path) }
        pieces.continuation.yield(Data("piece".utf8))
        pieces.continuation.finish()
        let text = try await streamed.value
        #expect((text, try clock.now.offset) == ("piece", .seconds(95)))
    }

    @Test(arguments: 0..<4)
    func doesNotTimeOutAStreamBetweenItsPieces(_ number: Int) async throws {
        let pieces = AsyncStream<Data>.makeStream()
        Barricade.current.register(
            ResponseSet("Stream", on: .get("/stream")) {
                CannedResponse("Stream", body: .stream { pieces.stream })
            })
        try Barricade.current.select("Never Answers", for: "Slow")
        let streamed = try await begin("/stream", to: "Stream")
        await timeOut(times: 1)
        // The clock goes on soon after a piece, but not before the machine has had some time.
        for piece in 1...3 {
            pieces.continuation.yield(Data("\(piece);".utf8))
            await timeOut(times: 10)
        }
        pieces.continuation.finish()
        #expect(try await streamed.value == "1;2;3;")
    }

    @Test func countsADelayFromTheAnswerOfALateHandler() async throws {
        let handler = AsyncStream<Never>.makeStream()
        Barricade.current.register(
            ResponseSet("Late", on: .get("/late")) {
                CannedResponse("Late") { _ in
                    for await _ in handler.stream {}
                    return CannedResponse(text: "made", delay: .seconds(30))
                }
            })
        try Barricade.current.select("Never Answers", for: "Slow")
        let late = try await begin("/late", to: "Late")
        await timeOut(times: 2)
        handler.continuation.finish()
        let text = try await late.value
        #expect((text, try clock.now.offset) == ("made", .seconds(150)))
    }

    @Test func letsAStreamTakeTenMinutes() async throws {
        let ticks = (0...100).map { "\($0)," }
        Barricade.current.register(
            ResponseSet("Events", on: .get("/events")) {
                CannedResponse("Ticks", body: .chunks(ticks, every: .seconds(6)))
            })
        let start = ContinuousClock.now
        let text = try await ask("/events")
        #expect((text, try clock.now.offset) == (ticks.joined(), .seconds(600)))
        #expect(start.duration(to: .now) < .seconds(60))
    }

    @Test func endsWaitsInTheOrderOfTheirDeadlinesOnceNobodyIsAtWork() async throws {
        final class Owner: Sendable {}
        let clock = ImmediateClock()
        let schedule = clock.schedule
        let (worker, owners) = (Owner(), (1...20).map { _ in Owner() })
        let rung = AsyncStream<Int>.makeStream()
        schedule.begin(ObjectIdentifier(worker)) { "Worker" }
        for (number, owner) in zip(1..., owners).reversed() {
            let id = ObjectIdentifier(owner)
            schedule.begin(id) { "Owner" }
            let ring: @Sendable () -> Void = {
                rung.continuation.yield(number)
                schedule.end(id)
            }
            schedule.setAlarm((.seconds(number), .delay, nil, ring), of: id)
        }
        #expect(clock.now.offset == .zero)
        schedule.end(ObjectIdentifier(worker))
        #expect(await rung.stream.prefix(20).reduce(into: []) { $0.append($1) } == Array(1...20))
        #expect(clock.now.offset == .seconds(20))
        withExtendedLifetime((worker, owners)) {}
    }

    @Test func waitsForSleepsOfCodeThatTriesAgain() async throws {
        let clock = try clock
        Barricade.current.register(
            ResponseSet("Busy", on: .get("/busy")) {
                CannedResponse("Busy", status: 503, text: "busy", delay: .seconds(2))
            })
        for wait in [1, 2, 4] {
            #expect(try await ask("/busy") == "busy")
            try await clock.sleep(for: .seconds(wait))
        }
        // Three answers of two seconds, and the waits between them.
        #expect(clock.now.offset == .seconds(13))
    }

    @Test func cancelsASleepThatCannotEnd() async throws {
        let clock = ImmediateClock()
        clock.schedule.begin(ObjectIdentifier(clock)) { "A load" }
        let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.now.offset == .zero)
    }
}
