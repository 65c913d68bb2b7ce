import Barricade

/// A value of a HAR file, read leniently, since no two programs write the same.
///
/// It keeps no more than import needs, so that large files take little memory.
struct HARNode: Sendable {
    private enum Content: Sendable {
        case text(String)
        case number(Double)
        case array([HARNode])
        case object([Member])
        /// `null`, `true` or `false`.
        case other
    }

    struct Member: Sendable {
        let name: String
        let value: HARNode
    }

    private let content: Content
    /// The byte at which it starts.
    let offset: Int

    /// The text, or the digits of a number; `nil` for anything else.
    var text: String? {
        switch content {
        case .text(let text): text
        case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
        case .array, .object, .other: nil
        }
    }

    /// The number, even if it is written as text; `nil` for anything else.
    var number: Double? {
        switch content {
        case .number(let number): number
        case .text(let text): Double(text)
        case .array, .object, .other: nil
        }
    }

    /// The elements; empty if it is no array.
    var elements: [HARNode] { if case .array(let elements) = content { elements } else { [] } }

    /// The members; empty if it is no object.
    var members: [Member] { if case .object(let members) = content { members } else { [] } }

    var isObject: Bool { if case .object = content { true } else { false } }

    var isArray: Bool { if case .array = content { true } else { false } }

    /// The value of a member; `nil` if it is missing or null.
    subscript(name: String) -> HARNode? {
        guard let value = members.first(where: { $0.name == name })?.value else { return nil }
        if case .other = value.content { return nil }
        return value
    }
}

extension HARNode: JSONTree {
    static var noMembers: [Member] { [] }

    init(scalar: JSONValue, token: ArraySlice<UInt8>) {
        offset = token.startIndex
        switch scalar {
        case .string(let text): content = .text(text)
        case .integer(let number): content = .number(Double(number))
        case .number(let number): content = .number(number)
        default: content = .other
        }
    }

    init(elements: [HARNode], at offset: Int) {
        content = .array(elements)
        self.offset = offset
    }

    init(members: [Member], at offset: Int) {
        content = .object(members)
        self.offset = offset
    }

    /// Members of which nothing is imported, and which may be larger than all others.
    private static let ignored: Set<String> = [
        "_initiator", "cache", "queryString", "timings",
    ]

    static func add(_ value: HARNode, as key: JSONReader.Key, to members: inout [Member]) {
        guard !ignored.contains(key.text) else { return }
        members.append(Member(name: key.text, value: value))
    }
}
