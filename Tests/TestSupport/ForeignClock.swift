import Barricade

/// A clock that the library does not know: it stands still until a test moves it on.
final class ForeignClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration = .zero

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant()
        var next = 0
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var watchers: [Watcher] = []

        /// Takes out those who wait for what is so now.
        mutating func takeReadyWatchers() -> [CheckedContinuation<Void, Never>] {
            let sleepers = Array(sleepers.values)
            let ready = watchers.filter { $0.isReady(sleepers) }
            watchers.removeAll { $0.isReady(sleepers) }
            return ready.map(\.continuation)
        }
    }

    private struct Watcher {
        let isReady: ([Sleeper]) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private let state = Locked(State())

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (outcome, watchers) = add(
                    Sleeper(deadline: deadline, continuation: continuation), id)
                switch outcome {
                case .asleep: break
                case .awake: continuation.resume()
                case .cancelled: continuation.resume(throwing: CancellationError())
                }
                watchers.forEach { $0.resume() }
            }
        } onCancel: {
            let (sleeper, watchers) = state.withLock { state in
                state.cancelled.insert(id)
                return (state.sleepers.removeValue(forKey: id), state.takeReadyWatchers())
            }
            sleeper?.continuation.resume(throwing: CancellationError())
            watchers.forEach { $0.resume() }
        }
    }

    private enum Outcome { case asleep, awake, cancelled }

    private func add(
        _ sleeper: Sleeper, _ id: Int
    ) -> (Outcome, [CheckedContinuation<Void, Never>]) {
        state.withLock { state in
            if state.cancelled.contains(id) { return (.cancelled, []) }
            if sleeper.deadline <= state.now { return (.awake, []) }
            state.sleepers[id] = sleeper
            return (.asleep, state.takeReadyWatchers())
        }
    }

    /// Moves the clock on and wakes those whose time has come.
    func advance(by duration: Duration) {
        let (woken, watchers) = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            due.keys.forEach { state.sleepers[$0] = nil }
            return (due.values.sorted { $0.deadline < $1.deadline }, state.takeReadyWatchers())
        }
        woken.forEach { $0.continuation.resume() }
        watchers.forEach { $0.resume() }
    }

    /// Waits until so many are asleep.
    func waitForSleepers(_ count: Int = 1) async {
        await wait { $0.count >= count }
    }

    /// Waits until nobody is asleep: what is cancelled may wake a moment later.
    func waitUntilNobodySleeps() async {
        await wait { $0.isEmpty }
    }

    /// Waits until somebody is asleep who is to wake after just this time.
    func waitForSleeper(of duration: Duration) async {
        let deadline = now.advanced(by: duration)
        await wait { $0.contains { $0.deadline == deadline } }
    }

    private func wait(_ isReady: @escaping ([Sleeper]) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isReadyNow = state.withLock { state in
                if isReady(Array(state.sleepers.values)) { return true }
                state.watchers.append(Watcher(isReady: isReady, continuation: continuation))
                return false
            }
            if isReadyNow { continuation.resume() }
        }
    }

    var sleeperCount: Int { state.withLock { $0.sleepers.count } }
}
