import BarricadeSurfaces
import Foundation

/// The storage of the preferences, beside the selection.
///
/// Preferences are saved only for barricades that save their selection; an app without that
/// setting writes nothing.
struct ScreenPreferencesStorage: Sendable {
    var suite = "Barricade.Screen"

    /// Returns the saved preferences of a barricade; the defaults if they are missing or damaged.
    func load(for barricade: String) -> Arrangement {
        guard let data = UserDefaults(suiteName: suite)?.data(forKey: barricade),
            let saved = try? JSONDecoder().decode(Arrangement.self, from: data)
        else { return Arrangement() }
        return saved
    }

    func save(_ preferences: Arrangement, for barricade: String) {
        guard let defaults = UserDefaults(suiteName: suite),
            let data = try? JSONEncoder().encode(preferences)
        else { return }
        defaults.set(data, forKey: barricade)
        #if os(Linux)
        // On this platform, `UserDefaults` does not write by itself (Swift 6.3).
        defaults.synchronize()
        #endif
    }
}
