package import Foundation

/// A parser of UTF-8 JSON (RFC 8259) that reports the byte of an error.
///
/// `JSONDecoder` reports no offset, and it recurses: a value of several hundred levels crashes a
/// thread with a small stack, like those on which Apple platforms start loads. This parser does not
/// recurse.
package struct JSONReader {
    /// The place where the text stops being JSON.
    package struct Fault: Error {
        package let offset: Int
        package var reason: String?
        /// What JSON has in this place instead, in words; `nil` if several things may be meant.
        package var wanted: String?
        package var isEnd = false
    }

    /// A string as read, and as it is written.
    package struct Key {
        package let text: String
        package let token: ArraySlice<UInt8>
    }

    /// An array or object that is still open.
    private struct Container<Tree: JSONTree> {
        let isObject: Bool
        let start: Int
        var key = Key(text: "", token: [])
        var elements: [Tree] = []
        var members = Tree.noMembers

        mutating func add(_ value: Tree) {
            if isObject {
                Tree.add(value, as: key, to: &members)
            } else {
                elements.append(value)
            }
        }

        var value: Tree {
            isObject ? Tree(members: members, at: start) : Tree(elements: elements, at: start)
        }
    }

    private let bytes: [UInt8]
    private var index = 0
    /// The characters of a string with escapes, kept so that it is allocated once.
    private var unescaped: [UInt8] = []

    /// The deepest nesting of values, the same as that of `JSONDecoder`.
    private static let deepest = 512

    /// Reads one value, with nothing after it.
    package static func read(_ data: Data) throws(Fault) -> JSONValue {
        try read(data, as: JSONValue.self)
    }

    /// Reads one value, with nothing after it, in another form.
    package static func read<Tree: JSONTree>(_ data: Data, as type: Tree.Type) throws(Fault) -> Tree
    {
        try read(Array(data), as: type)
    }

    /// Reads one value, with nothing after it, in another form.
    package static func read<Tree: JSONTree>(
        _ bytes: [UInt8], as type: Tree.Type
    ) throws(Fault) -> Tree {
        var reader = JSONReader(bytes: bytes)
        // A byte order mark is not part of the text.
        if reader.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.index = 3 }
        return try reader.document()
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func document<Tree: JSONTree>() throws(Fault) -> Tree {
        var open: [Container<Tree>] = []
        while true {
            guard var value = try opening(&open) else { continue }
            while let isObject = open.last?.isObject {
                open[open.count - 1].add(value)
                skipSpace()
                if take(",") {
                    if isObject { open[open.count - 1].key = try key() }
                    break
                }
                guard take(isObject ? "}" : "]") else {
                    throw fault(wanting: isObject ? #""," or "}""# : #""," or "]""#)
                }
                value = open.removeLast().value
            }
            guard open.isEmpty else { continue }
            skipSpace()
            guard index == bytes.count else { throw fault(wanting: "the end of the text") }
            return value
        }
    }

    /// Reads a value; `nil` if it is a container, which has only begun.
    private mutating func opening<Tree: JSONTree>(
        _ open: inout [Container<Tree>]
    ) throws(Fault) -> Tree? {
        skipSpace()
        guard index < bytes.count else { throw fault() }
        switch bytes[index] {
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            let isObject = bytes[index] == UInt8(ascii: "{")
            guard open.count < Self.deepest else {
                throw Fault(offset: index, reason: "more than \(Self.deepest) levels deep")
            }
            var container = Container<Tree>(isObject: isObject, start: index)
            index += 1
            skipSpace()
            if take(isObject ? "}" : "]") { return container.value }
            if isObject { container.key = try key() }
            open.append(container)
            return nil
        default:
            let start = index
            let value = try scalar()
            return Tree(scalar: value, token: bytes[start..<index])
        }
    }

    private mutating func scalar() throws(Fault) -> JSONValue {
        switch bytes[index] {
        case UInt8(ascii: "\""): .string(try string())
        case UInt8(ascii: "t"): try word("true", .bool(true))
        case UInt8(ascii: "f"): try word("false", .bool(false))
        case UInt8(ascii: "n"): try word("null", .null)
        default: try number()
        }
    }

    private mutating func key() throws(Fault) -> Key {
        skipSpace()
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
            throw fault(wanting: "a key in double quotation marks")
        }
        let start = index
        let text = try string()
        let token = bytes[start..<index]
        skipSpace()
        guard take(":") else { throw fault(wanting: #"":""#) }
        return Key(text: text, token: token)
    }

    private mutating func word(
        _ word: StaticString, _ value: JSONValue
    ) throws(Fault) -> JSONValue {
        for position in 0..<word.utf8CodeUnitCount {
            guard index < bytes.count, bytes[index] == word.utf8Start[position] else {
                throw fault(wanting: "a value")
            }
            index += 1
        }
        return value
    }

    private mutating func number() throws(Fault) -> JSONValue {
        let start = index
        _ = take("-")
        if !take("0") { try digits() }
        var isWhole = true
        if take(".") {
            isWhole = false
            try digits()
        }
        if take("e") || take("E") {
            isWhole = false
            if !take("+") { _ = take("-") }
            try digits()
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isWhole, let integer = Int(text) { return .integer(integer) }
        return JSONValue(number: text)
    }

    private mutating func digits() throws(Fault) {
        let start = index
        while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) {
            index += 1
        }
        if index == start { throw fault(wanting: "a value") }
    }

    private mutating func skipSpace() {
        while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x0A, 0x0D, 0x09: true
        default: false
        }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private func fault(wanting wanted: String? = nil) -> Fault {
        Self.habitFault(at: index, in: bytes)
            ?? Fault(offset: index, wanted: wanted, isEnd: index == bytes.count)
    }
}

// MARK: - Strings

extension JSONReader {
    private mutating func string() throws(Fault) -> String {
        index += 1
        let first = try unescapedPart()
        if take("\"") { return String(decoding: bytes[first], as: UTF8.self) }
        unescaped.removeAll(keepingCapacity: true)
        unescaped += bytes[first]
        while !take("\"") {
            guard take("\\") else { throw fault(wanting: #""\n" for a line break"#) }
            unescaped += UTF8.encode(try escape()) ?? Unicode.UTF8.encodedReplacementCharacter
            unescaped += bytes[try unescapedPart()]
        }
        return String(decoding: unescaped, as: UTF8.self)
    }

    /// Reads the characters up to the next escape, or to the end of the string.
    private mutating func unescapedPart() throws(Fault) -> Range<Int> {
        let start = index
        var seen: UInt8 = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
            seen |= byte
            index += 1
        }
        if seen >= 0x80 { try checkCharacters(bytes[start..<index]) }
        return start..<index
    }

    private func checkCharacters(_ text: ArraySlice<UInt8>) throws(Fault) {
        guard String(utf8: text) == nil else { return }
        var parser = Unicode.UTF8.ForwardParser()
        var rest = text.makeIterator()
        var offset = text.startIndex
        while case .valid(let scalar) = parser.parseScalar(from: &rest) { offset += scalar.count }
        throw Fault(offset: offset)
    }

    private mutating func escape() throws(Fault) -> Unicode.Scalar {
        guard index < bytes.count else { throw fault() }
        let byte = bytes[index]
        if byte == UInt8(ascii: "u") {
            index += 1
            return try escapedScalar()
        }
        let scalar: Unicode.Scalar
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            scalar = Unicode.Scalar(byte)
        case UInt8(ascii: "b"): scalar = "\u{08}"
        case UInt8(ascii: "f"): scalar = "\u{0C}"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "t"): scalar = "\t"
        default: throw fault(wanting: #""\\" for a backslash"#)
        }
        index += 1
        return scalar
    }

    /// Reads the digits of a UTF-16 unit or a surrogate pair; a lone surrogate becomes U+FFFD.
    private mutating func escapedScalar() throws(Fault) -> Unicode.Scalar {
        let unit = try unit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard unit < 0xDC00, bytes[index...].starts(with: "\\u".utf8) else { return "\u{FFFD}" }
        let start = index
        index += 2
        let low = try self.unit()
        if (0xDC00...0xDFFF).contains(low) {
            return Unicode.Scalar((unit - 0xD800) << 10 + (low - 0xDC00) + 0x1_0000) ?? "\u{FFFD}"
        }
        index = start
        return "\u{FFFD}"
    }

    private mutating func unit() throws(Fault) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard index < bytes.count, let digit = bytes[index].hexDigitValue else { throw fault() }
            unit = unit << 4 + UInt32(digit)
            index += 1
        }
        return unit
    }
}

extension JSONReader.Fault: CustomStringConvertible {
    package var description: String {
        if isEnd { return "it ends too early, at offset \(offset)" }
        return reason.map { "\($0), offset \(offset)" } ?? "offset \(offset)"
    }
}
