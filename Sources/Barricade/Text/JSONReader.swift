package import Foundation

/// A reader of UTF-8 JSON (RFC 8259) that reports its parts in order, and the byte of an error.
///
/// Foundation's readers are no replacement. On Linux they report no byte, accept `[1,]`, return the
/// last of two equal keys, and reject half a surrogate pair. They also recurse, which threads with
/// a small stack, like those on which Apple platforms start loads, may not survive.
package struct JSONReader {
    /// A part of the text.
    package enum Part {
        /// A value that is neither an array nor an object.
        case scalar(JSONValue)
        /// The start of an array or object.
        case start
        /// The key of the member that follows.
        case key(String)
        /// The end of an array or object.
        case end(isObject: Bool)
    }

    /// The place where the text stops being JSON.
    package struct Fault: Error {
        package let offset: Int
        /// The JSON for this place, in words; `nil` if several things may be meant.
        package fileprivate(set) var wanted: String?
        package fileprivate(set) var isEnd = false
        package fileprivate(set) var isTooDeep = false
    }

    /// The most bytes of a request's body; reading takes some fifty times as much memory.
    static let largestBody = 64 << 20

    /// The text, and NUL at the end; an array would be retained for each byte in a debug build.
    private let bytes: UnsafePointer<UInt8>
    /// The number of its bytes.
    private let count: Int
    /// Takes the parts.
    private let emit: (Part, Range<Int>) -> Void
    /// Whether the parts have no values; the text is then known to be UTF-8.
    private let omitsValues: Bool
    /// Whether the parts are not reported at all.
    private let onlyChecks: Bool
    private var index = 0

    /// Reads one value, with nothing after it, and reports each part with the bytes of its token.
    ///
    /// - Parameters:
    ///   - isEnded: Whether a NUL follows the text, so that it need not be copied.
    ///   - omitsValues: Whether keys are reported as empty, and scalars as `null`; the text then has
    ///     to be UTF-8.
    ///   - onlyChecks: Whether nothing is reported.
    package static func read(
        _ bytes: [UInt8], isEnded: Bool = false, omitsValues: Bool = false,
        onlyChecks: Bool = false,
        reporting emit: (Part, Range<Int>) -> Void
    ) throws(Fault) {
        let ended = isEnded ? bytes : bytes + [0]
        try withoutActuallyEscaping(emit) { emit throws(Fault) in
            try ended.withUnsafeBufferPointer { buffer throws(Fault) in
                guard let start = buffer.baseAddress, buffer.last == 0 else { return }
                var reader = JSONReader(
                    bytes: start, count: buffer.count - 1, emit: emit, omitsValues: omitsValues,
                    onlyChecks: onlyChecks)
                try reader.readDocument()
            }
        }
    }

    private func text(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count)
    }

    private mutating func readDocument() throws(Fault) {
        // A byte order mark is not part of the text.
        if text(0..<count).starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
        // Whether the innermost container that is not closed yet is an object, and those around it:
        // an array's last element, and its removal, take a debug build longer than a token.
        var innermost: Bool?
        var outer: [Bool?] = []
        var depth = 0
        repeat {
            skipSpace()
            let start = index
            // Both brackets differ by one bit.
            if bytes[start] | 0x20 == UInt8(ascii: "{") {
                index += 1
                if depth == JSONValue.deepest { throw Fault(offset: start, isTooDeep: true) }
                let isObject = bytes[start] == UInt8(ascii: "{")
                report(.start, from: start)
                skipSpace()
                guard take(isObject ? "}" : "]") else {
                    if depth == outer.count { outer.append(innermost) }
                    outer[depth] = innermost
                    innermost = isObject
                    depth += 1
                    if isObject { try readKey() }
                    continue
                }
                report(.end(isObject: isObject), from: start)
            } else {
                let value = try scalar()
                report(.scalar(value), from: start)
            }
            while let isObject = innermost {
                skipSpace()
                if take(",") {
                    if isObject { try readKey() }
                    break
                }
                guard take(isObject ? "}" : "]") else {
                    throw fault(wanting: isObject ? #""," or "}""# : #""," or "]""#)
                }
                depth -= 1
                innermost = outer[depth]
                report(.end(isObject: isObject), from: index - 1)
            }
        } while innermost != nil
        skipSpace()
        if index < count { throw fault(wanting: "the end of the text") }
    }

    // Mutating, since a debug build copies the reader for a method that is not.
    private mutating func report(_ part: Part, from start: Int) {
        if !onlyChecks { emit(part, start..<index) }
    }

    private mutating func readKey() throws(Fault) {
        skipSpace()
        let start = index
        guard take("\"") else { throw fault(wanting: "a key in double quotation marks") }
        let key = try string()
        report(.key(key), from: start)
        skipSpace()
        if !take(":") { throw fault(wanting: #"":""#) }
    }

    private mutating func scalar() throws(Fault) -> JSONValue {
        if take("\"") { return .string(try string()) }
        if index == count { throw fault() }
        // Each word starts with a letter.
        if bytes[index] > UInt8(ascii: "9") {
            if try takeWord("true") { return true }
            if try takeWord("false") { return false }
            if try takeWord("null") { return nil }
        }
        return try number()
    }

    /// Takes a word if the text has its first letter.
    private mutating func takeWord(_ word: StaticString) throws(Fault) -> Bool {
        let (letters, end) = (word.utf8Start, index + word.utf8CodeUnitCount)
        guard bytes[index] == letters[0] else { return false }
        let start = index
        // No letter is the NUL at the end.
        while index < end {
            guard bytes[index] == letters[index - start] else { throw fault(wanting: "a value") }
            index += 1
        }
        return true
    }

    private mutating func number() throws(Fault) -> JSONValue {
        let start = index
        _ = take("-")
        if !take("0") { try skipDigits() }
        if take(".") { try skipDigits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try skipDigits()
        }
        return omitsValues
            ? .null : JSONValue(number: String(decoding: text(start..<index), as: UTF8.self))
    }

    private mutating func skipDigits() throws(Fault) {
        let start = index
        while index < count, bytes[index].isDigit { index += 1 }
        if index == start { throw fault(wanting: "a value") }
    }

    private mutating func skipSpace() {
        // A space, tab, line feed or carriage return.
        while bytes[index] == 0x20 || bytes[index] == 9 || bytes[index] == 10 || bytes[index] == 13
        {
            index += 1
        }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private func fault(wanting wanted: String? = nil) -> Fault {
        Fault(offset: index, wanted: wanted, isEnd: index == count)
    }
}

// MARK: - Strings

extension JSONReader {
    /// Reads a string after its first quotation mark.
    private mutating func string() throws(Fault) -> String {
        if omitsValues { return try skippedString() }
        let start = index
        skipPlain()
        if take("\"") { return try text(in: start..<index - 1) }
        while bytes[index] == UInt8(ascii: "\\") {
            index = min(index + 2, count)
            skipPlain()
        }
        // Escapes are longer than what they mean. One piece of memory for all is much faster than
        // a text for each, since JSON in a string has thousands.
        let read = UnsafeMutablePointer<UInt8>.allocate(capacity: index - start)
        defer { read.deallocate() }
        index = start
        var size = 0
        while true {
            let piece = index
            skipPlain()
            memcpy(read + size, bytes + piece, index - piece)
            size += index - piece
            if take("\"") { break }
            guard take("\\") else {
                _ = try text(in: start..<index)
                throw fault(wanting: #""\n" for a line break"#)
            }
            if take("u") {
                for byte in try escapedUnits().utf8 {
                    read[size] = byte
                    size += 1
                }
            } else {
                read[size] = try escapedCharacter()
                size += 1
            }
        }
        if let text = String(utf8: UnsafeBufferPointer(start: read, count: size)) { return text }
        return try text(in: start..<index)
    }

    /// Skips a string of text that is known to be UTF-8.
    private mutating func skippedString() throws(Fault) -> String {
        while true {
            skipPlain()
            if take("\"") { return "" }
            guard take("\\") else { throw fault(wanting: #""\n" for a line break"#) }
            if take("u") { _ = try escapedUnits() } else { _ = try escapedCharacter() }
        }
    }

    /// Skips what needs no escape in a string.
    private mutating func skipPlain() {
        // Written out, since each call would cost as much as several bytes in a debug build.
        while bytes[index] >= 0x20, bytes[index] != 0x22, bytes[index] != 0x5C { index += 1 }
    }

    fileprivate static let notPlain = ByteSet((0...UInt8.max).filter { !$0.isPlainInJSON })

    /// Returns the text of bytes.
    private func text(in range: Range<Int>) throws(Fault) -> String {
        if let text = String(utf8: text(range)) { return text }
        var parser = Unicode.UTF8.ForwardParser()
        var rest = text(range.lowerBound..<count).makeIterator()
        var offset = range.lowerBound
        while case .valid(let scalar) = parser.parseScalar(from: &rest) { offset += scalar.count }
        throw Fault(offset: offset)
    }

    /// Returns the byte that a letter after a backslash means.
    private mutating func escapedCharacter() throws(Fault) -> UInt8 {
        let escape = bytes[index]
        index += 1
        switch Unicode.Scalar(escape) {
        case "\"", "\\", "/": return escape
        case "b": return 0x08
        case "f": return 0x0C
        case "n": return 0x0A
        case "r": return 0x0D
        case "t": return 0x09
        default:
            index -= 1
            throw fault(wanting: #""\\" for a backslash"#)
        }
    }

    /// Reads UTF-16 units, also several escapes of them; half a surrogate pair becomes U+FFFD.
    private mutating func escapedUnits() throws(Fault) -> String {
        var units: [UInt16] = []
        while true {
            var unit: UInt16 = 0
            for _ in 0..<4 {
                guard index < count, let digit = bytes[index].hexDigitValue else {
                    throw fault()
                }
                unit = unit << 4 | UInt16(digit)
                index += 1
            }
            units.append(unit)
            guard bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else {
                return String(decoding: units, as: UTF16.self)
            }
            index += 2
        }
    }
}

extension String {
    /// Whether nothing in it needs an escape in a JSON string.
    package var isPlainInJSON: Bool { JSONReader.notPlain.isAbsent(from: self) }
}

extension UInt8 {
    /// Whether it needs no escape in a JSON string (RFC 8259, section 7).
    var isPlainInJSON: Bool {
        self >= 0x20 && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
    }
}

// MARK: - Values

extension JSONReader {
    /// Reads one value, with nothing after it; of members with the same key, the first one counts.
    package static func read(_ data: Data) throws(Fault) -> JSONValue {
        // The elements or members of each open container; the first is the document.
        var open = [Container()]
        try read(Array(data)) { part, _ in
            switch part {
            case .start: open.append(Container())
            case .key(let key): open[open.count - 1].key = key
            case .scalar(let value): open[open.count - 1].add(value)
            case .end(let isObject):
                let closed = open.removeLast()
                open[open.count - 1].add(
                    isObject ? .object(closed.members) : .array(closed.elements))
            }
        }
        return open[0].elements[0]
    }

    /// Returns the place where data stops being JSON; `nil` if it is JSON.
    package static func fault(in data: Data) -> Fault? {
        let bytes = Array(data)
        let isText = bytes.withUnsafeBufferPointer { $0.isUTF8 }
        do {
            try read(bytes, omitsValues: isText, onlyChecks: true) { _, _ in }
            return nil
        } catch {
            return error
        }
    }

    private struct Container {
        var key: String?
        var elements: [JSONValue] = []
        var members: [String: JSONValue] = [:]

        mutating func add(_ value: JSONValue) {
            guard let key else { return elements.append(value) }
            if members[key] == nil { members[key] = value }
        }
    }
}

// MARK: - Faults in words

extension JSONReader.Fault: CustomStringConvertible {
    package var description: String {
        isEnd ? "it ends too early, at offset \(offset)" : "\(depth)offset \(offset)"
    }

    /// Returns the place where the text stops being JSON, for people: `line 3, column 14`.
    package func position(in data: Data) -> String {
        let before = Array(data.prefix(offset))[...]
        let newline = UInt8(ascii: "\n")
        let line = before.lastIndex(of: newline).map { before[($0 + 1)...] } ?? before
        // Each Unicode scalar has one byte that is not a continuation byte.
        let column = line.count { $0 & 0xC0 != 0x80 } + 1
        let position = "line \(before.count { $0 == newline } + 1), column \(column)"
        return isEnd ? "it ends too early, \(position)" : depth + position
    }

    private var depth: String {
        isTooDeep ? "more than \(JSONValue.deepest) levels deep, " : ""
    }
}
