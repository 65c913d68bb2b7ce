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

/// A storage that keeps nothing between runs: each run starts at the defaults.
public struct MemorySelectionStorage: SelectionStorage {
    package init() {}

    public func load(for barricade: String) -> Preset.Selection { Preset.Selection() }
    public func update(
        for barricade: String, _ change: @Sendable (inout Preset.Selection) -> Void
    ) {}
}

extension MemorySelectionStorage: CustomStringConvertible {
    /// The place, for people: `memory`.
    public var description: String { "memory" }
}

extension SelectionStorage where Self == MemorySelectionStorage {
    /// A storage that keeps nothing between runs: each run starts at the defaults.
    public static var memory: MemorySelectionStorage { MemorySelectionStorage() }
}
