import Barricade
import BarricadeTesting
import Testing

@testable import TestSupport

private let things = ResponseSet("Things", on: .get("/things")) {
    CannedResponse("Some", text: "some")
    CannedResponse("Down", status: 503)
    CannedResponse("Late", text: "late", delay: .seconds(50))
}

private struct Refusal: Error {}

/// A client that tries four times, and sleeps 1, 2 and 4 seconds between.
private struct Client: Sendable {
    let session: URLSession
    let clock: any Clock<Duration>

    init(_ barricade: Barricade) {
        (session, clock) = (barricade.session, barricade.clock)
    }

    func things() async throws -> String {
        for pause in [1, 2, 4, 0] {
            let (text, status) = try await ask("GET", "/things", through: session)
            if status == 200 { return text }
            if pause > 0 { try await clock.sleep(for: .seconds(pause)) }
        }
        throw Refusal()
    }

    /// Fails after a time limit of its own; the sleep begins before the request does.
    func things(within limit: Duration) async throws -> String? {
        try await withThrowingTaskGroup(of: String?.self) { group in
            group.addTask {
                try await clock.sleep(for: limit)
                return nil
            }
            group.addTask { try await things() }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }
}

@Suite(.barricade(things) { $0.clock = ManualClock() }, .timeLimit(.minutes(10)))
struct RunningClockTests {
    private var clock: ManualClock { Barricade.current.manualClock }

    @Test(arguments: 0..<20) func goesOnWhileACallTriesAgain(_ number: Int) async throws {
        try Barricade.current.select("Down", for: "Things")
        let client = Client(.current)
        await #expect(throws: Refusal.self) { try await clock.run { try await client.things() } }
        #expect(clock.now.offset == .seconds(7))
        #expect(Barricade.current.requestCount == 4)
    }

    @Test func returnsWhatTheCallDoesAndStandsStillAgain() async throws {
        let down = CannedResponse(status: 503, delay: .seconds(3))
        try Barricade.current.answerNext("Things", with: down, times: 2)
        let client = Client(.current)
        #expect(try await clock.run { try await client.things() } == "some")
        #expect(clock.now.offset == .seconds(9))
        try Barricade.current.select("Late", for: "Things")
        let late = Task { try await client.things() }
        try await Barricade.current.waitForRequest(to: "Things", count: 4)
        await clock.advance(by: .seconds(49))
        #expect(clock.waits == ["Things: delay until +59 s"])
        await clock.advance(by: .seconds(1))
        #expect(try await late.value == "late")
    }

    @Test(arguments: 0..<20)
    func letsARequestComeBeforeTheLimitOfItsClient(_ number: Int) async throws {
        let client = Client(.current)
        let text = try await clock.run { try await client.things(within: .seconds(30)) }
        #expect(text == "some")
        #expect(clock.now.offset == .zero)
    }

    @Test func endsACallAtTheLimitOfItsClient() async throws {
        try Barricade.current.select("Late", for: "Things")
        let client = Client(.current)
        let text = try await clock.run { try await client.things(within: .seconds(30)) }
        #expect(text == nil)
        #expect(clock.now.offset == .seconds(30))
    }

    @Test @MainActor func staysOnTheActorOfItsCaller() async {
        final class Seconds {
            var slept = 0
        }
        let seconds = Seconds()
        let result = await clock.run { () async -> Seconds in
            for _ in 0..<3 {
                try? await clock.sleep(for: .seconds(1))
                seconds.slept += 1
            }
            return seconds
        }
        #expect(result.slept == 3)
    }

    @Test(.barricade { $0.clock = ImmediateClock() })
    func tellsTheTimeOfAnImmediateClock() async throws {
        try Barricade.current.select("Down", for: "Things")
        let client = Client(.current)
        await #expect(throws: Refusal.self) { try await client.things() }
        #expect(Barricade.current.immediateClock.now.offset == .seconds(7))
    }

    @Test func saysWhichClockABarricadeHas() async throws {
        let current = Barricade.current
        let issues = try await recordedIssues(of: .barricade()) { _ = current.immediateClock }
        #expect(
            issues.map(\.text) == [
                """
                The clock of this barricade is of type ManualClock, not ImmediateClock.

                To fix: .barricade(…) { $0.clock = ImmediateClock() }, or makeBarricade(…) { … } in XCTest
                """
            ])
    }
}
