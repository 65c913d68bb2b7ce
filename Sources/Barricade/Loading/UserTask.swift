import Dispatch

/// A task that runs a user's code for a load; it can be cancelled, even before it has begun.
final class UserTask: Sendable {
    private enum State {
        case new
        case running(Task<Void, Never>)
        case over
    }

    private let state = Locked(State.new)
    /// The number of all tasks that have not come to their end.
    private static let running = Locked(0)
    private static let mostRunning = 10_000

    /// Starts the code where a plugin has it start, or else here.
    func start(by plugins: [any Plugin], _ code: @escaping @Sendable () async -> Void) {
        if !plugins.contains(where: { $0.start { self.begin(code) } }) { begin(code) }
    }

    private func begin(_ code: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            guard case .new = state else { return }
            Self.running.withLock { $0 += 1 }
            state = .running(
                Task {
                    await code()
                    _ = self.end()
                    Self.running.withLock { $0 -= 1 }
                })
        }
    }

    /// Ends it; returns its last state.
    private func end() -> State {
        state.withLock { state in
            defer { state = .over }
            return state
        }
    }

    /// Cancels the code of a request that has ended, or lets it go on to its end and a stream to its
    /// next piece, as the platform needs it.
    ///
    /// If very many tasks are running, it cancels this one, so that none lasts for ever. It does so
    /// on another thread than the caller's: the user's code may load something itself, and on Linux
    /// no load may be cancelled on the queue that starts and stops all of them.
    @Sendable func loadEnded() {
        guard case .running(let task) = end(),
            LoadingPlatform.cancelsUserCode || Self.running.withLock({ $0 > Self.mostRunning })
        else { return }
        DispatchQueue.global().async { task.cancel() }
    }
}
