/// Something that changed in a barricade: its sets, what is selected, or what passes through.
public enum StoreChange: Sendable, Hashable {
    /// Sets were registered, or replaced under the same name; in order.
    case registered([String])
    /// Sets were taken out.
    case unregistered([String])
    /// Another response answers for a set now, be it by name, preset, reset or restore.
    case selected(response: String, set: String)
    /// A set answers, or lets its requests go to the real server.
    case mode(ResponseSetMode, set: String)
    /// Presets were registered, or replaced under the same name.
    case presets([String])
    /// What happens to requests that no set claims.
    case unmatchedPolicy(UnmatchedPolicy)
}

/// Hands every change to each listener, in the order in which the changes were made.
final class ChangeBroadcaster: Sendable {
    private struct Listeners {
        var next = 0
        var continuations: [Int: AsyncStream<StoreChange>.Continuation] = [:]
    }

    private let listeners = Mutex(Listeners())

    deinit {
        listeners.withLock { $0.continuations.values.forEach { $0.finish() } }
    }

    func send(_ changes: [StoreChange]) {
        guard !changes.isEmpty else { return }
        let continuations = listeners.withLock { Array($0.continuations.values) }
        for continuation in continuations {
            for change in changes { continuation.yield(change) }
        }
    }

    func listen() -> AsyncStream<StoreChange> {
        let (stream, continuation) = AsyncStream.makeStream(of: StoreChange.self)
        let id = listeners.withLock { listeners in
            defer { listeners.next += 1 }
            listeners.continuations[listeners.next] = continuation
            return listeners.next
        }
        continuation.onTermination = { [weak self] _ in
            self?.listeners.withLock { $0.continuations[id] = nil }
        }
        return stream
    }
}

/// The changes of a barricade from the moment it was asked for them, without end.
///
/// Each listener gets every change, in order. The sequence ends with the barricade.
public struct StoreChanges: AsyncSequence, Sendable {
    public typealias Element = StoreChange

    let stream: AsyncStream<StoreChange>

    /// Steps through the changes.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var base: AsyncStream<StoreChange>.AsyncIterator

        /// Waits for the next change; `nil` when the barricade is gone or the task is cancelled.
        public mutating func next() async -> StoreChange? {
            await base.next()
        }
    }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(base: stream.makeAsyncIterator())
    }
}
