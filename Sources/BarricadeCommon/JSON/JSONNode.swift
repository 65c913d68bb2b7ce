package import Barricade

/// A JSON value as it is written: members in their order, numbers and strings as spelled.
package struct JSONNode: Sendable {
    package indirect enum Content: Sendable {
        case scalar(JSONValue, token: String)
        case array([JSONNode])
        case object([Member])
    }

    package struct Member: Sendable {
        package let key: String
        /// The key as spelled, with its quotes.
        package let token: String
        /// The byte at which the key starts.
        package let offset: Int
        package var value: JSONNode
    }

    package var content: Content
    /// The byte at which it starts; 0 if it was not read.
    package var offset = 0

    package init(content: Content) {
        self.content = content
    }

    /// The values alone.
    package var value: JSONValue {
        switch content {
        case .scalar(let value, _): value
        case .array(let elements): .array(elements.map(\.value))
        case .object(let members):
            .object(Dictionary(members.map { ($0.key, $0.value.value) }) { first, _ in first })
        }
    }
}

extension JSONNode: JSONTree {
    package static var noMembers: [Member] { [] }

    package init(scalar: JSONValue, token: ArraySlice<UInt8>) {
        content = .scalar(scalar, token: String(decoding: token, as: UTF8.self))
        offset = token.startIndex
    }

    package init(elements: [JSONNode], at offset: Int) {
        content = .array(elements)
        self.offset = offset
    }

    package init(members: [Member], at offset: Int) {
        content = .object(members)
        self.offset = offset
    }

    package static func add(_ value: JSONNode, as key: JSONReader.Key, to members: inout [Member]) {
        members.append(
            Member(
                key: key.text, token: String(decoding: key.token, as: UTF8.self),
                offset: key.token.startIndex, value: value))
    }
}

// MARK: - Writing

extension JSONNode {
    /// Makes a node of a value; the members of objects are in the order of their names.
    package init(_ value: JSONValue) {
        switch value {
        case .array(let elements):
            self.init(elements: elements.map { JSONNode($0) })
        case .object(let members):
            self.init(
                members: members.orderedKeys.map { ($0, JSONNode(members[$0] ?? .null)) })
        // Encoders write these differently.
        case .number(let number):
            self.init(content: .scalar(value, token: "\(number)"))
        case .largeInteger(let integer):
            self.init(content: .scalar(value, token: integer.digits))
        default:
            self.init(content: .scalar(value, token: value.description))
        }
    }

    package init(members: [(String, JSONNode)]) {
        content = .object(
            members.map { key, value in
                Member(
                    key: key, token: JSONValue.string(key).description, offset: 0, value: value)
            })
    }

    package init(elements: [JSONNode]) {
        content = .array(elements)
    }

    /// The text without spaces.
    package var compact: String {
        switch content {
        case .scalar(_, let token): token
        case .array(let elements): "[\(elements.map(\.compact).joined(separator: ","))]"
        case .object(let members):
            "{\(members.map { "\($0.token):\($0.value.compact)" }.joined(separator: ","))}"
        }
    }

    /// The text for people: two spaces a level, and one line for what fits into 100 columns, except
    /// that each of several objects has its own.
    package var laidOut: String { text(indentedBy: 0, after: 0, isOutermost: true) + "\n" }

    private static let width = 100

    /// - Parameter column: The number of columns before it on its line.
    private func text(indentedBy level: Int, after column: Int, isOutermost: Bool = false) -> String
    {
        let line = line
        // A comma may follow.
        let fits = column + line.unicodeScalars.count < Self.width
        if fits, !isOutermost, !(level == 1 ? hasObject : hasObjects) { return line }
        let inner = String(repeating: "  ", count: level + 1)
        let end = "\n" + String(repeating: "  ", count: level)
        switch content {
        case .scalar:
            return line
        case .array(let elements):
            guard !elements.isEmpty else { return line }
            let lines = elements.map {
                inner + $0.text(indentedBy: level + 1, after: inner.count)
            }
            return "[\n\(lines.joined(separator: ",\n"))\(end)]"
        case .object(let members):
            guard !members.isEmpty else { return line }
            let lines = members.map { member in
                let key = "\(inner)\(member.token): "
                return key
                    + member.value.text(
                        indentedBy: level + 1, after: key.unicodeScalars.count)
            }
            return "{\n\(lines.joined(separator: ",\n"))\(end)}"
        }
    }

    private var hasObject: Bool { objectCount > 0 }

    /// Whether it holds an array of several objects, at any depth.
    private var hasObjects: Bool {
        switch content {
        case .scalar: false
        case .array(let elements): objectCount > 1 || elements.contains(where: \.hasObjects)
        case .object(let members): members.contains { $0.value.hasObjects }
        }
    }

    /// The number of objects in an array; 0 for other values.
    private var objectCount: Int {
        guard case .array(let elements) = content else { return 0 }
        return elements.count { if case .object = $0.content { true } else { false } }
    }

    /// The text on one line, for people.
    private var line: String {
        switch content {
        case .scalar(_, let token): token
        case .array(let elements): "[\(elements.map(\.line).joined(separator: ", "))]"
        case .object(let members) where members.isEmpty: "{}"
        case .object(let members):
            "{ \(members.map { "\($0.token): \($0.value.line)" }.joined(separator: ", ")) }"
        }
    }
}
