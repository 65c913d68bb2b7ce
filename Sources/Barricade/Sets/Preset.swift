/// A selection over many sets under one name: "Offline", "First launch", "Server down".
///
/// ```swift
/// barricade.register([
///     Preset("Offline", everySet: "Offline"),
///     Preset("First launch", ["Login": "New User", "Profile": "Empty"]),
/// ])
/// try barricade.apply("Offline")
/// ```
public struct Preset: Sendable, Hashable {
    /// The name, unique in a barricade.
    public let name: String
    /// The responses that it selects by set; they win over `everySet`.
    public let selection: Selection
    /// The name of the response that it selects in each set that has it; `nil` selects none.
    package private(set) var everySet: String?
    /// The sets that a case of a walk or of pairs varies; `nil` for all other presets.
    package var varied: [String]?
    /// The reason why it cannot be applied; usually `nil`.
    package var fault: String?

    /// Makes a preset of names; sets that it does not name stay as they are.
    public init(_ name: String, _ selection: Selection) {
        self.name = name
        self.selection = selection
    }

    /// Makes a preset that selects the response of one name in every set that has it.
    ///
    /// Applying it fails if no set has that response.
    ///
    /// - Parameters:
    ///   - name: The name, unique in a barricade.
    ///   - everySet: The name of the response.
    ///   - selection: The exceptions: responses by set.
    public init(_ name: String, everySet: String, except selection: Selection = [:]) {
        self.init(name, selection)
        self.everySet = everySet
    }
}

extension Preset: CustomStringConvertible {
    /// The name and the selection: `Offline: Login=Slow, every set=Offline`.
    public var description: String {
        var shown = selection
        if let everySet { shown["every set"] = everySet }
        return "\(name): \(shown)"
    }
}

extension Preset {
    /// The names of the selected responses by set; a set that is missing is at its default.
    public struct Selection: Sendable, Hashable {
        /// The response names by set name.
        public var responses: [String: String]

        /// Makes a selection from names: `["Login": "Offline"]`.
        public init(_ responses: [String: String] = [:]) {
            self.responses = responses
        }

        /// The name of the response selected in a set; `nil` means its default.
        public subscript(set: String) -> String? {
            get { responses[set] }
            set { responses[set] = newValue }
        }

        /// The response names, in the order of the set names.
        package var ordered: [(set: String, response: String)] {
            responses.orderedKeys.compactMap { set in responses[set].map { (set, $0) } }
        }
    }
}

extension Preset.Selection: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init()
        for (set, response) in elements { responses[set] = response }
    }
}

extension Preset.Selection: CustomStringConvertible {
    /// The names in order: `Login=Offline, Profile=Empty`.
    public var description: String {
        ordered.map { "\($0.set)=\($0.response)" }.joined(separator: ", ")
    }
}
