import Foundation

/// The user's arrangement of sets and groups: pinned, collapsed.
struct ScreenPreferences: Sendable, Hashable, Codable {
    /// The names of the pinned sets, in the order in which they were pinned.
    var pinned: [String] = []
    /// The names of the groups whose sets are hidden.
    var collapsed: Set<String> = []

    init() {}
}

/// The storage of the preferences, beside the selection.
///
/// Preferences are saved only for barricades that save their selection; an app without that
/// setting writes nothing.
struct ScreenPreferencesStorage: Sendable {
    private let suite: String

    init(suite: String = "Barricade.Screen") {
        self.suite = suite
    }

    /// Returns the saved preferences of a barricade; the defaults if they are missing or damaged.
    func load(for barricade: String) -> ScreenPreferences {
        guard let data = UserDefaults(suiteName: suite)?.data(forKey: barricade),
            let saved = try? JSONDecoder().decode(ScreenPreferences.self, from: data)
        else { return ScreenPreferences() }
        return saved
    }

    func save(_ preferences: ScreenPreferences, for barricade: String) {
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
