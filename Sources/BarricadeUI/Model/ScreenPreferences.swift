import Foundation

/// The sets and groups as a person has arranged them: pinned, collapsed.
struct ScreenPreferences: Sendable, Hashable, Codable {
    /// The names of the pinned sets, the one pinned first at the front.
    var pinned: [String] = []
    /// The names of the groups whose sets are hidden.
    var collapsed: Set<String> = []

    init() {}
}

/// The place where preferences are kept, beside the selection.
///
/// They are kept only for barricades that keep their selection, so that an app that says nothing
/// leaves nothing behind.
struct ScreenPreferencesStorage: Sendable {
    private let suite: String

    init(suite: String = "Barricade.Screen") {
        self.suite = suite
    }

    /// Returns what was saved for a barricade; the usual arrangement if it is missing or damaged.
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
        // It writes nothing by itself there (6.3).
        defaults.synchronize()
        #endif
    }
}
