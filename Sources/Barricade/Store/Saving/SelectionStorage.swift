/// Where a barricade keeps its selection between runs.
///
/// ```swift
/// Barricade(login, profile) {
///     $0.name = "App"
///     $0.storage = .userDefaults()
/// }
/// ```
///
/// A selection that cannot be loaded leaves every set at its default and is not overwritten; a
/// saved name that no longer exists falls back to the default. The barricade reports both.
///
/// Barricades of one name, also in several processes, may keep their selections in one place. Each
/// saves its changes only, and the latest change of a set wins; a reset is a change. To keep the
/// selection elsewhere, in a tweaks panel for example, write a storage of your own:
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
    /// Returns what is saved for the barricade of that name; empty if nothing is.
    func load(for barricade: String) throws -> Preset.Selection

    /// Changes what is saved for the barricade of that name.
    ///
    /// A barricade calls it once at a time. Selecting waits for it, so let it be quick.
    ///
    /// - Parameters:
    ///   - barricade: The name of the barricade.
    ///   - change: Changes the sets that have been selected or reset, and leaves the others alone.
    ///     It is given what is saved now, not what was loaded at the start.
    func update(
        for barricade: String, _ change: @Sendable (inout Preset.Selection) -> Void
    ) throws
}

/// Keeps nothing between runs: each run starts at the defaults.
public struct MemorySelectionStorage: SelectionStorage {
    /// Makes the storage that keeps nothing.
    public init() {}

    public func load(for barricade: String) -> Preset.Selection { Preset.Selection() }
    public func update(
        for barricade: String, _ change: @Sendable (inout Preset.Selection) -> Void
    ) {}
}

extension SelectionStorage where Self == MemorySelectionStorage {
    /// Keeps nothing between runs: each run starts at the defaults.
    public static var memory: MemorySelectionStorage { MemorySelectionStorage() }
}
