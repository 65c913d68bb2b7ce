import Barricade

/// What happened, in order, to wait for and to look at.
final class Events<Event: Sendable>: Sendable {
    private struct State {
        var events: [Event] = []
        var watchers:
            [(isMet: @Sendable ([Event]) -> Bool, continuation: CheckedContinuation<Void, Never>)] =
                []
    }

    private let state = Locked(State())

    var all: [Event] { state.withLock { $0.events } }

    func add(_ event: Event) {
        let met = state.withLock { state in
            state.events.append(event)
            let met = state.watchers.filter { $0.isMet(state.events) }
            state.watchers.removeAll { $0.isMet(state.events) }
            return met.map(\.continuation)
        }
        met.forEach { $0.resume() }
    }

    /// Waits until the events meet a condition; returns them.
    @discardableResult func wait(
        until isMet: @escaping @Sendable ([Event]) -> Bool
    ) async -> [Event] {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if isMet(state.events) { return true }
                state.watchers.append((isMet, continuation))
                return false
            }
            if isReady { continuation.resume() }
        }
        return all
    }

    /// Waits until there are so many events.
    @discardableResult func wait(count: Int = 1) async -> [Event] {
        await wait { $0.count >= count }
    }
}
