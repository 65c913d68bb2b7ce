/// A clock on which every sleep is over at once, and time has moved on to its end.
final class JumpingClock: Clock, Sendable {
    typealias Instant = ManualClock.Instant

    private let time = Locked(Instant())

    var now: Instant { time.withLock { $0 } }
    var minimumResolution: Duration { .zero }
    /// The time since the clock was made.
    var elapsed: Duration { now.offset }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        time.withLock { $0 = max($0, deadline) }
    }
}
