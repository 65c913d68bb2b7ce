import Barricade

/// A text in which characters may be written in several ways.
enum EscapedText {
    /// A way to write characters by others.
    enum Escaping: CaseIterable {
        /// `%41` in URLs and forms.
        case percent
        /// `\u0041` in JSON and JavaScript, `\x41` in scripts.
        case backslash
        /// `&#65;` and `&amp;` in XML and HTML.
        case entity

        /// The byte with which each character starts that is written in this way.
        var mark: UInt8 {
            switch self {
            case .percent: UInt8(ascii: "%")
            case .backslash: UInt8(ascii: "\\")
            case .entity: UInt8(ascii: "&")
            }
        }

        /// Returns all of them, the one that follows another first.
        static func all(after last: Self?) -> [Self] {
            guard let last, let index = allCases.firstIndex(of: last) else { return allCases }
            return Array(allCases[(index + 1)...] + allCases[...index])
        }
    }

    /// Returns the text with one way undone; `nil` if it does not occur.
    static func decoded(_ text: [UInt8], _ escaping: Escaping) -> [UInt8]? {
        var reader = Reader(text, escaping)
        guard var piece = reader.next(), piece.escape != nil else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        while true {
            result += text[piece.plain]
            switch piece.escape {
            case .byte(let byte)?: result.append(byte)
            case .scalar(let scalar)?: result += scalar.utf8
            case nil: return result
            }
            guard let next = reader.next() else { return result }
            piece = next
        }
    }

    /// A value with all its escapes undone, which can be written in the same ways again.
    struct Undone {
        let text: String
        private var ways: [Escaping] = []

        /// Makes one of a value that is as it is written.
        init(plain value: ArraySlice<UInt8>) {
            text = String(decoding: value, as: UTF8.self)
        }

        /// Undoes the escapes of a value; `nil` if it has none.
        init?(_ value: ArraySlice<UInt8>) {
            var bytes = Array(value)
            while ways.count < RedactionPass.mostEscapes,
                let (way, decoded) = Escaping.all(after: ways.last).lazy.compactMap({ way in
                    decoded(bytes, way).map { (way, $0) }
                }).first
            {
                bytes = decoded
                ways.append(way)
            }
            guard !ways.isEmpty, let text = String(utf8: bytes) else { return nil }
            self.text = text
        }

        func written(_ text: String) -> String {
            ways.reversed().reduce(text) { encoded($0, $1) }
        }
    }

