import Dispatch

/// A task that watches over another piece of work, where that takes more than a moment.
///
/// Most handlers return at once, and a task of its own for each one's timeout would take longer
/// than they do. So watchdogs are started a moment later, all that are still wanted together.
final class Watchdog: Sendable {
    private enum State {
        case waiting
        case watching(Task<Void, any Error>)
        case over
    }

    private static let moment = DispatchTimeInterval.milliseconds(20)
    private static let waiting = Mutex<[Watchdog]>([])

    private let state = Mutex(State.waiting)
    private let watch: @Sendable () async throws -> Void

    init(_ watch: @escaping @Sendable () async throws -> Void) {
        self.watch = watch
    }

    /// Starts the task after a moment, unless it is cancelled by then.
    func startSoon() {
        let isFirst = Self.waiting.withLock { waiting in
            waiting.append(self)
            return waiting.count == 1
        }
        guard isFirst else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.moment) {
            let waiting = Self.waiting.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
            for watchdog in waiting { watchdog.start() }
        }
    }

    func cancel() {
        let task = state.withLock { state -> Task<Void, any Error>? in
            defer { state = .over }
            if case .watching(let task) = state { return task }
            return nil
        }
        task?.cancel()
    }

    private func start() {
        state.withLock { state in
            guard case .waiting = state else { return }
            state = .watching(Task { try await watch() })
        }
    }
}
