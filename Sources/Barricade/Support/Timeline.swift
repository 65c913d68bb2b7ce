/// A barricade's timeline: the time since it was made, on its clock, and alarms for later moments.
///
/// An alarm on a standard clock goes off on the library's own queue, since Swift tasks make no
/// progress while users' code blocks all threads of Swift concurrency. A clock that steps is told of
/// alarms and of who is at work. Alarms on other clocks use the clock's own sleep.
final class Timeline: Sendable {
    private enum Kind {
        /// A standard clock.
        case real
        /// A clock that steps, with its time when the barricade was made.
        case stepped(any SteppedSchedule, start: Duration)
        /// Any other clock, which waits for a moment.
        case custom(@Sendable (Duration) async throws -> Void)
    }

    private struct Sleep {
        let moment: Duration
        let task: Task<Void, Never>
    }

    private let elapsed: @Sendable () -> Duration
    private let kind: Kind
    /// The schedule of a clock that steps, which has to be told of every load, not only of those
    /// that set an alarm; `nil` for other clocks.
    let schedule: (any SteppedSchedule)?
    private let sleeps = Locked<[ObjectIdentifier: Sleep]>([:])

    init(_ clock: any Clock<Duration>) {
        // By their own types, those used most are read three times as fast.
        switch clock {
        case let clock as ContinuousClock: (elapsed, kind) = (Self.elapsed(on: clock), .real)
        case let clock as SuspendingClock: (elapsed, kind) = (Self.elapsed(on: clock), .real)
        case let clock as any SteppedClock:
            let schedule = clock.schedule
            let start = schedule.now
            elapsed = { schedule.now - start }
            kind = .stepped(schedule, start: start)
        default: (elapsed, kind) = (Self.elapsed(on: clock), .custom(Self.sleep(on: clock)))
        }
        schedule = if case .stepped(let schedule, _) = kind { schedule } else { nil }
    }

    /// Whether the clock steps.
    var isStepped: Bool { schedule != nil }

    private static func elapsed(on clock: some Clock<Duration>) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }

    private static func sleep(
        on clock: some Clock<Duration>
    ) -> @Sendable (Duration) async throws -> Void {
        let start = clock.now
        return { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }

    /// The time since the barricade was made.
    var now: Duration { elapsed() }

    /// Sets an owner's alarm, unless it has an earlier one; on a clock that steps, in its place.
    ///
    /// - Parameters:
    ///   - purpose: The purpose, for a clock that steps.
    ///   - work: The owner's work that it was put off for, on a clock that steps.
    func setAlarm(
        of owner: ObjectIdentifier, at moment: Duration, for purpose: SteppedAlarm.Purpose,
        ending work: Int? = nil, _ ring: @escaping @Sendable () -> Void
    ) {
        switch kind {
        case .real:
            Alarms.shared.set(owner, in: moment - now, ring)
        case .stepped(let schedule, let start):
            if work == nil { Alarms.shared.cancel(owner) }
            let alarm = SteppedAlarm(
                moment: start + moment, purpose: purpose, work: work, ring: ring)
            schedule.setAlarm(alarm, of: owner)
        case .custom(let sleep):
            let superseded = sleeps.withLock { sleeps -> Task<Void, Never>? in
                let earlier = sleeps[owner]
                guard moment < earlier?.moment ?? .maximum else { return nil }
                let task = Task {
                    // A failing clock must not block the load.
                    try? await sleep(moment)
                    guard !Task.isCancelled, self.endSleep(until: moment, of: owner) else { return }
                    ring()
                }
                sleeps[owner] = Sleep(moment: moment, task: task)
                return earlier?.task
            }
            superseded?.cancel()
        }
    }

    /// Records that a sleep is over; returns false if another one has replaced it.
    private func endSleep(until moment: Duration, of owner: ObjectIdentifier) -> Bool {
        sleeps.withLock { sleeps in
            guard sleeps[owner]?.moment == moment else { return false }
            sleeps[owner] = nil
            return true
        }
    }

    /// Waits a moment before it sets an alarm that is usually cancelled soon.
    ///
    /// On a clock of somebody's own that keeps a sleep from beginning, and, where sleeps are over at
    /// once, from ending what was about to end by itself. On one that steps, time stands still for
    /// that moment. On a standard clock there is no need to.
    ///
    /// - Parameter setAlarm: Sets the alarm, with the work that it was put off for, if any.
    func putOffSleep(
        of owner: ObjectIdentifier, _ setAlarm: @escaping @Sendable (_ work: Int?) -> Void
    ) {
        switch kind {
        case .real:
            setAlarm(nil)
        case .stepped(let schedule, _):
            guard let work = schedule.work(of: owner) else { return setAlarm(nil) }
            // Long enough for users' code on a busy machine. The alarm of earlier work must not end
            // the work that has begun since, nor replace its alarm.
            Alarms.shared.set(owner, in: .milliseconds(100)) { setAlarm(work) }
        case .custom:
            waitAMoment(for: owner) { setAlarm(nil) }
        }
    }

    /// Waits a moment, whatever the clock, unless the owner's alarm goes off or is cancelled before.
    func waitAMoment(for owner: ObjectIdentifier, _ goOn: @escaping @Sendable () -> Void) {
        Alarms.shared.set(owner, in: .milliseconds(20), goOn)
    }

    /// Whether time passes as everywhere, on a standard clock.
    var isReal: Bool { if case .real = kind { true } else { false } }

    func cancelAlarm(of owner: ObjectIdentifier) {
        schedule?.end(owner)
        Alarms.shared.cancel(owner)
        sleeps.withLock { $0.removeValue(forKey: owner) }?.task.cancel()
    }
}
