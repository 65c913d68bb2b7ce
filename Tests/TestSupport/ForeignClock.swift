/// A clock that the library does not know: it stands still until a test moves it on.
final class ForeignClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration = .zero

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State: Sendable {
        var now = Instant()
        var next = 0
        /// When those wake who sleep.
        var deadlines: [Int: Instant] = [:]
        var cancelled: Set<Int> = []
    }

    private let state = Watched(State())

    var now: Instant { state.current.now }
    var minimumResolution: Duration { .zero }
    var sleeperCount: Int { state.current.deadlines.count }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.change { state in
            state.next += 1
            if deadline > state.now { state.deadlines[state.next] = deadline }
            return state.next
        }
        await withTaskCancellationHandler {
            await state.wait { $0.deadlines[id] == nil }
        } onCancel: {
            state.change { state in
                if state.deadlines.removeValue(forKey: id) != nil { state.cancelled.insert(id) }
            }
        }
        if state.current.cancelled.contains(id) { throw CancellationError() }
    }

    /// Moves the clock on and wakes those whose time has come.
    func advance(by duration: Duration) {
        state.change { state in
            state.now = state.now.advanced(by: duration)
            state.deadlines = state.deadlines.filter { [now = state.now] in $0.value > now }
        }
    }

    /// Waits until so many are asleep.
    func waitForSleepers(_ count: Int = 1) async {
        await state.wait { $0.deadlines.count >= count }
    }

    /// Waits until nobody is asleep: what is cancelled may wake a moment later.
    func waitUntilNobodySleeps() async {
        await state.wait { $0.deadlines.isEmpty }
    }

    /// Waits until somebody is asleep who is to wake after just this time.
    func waitForSleeper(of duration: Duration) async {
        let deadline = now.advanced(by: duration)
        await state.wait { $0.deadlines.values.contains(deadline) }
    }
}
