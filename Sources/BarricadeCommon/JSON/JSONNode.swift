package import Barricade
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
        package var token: String { spelling ?? JSONValue.string(key).description }
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
    /// - Parameters:
    ///   - ignored: The keys of members to leave out, at any depth.
    ///   - keys: The keys that lead to an array whose elements are taken one by one, and left out.
    package static func read(
        _ bytes: [UInt8], ignoring ignored: Set<String> = [], elementsAt keys: [String] = [],
        take: (JSONNode) -> Void = { _ in }
    ) throws(JSONReader.Fault) -> JSONNode {
        // The open containers, the first one for the document.
        var open = [Container(start: 0)]
        func add(_ value: JSONNode, to index: Int) {
            let isTaken =
                !keys.isEmpty && index == keys.count + 1 && open[index].key == nil
                && zip(open.dropFirst(), keys).allSatisfy { $0.key?.text == $1 }
            if isTaken { take(value) } else { open[index].add(value, ignored) }
        }
        try JSONReader.read(bytes) { part, range in
            let last = open.count - 1
            switch part {
            case .start:
                open.append(Container(start: range.lowerBound))
            case .key(let key):
                open[last].key = (key, range, spelling(range, of: bytes))
            case .scalar(let value):
                let spelling = spelling(range, of: bytes)
                add(JSONNode(content: .scalar(value), range: range, spelling: spelling), to: last)
            case .end(let isObject):
                let closed = open.removeLast()
                let content = isObject ? Content.object(closed.members) : .array(closed.elements)
                add(
                    JSONNode(content: content, range: closed.start..<range.upperBound), to: last - 1
                )
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

    package init(elements: [JSONNode]) {
        self.init(content: .array(elements))
    }

    /// Makes a node that is written as a text of any kind.
    package init(spelling: String) {
        self.init(content: .scalar(.null), spelling: spelling)
    }

    /// The text without spaces.
    package var compact: String {
        var text: [UInt8] = []
        writeLine(to: &text, spaced: false)
        return String(decoding: text, as: UTF8.self)
    }

    /// The text for people, in 100 columns.
    package var laidOut: String { laidOut(width: 100) }

    /// Returns the text for people: indented by two spaces, values that fit into the columns on one
    /// line, but each of several objects on its own line.
    package func laidOut(width: Int) -> String {
        var text: [UInt8] = []
        write(to: &text, width, level: 0, lineStart: 0)
        return String(decoding: text + [10], as: UTF8.self)
    }

    /// Deeper values stay on one line, or most of the text would be indentation.
    private static let deepestIndentation = 64

    /// - Parameter lineStart: The start of the line in the text.
    private func write(to text: inout [UInt8], _ width: Int, level: Int, lineStart: Int) {
        let start = text.count
        let room = width - Self.columns(of: text[lineStart...])
        let staysOnLine = elements.isEmpty && members.isEmpty || level >= Self.deepestIndentation
        if staysOnLine || level > 0 {
            // Text with more bytes than four times the room cannot fit.
            let isWhole = writeLine(
                to: &text, spaced: true, upTo: staysOnLine ? .max : start + 4 * room)
            // A comma may follow. Objects are sought last, since what fits holds few of them.
            let fits = isWhole && Self.columns(of: text[start...]) < room
            if staysOnLine || fits && !(level == 1 ? objectCount > 0 : hasObjects) { return }
            text.removeSubrange(start...)
        }
        let inner = Array("\n\(String(repeating: "  ", count: level + 1))".utf8)
        var isFirst = true
        func begin(_ key: String = "") -> Int {
            if !isFirst { text.append(UInt8(ascii: ",")) }
            isFirst = false
            text += inner
            text += key.utf8
            return text.count - key.utf8.count - inner.count + 1
        }
        text.append(UInt8(ascii: isArray ? "[" : "{"))
        for element in elements {
            let start = begin()
            element.write(to: &text, width, level: level + 1, lineStart: start)
        }
        for member in members {
            let start = begin("\(member.token): ")
            member.value.write(to: &text, width, level: level + 1, lineStart: start)
        }
        text += "\n\(String(repeating: "  ", count: level))\(isArray ? "]" : "}")".utf8
    }

    private static func columns(of text: ArraySlice<UInt8>) -> Int {
        String(decoding: text, as: UTF8.self).unicodeScalars.count
    }

    /// Whether it holds an array of several objects, at any depth.
    private var hasObjects: Bool {
        objectCount > 1 || elements.contains(where: \.hasObjects)
            || members.contains { $0.value.hasObjects }
    }

    /// The number of objects in an array; 0 for other values.
    private var objectCount: Int { elements.count(where: \.isObject) }

    /// Writes the text on one line; returns false if it reached a length.
    @discardableResult
    private func writeLine(to text: inout [UInt8], spaced: Bool, upTo limit: Int = .max) -> Bool {
        let comma = Array((spaced ? ", " : ",").utf8)
        switch content {
        case .scalar(let value):
            if spelling == nil, case .string(let string) = value,
                Self.quote(string, isRead: !range.isEmpty, to: &text)
            {
                break
            }
            text += token.utf8
        case .array(let elements):
            text.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { text += comma }
                guard element.writeLine(to: &text, spaced: spaced, upTo: limit) else {
                    return false
                }
            }
            text.append(UInt8(ascii: "]"))
        case .object(let members):
            let isPadded = spaced && !members.isEmpty
            text += (isPadded ? "{ " : "{").utf8
            for (index, member) in members.enumerated() {
                if index > 0 { text += comma }
                if member.spelling != nil
                    || !Self.quote(member.key, isRead: !member.range.isEmpty, to: &text)
                {
                    text += member.token.utf8
                }
                text += (spaced ? ": " : ":").utf8
                guard member.value.writeLine(to: &text, spaced: spaced, upTo: limit) else {
                    return false
                }
            }
            text += (isPadded ? " }" : "}").utf8
        }
        return text.count <= limit
    }

    /// Writes a string that needs no escaping; returns false for others.
    ///
    /// - Parameter isRead: Whether it was read without escapes.
    private static func quote(_ string: String, isRead: Bool, to text: inout [UInt8]) -> Bool {
        guard isRead || string.utf8.allSatisfy({ $0.isPlainInJSON }) else { return false }
        var string = string
        text.append(UInt8(ascii: "\""))
        string.withUTF8 { text.append(contentsOf: $0) }
        text.append(UInt8(ascii: "\""))
        return true
    }
}

/// The lines of UTF-8 text, to find the line and column of a byte.
package struct LineIndex: Sendable {
    private let data: Data
    /// The offsets at which lines start.
    private let starts: [Int]

    package init(_ data: Data) {
        self.data = data
        // The iterator of `Data` is slow.
        starts = data.withUnsafeBytes { bytes in
            [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
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
