import Barricade

/// A recorder that keeps nothing.
final class TestRecorder: Plugin {
    let observationLevel = ObservationLevel.recording
}
