import Barricade
package import Foundation

extension LoopbackServer {
    /// The writer of a streamed body; any task and any thread can use it.
    package final class BodyWriter: Sendable {
        /// The error of a write to a client that has disconnected, or whose response has ended.
        package struct ClientGone: Error {}

        private struct State {
            /// The bytes that complete the stated length; `nil` if no length is stated.
            var missingBytes: Int?
            /// Bytes that have been written and not yet sent.
            var waitingBytes = 0
            var isClosed = false
            var nextWaiter = 0
            var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]

            mutating func takeWaiters() -> [CheckedContinuation<Void, any Error>] {
                defer { waiters = [:] }
                return Array(waiters.values)
            }
        }

        private let backlog: Int
        private let state: Locked<State>
        private let send: @Sendable (Data) -> Void

        init(backlog: Int, length: Int?, send: @escaping @Sendable (Data) -> Void) {
            self.backlog = backlog
            self.send = send
            state = Locked(State(missingBytes: length))
        }

        /// Whether all bytes of the stated length are written; the response ends with them.
        package var isComplete: Bool { state.withLock { $0.missingBytes == 0 } }

        /// Sends a piece of the body; waits first while too many bytes are unsent.
        ///
        /// - Returns: The number of bytes beyond the length that the response states, which are not
        ///   sent.
        /// - Throws: ``ClientGone``, or `CancellationError` if the task is cancelled while it waits.
        @discardableResult
        package func write(_ data: Data) async throws -> Int {
            try await waitForRoom()
            let part = try state.withLock { state in
                let part = data.prefix(state.missingBytes ?? data.count)
                if state.isClosed, part.count == data.count { throw ClientGone() }
                state.missingBytes? -= part.count
                state.waitingBytes += part.count
                return part
            }
            send(part)
            return data.count - part.count
        }

        /// Subtracts sent bytes from the waiting ones, which makes room for others.
        func didSend(_ count: Int) {
            let waiters = state.withLock { state -> [CheckedContinuation<Void, any Error>] in
                state.waitingBytes -= count
                return state.waitingBytes < backlog ? state.takeWaiters() : []
            }
            waiters.forEach { $0.resume() }
        }

        /// Ends all writes, now and later.
        package func close() {
            let waiters = state.withLock { state in
                state.isClosed = true
                return state.takeWaiters()
            }
            waiters.forEach { $0.resume(throwing: ClientGone()) }
        }

        private func waitForRoom() async throws {
            let id = state.withLock { state in
                state.nextWaiter += 1
                return state.nextWaiter
            }
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let mustWait = state.withLock { state in
                        guard !state.isClosed, state.missingBytes != 0,
                            state.waitingBytes >= backlog
                        else { return false }
                        state.waiters[id] = continuation
                        return true
                    }
                    if !mustWait {
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
            waiter?.resume(throwing: CancellationError())
        }
    }
}
