import Foundation

/// The sets and groups as a person has arranged them: pinned, collapsed.
package struct ScreenPreferences: Sendable, Hashable, Codable {
    /// The names of the pinned sets, the one pinned first at the front.
    package var pinned: [String] = []
    /// The names of the groups whose sets are hidden.
    package var collapsed: Set<String> = []

    package init() {}
}

/// The place where preferences are kept, beside the selection.
///
/// They are kept only for barricades that keep their selection, so that an app that says nothing
/// leaves nothing behind.
package struct ScreenPreferencesStorage: Sendable {
    private let suite: String

    package init(suite: String = "Barricade.Screen") {
        self.suite = suite
    }

    /// Returns what was saved for a barricade; the usual arrangement if it is missing or damaged.
    package func load(for barricade: String) -> ScreenPreferences {
        guard let data = UserDefaults(suiteName: suite)?.data(forKey: barricade),
            let saved = try? JSONDecoder().decode(ScreenPreferences.self, from: data)
        else { return ScreenPreferences() }
        return saved
    }

    package func save(_ preferences: ScreenPreferences, for barricade: String) {
        guard let defaults = UserDefaults(suiteName: suite),
            let data = try? JSONEncoder().encode(preferences)
        else { return }
        defaults.set(data, forKey: barricade)
        // Linux (6.3) writes nothing by itself.
        defaults.synchronize()
    }
}
