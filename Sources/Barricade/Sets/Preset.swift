/// A selection over many sets under one name: "Offline", "First launch", "Server down".
///
/// ```swift
/// barricade.register(Preset("Offline", ["Login": "Offline", "Profile": "Offline"]))
/// try barricade.apply("Offline")
/// ```
public struct Preset: Sendable, Hashable {
    /// The name, unique in a barricade.
    public let name: String
    /// What it selects; sets that it does not name stay as they are.
    public let selection: Selection

    /// Makes a preset of the names it selects.
    public init(_ name: String, _ selection: Selection) {
        self.name = name
        self.selection = selection
    }
}
