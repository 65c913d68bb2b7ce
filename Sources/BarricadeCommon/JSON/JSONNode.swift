package import Barricade

/// A JSON value as it is written: its place, members in their order, numbers and strings as spelled.
package struct JSONNode: Sendable {
    package enum Content: Sendable {
        case scalar(JSONValue)
        case array([JSONNode])
        case object([Member])
    }

    package struct Member: Sendable {
        package let key: String
        /// The bytes of the key, with its quotation marks.
        package let range: Range<Int>
        /// The key as spelled; `nil` if nothing in it is escaped.
        fileprivate let spelling: String?
        package var value: JSONNode

        package var offset: Int { range.lowerBound }

        /// The key as spelled, with its quotation marks.
        package var token: String { spelling ?? JSONValue.string(key).description }
    }

    package var content: Content
    /// The bytes of its text; empty if it was not read.
    package private(set) var range = 0..<0
    /// A scalar as spelled; `nil` for a string in which nothing is escaped.
    private var spelling: String?

    /// The byte at which it starts.
    package var offset: Int { range.lowerBound }

    /// The values alone; of members with the same key, the first one counts.
    package var value: JSONValue {
        switch content {
        case .scalar(let value): value
        case .array(let elements): .array(elements.map(\.value))
        case .object(let members):
            .object(Dictionary(members.map { ($0.key, $0.value.value) }) { first, _ in first })
        }
    }

    /// The elements of an array; empty for other values.
    package var elements: [JSONNode] {
        if case .array(let elements) = content { elements } else { [] }
    }

    /// The members of an object; empty for other values.
    package var members: [Member] {
        if case .object(let members) = content { members } else { [] }
    }

    package var isArray: Bool { if case .array = content { true } else { false } }

    package var isObject: Bool { if case .object = content { true } else { false } }

    /// The token of a scalar; empty for other values.
    package var token: String {
        if case .scalar(let value) = content { spelling ?? value.description } else { "" }
    }
}

// MARK: - Reading

extension JSONNode {
    /// Reads one value, with nothing after it.
    ///
    /// - Parameter ignored: The keys of members to leave out, at any depth.
    package static func read(
        _ bytes: [UInt8], ignoring ignored: Set<String> = []
    ) throws(JSONReader.Fault) -> JSONNode {
        // Each container that is not closed yet, in one for the document.
        var open = [Container(start: 0)]
        try JSONReader.read(bytes) { part, range in
            let last = open.count - 1
            switch part {
            case .start:
                open.append(Container(start: range.lowerBound))
            case .key(let key):
                open[last].key = (key, range, spelling(range, of: bytes))
            case .scalar(let value):
                let spelling = spelling(range, of: bytes)
                open[last].add(
                    JSONNode(content: .scalar(value), range: range, spelling: spelling), ignored)
            case .end(let isObject):
                let closed = open.removeLast()
                let content = isObject ? Content.object(closed.members) : .array(closed.elements)
                open[last - 1].add(
                    JSONNode(content: content, range: closed.start..<range.upperBound), ignored)
            }
        }
        return open[0].elements[0]
    }

    /// Returns a token unless it is a string in which nothing is escaped.
    private static func spelling(_ range: Range<Int>, of bytes: [UInt8]) -> String? {
        let token = bytes[range]
        guard token.first != UInt8(ascii: "\"") || token.contains(UInt8(ascii: "\\")) else {
            return nil
        }
        return String(decoding: token, as: UTF8.self)
    }

    private struct Container {
        let start: Int
        var key: (text: String, range: Range<Int>, spelling: String?)?
        var elements: [JSONNode] = []
        var members: [Member] = []

        mutating func add(_ value: JSONNode, _ ignored: Set<String>) {
            guard let key else { return elements.append(value) }
            guard !ignored.contains(key.text) else { return }
            members.append(
                Member(key: key.text, range: key.range, spelling: key.spelling, value: value))
        }
    }
}

// MARK: - Writing

extension JSONNode {
    /// Makes a node of a value; the members of objects are in the order of their names.
    package init(_ value: JSONValue) {
        switch value {
        case .array(let elements):
            self.init(elements: elements.values.map { JSONNode($0) })
        case .object(let members):
            let members = members.values
            self.init(members: members.orderedKeys.map { ($0, JSONNode(members[$0] ?? .null)) })
        // A whole number keeps its point.
        case .number(let number):
            self.init(content: .scalar(value), spelling: "\(number)")
        default:
            self.init(content: .scalar(value))
        }
    }

    package init(members: [(String, JSONNode)]) {
        self.init(
            content: .object(
                members.map { Member(key: $0, range: 0..<0, spelling: nil, value: $1) }))
    }

    package init(elements: [JSONNode]) {
        self.init(content: .array(elements))
    }

    /// The text without spaces.
    package var compact: String {
        switch content {
        case .scalar: token
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
        if fits, !isOutermost, !(level == 1 ? objectCount > 0 : hasObjects) { return line }
        guard !elements.isEmpty || !members.isEmpty else { return line }
        let inner = String(repeating: "  ", count: level + 1)
        let items =
            elements.map { ("", $0) } + members.map { ("\($0.token): ", $0.value) }
        let lines = items.map { key, value in
            inner + key
                + value.text(
                    indentedBy: level + 1, after: inner.count + key.unicodeScalars.count)
        }
        let (start, end) = isArray ? ("[", "]") : ("{", "}")
        let outer = String(repeating: "  ", count: level)
        return "\(start)\n\(lines.joined(separator: ",\n"))\n\(outer)\(end)"
    }

    /// Whether it holds an array of several objects, at any depth.
    private var hasObjects: Bool {
        objectCount > 1 || elements.contains(where: \.hasObjects)
            || members.contains { $0.value.hasObjects }
    }

    /// The number of objects in an array; 0 for other values.
    private var objectCount: Int { elements.count(where: \.isObject) }

    /// The text on one line, for people.
    private var line: String {
        switch content {
        case .scalar: token
        case .array(let elements): "[\(elements.map(\.line).joined(separator: ", "))]"
        case .object(let members) where members.isEmpty: "{}"
        case .object(let members):
            "{ \(members.map { "\($0.token): \($0.value.line)" }.joined(separator: ", ")) }"
        }
    }
}
