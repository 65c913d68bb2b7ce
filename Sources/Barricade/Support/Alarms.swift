import Dispatch

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
