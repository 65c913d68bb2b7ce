import Dispatch

/// The alarms of all barricades in real time, which one timer serves.
///
/// They go off on their own queue, one after the other, at their time or a little later. The caller
/// asks its clock whether the moment has come.
final class Alarms: Sendable {
    static let shared = Alarms()

    private struct Alarm {
        let time: DispatchTime
        let ring: @Sendable () -> Void
    }

    private struct State {
        let timer: any DispatchSourceTimer
        var alarms: [ObjectIdentifier: Alarm] = [:]
        /// The time that the timer is set to.
        var timerTime = DispatchTime.distantFuture

        /// Removes the alarms whose time has come, and returns them in order.
        ///
        /// It looks at all; while it does so for very many, more come due.
        mutating func takeDue() -> [Alarm] {
            let now = DispatchTime.now()
            var (due, next) = ([ObjectIdentifier](), DispatchTime.distantFuture)
            for (owner, alarm) in alarms {
                if alarm.time <= now { due.append(owner) } else { next = min(next, alarm.time) }
            }
            timerTime = .distantFuture
            setTimer(to: next)
            return due.compactMap { alarms.removeValue(forKey: $0) }.ordered(by: \.time)
        }

        /// Sets the timer, if that is before its current time.
        mutating func setTimer(to time: DispatchTime) {
            guard time < timerTime else { return }
            timerTime = time
            timer.schedule(deadline: time, leeway: .nanoseconds(0))
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
            if let earlier = state.alarms[owner], earlier.time <= time { return nil }
            state.setTimer(to: time)
            return state.alarms.updateValue(Alarm(time: time, ring: ring), forKey: owner)
        }
        // Released outside the lock, since its closure may own anything.
        _ = consume superseded
    }

    func cancel(_ owner: ObjectIdentifier) {
        // Released outside the lock, as above.
        _ = state.withLock { $0.alarms.removeValue(forKey: owner) }
    }

    private func fireDueAlarms() {
        let due = state.withLock { $0.takeDue() }
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
