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

/// A keeper of a barricade's selection, which loads it and saves its changes in order.
package final class SelectionSaver: Sendable {
    private struct State {
        /// The changes that no save has taken.
        var unsaved = SelectionChanges()
        var isSaving = false
        /// The first fault since the selection was last read or saved; it has been reported.
        var fault: BarricadeError?
    }

    package let storage: (any SelectionStorage)?
    private let barricade: String
    private let report: @Sendable (BarricadeError) -> Void
    private let state = Locked(State())

    init(
        _ settings: Barricade.Settings, report: @escaping @Sendable (BarricadeError) -> Void
    ) {
        storage = settings.storage
        barricade = settings.name
        self.report = report
    }

    /// The fault that keeps it from working now; `nil` if it works.
    package var fault: BarricadeError? { state.withLock { $0.fault } }

    /// Returns the saved selection; an empty one if it cannot be loaded.
    func load() -> Preset.Selection {
        do {
            return try storage?.load(for: barricade) ?? [:]
        } catch {
            note(
                error, "The saved selection", "cannot be read",
                "Sets start at their defaults, and it is not overwritten. To fix: repair or remove it."
            )
            return [:]
        }
    }

    /// Records changes for the next save.
    func note(_ changes: SelectionChanges) {
        guard !changes.isEmpty else { return }
        state.withLock { $0.unsaved.add(changes) }
    }

    /// Saves changes; a running save saves them too, so that two never run at a time.
    ///
    /// Changes that cannot be saved are saved together with the next ones.
    func save() {
        let isFirst = state.withLock { state in
            defer { state.isSaving = true }
            return !state.isSaving
        }
        guard isFirst else { return }
        var left = SelectionChanges()
        while let changes = takeUnsaved(after: left) {
            do {
                // A selection that cannot be read must not be overwritten.
                if fault != nil { _ = try storage?.load(for: barricade) }
                try storage?.update(for: barricade) { changes.apply(to: &$0) }
                left = SelectionChanges()
                state.withLock { $0.fault = nil }
            } catch {
                left = changes
                note(
                    error, "The selection", "cannot be saved",
                    "It applies to this run; the next one starts with the previously saved selection."
                )
            }
        }
    }

    /// Returns the changes to save: those left by the last attempt, and those made since.
    ///
    /// If none were made since, the save ends, and those left are kept for the next save.
    private func takeUnsaved(after left: SelectionChanges) -> SelectionChanges? {
        state.withLock { state in
            var changes = left
            changes.add(state.unsaved)
            state.isSaving = !state.unsaved.isEmpty
            state.unsaved = state.isSaving ? SelectionChanges() : changes
            return state.isSaving ? changes : nil
        }
    }

    /// Reports the first fault since the selection was last read or saved.
    private func note(
        _ error: any Error, _ what: String, _ problem: String, _ consequence: String
    ) {
        let reason = (BarricadeError(error)?.message ?? "\(error)").shortened(to: 400)
        let fault = BarricadeError(
            .unusableSelection,
            """
            \(what) of barricade "\(barricade.shortened)" \(problem): \(reason).
            \(consequence)
            """)
        let isFirst = state.withLock { state in
            defer { state.fault = state.fault ?? fault }
            return state.fault == nil
        }
        if isFirst { report(fault) }
    }
}

/// The changes to a saved selection, in order.
///
/// Sets without a change stay as saved, since another barricade may have saved them.
struct SelectionChanges: Sendable {
    enum Change: Sendable {
        case selected(String)
        case reset
        /// The removal of a name that is gone; a different saved name stays.
        case lost(String)
    }

    /// The changes by set, in order.
    private var changes: [String: [Change]] = [:]

    var isEmpty: Bool { changes.isEmpty }

    /// Adds a later change of a set.
    mutating func add(_ change: Change, for set: String) {
        if case .lost = change {} else { changes[set] = nil }
        changes[set, default: []].append(change)
    }

    /// Adds changes that are all later.
    mutating func add(_ later: SelectionChanges) {
        for (set, changes) in later.changes { changes.forEach { add($0, for: set) } }
    }

    func apply(to selection: inout Preset.Selection) {
        for (set, change) in changes.flatMap({ set, changes in changes.map { (set, $0) } }) {
            switch change {
            case .selected(let response): selection[set] = response
            case .reset: selection[set] = nil
            case .lost(let response): if selection[set] == response { selection[set] = nil }
            }
        }
    }
}
