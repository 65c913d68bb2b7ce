/// Something that changed in a barricade: its sets, what is selected, or what passes through.
public enum StoreChange: Sendable, Hashable {
    /// Sets were registered, or replaced under the same name; in order.
    case registered([String])
    /// Sets were taken out.
    case unregistered([String])
    /// Another response answers for a set now, be it by name, preset, reset or restore.
    case selected(response: String, set: String)
    /// A set answers, or lets its requests go to the real server.
    case mode(ResponseSetMode, set: String)
    /// Presets were registered, or replaced under the same name.
    case presets([String])
    /// What happens to requests that no set claims.
    case unmatchedPolicy(UnmatchedPolicy)
    /// What the network is like; `nil` where it takes no time again.
    case networkConditions(NetworkConditions?)
}
