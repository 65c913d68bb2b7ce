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
    }

    /// Returns the text with one way undone; `nil` if it does not occur.
    static func decoded(_ text: [UInt8], _ escaping: Escaping) -> [UInt8]? {
        let mark = mark(of: escaping)
        guard let first = text.firstIndex(of: mark) else { return nil }
        var result = Array(text[..<first])
        result.reserveCapacity(text.count)
        var index = first
        var hasChanged = false
        while index < text.count {
            guard text[index] == mark, let (bytes, end) = escape(escaping, at: index, in: text)
            else {
                result.append(text[index])
                index += 1
                continue
            }
            result += bytes
            index = end
            hasChanged = true
        }
        return hasChanged ? result : nil
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

    private static func mark(of escaping: Escaping) -> UInt8 {
        switch escaping {
        case .percent: UInt8(ascii: "%")
        case .backslash: UInt8(ascii: "\\")
        case .entity: UInt8(ascii: "&")
        }
    }

    private static func escape(
        _ escaping: Escaping, at start: Int, in text: [UInt8]
    ) -> (bytes: [UInt8], end: Int)? {
        switch escaping {
        case .percent:
            guard start + 2 < text.count,
                let byte = UInt8(hexadecimal: text[start + 1...start + 2])
            else { return nil }
            return ([byte], start + 3)
        case .backslash: return backslash(at: start, in: text)
        case .entity: return entity(at: start, in: text)
        }
    }

    private static func backslash(
        at start: Int, in text: [UInt8]
    ) -> (bytes: [UInt8], end: Int)? {
        guard start + 1 < text.count else { return nil }
        switch text[start + 1] {
        case UInt8(ascii: "u"): return unit(at: start, in: text)
        case UInt8(ascii: "x"):
            guard start + 3 < text.count,
                let byte = UInt8(hexadecimal: text[start + 2...start + 3])
            else { return nil }
            return (Array(String(Unicode.Scalar(byte)).utf8), start + 4)
        case UInt8(ascii: "n"): return ([0x0A], start + 2)
        case UInt8(ascii: "r"): return ([0x0D], start + 2)
        case UInt8(ascii: "t"): return ([0x09], start + 2)
        case let byte where !byte.isAlphanumeric: return ([byte], start + 2)
        default: return nil
        }
    }

    /// Reads `\u0041` and pairs of surrogates.
    private static func unit(at start: Int, in text: [UInt8]) -> (bytes: [UInt8], end: Int)? {
        func value(at index: Int) -> UInt32? {
            guard index + 5 < text.count, text[index] == UInt8(ascii: "\\"),
                text[index + 1] == UInt8(ascii: "u"),
                let high = UInt8(hexadecimal: text[index + 2...index + 3]),
                let low = UInt8(hexadecimal: text[index + 4...index + 5])
            else { return nil }
            return UInt32(high) << 8 | UInt32(low)
        }
        guard let unit = value(at: start) else { return nil }
        if let scalar = Unicode.Scalar(unit) { return (Array(String(scalar).utf8), start + 6) }
        guard unit < 0xDC00, let low = value(at: start + 6), (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar((unit - 0xD800) << 10 + (low - 0xDC00) + 0x1_0000)
        else { return nil }
        return (Array(String(scalar).utf8), start + 12)
    }

    private static func entity(at start: Int, in text: [UInt8]) -> (bytes: [UInt8], end: Int)? {
        guard let end = text[start...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
            return nil
        }
        let name = String(decoding: text[start + 1..<end], as: UTF8.self)
        let names = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "commat": "@"]
        if let character = names[name] { return (Array(character.utf8), end + 1) }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let code =
            digits.lowercased().hasPrefix("x")
            ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return code.flatMap { Unicode.Scalar($0) }.map { (Array(String($0).utf8), end + 1) }
    }
}
