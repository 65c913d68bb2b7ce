import Dispatch

/// A barricade's timeline: the time since it was made, on its clock, and alarms for later moments.
///
/// An alarm on a standard clock goes off on the library's own queue, since Swift tasks make no
/// progress while users' code blocks all threads of Swift concurrency. A stepped clock is told of
/// the alarms and of the owners that are working. Alarms on other clocks use the clock's own sleep.
final class Timeline: Sendable {
    private enum Kind {
        /// A standard clock.
        case real
        /// A stepped clock, with its time when the barricade was made.
        case stepped(any SteppedSchedule, start: Duration)
        /// Any other clock, which waits for a moment.
        case custom(@Sendable (Duration) async throws -> Void)
    }

    private let elapsed: @Sendable () -> Duration
    private let kind: Kind
    /// The owners' sleeps on any other clock.
    private let sleeps = Locked<[ObjectIdentifier: Task<Void, Never>]>([:])

    init(_ clock: any Clock<Duration>) {
        // Reading the most used clocks by their own types is three times as fast.
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
    }

    /// The schedule of a stepped clock, which has to know every load, not only those that set an
    /// alarm; `nil` for other clocks.
    var schedule: (any SteppedSchedule)? {
        if case .stepped(let schedule, _) = kind { schedule } else { nil }
    }

    /// Whether the clock steps.
    var isStepped: Bool { if case .stepped = kind { true } else { false } }

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

    /// Sets an owner's alarm; on a standard clock, an earlier one stays.
    ///
    /// - Parameters:
    ///   - purpose: The purpose, for a stepped clock.
    ///   - work: The owner's work that the alarm ends, on a stepped clock; `nil` means its current
    ///     one.
    // Not copied into its callers, with their closures.
    @inline(never)
    func setAlarm(
        of owner: ObjectIdentifier, at moment: Duration, for purpose: AlarmPurpose,
        ending work: Int? = nil, _ ring: @escaping @Sendable () -> Void
    ) {
        // The alarm of earlier work leaves the brief wait of the current work.
        if !isReal, work == nil { Alarms.shared.cancel(owner) }
        switch kind {
        case .real:
            Alarms.shared.set(owner, in: moment - now, ring)
        case .stepped(let schedule, let start):
            schedule.setAlarm((start + moment, purpose, work, ring), of: owner)
        case .custom(let sleep):
            let task = Task {
                // A failing clock must not block the load.
                try? await sleep(moment)
                // Not in this task, which the owner's next alarm cancels.
                if !Task.isCancelled { Alarms.shared.set(owner, in: .zero, ring) }
            }
            sleeps.withLock { $0.updateValue(task, forKey: owner) }?.cancel()
        }
    }

    /// Waits a moment in real time before the alarm of a deadline is set, unless another alarm of
    /// the owner is set or cancelled before.
    ///
    /// Most loads end in that moment, and set no alarm. A stepped clock stands still meanwhile, up to
    /// its limit of work. If another clock's sleeps end at once, a load can still end by itself first.
    ///
    /// - Parameter isQueued: Whether the work has still to get a thread: a busy machine takes long for
    ///   that, so a stepped clock stands still longer, a minute rather than 0.1 seconds. Call this
    ///   again when it begins.
    func waitBriefly(
        for owner: ObjectIdentifier, isQueued: Bool, _ next: @escaping @Sendable () -> Void
    ) {
        let limit = schedule.map { $0.workLimit * (isQueued ? 600 : 1) }
        Alarms.shared.set(owner, in: limit ?? .milliseconds(isReal ? 20 : 100), next)
    }

    /// Whether the clock is a standard one, which runs in real time.
    var isReal: Bool { if case .real = kind { true } else { false } }

    /// Ends the work of an owner, with its alarm.
    func end(_ owner: ObjectIdentifier) {
        schedule?.end(owner)
        Alarms.shared.cancel(owner)
        sleeps.withLock { $0.removeValue(forKey: owner) }?.cancel()
    }
}
