import Barricade

@testable import TestSupport

/// A point that tasks pass together.
final class Meeting: Sendable {
    private struct State {
        var missing: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Locked<State>

    init(of count: Int) {
        state = Locked(State(missing: count))
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state in
                state.waiting.append(continuation)
                state.missing -= 1
                return state.missing == 0 ? state.waiting : []
            }
            ready.forEach { $0.resume() }
        }
    }
}
