import Barricade
import BarricadeCommon

/// JSON as text over several lines, the same on every platform: members by name, two spaces deep.
struct JSONText {
    private let word: String
    private(set) var text = ""

    /// Writes a value, with a word in place of each value that a path leads to.
    init(_ value: JSONValue, replacing paths: [JSONPath], by word: String) {
        self.word = word
        write(value, JSONPathWalk(paths), indentation: "")
    }

    private mutating func write(_ value: JSONValue, _ walk: JSONPathWalk, indentation: String) {
        if walk.isAtEnd {
            text += word
            return
        }
        let inner = indentation + "  "
        switch value {
        case .object(let members) where !members.isEmpty:
            text += "{\n"
            for (place, name) in members.orderedKeys.enumerated() {
                text += (place > 0 ? ",\n" : "") + inner + "\(JSONValue.string(name)): "
                write(members[name] ?? .null, walk.entering(member: name), indentation: inner)
            }
            text += "\n\(indentation)}"
        case .array(let elements) where !elements.isEmpty:
            text += "[\n"
            for (index, element) in elements.enumerated() {
                text += (index > 0 ? ",\n" : "") + inner
                write(
                    element, walk.entering(element: index, of: elements.count),
                    indentation: inner)
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
}
