import Barricade

/// A value that changes, and that others wait for.
final class Watched<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var value: Value
        var watchers:
            [(isMet: @Sendable (Value) -> Bool, continuation: CheckedContinuation<Void, Never>)] =
                []
    }

    private let state: Locked<State>

    init(_ value: Value) {
        state = Locked(State(value: value))
    }

    var current: Value { state.withLock { $0.value } }

    /// Changes it, and wakes those who wait for what is so now.
    @discardableResult func change<Result>(_ change: (inout Value) -> Result) -> Result {
        let (result, met) = state.withLock { state in
            let result = change(&state.value)
            let met = state.watchers.filter { $0.isMet(state.value) }
            state.watchers.removeAll { $0.isMet(state.value) }
            return (result, met.map(\.continuation))
        }
        met.forEach { $0.resume() }
        return result
    }

    /// Waits until it meets a condition.
    func wait(until isMet: @escaping @Sendable (Value) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if isMet(state.value) { return true }
                state.watchers.append((isMet, continuation))
                return false
            }
            if isReady { continuation.resume() }
        }
    }
}
