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

        /// The names by those of the sets.
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
