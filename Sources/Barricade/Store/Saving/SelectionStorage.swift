import Foundation

/// A storage for a barricade's selection between runs.
///
/// ```swift
/// Barricade(login, profile) {
///     $0.name = "App"
///     $0.storage = .userDefaults()
/// }
/// ```
///
/// If a selection cannot be loaded, every set starts at its default, and nothing is overwritten. A
/// saved name that no longer exists falls back to the default. The barricade reports both.
///
/// Barricades with one name, even in several processes, may share a storage. Each saves only its
/// changes, and the latest change of a set wins; a reset is a change. To keep the selection
/// elsewhere, such as in a tweaks panel, write your own storage:
///
/// ```swift
/// struct TweaksStorage: SelectionStorage {
///     let tweaks: Tweaks
///
///     func load(for barricade: String) -> Preset.Selection {
///         Preset.Selection(tweaks[barricade])
///     }
///
///     func update(for barricade: String, _ change: @Sendable (inout Preset.Selection) -> Void) {
///         var selection = load(for: barricade)
///         change(&selection)
///         tweaks[barricade] = selection.responses
///     }
/// }
/// ```
///
/// If others save to the same place, hold a lock while you load, change and save.
public protocol SelectionStorage: Sendable {
    /// Returns the saved selection of the barricade with that name; empty if there is none.
    func load(for barricade: String) throws -> Preset.Selection

    /// Changes the saved selection of the barricade with that name.
    ///
    /// A barricade makes one call at a time. Selecting waits for the call, so keep it quick.
    ///
    /// - Parameters:
    ///   - barricade: The name of the barricade.
    ///   - change: Changes the sets that have been selected or reset, and leaves the others alone.
    ///     Pass it the currently saved selection, not the one loaded at the start.
    func update(
        for barricade: String, _ change: @Sendable (inout Preset.Selection) -> Void
    ) throws
}

/// A storage of selections in their own suite of user defaults, apart from the app's settings.
///
/// Selections are written at once. Processes that share a suite keep each other's selections if
/// they have the same folder for caches, unlike sandboxed apps of an app group. On Linux, the suite
/// is lost if the process is killed during a save.
public struct UserDefaultsSelectionStorage: SelectionStorage {
    private let suite: String

    init(suite: String) {
        self.suite = suite
    }

    public func load(for barricade: String) throws -> Preset.Selection {
        try withDefaults { try saved(for: barricade, in: $0) }
    }

    public func update(
        for barricade: String, _ change: @Sendable (inout Preset.Selection) -> Void
    ) throws {
        try withDefaults { defaults in
            let before = try saved(for: barricade, in: defaults)
            var selection = before
            change(&selection)
            guard selection != before else { return }
            let content: [String: Any] = [
                "version": Self.version, "barricades": [barricade: selection.responses],
            ]
            let json = try JSONSerialization.data(
                withJSONObject: content, options: [.prettyPrinted, .sortedKeys])
            defaults.set(json, forKey: barricade)
            guard defaults.synchronize() else {
                throw Self.fault("user defaults suite \(suite.shortened) cannot be written")
            }
        }
    }

    private func saved(
        for barricade: String, in defaults: UserDefaults
    ) throws(BarricadeError) -> Preset.Selection {
        guard let value = defaults.object(forKey: barricade) else { return Preset.Selection() }
        let json = (value as? Data).flatMap {
            try? JSONSerialization.jsonObject(with: $0, options: .fragmentsAllowed)
        }
        let content = json as? [String: Any]
        let version = content?["version"] as? Int
        let barricades = content?["barricades"] as? [String: [String: String]]
        if version == Self.version, let barricades {
            return Preset.Selection(barricades[barricade] ?? [:])
        }
        let problem =
            if json == nil {
                "it is not JSON"
            } else if let version, version != Self.version {
                "it is of version \(version), and this version of Barricade reads \(Self.version)"
            } else {
                #"it is not of the form {"version": 1, "barricades": {"App": {"Login": "Offline"}}}"#
            }
        throw Self.fault("user defaults suite \(suite.shortened): \(problem)")
    }

    private static func fault(_ problem: String) -> BarricadeError {
        BarricadeError(.unusableSelection, problem)
    }

    /// Gives the suite to work that excludes all other work with suites, in this process and in
    /// this user's others with the same folder for caches, where no other user can lock the file.
    ///
    /// Linux (6.3) empties the suite's file before it writes it, so no process may read meanwhile.
    private func withDefaults<Result>(_ work: (UserDefaults) throws -> Result) throws -> Result {
        let files = FileManager.default
        let folder = files.urls(for: .cachesDirectory, in: .userDomainMask).first
        let path = (folder ?? files.temporaryDirectory).appendingPathComponent("Barricade.lock")
            .path
        if let folder { try? files.createDirectory(at: folder, withIntermediateDirectories: true) }
        let lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock >= 0 else {
            throw Self.fault("\(path) cannot be opened: \(String(cString: strerror(errno)))")
        }
        // Closing the file unlocks it.
        defer { close(lock) }
        if let reason = OpenFileLock.take(lock) { throw Self.fault("\(path) \(reason)") }
        guard let defaults = UserDefaults(suiteName: suite) else {
            throw Self.fault("\"\(suite.shortened)\" cannot be the name of a user defaults suite")
        }
        // On Linux (6.3), user defaults neither write by themselves nor read other processes'
        // changes.
        defaults.synchronize()
        return try work(defaults)
    }

    /// The only version of the saved form so far; a value of a later version stays unchanged.
    private static let version = 1
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
