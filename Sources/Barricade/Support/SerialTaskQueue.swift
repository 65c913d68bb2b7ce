/// A serial queue of asynchronous work, in order of arrival.
///
/// An actor would not work, since it is reentrant: another call may run wherever one awaits.
final class SerialTaskQueue: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    /// Runs work when its turn comes, unless the task has been cancelled by then.
    ///
    /// Work that has begun is not cancelled, so that it has all of its effects or none.
    func run<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        await begin()
        defer { end() }
        try Task.checkCancellation()
        return try await Task { try await work() }.value
    }

    private func begin() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.isTaken else {
                    state.isTaken = true
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    private func end() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.waiting.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
