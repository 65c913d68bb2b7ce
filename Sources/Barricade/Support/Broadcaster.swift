import Foundation

/// A broadcaster that sends every element to each listener, in order.
final class Broadcaster<Element: Sendable>: Sendable {
    private let listeners = Locked<[UUID: AsyncStream<Element>.Continuation]>([:])

    deinit {
        finish()
    }

    func send(_ element: Element) {
        let listeners = listeners.withLock { $0 }
        if listeners.isEmpty { return }
        for listener in listeners.values { listener.yield(element) }
    }

    /// Ends the sequences of all listeners.
    func finish() {
        // Outside of the lock, which each takes to remove itself.
        for listener in listeners.withLock({ $0 }).values { listener.finish() }
    }

    /// Returns the elements from now on; the sequence ends with the broadcaster.
    ///
    /// - Parameter policy: The elements to keep for a listener who is slow; all by default.
    func listen(
        buffering policy: AsyncStream<Element>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Element.self, bufferingPolicy: policy)
        let id = UUID()
        listeners.withLock { $0[id] = continuation }
        continuation.onTermination = { [weak self] _ in
            self?.listeners.withLock { $0[id] = nil }
        }
        return stream
    }
}
