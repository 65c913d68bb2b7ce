import Barricade
import BarricadeTesting
import Dispatch
import Testing

/// The rules of clocks that step, told by alarms of nobody's requests.
@Suite(.timeLimit(.minutes(10))) struct SteppedScheduleTests {
    private final class Owner: Sendable {
        var id: ObjectIdentifier { ObjectIdentifier(self) }
    }

    private let clock = ManualClock(unusedTime: .ignored)
    private let rung = Locked<[String]>([])

    private var schedule: any SteppedSchedule { clock.schedule }

    private func alarm(
        _ moment: Duration, _ purpose: AlarmPurpose = .delay, work: Int? = nil,
        _ ring: @escaping @Sendable () -> Void
    ) -> SteppedAlarm {
        (moment, purpose, work, ring)
    }

    @Test func alarmsForTheSameMomentGoOffInTheOrderInWhichTheyWereSet() async {
        let owners = (0..<20).map { _ in Owner() }
        for (number, owner) in owners.enumerated() {
            schedule.begin(owner.id) { "Owner" }
            schedule.setAlarm(
                alarm(.seconds(1)) { [rung, schedule] in
                    rung.withLock { $0.append("\(number)") }
                    schedule.end(owner.id)
                }, of: owner.id)
        }
        await clock.advance(by: .seconds(1))
        #expect(rung.withLock { $0 } == (0..<20).map { "\($0)" })
    }

    @Test func timeStandsStillUntilTheWorkAfterAnAlarmOrARestIsOver() async {
        let (first, second) = (Owner(), Owner())
        for owner in [first, second] { schedule.begin(owner.id) { "Owner" } }
        schedule.setAlarm(
            alarm(.seconds(1)) { [rung, schedule] in
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) {
                    rung.withLock { $0.append("worked at \(schedule.now)") }
                    schedule.end(first.id)
                }
            }, of: first.id)
        schedule.setAlarm(
            alarm(.seconds(2)) { [rung, schedule] in
                rung.withLock { $0.append("second") }
                schedule.end(second.id)
            }, of: second.id)
        await clock.advance(by: .seconds(5))
        let texts = rung.withLock { $0 }
        #expect((texts, clock.now.offset) == (["worked at 1.0 seconds", "second"], .seconds(5)))

        let owner = Owner()
        schedule.begin(owner.id) { "Owner" }
        schedule.suspend(owner.id)
        await clock.advance(by: .seconds(1))
        schedule.endSuspension(of: owner.id)
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) {
            [rung, schedule] in
            rung.withLock { $0.append("worked at \(schedule.now)") }
            schedule.end(owner.id)
        }
        await clock.advance(by: .seconds(1))
        #expect(rung.withLock { $0 }.last == "worked at 6.0 seconds")
        // Of an owner that has ended, nobody is at work.
        schedule.endSuspension(of: owner.id)
        await clock.advance(by: .seconds(1))
        #expect(clock.now.offset == .seconds(8))
    }

    @Test func anAlarmForWorkThatIsOverChangesNothing() throws {
        let owner = Owner()
        schedule.begin(owner.id) { "Owner" }
        let work = try #require(schedule.work(of: owner.id))
        schedule.setAlarm(alarm(.seconds(5)) {}, of: owner.id)
        schedule.setAlarm(alarm(.seconds(60), .deadline, work: work) {}, of: owner.id)
        #expect(clock.waits == ["Owner: delay until +5 s"])
        schedule.endSuspension(of: owner.id)
        let later = try #require(schedule.work(of: owner.id))
        schedule.setAlarm(alarm(.seconds(60), .deadline, work: work) {}, of: owner.id)
        #expect(schedule.work(of: owner.id) == later)
        schedule.setAlarm(alarm(.seconds(60), .deadline, work: later) {}, of: owner.id)
        #expect(clock.waits == ["Owner: timeout at +60 s"])
    }

    @Test func aMomentThatNeverComesIsNoWait() async throws {
        let owner = Owner()
        // An owner that begins twice ends once.
        for _ in 0..<2 { schedule.begin(owner.id) { "Owner" } }
        schedule.setAlarm(alarm(.seconds(Int64.max)) {}, of: owner.id)
        #expect(clock.waits == [])
        try await clock.endWaits(limit: 1)
        #expect(clock.now.offset == .zero)
        schedule.end(owner.id)
        await clock.advance(by: .seconds(1))
        #expect(clock.now.offset == .seconds(1))
    }
}
