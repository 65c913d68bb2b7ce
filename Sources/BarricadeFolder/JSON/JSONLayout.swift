package import Barricade
package import Foundation

/// The tokens of a JSON value as they are spelled, to be written without spaces or for people.
package struct JSONLayout {
    private enum Kind {
        case key, scalar, array, object, end
    }

    private struct Token {
        let kind: Kind
        /// Its first byte in the source.
        let start: Int
        /// The number of its bytes.
        let count: Int
        /// The columns of the key, or of the value on one line.
        var columns: Int
        /// The number of the last token of the value.
        var end: Int
        /// The number of objects in the array.
        var objects = 0
        /// Whether it holds an array of several objects, at any depth.
        var hasObjects = false
    }

    /// Deeper values stay on one line, or most of the text would be indentation.
    private static let deepestIndentation = 64
    /// The text that has the tokens.
    private var source = ""
    private var tokens: [Token] = []
    /// The numbers of the arrays and objects that have not ended.
    private var open: [Int] = []
    /// The number of bytes of the text without spaces.
    private var compactCount = 0

    /// Reads the tokens of a text.
    package init(_ bytes: [UInt8]) throws(JSONReader.Fault) {
        let source = String(utf8: bytes[...])
        self.source = source ?? ""
        // In ASCII, each byte has a column.
        let isASCII = self.source.utf8.count == self.source.utf16.count
        tokens.reserveCapacity(bytes.count / 16)
        try JSONReader.read(bytes, omitsValues: source != nil) { part, range in
            let (start, count) = (range.lowerBound, range.upperBound - range.lowerBound)
            switch part {
            case .start:
                add(bytes[start] == UInt8(ascii: "[") ? .array : .object, start, count)
            // That of an empty one has both brackets.
            case .end: end(range.upperBound - 1)
            case .key: add(.key, start, count, isASCII)
            case .scalar: add(.scalar, start, count, isASCII)
            }
        }
    }

    private mutating func add(_ kind: Kind, _ start: Int, _ count: Int, _ isASCII: Bool = true) {
        let number = tokens.count
        compactCount += count
        switch kind {
        case .array, .object:
            open.append(number)
            tokens.append(
                Token(
                    kind: kind, start: start, count: count, columns: kind == .array ? 0 : 2,
                    end: number))
        default:
            let columns = isASCII ? count : text(start, count).unicodeScalars.count
            tokens.append(
                Token(kind: kind, start: start, count: count, columns: columns, end: number))
            if kind == .scalar { self.count(number) } else { compactCount += 1 }
        }
    }

    /// - Parameter start: The place of its bracket.
    private mutating func end(_ start: Int) {
        let (number, end) = (open.removeLast(), tokens.count)
        compactCount += 1
        // A comma follows each value in it but the last.
        if end > number + 1 { compactCount -= 1 }
        tokens.append(Token(kind: .end, start: start, count: 1, columns: 0, end: end))
        tokens[number].end = end
        if end == number + 1 { tokens[number].columns = 2 }
        if tokens[number].kind == .array, tokens[number].objects > 1 {
            tokens[number].hasObjects = true
        }
        count(number)
    }

    /// Counts a value that has ended in what it is in, with a comma and a space.
    private mutating func count(_ number: Int) {
        guard let outer = open.last else { return }
        compactCount += 1
        let key = tokens[outer].kind == .object ? tokens[number - 1].columns + 2 : 0
        tokens[outer].columns += key + tokens[number].columns + 2
        if tokens[number].kind == .object { tokens[outer].objects += 1 }
        if tokens[number].hasObjects { tokens[outer].hasObjects = true }
    }

    // MARK: Writing

    private func text(_ start: Int, _ count: Int) -> Substring {
        let start = source.utf8.index(source.startIndex, offsetBy: start)
        return source[start..<source.utf8.index(start, offsetBy: count)]
    }

    /// The text without spaces.
    package var compact: String {
        if compactCount == source.utf8.count { return source }
        return String(decoding: written { $0.writeLine(0, isSpaced: false) }, as: UTF8.self)
    }

    /// The text for people, in 100 columns: indented by two spaces, values that fit on one line, but
    /// each of several objects on its own line.
    package var laidOut: Data {
        written { writer in
            _ = writer.write(0, level: 0, from: 0)
            writer.text.add("\n")
        }
    }

    /// Returns the same without the line break at its end, for a level of other JSON.
    package func text(level: Int = 0, from column: Int = 0, width: Int = 100) -> String {
        let text = written { writer in
            writer.width = width
            _ = writer.write(0, level: level, from: column)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns JSON laid out for people; other data stays as it is.
    static func laidOut(_ data: Data) -> Data {
        (try? JSONLayout(Array(data)))?.laidOut ?? data
    }

    private func written(_ write: (inout Writer) -> Void) -> Data {
        var source = source
        return source.withUTF8 { bytes in
            guard let start = bytes.baseAddress else { return Data() }
            var writer = Writer(
                source: start, tokens: tokens, text: TextWriter(bytes.count * 3 / 2))
            write(&writer)
            return writer.text.finished()
        }
    }

    private struct Writer: ~Copyable {
        /// The bytes that have the tokens.
        let source: UnsafePointer<UInt8>
        let tokens: [Token]
        var text: TextWriter
        /// The columns of a line.
        var width = 100

        private mutating func add(_ token: Token) {
            text.add(source + token.start, token.count)
        }

        /// Writes a value on one line.
        mutating func writeLine(_ first: Int, isSpaced: Bool) {
            // Whether each open value is an object.
            var areObjects: [Bool] = []
            var before = Kind.key
            for number in first...tokens[first].end {
                let token = tokens[number]
                switch (before, token.kind) {
                case (.array, _), (.key, _): break
                case (.object, _): if isSpaced, token.kind != .end { text.add(" ") }
                case (_, .end): if isSpaced, areObjects.last == true { text.add(" ") }
                default: text.add(isSpaced ? ", " : ",")
                }
                add(token)
                switch token.kind {
                case .key: text.add(isSpaced ? ": " : ":")
                case .array, .object: areObjects.append(token.kind == .object)
                case .end: areObjects.removeLast()
                case .scalar: break
                }
                before = token.kind
            }
        }

        /// Writes a value; returns the number of the token after it.
        ///
        /// - Parameter start: The columns before it on its line.
        mutating func write(_ number: Int, level: Int, from start: Int) -> Int {
            let token = tokens[number]
            let staysOnLine = token.end <= number + 1 || level >= JSONLayout.deepestIndentation
            // A comma may follow.
            let fits = level > 0 && token.columns < width - start
            let isOfObjects =
                level == 1 ? token.kind == .array && token.objects > 0 : token.hasObjects
            if staysOnLine || fits && !isOfObjects {
                writeLine(number, isSpaced: true)
                return token.end + 1
            }
            let indentation = 2 * (level + 1)
            var next = number + 1
            add(token)
            while next < token.end {
                text.add(next == number + 1 ? "\n" : ",\n")
                text.addSpaces(indentation)
                var start = indentation
                if tokens[next].kind == .key {
                    add(tokens[next])
                    text.add(": ")
                    start += tokens[next].columns + 2
                    next += 1
                }
                next = write(next, level: level + 1, from: start)
            }
            text.add("\n")
            text.addSpaces(indentation - 2)
            add(tokens[token.end])
            return token.end + 1
        }
    }
}

/// A writer of text into memory of its own: appending to `Data` or to a `String` costs some hundred
/// instructions for each piece, and there are several for each token.
struct TextWriter: ~Copyable {
    private var memory: UnsafeMutableRawPointer
    private var capacity: Int
    private var count = 0

    init(_ capacity: Int) {
        self.capacity = capacity
        memory = .allocate(byteCount: capacity, alignment: 1)
    }

    /// Ends the text, and returns it with the memory.
    consuming func finished() -> Data {
        Data(
            bytesNoCopy: memory, count: count,
            deallocator: .custom { memory, _ in
                memory.deallocate()
            })
    }

    /// Returns the memory for more bytes.
    private mutating func room(_ more: Int) -> UnsafeMutableRawPointer {
        if count + more > capacity {
            capacity = 2 * (count + more)
            let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 1)
            larger.copyMemory(from: memory, byteCount: count)
            memory.deallocate()
            memory = larger
        }
        defer { count += more }
        return memory + count
    }

    mutating func add(_ mark: StaticString) {
        add(mark.utf8Start, mark.utf8CodeUnitCount)
    }

    mutating func add(string: String) {
        string.withCString { _ = memcpy(room(string.utf8.count), $0, string.utf8.count) }
    }

    /// Adds a text as JSON.
    mutating func add(quoted string: String) {
        guard string.isPlainInJSON else { return add(string: JSONValue.quoted(string)) }
        let count = string.utf8.count
        let text = room(count + 2).assumingMemoryBound(to: UInt8.self)
        (text[0], text[count + 1]) = (0x22, 0x22)
        string.withCString { _ = memcpy(text + 1, $0, count) }
    }

    mutating func add(_ start: UnsafePointer<UInt8>, _ count: Int) {
        memcpy(room(count), start, count)
    }

    mutating func addSpaces(_ count: Int) {
        memset(room(count), 0x20, count)
    }
}
