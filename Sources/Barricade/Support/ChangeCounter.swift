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
    func finish() {
        broadcaster.finish()
    }

    /// A signal after each change from now on; signals that are not taken yet become one.
    package var signals: AsyncStream<Void> {
        let signals = broadcaster.listen(buffering: .bufferingNewest(1))
        source?.signalChanges(by: broadcaster)
        return signals
    }
}

extension ChangeCounter {
    /// Waits until a condition holds, which it checks after each change; returns false after the
    /// timeout.
    package func wait(
        timeout: Duration, on clock: any Clock<Duration>,
        until condition: @escaping @Sendable () -> Bool
    ) async throws -> Bool {
        if condition() { return true }
        let signals = signals
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                // It may have changed before the signals began.
                if condition() { return }
                for await _ in signals where condition() { return }
                try Task.checkCancellation()
            }
            group.addTask {
                try await clock.sleep(for: min(timeout, .longest))
            }
            defer { group.cancelAll() }
            try await group.next()
            return condition()
        }
    }
}

/// An object with changes, which it counts from the beginning, and signals when asked.
protocol ChangeSource: Sendable {
    var changeCount: Int { get }
    func signalChanges(by broadcaster: Broadcaster<Void>)
}
