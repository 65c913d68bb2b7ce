import Dispatch

/// The alarms of all barricades on standard clocks, which one timer serves.
///
/// They go off on their own queue, one after the other, at their time or a little later. The caller
/// asks its clock whether the moment has come.
final class Alarms: Sendable {
    static let shared = Alarms()

    private struct Alarm {
        let time: DispatchTime
        let number: Int
        let ring: @Sendable () -> Void
    }

    /// A place in the order of alarms, perhaps of an alarm that is no longer set.
    private struct Place: Comparable {
        let time: DispatchTime
        let number: Int
        let owner: ObjectIdentifier

        static func < (left: Place, right: Place) -> Bool {
            (left.time, left.number) < (right.time, right.number)
        }
    }

    private struct State {
        let timer: any DispatchSourceTimer
        var next = 0
        var alarms: [ObjectIdentifier: Alarm] = [:]
        var places = Heap<Place>()
        /// The time that the timer is set to.
        var timerTime = DispatchTime.distantFuture

        /// Sets an alarm; returns the one that it replaces.
        mutating func set(
            _ owner: ObjectIdentifier, at time: DispatchTime, _ ring: @escaping @Sendable () -> Void
        ) -> Alarm? {
            next += 1
            places.insert(Place(time: time, number: next, owner: owner))
            return alarms.updateValue(Alarm(time: time, number: next, ring: ring), forKey: owner)
        }

        mutating func remove(_ owner: ObjectIdentifier) -> Alarm? {
            defer {
                if places.count > 2 * alarms.count + 1_000 {
                    places.filter { alarms[$0.owner]?.number == $0.number }
                }
            }
            return alarms.removeValue(forKey: owner)
        }

        /// Removes the alarms whose time has come, and returns them in order.
        mutating func takeDue() -> [Alarm] {
            var due: [Alarm] = []
            let now = DispatchTime.now()
            while let first = firstPlace(), first.time <= now {
                _ = places.popFirst()
                if let alarm = alarms.removeValue(forKey: first.owner) { due.append(alarm) }
            }
            return due
        }

        /// Returns the place of the next alarm; the timer is not set for those that are cancelled.
        private mutating func firstPlace() -> Place? {
            while let first = places.first, alarms[first.owner]?.number != first.number {
                _ = places.popFirst()
            }
            return places.first
        }

        /// Sets the timer to the next alarm, if that comes before what it is set to.
        mutating func setTimer() {
            guard let next = firstPlace()?.time, next < timerTime else { return }
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
            state.timer.setEventHandler { [unowned self] in ringThoseDue() }
            state.timer.activate()
        }
    }

    /// Sets an owner's alarm, unless it has an earlier one.
    package func set(
        _ owner: ObjectIdentifier, in delay: Duration, _ ring: @escaping @Sendable () -> Void
    ) {
        let time = DispatchTime.now() + max(delay, .zero).interval
        let superseded = state.withLock { state -> Alarm? in
            if let earlier = state.alarms[owner], earlier.time <= time { return nil }
            defer { state.setTimer() }
            return state.set(owner, at: time, ring)
        }
        // Released outside the lock, since its closure may own anything.
        _ = consume superseded
    }

    func cancel(_ owner: ObjectIdentifier) {
        // The same.
        _ = state.withLock { $0.remove(owner) }
    }

    private func ringThoseDue() {
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
