import Barricade
import BarricadeSurfaces

/// A recorder that only notes which replies it is to keep.
final class TestRecorder: LiveObserver {
    private struct State {
        var offered: Set<Int>
        var kept: [Int] = []
    }

    private let state: Locked<State>

    /// Makes a recorder that has the replies to these requests.
    init(offering requests: Set<Int> = []) {
        state = Locked(State(offered: requests))
    }

    var isRecorder: Bool { true }
    var keepableReplies: Set<Int> { state.withLock { $0.offered } }
    /// The numbers of the requests whose replies it has kept.
    var kept: [Int] { state.withLock { $0.kept } }

    func observation(of request: LiveRequest) -> (any LiveObservation)? { nil }

    func keepReply(to request: Int) {
        state.withLock { state in
            state.offered.remove(request)
            state.kept.append(request)
        }
    }

    /// Drops what it has, as one does when others have come.
    func dropReplies() {
        state.withLock { $0.offered = [] }
    }
}
