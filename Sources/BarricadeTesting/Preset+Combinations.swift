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
            let usual: String?
        }

        /// The indices of the responses that each preset selects.
        enum Plan: Sendable {
            /// One index for each set.
            case rows([[Int]])
            /// The first response in all sets but one; `nil` means the first in all sets.
            case changes([(set: Int, response: Int)?])
        }

        /// The sets, with the names that they get when they are registered in one call.
        public let sets: [ResponseSet]
        /// The responses and pairs that no preset selects, each in a sentence; empty if all occur.
        public let excluded: [String]
        let choices: [Choices]
        let plan: Plan
    }
}

extension Preset.Combinations: RandomAccessCollection {
    public var startIndex: Int { 0 }

    public var endIndex: Int {
        switch plan {
        case .rows(let rows): rows.count
        case .changes(let changes): changes.count
        }
    }

    /// The preset at an index, made now.
    public subscript(index: Int) -> Preset {
        var selection = Preset.Selection()
        var changes: [(set: String, response: String)] = []
        for (place, choices) in choices.enumerated() {
            let response = choices.responses[response(of: place, at: index)]
            selection[choices.set] = response
            if response != choices.usual { changes.append((choices.set, response)) }
        }
        guard !choices.isEmpty else { return nothing }
        var preset = Preset(name(of: changes, at: index), selection)
        preset.varied = changes.map(\.set)
        return preset
    }

    /// The preset if there is nothing to select; applying it fails the test.
    private var nothing: Preset {
        let name = if case .rows = plan { "pairs" } else { "walk" }
        var preset = Preset("Nothing to select", [:])
        let reasons = sets.isEmpty ? " It was given no response sets." : "\n  "
        preset.fault =
            "Preset.\(name)(over:) has nothing to select." + reasons
            + excluded.joined(separator: "\n  ")
        return preset
    }

    private func response(of set: Int, at index: Int) -> Int {
        switch plan {
        case .rows(let rows): rows[index][set]
        case .changes(let changes): changes[index].map { $0.set == set ? $0.response : 0 } ?? 0
        }
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
        let presets = count == 1 ? "1 preset" : "\(count) presets"
        let sets = sets.count == 1 ? "1 response set" : "\(sets.count) response sets"
        return (["\(presets) over \(sets)"] + excluded).joined(separator: "\n")
    }
}
