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
    }
}

extension Preset.Selection: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, String)...) {
        responses = Dictionary(elements) { _, last in last }
    }
}

extension Preset.Selection: CustomStringConvertible {
    /// The names in order: `Login=Offline, Profile=Empty`.
    public var description: String {
        responses.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
    }
}
