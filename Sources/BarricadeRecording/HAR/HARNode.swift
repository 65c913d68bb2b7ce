import Barricade
import BarricadeCommon

/// A value of a HAR file, read leniently, since exporters differ.
extension JSONNode {
    /// The text, or the digits of a number; `nil` for anything else.
    var text: String? {
        guard case .scalar(let value) = content else { return nil }
        return value.string ?? value.int.map(String.init) ?? value.double.map { "\($0)" }
    }

    /// The number, even if it is written as text; `nil` for anything else.
    var number: Double? {
        guard case .scalar(let value) = content else { return nil }
        return value.double ?? value.string.flatMap(Double.init)
    }

    /// The value of a member; `nil` if it is missing, `null` or a Boolean.
    subscript(name: String) -> JSONNode? {
        guard let value = members.first(where: { $0.key == name })?.value else { return nil }
        if case .scalar(let scalar) = value.content, scalar.isNull || scalar.bool != nil {
            return nil
        }
        return value
    }
}
