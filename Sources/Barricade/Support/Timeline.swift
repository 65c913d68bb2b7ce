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
    ///   that, so a stepped clock stands still longer. Call this again when it begins.
    func waitBriefly(
        for owner: ObjectIdentifier, isQueued: Bool, _ next: @escaping @Sendable () -> Void
    ) {
        let limit = schedule.map { $0.workLimit * (isQueued ? 50 : 1) }
        Alarms.shared.set(owner, in: limit ?? .milliseconds(isReal ? 20 : 100), next)
    }

    /// Whether the clock is a standard one, which runs in real time.
    var isReal: Bool { if case .real = kind { true } else { false } }

    func cancelAlarm(of owner: ObjectIdentifier) {
        schedule?.end(owner)
        Alarms.shared.cancel(owner)
        sleeps.withLock { $0.removeValue(forKey: owner) }?.cancel()
    }
}

/// The alarms of all barricades in real time, which one timer serves.
///
/// They go off on their own queue, one after the other, at their time or a little later. The caller
/// asks its clock whether the moment has come.
final class Alarms: Sendable {
    static let shared = Alarms()

    private struct Alarm {
        let owner: ObjectIdentifier
        let time: DispatchTime
        let ring: @Sendable () -> Void
    }

    private struct State {
        let timer: any DispatchSourceTimer
        /// The alarms, the earliest last.
        var alarms: [Alarm] = []
        var times: [ObjectIdentifier: DispatchTime] = [:]
        /// The time that the timer is set to.
        var timerTime = DispatchTime.distantFuture

        mutating func add(_ alarm: Alarm) {
            alarms.insert(alarm, at: index(of: alarm.time))
            times[alarm.owner] = alarm.time
        }

        /// Returns the index before all alarms that are not later, found by binary search.
        private func index(of time: DispatchTime) -> Int {
            var rest = alarms.indices
            while !rest.isEmpty {
                let middle = (rest.lowerBound + rest.upperBound) / 2
                rest =
                    alarms[middle].time > time
                    ? middle + 1..<rest.upperBound : rest.lowerBound..<middle
            }
            return rest.lowerBound
        }

        mutating func remove(_ owner: ObjectIdentifier) -> Alarm? {
            guard let time = times.removeValue(forKey: owner),
                let index = alarms[index(of: time)...].firstIndex(where: { $0.owner == owner })
            else { return nil }
            return alarms.remove(at: index)
        }

        /// Removes the alarms whose time has come, and returns them in order.
        mutating func takeDue() -> [Alarm] {
            let due = Array(alarms[index(of: .now())...].reversed())
            alarms.removeLast(due.count)
            for alarm in due { times[alarm.owner] = nil }
            return due
        }

        /// Sets the timer to the next alarm, if that comes before the timer's current time.
        mutating func setTimer() {
            guard let next = alarms.last?.time, next < timerTime else { return }
            timerTime = next
            timer.schedule(deadline: next, leeway: .nanoseconds(0))
        }
    }

    private let state: Locked<State>

    private init() {
        state = Locked(
            State(
                timer: DispatchSource.makeTimerSource(
                    queue: DispatchQueue(label: "Barricade.Alarms", qos: .userInitiated))))
        state.withLock { state in
            state.timer.setEventHandler { [unowned self] in fireDueAlarms() }
            state.timer.activate()
        }
    }

    /// Sets an owner's alarm, unless it has an earlier one.
    func set(
        _ owner: ObjectIdentifier, in delay: Duration, _ ring: @escaping @Sendable () -> Void
    ) {
        let time = DispatchTime.now() + max(delay, .zero).interval
        let superseded = state.withLock { state -> Alarm? in
            if let earlier = state.times[owner], earlier <= time { return nil }
            defer {
                state.add(Alarm(owner: owner, time: time, ring: ring))
                state.setTimer()
            }
            return state.remove(owner)
        }
        // Released outside the lock, since its closure may own anything.
        _ = consume superseded
    }

    func cancel(_ owner: ObjectIdentifier) {
        // Released outside the lock, as above.
        _ = state.withLock { $0.remove(owner) }
    }

    private func fireDueAlarms() {
        let due = state.withLock { state -> [Alarm] in
            let due = state.takeDue()
            state.timerTime = .distantFuture
            state.setTimer()
            return due
        }
        for alarm in due { alarm.ring() }
    }
}

extension Duration {
    /// The interval for Dispatch, at most a century, since Dispatch counts nanoseconds in 64 bits.
    fileprivate var interval: DispatchTimeInterval {
        let (seconds, attoseconds) = min(self, .seconds(3_000_000_000)).components
        return .nanoseconds(Int(seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
    }
}

/// A clock that steps from one alarm to the next, so it must know when no owner is working.
package protocol SteppedClock: Clock<Swift.Duration> {
    var schedule: any SteppedSchedule { get }
}

/// The time and the alarms of a stepped clock.
///
/// Time stands still while any owner is working. An owner works from its beginning, from each ring
/// of its alarm, and from the end of a suspension, until it sets its next alarm, is suspended, or
/// ends.
package protocol SteppedSchedule: Sendable {
    /// The time since the clock was made.
    var now: Duration { get }
    /// The real time for which the clock stands still for an owner at work.
    ///
    /// After it, an alarm for the owner's deadline ends the work as far as the clock knows.
    var workLimit: Duration { get }
    /// The moments to which time went on while an owner was still at work, as sentences.
    var notes: [String] { get }

    /// Notes that an owner exists and is working.
    ///
    /// - Parameter name: Makes the owner's name; called to list the owners that wait.
    func begin(_ owner: ObjectIdentifier, name: @escaping @Sendable () -> String)
    /// Returns the number of an owner's current work; `nil` if it is not working.
    func work(of owner: ObjectIdentifier) -> Int?
    /// Replaces an owner's alarm, which ends the owner's current work.
    ///
    /// It changes nothing if the alarm is for work that is over.
    func setAlarm(_ alarm: SteppedAlarm, of owner: ObjectIdentifier)
    /// Notes that an owner waits for something other than its alarm, perhaps for a long time.
    func suspend(_ owner: ObjectIdentifier)
    /// Notes that an owner is working again.
    func endSuspension(of owner: ObjectIdentifier)
    /// Forgets an owner and its alarm.
    func end(_ owner: ObjectIdentifier)
}

/// An alarm on a stepped clock: its moment, as time since the clock was made, and the number of the
/// work to end; `nil` means the current one.
package typealias SteppedAlarm = (
    moment: Duration, purpose: AlarmPurpose, work: Int?, ring: @Sendable () -> Void
)

/// The purpose of an alarm.
package enum AlarmPurpose: Sendable {
    case delay
    /// The owner times out, and nothing ends it before.
    case timeout
    /// The owner times out, unless it ends by itself before.
    case deadline
}
