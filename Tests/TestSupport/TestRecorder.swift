import Barricade

/// A recorder that keeps nothing.
final class TestRecorder: LiveObserver {
    var isRecorder: Bool { true }
    func observation(of request: LiveRequest) -> (any LiveObservation)? { nil }
}
