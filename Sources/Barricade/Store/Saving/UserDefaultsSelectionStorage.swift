import Foundation

/// Keeps selections in a suite of user defaults of their own, apart from the app's settings.
public struct UserDefaultsSelectionStorage: SelectionStorage {
    private let suite: String

    /// Makes a storage over the suite of that name.
    public init(suite: String = "Barricade") {
        self.suite = suite
    }

    public func load(for barricade: String) throws -> Selection {
        try saved(for: barricade, in: defaults())[barricade]
    }

    public func update(
        for barricade: String, _ change: @Sendable (inout Selection) -> Void
    ) throws {
        let defaults = try defaults()
        var saved = try saved(for: barricade, in: defaults)
        change(&saved[barricade])
        defaults.set(try saved.json(), forKey: barricade)
    }

    private func saved(for barricade: String, in defaults: UserDefaults) throws -> SavedSelections {
        guard let value = defaults.object(forKey: barricade) else { return SavedSelections() }
        do {
            return try SavedSelections(reading: value as? Data ?? Data())
        } catch {
            throw BarricadeError(
                .unusableSelection, "user defaults suite \(suite): \(error.message)")
        }
    }

    private func defaults() throws -> UserDefaults {
        guard let defaults = UserDefaults(suiteName: suite) else {
            throw BarricadeError(
                .unusableSelection, "\"\(suite)\" cannot be the name of a user defaults suite")
        }
        return defaults
    }
}

extension SelectionStorage where Self == UserDefaultsSelectionStorage {
    /// Keeps selections in a suite of user defaults of their own, apart from the app's settings.
    public static func userDefaults(suite: String = "Barricade") -> Self {
        UserDefaultsSelectionStorage(suite: suite)
    }
}
