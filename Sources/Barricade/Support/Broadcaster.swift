/// Hands every element to each listener, in the order in which they were sent.
final class Broadcaster<Element: Sendable>: Sendable {
    private struct Listeners {
        var next = 0
        var all: [Int: Listener] = [:]
    }

    /// One who listens, whose sequence ends with it.
    private final class Listener: Sendable {
        let continuation: AsyncStream<Element>.Continuation

        init(_ continuation: AsyncStream<Element>.Continuation) {
            self.continuation = continuation
        }

        deinit {
            continuation.finish()
        }
    }

    private let listeners = Locked(Listeners())

    var hasListeners: Bool { listeners.withLock { !$0.all.isEmpty } }

    func send(_ elements: [Element]) {
        let all = listeners.withLock { $0.all }
        for listener in all.values {
            for element in elements { listener.continuation.yield(element) }
        }
    }

    /// Returns what is sent from now on; it ends with the broadcaster.
    func listen() -> BroadcastSequence<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
        let id = listeners.withLock { listeners in
            defer { listeners.next += 1 }
            listeners.all[listeners.next] = Listener(continuation)
            return listeners.next
        }
        continuation.onTermination = { [weak self] _ in
            // Let go of outside of the lock, since it ends the sequence.
            _ = self?.listeners.withLock { $0.all.removeValue(forKey: id) }
        }
        return BroadcastSequence(stream: stream)
    }
}

/// What a barricade tells its listeners, from the moment it was asked for and in order.
///
/// Each listener gets every element. The sequence ends with the barricade.
public struct BroadcastSequence<Element: Sendable>: AsyncSequence, Sendable {
    let stream: AsyncStream<Element>

    /// Steps through the elements.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var base: AsyncStream<Element>.AsyncIterator

        /// Waits for the next element; `nil` when the barricade is gone or the task is cancelled.
        public mutating func next() async -> Element? {
            await base.next()
        }
    }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(base: stream.makeAsyncIterator())
    }
}
