import Barricade

/// A lock that tasks take in the order in which they ask for it.
package final class TaskLock: Sendable {
    private struct Waiting {
        let number: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var next = 0
        var isTaken = false
        var waiting: [Waiting] = []
    }

    private let state = Locked(State())

    package init() {}

    /// Runs work when its turn comes.
    ///
    /// - Throws: What the work throws, or `CancellationError` if the task is cancelled before.
    package func withLock<Value: Sendable>(
        _ work: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await take()
        defer { release() }
        try Task.checkCancellation()
        return try await work()
    }

    private func take() async throws {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<Void, CancellationError>? in
                    // The handler below may have run already.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    guard state.isTaken else {
                        state.isTaken = true
                        return .success(())
                    }
                    state.waiting.append(Waiting(number: number, continuation: continuation))
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                state.waiting.firstIndex { $0.number == number }
                    .map { state.waiting.remove(at: $0) }
            }
            waiting?.continuation.resume(throwing: CancellationError())
        }
    }

    private func release() {
        let next = state.withLock { state -> Waiting? in
            state.isTaken = !state.waiting.isEmpty
            return state.isTaken ? state.waiting.removeFirst() : nil
        }
        next?.continuation.resume()
    }
}
