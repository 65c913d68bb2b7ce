package import Barricade
package import BarricadeCommon
package import Foundation

/// A JSON value as written: its place, members in order, numbers and strings as spelled.
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
        package var token: String {
            spelling ?? (range.isEmpty ? JSONValue.quoted(key) : "\"" + key + "\"")
        }
    }

    package var content: Content
    /// The bytes of its text; empty if it was not read.
    package private(set) var range = 0..<0
    /// A scalar as spelled; `nil` for a string in which nothing is escaped.
    private var spelling: String?

    /// The byte at which it starts.
    package var offset: Int { range.lowerBound }

    /// The value alone; of members with the same key, the first one counts.
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

    /// Returns the member with a key, the first one if there are several; `nil` if there is none.
    func member(_ key: String) -> Member? {
        guard case .object(let members) = content else { return nil }
        for index in 0..<members.count where members[index].key == key { return members[index] }
        return nil
    }

    package var isArray: Bool { if case .array = content { true } else { false } }

    package var isObject: Bool { if case .object = content { true } else { false } }

    /// The token of a scalar; empty for other values.
    package var token: String {
        switch content {
        case .scalar(.string(let text)) where spelling == nil:
            range.isEmpty ? JSONValue.quoted(text) : "\"" + text + "\""
        case .scalar(let value): spelling ?? value.description
        default: ""
        }
    }
}

// MARK: - Reading

extension JSONNode {
    /// Reads one value, with nothing after it.
    ///
    /// - Parameters:
    ///   - isEnded: Whether a NUL follows the text, so that it need not be copied.
    ///   - ignored: The keys of members to leave out, at any depth.
    ///   - keys: The keys that lead to an array whose elements are taken one by one, and left out.
    package static func read(
        _ bytes: [UInt8], isEnded: Bool = false, ignoring ignored: [String] = [],
        elementsAt keys: [String] = [], take: (JSONNode) -> Void = { _ in }
    ) throws(JSONReader.Fault) -> JSONNode {
        // The open containers, the first one for the document.
        var open = [Container(start: 0)]
        let takesElements = !keys.isEmpty
        try JSONReader.read(bytes, isEnded: isEnded) { part, range in
            let node: JSONNode
            switch part {
            case .start:
                return open.append(Container(start: range.lowerBound))
            case .key(let key):
                let spelling = spelling(of: .string(key), range, in: bytes)
                open[open.count - 1].key = (key, range, spelling)
                return
            case .scalar(let value):
                let spelling = spelling(of: value, range, in: bytes)
                node = JSONNode(content: .scalar(value), range: range, spelling: spelling)
            case .end(let isObject):
                let closed = open.removeLast()
                let content = isObject ? Content.object(closed.members) : .array(closed.elements)
                node = JSONNode(content: content, range: closed.start..<range.upperBound)
            }
            let last = open.count - 1
            let isTaken =
                takesElements && last == keys.count + 1 && open[last].key == nil
                && zip(open.dropFirst(), keys).allSatisfy { $0.key?.text == $1 }
            if isTaken { take(node) } else { open[last].add(node, ignored) }
        }
        return open[0].elements[0]
    }

    /// Returns a token unless it is a string in which nothing is escaped: escapes are longer than
    /// what they mean.
    private static func spelling(
        of value: JSONValue, _ range: Range<Int>, in bytes: [UInt8]
    ) -> String? {
        if case .string(let text) = value, text.utf8.count + 2 == range.count { return nil }
        return String(decoding: bytes[range], as: UTF8.self)
    }

    private struct Container {
        let start: Int
        var key: (text: String, range: Range<Int>, spelling: String?)?
        var elements: [JSONNode] = []
        var members: [Member] = []

        mutating func add(_ value: JSONNode, _ ignored: [String]) {
            guard let key else { return elements.append(value) }
            guard !ignored.contains(key.text) else { return }
            // Most have several.
            if members.isEmpty { members.reserveCapacity(4) }
            members.append(
                Member(key: key.text, range: key.range, spelling: key.spelling, value: value))
        }
    }
}

// MARK: - Changing

