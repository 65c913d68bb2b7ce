/// A change in a barricade: of its sets, its selection, its presets, or its policies.
public enum StoreChange: Sendable, Equatable {
    /// Sets were registered, or replaced sets with the same name; in order.
    case registered([String])
    /// Sets were removed.
    case unregistered([String])
    /// A set's selected response changed, by name, preset, reset or restore.
    case selected(response: String, set: String)
    /// A set's mode changed.
    case mode(ResponseSet.Mode, set: String)
    /// Presets were registered, or replaced presets with the same name.
    case presets([String])
    /// The unmatched policy changed.
    case unmatchedPolicy(UnmatchedPolicy)
    /// A seed chooses responses from now on; `nil` means that they are selected again.
    case chaos(seed: UInt64?)
    /// The network conditions changed; `nil` if there are none now.
    case networkConditions(NetworkConditions?)
}
