import Barricade
import BarricadeCommon

/// JSON over several lines, the same on every platform: members by name, indented by two spaces.
struct JSONText {
    private let word: String
    private(set) var text = ""

    /// Writes a value, with a word in place of each value at one of the paths.
    init(_ value: JSONValue, replacing paths: [JSONPath], by word: String) {
        self.word = word
        write(value, JSONPath.Walk(paths), indentation: "")
    }

    private mutating func write(_ value: JSONValue, _ walk: JSONPath.Walk, indentation: String) {
        if walk.isAtEnd {
            text += word
            return
        }
        let inner = indentation + "  "
        switch value {
        case .object(let members) where !members.values.isEmpty:
            text += "{\n"
            for (place, name) in members.values.orderedKeys.enumerated() {
                text += (place > 0 ? ",\n" : "") + inner + "\(JSONValue.string(name)): "
                write(
                    members.values[name] ?? .null, walk.entering(member: name), indentation: inner)
            }
            text += "\n\(indentation)}"
        case .array(let elements) where !elements.values.isEmpty:
            text += "[\n"
            for (index, element) in elements.values.enumerated() {
                text += (index > 0 ? ",\n" : "") + inner
                write(
                    element, walk.entering(element: index, of: elements.values.count),
                    indentation: inner)
            }
            text += "\n\(indentation)]"
        case .number(let number):
            // Encoders of different platforms write numbers differently.
            text += "\(number)"
        default:
            text += "\(value)"
        }
    }
}
