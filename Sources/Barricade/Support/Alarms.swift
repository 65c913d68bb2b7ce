import Dispatch

/// The alarms of all barricades on standard clocks, which one timer serves.
///
/// They go off on a queue that runs nothing else, one after the other, at their time or a little
/// later; whether the moment has come is for the clock to say.
final class Alarms: Sendable {
    static let shared = Alarms()

    private struct Alarm {
        let time: DispatchTime
        let owner: ObjectIdentifier
        let ring: @Sendable () -> Void
    }

    private struct State {
        let timer: any DispatchSourceTimer
        /// The latest one first: those to come soon are put in and taken out most often.
        var alarms: [Alarm] = []
        /// When each owner's alarm goes off.
        var times: [ObjectIdentifier: DispatchTime] = [:]
        /// What the timer is set to.
        var timerTime = DispatchTime.distantFuture

        /// Where alarms of a time begin, or would.
        func firstIndex(of time: DispatchTime) -> Int {
            var (low, high) = (0, alarms.count)
            while low < high {
                let middle = (low + high) / 2
                if alarms[middle].time > time { low = middle + 1 } else { high = middle }
            }
            return low
        }

        mutating func remove(_ owner: ObjectIdentifier) -> Alarm? {
            guard let time = times.removeValue(forKey: owner) else { return nil }
            let index = alarms[firstIndex(of: time)...].firstIndex { $0.owner == owner }
            return index.map { alarms.remove(at: $0) }
        }

        /// Sets the timer to the next alarm, if that comes before what it is set to.
        mutating func setTimer() {
            guard let next = alarms.last?.time, next < timerTime else { return }
            timerTime = next
            timer.schedule(deadline: next, leeway: .nanoseconds(0))
        }
    }

    private let state: Mutex<State>

    private init() {
        state = Mutex(
            State(
                timer: DispatchSource.makeTimerSource(
                    queue: DispatchQueue(label: "Barricade.Alarms", qos: .userInitiated))))
        state.withLock { state in
            state.timer.setEventHandler { [unowned self] in ringThoseDue() }
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
            let superseded = state.remove(owner)
            state.times[owner] = time
            state.alarms.insert(
                Alarm(time: time, owner: owner, ring: ring), at: state.firstIndex(of: time))
            state.setTimer()
            return superseded
        }
        // Let go of outside of the lock: what it holds may be anything.
        _ = consume superseded
    }

    func cancel(_ owner: ObjectIdentifier) {
        // Likewise.
        _ = state.withLock { $0.remove(owner) }
    }

    private func ringThoseDue() {
        let due = state.withLock { state -> ArraySlice<Alarm> in
            let due = state.alarms[state.firstIndex(of: .now())...]
            state.alarms.removeLast(due.count)
            for alarm in due { state.times[alarm.owner] = nil }
            state.timerTime = .distantFuture
            state.setTimer()
            return due
        }
        for alarm in due.reversed() { alarm.ring() }
    }
}

extension Duration {
    /// The same for Dispatch, which counts nanoseconds in 64 bits; a century is as good as more.
    fileprivate var interval: DispatchTimeInterval {
        let (seconds, attoseconds) = min(self, .seconds(3_000_000_000)).components
        return .nanoseconds(Int(seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
    }
}
