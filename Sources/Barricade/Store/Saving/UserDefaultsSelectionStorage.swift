import Foundation

/// A storage of selections in their own suite of user defaults, apart from the app's settings.
///
/// Selections are written at once. Processes that share a suite keep each other's selections if
/// they have the same temporary folder, unlike sandboxed apps of an app group. On Linux, the suite
/// is lost if the process is killed during a save; use ``FileSelectionStorage`` to avoid that.
public struct UserDefaultsSelectionStorage: SelectionStorage {
    private let suite: String

    /// Makes a storage in the suite with that name.
    public init(suite: String = "Barricade") {
        self.suite = suite
    }

    public func load(for barricade: String) throws -> Preset.Selection {
        // Linux (6.3) empties the suite's file before it writes it, so no process may read
        // meanwhile.
        try withLock { try saved(for: barricade, in: defaults())[barricade] }
    }

    public func update(
        for barricade: String, _ change: @Sendable (inout Preset.Selection) -> Void
    ) throws {
        try withLock {
            let defaults = try defaults()
            let before = try saved(for: barricade, in: defaults)
            var saved = before
            change(&saved[barricade])
            guard saved != before else { return }
            defaults.set(try saved.json(), forKey: barricade)
            guard defaults.synchronize() else {
                throw BarricadeError(
                    .unusableSelection, "user defaults suite \(suite.shortened) cannot be written")
            }
        }
    }

    /// Runs a body while no other process of this user with the same temporary folder runs one.
    private func withLock<Result>(_ body: () throws -> Result) throws -> Result {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("Barricade-\(getuid()).saving")
        do {
            return try FileLock(path: file.path).withLock { _ in try body() }
        } catch let failure as FileLock.Failure {
            throw BarricadeError(.unusableSelection, failure.description)
        }
    }

    private func saved(for barricade: String, in defaults: UserDefaults) throws -> SavedSelections {
        guard let value = defaults.object(forKey: barricade) else { return SavedSelections() }
        do {
            return try SavedSelections(reading: value as? Data ?? Data())
        } catch {
            throw BarricadeError(
                .unusableSelection, "user defaults suite \(suite.shortened): \(error.message)")
        }
    }

    private func defaults() throws -> UserDefaults {
        guard let defaults = UserDefaults(suiteName: suite) else {
            throw BarricadeError(
                .unusableSelection,
                "\"\(suite.shortened)\" cannot be the name of a user defaults suite")
        }
        // On Linux (6.3), user defaults neither write by themselves nor read other processes'
        // changes.
        defaults.synchronize()
        return defaults
    }
}

extension UserDefaultsSelectionStorage: CustomStringConvertible {
    /// The place, for people: `user defaults suite Barricade`.
    public var description: String { "user defaults suite \(suite.shortened)" }
}

extension SelectionStorage where Self == UserDefaultsSelectionStorage {
    /// A storage of selections in their own suite of user defaults, apart from the app's settings.
    public static func userDefaults(suite: String = "Barricade") -> Self {
        UserDefaultsSelectionStorage(suite: suite)
    }
}
