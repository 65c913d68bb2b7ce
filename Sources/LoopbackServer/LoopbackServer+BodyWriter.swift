import Barricade
package import Foundation

extension LoopbackServer {
    /// The writer of a streamed body; any task and any thread can use it.
    package final class BodyWriter: Sendable {
        /// The error of a write to a client that has disconnected, or whose response has ended.
        package struct ClientGone: Error {}

        private struct State {
            /// Bytes that have been written and not yet sent.
            var waitingBytes = 0
            var isClosed = false
            var nextWaiter = 0
            var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]

            mutating func close() -> [CheckedContinuation<Void, any Error>] {
                isClosed = true
                defer { waiters = [:] }
                return Array(waiters.values)
            }
        }

        private let backlog: Int
        private let state = Locked(State())
        private let send: @Sendable (Data) -> Void
        private let cut: @Sendable () -> Void

        init(
            backlog: Int, send: @escaping @Sendable (Data) -> Void,
            cut: @escaping @Sendable () -> Void
        ) {
            self.backlog = backlog
            self.send = send
            self.cut = cut
        }

        /// Sends a piece of the body; waits first while too many bytes are unsent.
        ///
        /// - Throws: ``ClientGone``, or `CancellationError` if the task is cancelled while it waits.
        package func write(_ data: Data) async throws {
            try await waitForRoom()
            let isOpen = state.withLock { state in
                if !state.isClosed { state.waitingBytes += data.count }
                return !state.isClosed
            }
            guard isOpen else { throw ClientGone() }
            send(data)
        }

        /// Sends a piece of the body without waiting; returns false if the client has disconnected.
        ///
        /// If the client is too slow for the pushed bytes, its connection is closed.
        @discardableResult
        package func push(_ data: Data) -> Bool {
            let (isOpen, isTooSlow) = state.withLock { state in
                guard !state.isClosed else { return (false, false) }
                guard state.waitingBytes <= backlog else { return (false, true) }
                state.waitingBytes += data.count
                return (true, false)
            }
            if isOpen { send(data) }
            if isTooSlow {
                close()
                cut()
            }
            return isOpen
        }

        /// Subtracts sent bytes from the waiting ones, which makes room for others.
        func didSend(_ count: Int) {
            let waiters = state.withLock { state -> [CheckedContinuation<Void, any Error>] in
                state.waitingBytes -= count
                guard state.waitingBytes < backlog else { return [] }
                defer { state.waiters = [:] }
                return Array(state.waiters.values)
            }
            waiters.forEach { $0.resume() }
        }

        /// Ends all writes, now and later.
        func close() {
            let waiters = state.withLock { $0.close() }
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
                        guard !state.isClosed, state.waitingBytes >= backlog else { return false }
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
