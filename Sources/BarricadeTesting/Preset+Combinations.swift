public import Barricade

extension Preset {
    /// Presets that together cover the responses of several sets; each selects in all of them.
    ///
    /// `Preset.walk(over:including:)` and `Preset.pairs(over:including:)` make them. A preset is
    /// named after the responses that are not defaults, `Login: Offline, Cart: Empty`, or is called
    /// `Defaults`. A long name is cut and ends with the preset's number.
    public struct Combinations: Sendable {
        /// The responses of one set to select from, by name.
        struct Choices: Sendable {
            let set: String
            /// The names; the default comes first, if it is among them.
            let responses: [String]
            /// The name of the default, which may not be among them.
            let defaults: String?
        }

        /// The sets, with the names that they get when they are registered in one call.
        public let sets: [ResponseSet]
        /// The responses and pairs that no preset selects, each in a sentence; empty if all occur.
        public internal(set) var excluded: [String] = []
        var choices: [Choices] = []
        /// The indices of the responses that each preset selects, one for each set.
        var rows: [[Int]] = []
        /// The name of the method that made them.
        let maker: String
    }
}

extension Preset.Combinations: RandomAccessCollection {
    public var startIndex: Int { 0 }

    public var endIndex: Int { rows.count }

    /// The preset at an index, made now.
    public subscript(index: Int) -> Preset {
        var selection = Preset.Selection()
        var changes: [(set: String, response: String)] = []
        for (choices, place) in zip(choices, rows[index]) {
            let response = choices.responses[place]
            selection[choices.set] = response
            if response != choices.defaults { changes.append((choices.set, response)) }
        }
        guard !choices.isEmpty else { return nothing }
        var preset = Preset(name(of: changes, at: index), selection)
        preset.varied = changes.map(\.set)
        return preset
    }

    /// The preset if there is nothing to select; applying it fails the test.
    private var nothing: Preset {
        var preset = Preset("Nothing to select", [:])
        let reasons = sets.isEmpty ? " It was given no response sets." : "\n  "
        preset.fault =
            "Preset.\(maker)(over:) has nothing to select." + reasons
            + excluded.joined(separator: "\n  ")
        return preset
    }

    /// The most characters of a name; a longer one is cut.
    private static let longestName = 120

    private func name(of changes: [(set: String, response: String)], at index: Int) -> String {
        guard !changes.isEmpty else { return "Defaults" }
        let parts = changes.map { "\($0.set): \($0.response)" }
        let whole = parts.joined(separator: ", ")
        guard whole.count > Self.longestName else { return whole }
        var shown = parts[0].shortened(to: Self.longestName)
        var left = parts[1...]
        while let next = left.first, shown.count + next.count + 2 <= Self.longestName {
            shown += ", \(next)"
            left.removeFirst()
        }
        let more = left.isEmpty ? "" : " and \(left.count) more"
        return "\(shown)\(more) (\(index + 1) of \(count))"
    }
}

extension Preset.Combinations: CustomStringConvertible {
    /// The number of presets, and the excluded responses.
    public var description: String {
        let title = "\(count.counted("preset")) over \(sets.count.counted("response set"))"
        return ([title] + excluded).joined(separator: "\n")
    }
}
