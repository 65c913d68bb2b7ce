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

    /// Writes a decoded text that was changed; what has not changed stays as it was written.
    ///
    /// - Parameter source: The text before it was decoded.
    static func encoded(_ kept: String, as source: [UInt8], _ escaping: Escaping) -> String {
        let (old, places) = located(source, escaping)
        let new = Array(kept.utf8)
        var (oldLines, newLines) = (lines(of: old), lines(of: new))
        // A text may change in several places: each line is compared with its own.
        if oldLines.count != newLines.count {
            (oldLines, newLines) = ([0..<old.count], [0..<new.count])
        }
        var result: [UInt8] = []
        var end = 0
        for (oldLine, newLine) in zip(oldLines, newLines) {
            let (start, stop) = change(old[oldLine], new[newLine])
            let oldEnd = oldLine.upperBound - stop
            let range = newLine.lowerBound + start..<newLine.upperBound - stop
            guard oldLine.lowerBound + start < oldEnd || !range.isEmpty else { continue }
            result += source[end..<places[oldLine.lowerBound + start]]
            result += encoded(String(decoding: new[range], as: UTF8.self), escaping).utf8
            end = places[oldEnd]
        }
        return String(decoding: result + source[end...], as: UTF8.self)
    }

    /// Returns how many bytes are equal at the start of two lines, and at their ends.
    private static func change(
        _ old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>
    ) -> (start: Int, end: Int) {
        var start = zip(old, new).prefix { $0 == $1 }.count
        // Characters stay whole.
        while start > 0, start < old.count, old[old.startIndex + start].isContinuation {
            start -= 1
        }
        var end = zip(old.dropFirst(start).reversed(), new.dropFirst(start).reversed())
            .prefix { $0 == $1 }.count
        while end > 0, old[old.endIndex - end].isContinuation { end -= 1 }
        return (start, end)
    }

    private static func lines(of text: [UInt8]) -> [Range<Int>] {
        text.split(separator: 0x0A, omittingEmptySubsequences: false).map(\.indices)
    }

    /// Returns the decoded text, and where each of its bytes is written.
    private static func located(
        _ text: [UInt8], _ escaping: Escaping
    ) -> (bytes: [UInt8], places: [Int]) {
        let mark = mark(of: escaping)
        var (decoded, places) = ([UInt8](), [Int]())
        var index = 0
        while index < text.count {
            let found = text[index] == mark ? escape(escaping, at: index, in: text) : nil
            let (bytes, end) = found ?? ([text[index]], index + 1)
            decoded += bytes
            places += repeatElement(index, count: bytes.count)
            index = end
        }
        return (decoded, places + [text.count])
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

extension UInt8 {
    /// Whether it is a byte of UTF-8 after the first one of its character.
    fileprivate var isContinuation: Bool { self & 0xC0 == 0x80 }
}
