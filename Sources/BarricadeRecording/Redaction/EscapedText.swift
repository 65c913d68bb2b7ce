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
        guard text.contains(escaping.mark) else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        let hasChanged = decode(text, escaping) { byte, _ in result.append(byte) }
        return hasChanged ? result : nil
    }

    /// Undoes one way, and returns whether it occurs.
    ///
    /// - Parameter emit: Gets each byte, and where it is written.
    @inline(__always)
    private static func decode(
        _ text: [UInt8], _ escaping: Escaping, _ emit: (UInt8, Int) -> Void
    ) -> Bool {
        let mark = escaping.mark
        var hasChanged = false
        var index = 0
        while index < text.count {
            guard text[index] == mark, let (character, end) = escape(escaping, at: index, in: text)
            else {
                emit(text[index], index)
                index += 1
                continue
            }
            switch character {
            case .byte(let byte): emit(byte, index)
            case .scalar(let scalar): for byte in scalar.utf8 { emit(byte, index) }
            }
            index = end
            hasChanged = true
        }
        return hasChanged
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
        let (oldParts, newParts) = parts(of: old, new)
        var result: [UInt8] = []
        var end = 0
        for (oldPart, newPart) in zip(oldParts, newParts) {
            let (start, stop) = change(old[oldPart], new[newPart])
            let oldEnd = oldPart.upperBound - stop
            let range = newPart.lowerBound + start..<newPart.upperBound - stop
            guard oldPart.lowerBound + start < oldEnd || !range.isEmpty else { continue }
            result += source[end..<places[oldPart.lowerBound + start]]
            result += encoded(String(decoding: new[range], as: UTF8.self), escaping).utf8
            end = places[oldEnd]
        }
        return String(decoding: result + source[end...], as: UTF8.self)
    }

    /// Returns how many bytes are equal at the start of two parts, and at their ends.
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

    /// Returns the parts of two texts that are to be compared: a text may change in several places.
    private static func parts(
        of old: [UInt8], _ new: [UInt8]
    ) -> (old: [Range<Int>], new: [Range<Int>]) {
        // What stands for a secret has few of these bytes, so most texts keep their number.
        for separators in ["\n\r\t \"'(){}[],;", "\n"] {
            let isSeparator = (0...255).map { separators.utf8.contains($0) }
            let (oldParts, newParts) = (
                old.split(omittingEmptySubsequences: false) { isSeparator[Int($0)] },
                new.split(omittingEmptySubsequences: false) { isSeparator[Int($0)] }
            )
            if oldParts.count == newParts.count {
                return (oldParts.map(\.indices), newParts.map(\.indices))
            }
        }
        return ([0..<old.count], [0..<new.count])
    }

    /// Returns the decoded text, and where each of its bytes is written.
    private static func located(
        _ text: [UInt8], _ escaping: Escaping
    ) -> (bytes: [UInt8], places: [Int]) {
        var (decoded, places) = ([UInt8](), [Int]())
        decoded.reserveCapacity(text.count)
        places.reserveCapacity(text.count + 1)
        _ = decode(text, escaping) { byte, place in
            decoded.append(byte)
            places.append(place)
        }
        return (decoded, places + [text.count])
    }

    // MARK: Reading escapes

    private enum Character {
        case byte(UInt8)
        case scalar(Unicode.Scalar)
    }

    private static func escape(
        _ escaping: Escaping, at start: Int, in text: [UInt8]
    ) -> (Character, end: Int)? {
        switch escaping {
        case .percent: byte(at: start + 1, in: text).map { (.byte($0), start + 3) }
        case .backslash: backslash(at: start, in: text)
        case .entity: entity(at: start, in: text)
        }
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

extension UInt8 {
    /// Whether it is a byte of UTF-8 after the first one of its character.
    fileprivate var isContinuation: Bool { self & 0xC0 == 0x80 }
}
