import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

/// A value for a schema: made, or given by a document.
///
/// A class, so that what is known of a value is known wherever it stands.
final class SchemaValue: Hashable {
    typealias Part = (step: JSONPath.Step, value: SchemaValue)

    let node: JSONNode
    /// The elements or members.
    let parts: [Part]
    /// The number of values in it, with itself.
    let size: Int
    /// The number of levels in it.
    let height: Int
    let faults: [SchemaFault]
    /// The JSON without spaces; that of its parts is written once.
    private(set) lazy var compact = written

    /// The most faults that are told of a value.
    private static let mostFaults = 20

    private init(_ node: JSONNode, _ parts: [Part], _ faults: [SchemaFault]) {
        var (size, height, all) = (1, 0, Array(faults.prefix(Self.mostFaults)))
        for (step, value) in parts {
            size += value.size
            height = max(height, value.height + 1)
            all += value.faults.prefix(Self.mostFaults - all.count).map { $0.below(step) }
        }
        (self.node, self.parts) = (node, parts)
        (self.size, self.height, self.faults) = (size, height, all)
    }

    convenience init(_ scalar: JSONValue, _ faults: [SchemaFault] = []) {
        self.init(JSONNode(scalar), [], faults)
    }

    /// Makes an array or an object.
    convenience init(isArray: Bool, _ parts: [Part], _ faults: [SchemaFault]) {
        let node =
            isArray
            ? JSONNode(elements: parts.map(\.value.node))
            : JSONNode(members: parts.map { ($0.step.key ?? "", $0.value.node) })
        self.init(node, parts, faults)
    }

    /// Makes a value of a part of a document.
    convenience init(reading node: JSONNode) {
        let elements = node.elements.enumerated().map { (JSONPath.Step.index($0), $1) }
        let members = node.members.map { (JSONPath.Step.key($0.key), $0.value) }
        self.init(node, (elements + members).map { ($0, SchemaValue(reading: $1)) }, [])
    }

    private var written: String {
        // A part of a document is as it is spelled there.
        guard node.range.isEmpty, !parts.isEmpty else { return node.compact }
        var text = node.isArray ? "[" : "{"
        for (step, value) in parts {
            if text.utf8.count > 1 { text += "," }
            if let key = step.key { text += JSONValue.quoted(key) + ":" }
            text += value.compact
        }
        return text + (node.isArray ? "]" : "}")
    }

    func adding(_ fault: SchemaFault) -> SchemaValue {
        SchemaValue(node, parts, [fault] + faults)
    }

    static func == (left: SchemaValue, right: SchemaValue) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    func has(_ key: String) -> Bool { parts.contains { $0.step == .key(key) } }

    /// Whether it fits its schema, as far as that is known.
    var fits: Bool { faults.allSatisfy { $0.isOfWhatFits } }

    /// The narrowest of its types.
    var type: String {
        switch node.content {
        case .array: "array"
        case .object: "object"
        case .scalar(.null): "null"
        case .scalar(.bool): "boolean"
        case .scalar(.string): "string"
        case .scalar(let number):
            number.double.map { $0 == $0.rounded() } == true ? "integer" : "number"
        }
    }
}

/// The reason why a value, or a part of it, does not fit its schema, or is not whole.
struct SchemaFault {
    enum Kind {
        /// The value breaks a keyword.
        case keyword
        /// The value fits more than one of the schemas of which it may fit one.
        case ambiguous
        case reason
        /// The value fits, but some of it was left out.
        case cut
        /// The value fits, and was made since an example of the schema does not.
        case example
    }

    /// The place in the value; empty for the value itself.
    private var steps: [JSONPath.Step] = []
    /// A keyword, or the end of a sentence.
    private let text: String
    private let rule: JSONNode
    private var example: JSONNode?
    let kind: Kind

    init(_ text: String, _ rule: JSONNode, _ kind: Kind = .reason) {
        (self.text, self.rule, self.kind) = (text, rule, kind)
    }

    /// Whether the value fits all the same.
    var isOfWhatFits: Bool { kind == .cut || kind == .example }

    /// The part of the document that is to blame.
    var node: JSONNode { example ?? rule }

    /// The rule that is broken; `nil` if the reason says it all.
    var source: JSONNode? { kind == .reason ? nil : rule }

    /// The end of a sentence: `no value fits pattern "^x$"`.
    var reason: String {
        guard kind == .keyword else { return text }
        let shown = rule.scalar.map { " \("\($0)".shortened(to: 100))" } ?? ""
        return (example == nil ? "no value fits " : "its example breaks ") + text + shown
    }

    /// The place in the value: `items[0].code`.
    var place: Substring { "\(JSONPath(steps: steps))".dropFirst().trimmingPrefix(".") }

    func below(_ step: JSONPath.Step) -> SchemaFault {
        var fault = self
        fault.steps.insert(step, at: 0)
        return fault
    }

    /// Returns what is told of an example that breaks the rule, and gives way to another value.
    func passingOver(_ example: JSONNode) -> SchemaFault {
        var fault = SchemaFault(blaming(example).reason, example, .example)
        fault.steps = steps
        return fault
    }

    /// Returns the fault of an example that breaks the rule.
    func blaming(_ example: JSONNode) -> SchemaFault {
        var fault = self
        fault.example = example
        return fault
    }
}

extension JSONPath.Step {
    var key: String? { if case .key(let key) = self { key } else { nil } }
}
