/// A count of a barricade's changes, for those who show it.
///
/// Counting is cheap, so that every request can count. Listeners are told that there is something
/// new, and look for themselves.
package final class ChangeCounter: Sendable {
    private struct State {
        var count = 0
        /// Whether anybody has ever listened.
        var isHeard = false
    }

    private let state = Locked(State())
    private let broadcaster = Broadcaster<Void>()

    package init() {}

    /// The number of changes so far.
    package var count: Int { state.withLock { $0.count } }

    /// Counts a change; call it after the change.
    package func countOne() {
        let isHeard = state.withLock { state in
            state.count += 1
            return state.isHeard
        }
        if isHeard { broadcaster.send([()]) }
    }

    /// Ends the signals, since the barricade is gone; others may still hold the counter.
    package func finish() {
        broadcaster.finish()
    }

    /// A signal after each change from now on; those that nobody has taken become one.
    package var signals: BroadcastSequence<Void> {
        state.withLock { $0.isHeard = true }
        return broadcaster.listen(buffering: .bufferingNewest(1))
    }
}
