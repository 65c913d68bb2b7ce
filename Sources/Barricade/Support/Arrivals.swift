/// The tasks that wait for an element, which has a kind and a number within that kind.
///
/// The caller counts the elements, and reports each arrival after counting it.
package final class Arrivals<Element: Sendable>: Sendable {
    /// The outcome of a wait.
    package enum Outcome: Sendable {
        /// The element arrived; `nil` if it was there before the wait began.
        case arrived(Element?)
        case timedOut
    }

    private struct Waiter {
        let id: Int
        let kind: String
        let number: Int
        let continuation: CheckedContinuation<Element?, any Error>
    }

    private struct State {
        var next = 0
        /// The waiting tasks, in the order in which they began to wait.
        var waiters: [Waiter] = []
    }

    private let state = Locked(State())

    package init() {}

    /// Resumes the tasks that wait for this element.
    package func arrived(_ element: Element, number: Int, of kind: String) {
        let ready = state.withLock { state -> [Waiter] in
            let isReady = { (waiter: Waiter) in waiter.number == number && waiter.kind == kind }
            let ready = state.waiters.filter(isReady)
            if !ready.isEmpty { state.waiters.removeAll(where: isReady) }
            return ready
        }
        ready.forEach { $0.continuation.resume(returning: element) }
    }

    /// Waits for the element with that number, from 1, unless it is there.
    package func wait(
        for number: Int, of kind: String, timeout: Duration, on clock: any Clock<Duration>,
        unless isThere: @escaping @Sendable () -> Bool
    ) async throws -> Outcome {
        if isThere() { return .arrived(nil) }
        return try await withThrowingTaskGroup(of: Outcome.self) { group in
            group.addTask {
                .arrived(try await self.wait(for: number, of: kind, unless: isThere))
            }
            group.addTask {
                // Longer than 30 years makes no difference, and clocks may not count so far.
                try await clock.sleep(for: min(timeout, .seconds(1_000_000_000)))
                return .timedOut
            }
            defer { group.cancelAll() }
            if case .arrived(let element) = try await group.next() { return .arrived(element) }
            // It may have arrived at the end of the wait.
            return isThere() ? .arrived(nil) : .timedOut
        }
    }

    private func wait(
        for number: Int, of kind: String, unless isThere: @Sendable () -> Bool
    ) async throws -> Element? {
        let id = state.withLock { state in
            state.next += 1
            return state.next
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isThereNow = state.withLock { state in
                    if isThere() { return true }
                    state.waiters.append(
                        Waiter(id: id, kind: kind, number: number, continuation: continuation))
                    return false
                }
                if isThereNow {
                    continuation.resume(returning: nil)
                } else if Task.isCancelled {
                    cancel(id)
                }
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func cancel(_ id: Int) {
        let waiter = state.withLock { state in
            state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
        }
        waiter?.continuation.resume(throwing: CancellationError())
    }
}

/// A broadcaster that sends every element to each listener, in order.
final class Broadcaster<Element: Sendable>: Sendable {
    private struct Listeners {
        var next = 0
        var all: [Int: AsyncStream<Element>.Continuation] = [:]
    }

    private let listeners = Locked(Listeners())

    deinit {
        finish()
    }

    func send(_ element: Element) {
        let all = listeners.withLock { $0.all }
        for listener in all.values { listener.yield(element) }
    }

    /// Ends the sequences of all listeners.
    func finish() {
        let all = listeners.withLock { $0.all }
        // Outside of the lock, which each takes to remove itself.
        for listener in all.values { listener.finish() }
    }

    /// Returns the elements from now on; the sequence ends with the broadcaster.
    ///
    /// - Parameter policy: The elements to keep for a listener who is slow; all by default.
    func listen(
        buffering policy: AsyncStream<Element>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Element.self, bufferingPolicy: policy)
        let id = listeners.withLock { listeners in
            defer { listeners.next += 1 }
            listeners.all[listeners.next] = continuation
            return listeners.next
        }
        continuation.onTermination = { [weak self] _ in
            self?.listeners.withLock { $0.all[id] = nil }
        }
        return stream
    }
}

/// A count of a barricade's changes, for views of it.
///
/// Listeners get a signal without content, and read the new state themselves.
package final class ChangeCounter: Sendable {
    private let counted = Locked(0)
    /// The source that counts its own changes, under a lock that it takes anyway.
    private let source: (any ChangeSource)?
    private let broadcaster = Broadcaster<Void>()

    package init() {
        source = nil
    }

    init(_ source: any ChangeSource) {
        self.source = source
    }

    /// The number of changes so far.
    package var count: Int { counted.withLock { $0 } + (source?.changeCount ?? 0) }

    /// Counts a change; call it after the change.
    package func countOne() {
        counted.withLock { $0 += 1 }
        broadcaster.send(())
    }

    /// Ends the signals, since the barricade is released; others may still retain the counter.
    package func finish() {
        broadcaster.finish()
    }

    /// A signal after each change from now on; signals that are not taken yet become one.
    package var signals: AsyncStream<Void> {
        let signals = broadcaster.listen(buffering: .bufferingNewest(1))
        source?.signalChanges(by: broadcaster)
        return signals
    }
}

/// An object with changes, which it counts from the beginning, and signals when asked.
protocol ChangeSource: Sendable {
    var changeCount: Int { get }
    func signalChanges(by broadcaster: Broadcaster<Void>)
}
