public import Foundation

/// Where a barricade keeps its selection between runs.
///
/// ```swift
/// Barricade(login, profile, name: "App", storage: .userDefaults())
/// ```
///
/// A selection that cannot be loaded leaves every set at its default and is not overwritten; a
/// saved name that no longer exists falls back to the default. The barricade reports both.
public protocol SelectionStorage: Sendable {
    /// Returns what was saved for the barricade of that name; empty where nothing was.
    func load(for barricade: String) throws -> Selection

    /// Saves the whole selection of the barricade of that name.
    func save(_ selection: Selection, for barricade: String) throws
}

/// Keeps nothing between runs: each run starts at the defaults.
public struct MemorySelectionStorage: SelectionStorage {
    /// Makes the storage that keeps nothing.
    public init() {}

    public func load(for barricade: String) -> Selection { Selection() }
    public func save(_ selection: Selection, for barricade: String) {}
}

extension SelectionStorage where Self == MemorySelectionStorage {
    /// Keeps nothing between runs: each run starts at the defaults.
    public static var memory: MemorySelectionStorage { MemorySelectionStorage() }
}

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

    public func save(_ selection: Selection, for barricade: String) throws {
        let defaults = try defaults()
        var saved = try saved(for: barricade, in: defaults)
        saved[barricade] = selection
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

/// Keeps the selections of all barricades in one JSON file, which people may edit.
public struct FileSelectionStorage: SelectionStorage {
    private let url: URL

    /// Makes a storage over a file, which need not exist yet; its folder is made when needed.
    public init(_ url: URL) {
        self.url = url
    }

    public func load(for barricade: String) throws -> Selection {
        try saved()[barricade]
    }

    public func save(_ selection: Selection, for barricade: String) throws {
        var saved = try saved()
        saved[barricade] = selection
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try saved.json().write(to: url, options: .atomic)
    }

    private func saved() throws -> SavedSelections {
        guard FileManager.default.fileExists(atPath: url.path) else { return SavedSelections() }
        do {
            return try SavedSelections(reading: try Data(contentsOf: url))
        } catch {
            throw BarricadeError(.unusableSelection, "\(url.path): \(Self.reason(of: error))")
        }
    }

    private static func reason(of error: any Error) -> String {
        BarricadeError(error)?.message ?? error.localizedDescription
    }
}

extension SelectionStorage where Self == FileSelectionStorage {
    /// Keeps the selections of all barricades in one JSON file, which people may edit.
    public static func file(_ url: URL) -> Self {
        FileSelectionStorage(url)
    }
}
