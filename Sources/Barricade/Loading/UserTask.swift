import Dispatch

/// A task that runs a user's code for a load; it can be cancelled, even before it has begun.
final class UserTask: Sendable {
    private enum State {
        case ready
        case begun(Task<Void, Never>)
        case stopped
    }

    private let state = Locked(State.ready)

    func start(_ work: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            if case .ready = state { state = .begun(Task { await work() }) }
        }
    }

    /// Cancels the task, on another thread than the caller's.
    ///
    /// The user's code may load something itself, and Linux traps if a task is cancelled on the
    /// queue that starts and stops all loads.
    func stop() {
        let task = state.withLock { state -> Task<Void, Never>? in
            defer { state = .stopped }
            if case .begun(let task) = state { return task }
            return nil
        }
        if let task { DispatchQueue.global().async { task.cancel() } }
    }
}

extension Load {
    /// Runs a user's code in its own task; an error that it throws fails the load.
    func run(_ work: @escaping @Sendable () async throws -> Void) {
        let task = UserTask()
        wait(for: LoadWork(stop: task.stop))
        task.start {
            do {
                try await work()
            } catch  where !Task.isCancelled {
                fail(error)
            } catch {
                // The load has ended; nobody waits for this.
            }
        }
    }
}
