/// Counts by key, and lets tasks wait until a count is reached.
final class Counter<Key: Hashable & Sendable>: Sendable {
    private struct Waiter {
        let key: Key
        let count: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var counts: [Key: Int] = [:]
        var waiters: [Int: Waiter] = [:]
        var nextWaiter = 0
    }

    private let state = Mutex(State())

    subscript(key: Key) -> Int { state.withLock { $0.counts[key, default: 0] } }

    func increment(_ key: Key) {
        let ready = state.withLock { state -> [Waiter] in
            let count = state.counts[key, default: 0] + 1
            state.counts[key] = count
            guard !state.waiters.isEmpty else { return [] }
            let ready = state.waiters.filter { $0.value.key == key && $0.value.count <= count }
            ready.keys.forEach { state.waiters[$0] = nil }
            return Array(ready.values)
        }
        ready.forEach { $0.continuation.resume() }
    }

    func reset() {
        state.withLock { $0.counts = [:] }
    }

    /// Waits until a key's count is that high; throws `CancellationError` where it is cancelled.
    func wait(for key: Key, toReach count: Int) async throws {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isReached = state.withLock { state in
                    if state.counts[key, default: 0] >= count { return true }
                    state.waiters[id] = Waiter(key: key, count: count, continuation: continuation)
                    return false
                }
                if isReached {
                    continuation.resume()
                } else if Task.isCancelled {
                    cancel(id)
                }
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func cancel(_ id: Int) {
        let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
        waiter?.continuation.resume(throwing: CancellationError())
    }

    /// Waits until a key's count is that high; false where a timeout comes first.
    func wait(
        for key: Key, toReach count: Int, timeout: Duration, on clock: any Clock<Duration>
    ) async throws -> Bool {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await self.wait(for: key, toReach: count)
                return true
            }
            group.addTask {
                try await clock.sleep(for: timeout)
                return false
            }
            defer { group.cancelAll() }
            return try await group.next() ?? false
        }
    }
}
