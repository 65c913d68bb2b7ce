import Dispatch

/// A task that watches over another piece of work, where that takes more than a moment.
///
/// Most handlers return at once, and a task of its own for each one's timeout would take longer
/// than they do. So watchdogs are started a moment later, all that are still wanted together.
struct Watchdog: Sendable {
    private struct State {
        var next = 0
        /// What those are to do that have not been started.
        ///
        /// Nothing of one that is cancelled stays: it would keep a whole load from being freed
        /// while its memory is still at hand.
        var waiting: [Int: @Sendable () async throws -> Void] = [:]
        var watching: [Int: Task<Void, any Error>] = [:]
        var isStartComing = false
    }

    private static let moment = DispatchTimeInterval.milliseconds(20)
    private static let state = Mutex(State())

    private let number: Int

    /// Starts a task after a moment, unless the watchdog is cancelled by then.
    init(_ watch: @escaping @Sendable () async throws -> Void) {
        let (number, isFirst) = Self.state.withLock { state in
            defer {
                state.next += 1
                state.isStartComing = true
            }
            state.waiting[state.next] = watch
            return (state.next, !state.isStartComing)
        }
        self.number = number
        if isFirst {
            DispatchQueue.global().asyncAfter(deadline: .now() + Self.moment) { Self.startAll() }
        }
    }

    func cancel() {
        // What it was to do leaves the lock, to be let go of outside.
        let (_, task) = Self.state.withLock { state in
            (state.waiting.removeValue(forKey: number), state.watching.removeValue(forKey: number))
        }
        task?.cancel()
    }

    private static func startAll() {
        state.withLock { state in
            for (number, watch) in state.waiting {
                state.watching[number] = Task { try await watch() }
            }
            state.waiting = [:]
            state.isStartComing = false
        }
    }
}
