/// A selection over many sets under one name: "Offline", "First launch", "Server down".
///
/// ```swift
/// barricade.register(Preset("Offline", everySet: "Offline"))
/// barricade.register(Preset("First launch", ["Login": "New User", "Profile": "Empty"]))
/// try barricade.apply("Offline")
/// ```
public struct Preset: Sendable, Hashable {
    /// The name, unique in a barricade.
    public let name: String
    /// The responses that it selects by set; it goes before ``everySet``.
    public let selection: Selection
    /// The response that it selects in each set that has one of that name; `nil` selects none.
    public let everySet: String?

    /// Makes a preset of the names it selects; sets that it does not name stay as they are.
    public init(_ name: String, _ selection: Selection) {
        self.name = name
        self.selection = selection
        everySet = nil
    }

    /// Makes a preset that selects a response in every set that has one of that name.
    ///
    /// Applying it fails if no set has one.
    ///
    /// - Parameters:
    ///   - name: The name, unique in a barricade.
    ///   - everySet: The name of the response.
    ///   - selection: What it selects otherwise.
    public init(_ name: String, everySet: String, except selection: Selection = [:]) {
        self.name = name
        self.selection = selection
        self.everySet = everySet
    }
}