extension JSONNode {
    /// Returns the node with other values at the ends of a walk: the old ones at the same places.
    ///
    /// - Parameter other: The value for a place without an old one; `nil` leaves it.
    package func replacing(
        at walk: JSONPath.Walk, by old: JSONNode? = nil, orElse other: JSONNode? = nil
    ) -> JSONNode {
        if walk.isEmpty { return self }
        if walk.isAtEnd { return old ?? other ?? self }
        var node = self
        switch content {
        case .scalar:
            break
        case .array(let elements):
            node.content = .array(
                elements.enumerated().map { index, element in
                    element.replacing(
                        at: walk.entering(element: index, of: elements.count),
                        by: old?.elements.dropFirst(index).first, orElse: other)
                })
        case .object(var members):
            for index in members.indices {
                let key = members[index].key
                members[index].value = members[index].value.replacing(
                    at: walk.entering(member: key),
                    by: old?.member(key)?.value, orElse: other)
            }
            node.content = .object(members)
        }
        return node
    }

    /// Returns the node as if its text stood elsewhere.
    package func moved(by distance: Int) -> JSONNode {
        var node = self
        node.range = range.lowerBound + distance..<range.upperBound + distance
        switch content {
        case .scalar: break
        case .array(let elements): node.content = .array(elements.map { $0.moved(by: distance) })
        case .object(var members):
            for index in members.indices {
                members[index].value = members[index].value.moved(by: distance)
            }
            node.content = .object(members)
        }
        return node
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
        // A whole number keeps its decimal point.
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

    /// Makes a node of JSON to be written as it is; it is for nothing else.
    package init(written text: String) {
        self.init(content: .scalar(.null), spelling: text)
    }

    package init(elements: [JSONNode]) {
        self.init(content: .array(elements))
    }

    /// The text without spaces.
    package var compact: String { String(decoding: compactData, as: UTF8.self) }

    /// The text without spaces, as a file has it.
    var compactData: Data {
        var text = TextWriter(512)
        write(to: &text)
        return text.finished()
    }

    private func write(to text: inout TextWriter) {
        switch content {
        case .scalar(.string(let string)) where spelling == nil:
            text.add(quoted: string)
        case .scalar:
            text.add(string: token)
        case .array(let elements):
            text.add("[")
            for index in 0..<elements.count {
                if index > 0 { text.add(",") }
                elements[index].write(to: &text)
            }
            text.add("]")
        case .object(let members):
            text.add("{")
            for index in 0..<members.count {
                let member = members[index]
                if index > 0 { text.add(",") }
                if let spelling = member.spelling {
                    text.add(string: spelling)
                } else {
                    text.add(quoted: member.key)
                }
                text.add(":")
                member.value.write(to: &text)
            }
            text.add("}")
        }
    }

    /// The text for people, in 100 columns: indented by two spaces, values that fit on one line, but
    /// each of several objects on its own line.
    package var laidOut: String { String(decoding: JSONLayout.laidOut(compactData), as: UTF8.self) }
}

/// The lines of UTF-8 text, to find the line and column of a byte.
package struct LineIndex: Sendable {
    private let data: Data
    /// The offsets at which lines start.
    private let starts: [Int]

    package init(_ data: Data) {
        self.data = data
        starts = data.withUnsafeBytes { bytes in
            let bytes = bytes.assumingMemoryBound(to: UInt8.self)
            var (starts, start) = ([0], 0)
            while let end = bytes.offset(of: "\n", in: start..<bytes.count) {
                start = end + 1
                starts.append(start)
            }
            return starts
        }
    }

    /// Returns the line of a byte, from 1.
    package func line(of offset: Int) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }

    /// Returns the line and the column of a byte, each from 1; columns count Unicode scalars.
    package func place(of offset: Int) -> (line: Int, column: Int) {
        let line = line(of: offset)
        let before = data.dropFirst(starts[line - 1]).prefix(offset - starts[line - 1])
        // Each scalar has one byte that is not a continuation byte.
        return (line, before.count { $0 & 0xC0 != 0x80 } + 1)
    }
}
