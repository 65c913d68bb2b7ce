/// JSON as text over several lines, the same on every platform: members by name, two spaces deep.
struct JSONText {
    /// The words to write in place of values.
    private struct Replacement {
        var steps: ArraySlice<JSONPath.Step>
        let word: String
    }

    private(set) var text = ""

    /// Writes a value, with a word in place of each value that a path leads to.
    init(_ value: JSONValue, replacing paths: [JSONPath], by word: String) {
        write(
            value, replacing: paths.map { Replacement(steps: $0.steps[...], word: word) },
            indentation: "")
    }

    private mutating func write(
        _ value: JSONValue, replacing replacements: [Replacement], indentation: String
    ) {
        if let whole = replacements.first(where: { $0.steps.isEmpty }) {
            text += whole.word
            return
        }
        let inner = indentation + "  "
        switch value {
        case .object(let members) where !members.isEmpty:
            text += "{\n"
            for (place, name) in members.orderedKeys.enumerated() {
                text += (place > 0 ? ",\n" : "") + inner + "\(JSONValue.string(name)): "
                write(
                    members[name] ?? .null,
                    replacing: Self.below(replacements) { $0 == .member(name) },
                    indentation: inner)
            }
            text += "\n\(indentation)}"
        case .array(let elements) where !elements.isEmpty:
            text += "[\n"
            for (index, element) in elements.enumerated() {
                text += (index > 0 ? ",\n" : "") + inner
                write(
                    element,
                    replacing: Self.below(replacements) {
                        $0 == .element(index) || $0 == .element(index - elements.count)
                    }, indentation: inner)
            }
            text += "\n\(indentation)]"
        case .number(let number):
            // Encoders write it differently.
            text += "\(number)"
        case .largeInteger(let integer):
            text += integer.digits
        default:
            text += "\(value)"
        }
    }

    /// Returns what is left of the replacements whose next step leads to a value.
    private static func below(
        _ replacements: [Replacement], isStep: (JSONPath.Step) -> Bool
    ) -> [Replacement] {
        replacements.compactMap { replacement in
            guard let step = replacement.steps.first, step == .all || isStep(step) else {
                return nil
            }
            return Replacement(steps: replacement.steps.dropFirst(), word: replacement.word)
        }
    }
}
