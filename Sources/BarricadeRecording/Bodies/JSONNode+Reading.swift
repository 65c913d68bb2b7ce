import Barricade
import BarricadeFolder

/// A value of a HAR file or an OpenAPI document, read leniently, since writers differ.
extension JSONNode {
    /// The value of a scalar; `nil` for an array or object.
    var scalar: JSONValue? { if case .scalar(let value) = content { value } else { nil } }

    var string: String? { scalar?.string }

    /// The text, or the texts of an array.
    var strings: [String] { string.map { [$0] } ?? elements.compactMap(\.string) }

    /// The value of a member, even if it is `null` or a Boolean.
    func member(_ key: String) -> JSONNode? {
        guard case .object(let members) = content else { return nil }
        // Not with `first(where:)`, which copies each member.
        for index in members.indices where members[index].key == key {
            return members[index].value
        }
        return nil
    }

    func isTrue(_ key: String) -> Bool { member(key)?.scalar?.bool == true }

    /// The elements of a member that is an array.
    func elements(of key: String) -> [JSONNode] { member(key)?.elements ?? [] }

    /// The members of a member that is an object.
    func members(of key: String) -> [Member] { member(key)?.members ?? [] }

    /// The text, or the digits of a number; `nil` for anything else.
    var text: String? {
        string ?? scalar?.int.map(String.init) ?? scalar?.double.map { "\($0)" }
    }

    /// The number, even if it is written as text; `nil` for anything else.
    var number: Double? { scalar?.double ?? string.flatMap(Double.init) }

    /// The value of a member; `nil` if it is missing, `null` or a Boolean.
    subscript(name: String) -> JSONNode? {
        guard let value = member(name) else { return nil }
        if let scalar = value.scalar, scalar.isNull || scalar.bool != nil { return nil }
        return value
    }
}
