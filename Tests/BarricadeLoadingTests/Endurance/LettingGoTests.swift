import Barricade
import Testing

@testable import TestSupport

/// What is left of loads that have ended, at whatever moment: nothing that keeps their barricade.
@Suite(.timeLimit(.minutes(Endurance.minutes))) struct LettingGoTests {
    /// Runs something with a barricade, and waits until nobody has it any more.
    private func expectLettingGo(
        of sets: [ResponseSet], _ clock: any Clock<Duration>,
        after use: (Barricade) async throws -> Void
    ) async throws {
        let changes: AsyncStream<StoreChange>
        do {
            let barricade = Barricade(sets) { $0.clock = clock }
            changes = barricade.changes
            try await use(barricade)
        }
        // They end with the barricade.
        for await _ in changes {}
    }

    @Test(arguments: [true, false])
    func loadsCancelledAsTheyBeginToWaitLeaveNoAlarm(_ isManual: Bool) async throws {
        let wait = ResponseDelay.seconds(36_000)
        let set = ResponseSet("Slow", on: .get("/slow")) {
            CannedResponse("OK") { _ in CannedResponse(delay: wait) }
        }
        let clock: any Clock<Duration> = isManual ? ForeignClock() : ContinuousClock()
        try await expectLettingGo(of: [set], clock) { barricade in
            let session = barricade.patientSession
            defer { session.finishTasksAndInvalidate() }
            await Endurance.inParallel(8) { worker in
                for number in 0..<100 * Endurance.scale {
                    let (task, completions) = try session.task("\(api)/slow")
                    task.resume()
                    // When handlers return, or when a clock of one's own begins to be waited on.
                    let moment = isManual && number % 2 == 0 ? 20_000 : number * 5 / 2 % 250
                    DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(moment)) {
                        task.cancel()
                    }
                    await completions.expectFailure(.cancelled)
                }
            }
        }
    }

    @Test func everyKindLetsItsBarricadeGo() async throws {
        let folder = try ScratchFolder()
        let server = try LocalServer()
        let kinds = try ResponseKind.all(in: folder)
        try await expectLettingGo(of: kinds.compactMap(\.set), ContinuousClock()) { barricade in
            let held = try barricade.hold("held")
            barricade.networkConditions = NetworkConditions(
                "Quick", latency: .milliseconds(1), download: .megabitsPerSecond(50), loss: 0.01)
            let session = barricade.patientSession
            defer { session.finishTasksAndInvalidate() }
            await Endurance.inParallel(16) { worker in
                var random = SeededGenerator(seed: UInt64(worker))
                for number in 0..<30 * Endurance.scale {
                    let kind = try #require(kinds.randomElement(using: &random))
                    let path = "/\(kind.name)/\(worker)-\(number)"
                    let (task, completions) = try session.task("\(server.url(path))")
                    task.resume()
                    let moment = Int.random(in: 0..<4_000, using: &random)
                    DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(moment)) {
                        if kind.name == "held" { held.release() }
                        if kind.name == "held" || kind.isRight == nil || moment % 2 == 0 {
                            task.cancel()
                        }
                    }
                    #expect(await completions.wait().count == 1)
                }
            }
        }
        // So do loads that a delegate is told of, and what goes to a real server unmatched.
        let target = try server.url("/target")
        let sets = [
            ResponseSet("Text", on: .get("/text")) { CannedResponse("OK", text: "text") },
            ResponseSet("From", on: .get("/from")) {
                CannedResponse("Redirect", redirect: "\(target)")
            },
        ]
        try await expectLettingGo(of: sets, ContinuousClock()) { barricade in
            barricade.unmatchedPolicy = .passThrough
            let (session, delegate) = barricade.recordedSession()
            for url in [target, try URL("\(api)/text"), try URL("\(api)/from")] {
                session.dataTask(with: url).resume()
            }
            session.finishTasksAndInvalidate()
            await delegate.invalidation()
        }
    }
}
