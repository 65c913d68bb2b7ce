/// A count of a barricade's changes, for those who show it.
///
/// Counting is cheap, so that every request can count. Listeners are told that there is something
/// new, and look for themselves.
final class ChangeCounter: Sendable {
    private let changes = Locked(0)
    private let broadcaster = Broadcaster<Void>()

    /// The number of changes so far.
    var count: Int { changes.withLock { $0 } }

    /// Counts a change; call it after the change.
    func countOne() {
        changes.withLock { $0 += 1 }
        if broadcaster.hasListeners { broadcaster.send([()]) }
    }

    /// Ends the signals, since the barricade is gone; others may still hold the counter.
    func finish() {
        broadcaster.finish()
    }

    /// A signal after each change from now on; those that nobody has taken become one.
    var signals: BroadcastSequence<Void> { broadcaster.listen(buffering: .bufferingNewest(1)) }
}