    /// Writes a text in a way that has been undone.
    static func encoded(_ text: String, _ escaping: Escaping) -> String {
        switch escaping {
        case .percent: PercentEncoding.encoded(text)
        case .backslash: String(JSONValue.string(text).description.dropFirst().dropLast())
        case .entity:
            text.replacing(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"])
        }
    }

    /// Writes a text in place of another, as it is if that was written so, too.
    static func encoded(
        _ text: String, inPlaceOf old: some Collection<UInt8>, _ escaping: Escaping
    ) -> String {
        text.isWord && !old.contains(escaping.mark) ? text : encoded(text, escaping)
    }

    /// Writes a decoded text that was changed; what has not changed stays as it was written.
    ///
    /// - Parameter source: The text before it was decoded.
    static func encoded(_ kept: String, as source: [UInt8], _ escaping: Escaping) -> String {
        let new = Array(kept.utf8)
        var edit = TextEdit(source)
        var places = Places(source, escaping)
        for change in TextChange.all(from: decoded(source, escaping) ?? source, to: new) {
            let start = places.place(of: change.old.lowerBound)
            let end = places.place(of: change.old.upperBound)
            let text = String(decoding: new[change.new], as: UTF8.self)
            edit.replace(start..<end, with: encoded(text, inPlaceOf: source[start..<end], escaping))
        }
        return edit.text
    }

    // MARK: Reading escapes

    /// Reads a text with its escapes undone.
    private struct Reader {
        private let text: [UInt8]
        private let escaping: Escaping
        private var index = 0

        init(_ text: [UInt8], _ escaping: Escaping) {
            self.text = text
            self.escaping = escaping
        }

        /// Returns the bytes up to the next escape, and what that stands for; `nil` at the end.
        mutating func next() -> (plain: Range<Int>, escape: Character?)? {
            guard index < text.count else { return nil }
            let start = index
            var rest = start
            while let mark = text[rest...].firstIndex(of: escaping.mark) {
                if let (character, end) = escape(escaping, at: mark, in: text) {
                    index = end
                    return (start..<mark, character)
                }
                rest = mark + 1
            }
            index = text.count
            return (start..<index, nil)
        }
    }

    /// Tells where the bytes of a text are written, from first to last.
    private struct Places {
        private let count: Int
        private var reader: Reader
        private var piece: (plain: Range<Int>, escape: Character?)?
        /// The number of the first byte of the piece, in the text without escapes.
        private var position = 0

        init(_ text: [UInt8], _ escaping: Escaping) {
            count = text.count
            reader = Reader(text, escaping)
            piece = reader.next()
        }

        mutating func place(of byte: Int) -> Int {
            while let (plain, escape) = piece {
                if byte <= position + plain.count { return plain.lowerBound + byte - position }
                position += plain.count
                switch escape {
                case .byte?: position += 1
                case .scalar(let scalar)?: position += scalar.utf8.count
                case nil: break
                }
                piece = reader.next()
            }
            return count
        }
    }

    private enum Character {
        case byte(UInt8)
        case scalar(Unicode.Scalar)
    }

    private static func escape(
        _ escaping: Escaping, at start: Int, in text: [UInt8]
    ) -> (Character, end: Int)? {
        switch escaping {
        case .percent: percent(at: start, in: text)
        case .backslash: backslash(at: start, in: text)
        case .entity: entity(at: start, in: text)
        }
    }

    /// Reads `%41`, or all of a character of several bytes, `%C3%A9`.
    private static func percent(at start: Int, in text: [UInt8]) -> (Character, end: Int)? {
        guard let first = byte(at: start + 1, in: text) else { return nil }
        guard first >= 0x80 else { return (.byte(first), start + 3) }
        let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        let bytes = (0..<count).compactMap { index -> UInt8? in
            let place = start + 3 * index
            return place < text.count && text[place] == text[start]
                ? byte(at: place + 1, in: text) : nil
        }
        guard bytes.count == count, let character = String(utf8: bytes),
            let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1
        else { return nil }
        return (.scalar(scalar), start + 3 * count)
    }

    private static func backslash(at start: Int, in text: [UInt8]) -> (Character, end: Int)? {
        guard start + 1 < text.count else { return nil }
        switch text[start + 1] {
        case UInt8(ascii: "u"): return unit(at: start, in: text)
        case UInt8(ascii: "x"):
            return byte(at: start + 2, in: text).map { (.scalar(Unicode.Scalar($0)), start + 4) }
        case UInt8(ascii: "n"): return (.byte(0x0A), start + 2)
        case UInt8(ascii: "r"): return (.byte(0x0D), start + 2)
        case UInt8(ascii: "t"): return (.byte(0x09), start + 2)
        case let byte where !byte.isAlphanumeric: return (.byte(byte), start + 2)
        default: return nil
        }
    }

    /// Reads `\u0041` and pairs of surrogates.
    private static func unit(at start: Int, in text: [UInt8]) -> (Character, end: Int)? {
        func value(at index: Int) -> UInt32? {
            guard index + 1 < text.count, text[index] == UInt8(ascii: "\\"),
                text[index + 1] == UInt8(ascii: "u"), let high = byte(at: index + 2, in: text),
                let low = byte(at: index + 4, in: text)
            else { return nil }
            return UInt32(high) << 8 | UInt32(low)
        }
        guard let unit = value(at: start) else { return nil }
        if let scalar = Unicode.Scalar(unit) { return (.scalar(scalar), start + 6) }
        guard unit < 0xDC00, let low = value(at: start + 6), (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar((unit - 0xD800) << 10 + (low - 0xDC00) + 0x1_0000)
        else { return nil }
        return (.scalar(scalar), start + 12)
    }

    private static func entity(at start: Int, in text: [UInt8]) -> (Character, end: Int)? {
        guard let end = text[start...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
            return nil
        }
        let name = String(decoding: text[start + 1..<end], as: UTF8.self)
        if let scalar = entities[name] { return (.scalar(scalar), end + 1) }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let code =
            digits.lowercased().hasPrefix("x")
            ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return code.flatMap { Unicode.Scalar($0) }.map { (.scalar($0), end + 1) }
    }

    private static let entities: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "commat": "@",
    ]

    /// Returns the byte that two hexadecimal digits stand for.
    private static func byte(at index: Int, in text: [UInt8]) -> UInt8? {
        guard index + 1 < text.count, let high = text[index].hexDigitValue,
            let low = text[index + 1].hexDigitValue
        else { return nil }
        return high << 4 | low
    }
}

extension String {
    /// Whether no way of writing needs to escape any of it.
    fileprivate var isWord: Bool {
        utf8.allSatisfy { $0.isTokenByte || ".@:/~".utf8.contains($0) }
    }
}
