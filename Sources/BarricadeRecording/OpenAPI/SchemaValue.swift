import Barricade
import BarricadeCommon
import Foundation

/// A value for a schema: made, or given by a document.
///
/// A class, so that what is known of a value is known wherever it stands.
final class SchemaValue {
    let node: JSONNode
    let elements: [SchemaValue]
    let members: [(key: String, value: SchemaValue)]
    /// The number of values in it, with itself.
    let size: Int
    /// The number of levels in it.
    let height: Int
    let faults: [SchemaFault]

    /// The most faults that are told of a value.
    private static let mostFaults = 20

    private init(
        _ node: JSONNode, elements: [SchemaValue] = [],
        members: [(key: String, value: SchemaValue)] = [], _ faults: [SchemaFault]
    ) {
        (self.node, self.elements, self.members) = (node, elements, members)
        var (size, height, inner) = (1, 0, faults)
        for (index, element) in elements.enumerated() {
            (size, height) = (size + element.size, max(height, element.height + 1))
            inner += element.faults.map { $0.below("[\(index)]") }
        }
        for (key, member) in members {
            (size, height) = (size + member.size, max(height, member.height + 1))
            inner += member.faults.map { $0.below(".\(key)") }
        }
        (self.size, self.height) = (size, height)
        self.faults = Array(inner.prefix(Self.mostFaults))
    }

    convenience init(_ scalar: JSONValue, _ faults: [SchemaFault] = []) {
        self.init(JSONNode(scalar), faults)
    }

    convenience init(elements: [SchemaValue], _ faults: [SchemaFault] = []) {
        self.init(JSONNode(elements: elements.map(\.node)), elements: elements, faults)
    }

    convenience init(
        members: [(key: String, value: SchemaValue)], _ faults: [SchemaFault] = []
    ) {
        let node = JSONNode(members: members.map { ($0.key, $0.value.node) })
        self.init(node, members: members, faults)
    }

    /// Makes a value of a part of a document.
    convenience init(reading node: JSONNode) {
        self.init(
            node, elements: node.elements.map { SchemaValue(reading: $0) },
            members: node.members.map { ($0.key, SchemaValue(reading: $0.value)) }, [])
    }

    func adding(_ fault: SchemaFault) -> SchemaValue {
        SchemaValue(node, elements: elements, members: members, [fault] + faults)
    }

    /// Whether it fits its schema, as far as that is known.
    var fits: Bool { faults.allSatisfy(\.isCut) }

    var number: Decimal? {
        switch node.scalar {
        case .integer, .number, .largeInteger: Decimal(string: node.token)
        default: nil
        }
    }
}

/// The reason why a value, or a part of it, does not fit its schema, or is not whole.
struct SchemaFault: Error {
    /// The place in the value: `.items[0].code`; empty for the value itself.
    var place = ""
    /// The end of a sentence: `no value fits pattern "^x$"`.
    let reason: String
    /// The part of the document that is to blame.
    let node: JSONNode
    /// Whether it fits, but some of it was left out.
    var isCut = false

    /// Makes the fault of a value that breaks a rule.
    static func breaking(_ keyword: String, _ rule: JSONNode) -> SchemaFault {
        let shown = rule.scalar.map { " \("\($0)".shortened(to: 100))" } ?? ""
        return SchemaFault(reason: "no value fits \(keyword)\(shown)", node: rule)
    }

    func below(_ step: String) -> SchemaFault {
        var fault = self
        fault.place = step + place
        return fault
    }
}
