#if DEBUG
import Barricade
#if canImport(BookshopResponses)
import BookshopResponses
#endif

/// The app's service in debug builds: its barricade, in front of `URLSession.shared`.
enum Service {
    /// Registers what it can answer; what people select is kept for the next launch.
    static func start() {
        // First, since the shared barricade is made at its first use.
        Barricade.configureShared { $0.storage = .userDefaults() }
        Barricade.shared.register(ResponseSets.all)
        Barricade.shared.register(Presets.all)
        Barricade.shared.enable()
    }
}
#endif
