/// Where a barricade keeps its selection between runs.
///
/// ```swift
/// Barricade(login, profile, name: "App", storage: .userDefaults())
/// ```
///
/// A selection that cannot be loaded leaves every set at its default and is not overwritten; a
/// saved name that no longer exists falls back to the default. The barricade reports both.
///
/// Several barricades, also of several processes, may keep their selections in one place. A
/// barricade therefore saves what changes instead of all that is selected: the latest change of each
/// set is what is saved, and a reset is a change. To save elsewhere, in a tweaks panel for example,
/// write a storage of your own:
///
/// ```swift
/// struct TweaksStorage: SelectionStorage {
///     let tweaks: Tweaks
///
///     func load(for barricade: String) -> Selection {
///         Selection(tweaks[barricade])
///     }
///
///     func update(for barricade: String, _ change: @Sendable (inout Selection) -> Void) {
///         var selection = load(for: barricade)
///         change(&selection)
///         tweaks[barricade] = selection.responses
///     }
/// }
/// ```
///
/// Where others save too, hold a lock from the load to the end of the save.
public protocol SelectionStorage: Sendable {
    /// Returns what is saved for the barricade of that name; empty if nothing is.
    func load(for barricade: String) throws -> Selection

    /// Changes what is saved for the barricade of that name.
    ///
    /// One barricade calls it once at a time, on the thread that selects or resets.
    ///
    /// - Parameters:
    ///   - barricade: The name of the barricade.
    ///   - change: Changes the sets that have been selected or reset, and leaves the others alone.
    ///     It is given what is saved now, not what was loaded at the start.
    func update(
        for barricade: String, _ change: @Sendable (inout Selection) -> Void
    ) throws
}

/// Keeps nothing between runs: each run starts at the defaults.
public struct MemorySelectionStorage: SelectionStorage {
    /// Makes the storage that keeps nothing.
    public init() {}

    public func load(for barricade: String) -> Selection { Selection() }
    public func update(
        for barricade: String, _ change: @Sendable (inout Selection) -> Void
    ) {}
}

extension SelectionStorage where Self == MemorySelectionStorage {
    /// Keeps nothing between runs: each run starts at the defaults.
    public static var memory: MemorySelectionStorage { MemorySelectionStorage() }
}
