import Barricade

/// A lock that tasks take in the order in which they ask for it.
package final class TaskLock: Sendable {
    /// The latest turn; it ends when its work, and that of all turns before it, has ended.
    private let latest = Locked<Task<Void, Never>?>(nil)

    package init() {}

    /// Runs work when its turn comes.
    ///
    /// - Throws: What the work throws, or `CancellationError` if the task is cancelled before.
    package func withLock<Value: Sendable>(
        _ work: @Sendable () async throws -> Value
    ) async throws -> Value {
        let (beginning, begin) = AsyncStream.makeStream(of: Never.self)
        let (ending, end) = AsyncStream.makeStream(of: Never.self)
        defer { end.finish() }
        latest.withLock { latest in
            latest = Task.detached { [latest] in
                await latest?.value
                begin.finish()
                for await _ in ending {}
            }
        }
        // Ends at once if the task is cancelled; those behind it still wait for those before it.
        for await _ in beginning {}
        try Task.checkCancellation()
        return try await work()
    }
}
