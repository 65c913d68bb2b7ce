import Barricade

/// Operations on text by ASCII characters.
extension StringProtocol where SubSequence == Substring {
    /// Returns the text with some characters replaced by texts.
    func replacing(_ replacements: KeyValuePairs<Unicode.Scalar, String>) -> String {
        let bytes = replacements.map { UInt8(ascii: $0.key) }
        guard utf8.contains(where: bytes.contains) else { return String(self) }
        var result: [UInt8] = []
        for byte in utf8 {
            if let index = bytes.firstIndex(of: byte) {
                result += replacements[index].value.utf8
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension String {
    /// Returns whether it has a text of ASCII characters in it; Foundation takes long to find one.
    func has(_ text: String) -> Bool {
        Array(utf8)[...].range(ofBytes: Array(text.utf8)) != nil
    }

    /// The text without leading and trailing spaces and line breaks.
    var trimmingSpace: String {
        let text = utf8.drop(while: \.isSpace)
        return String(Substring(text.dropLast(text.reversed().prefix(while: \.isSpace).count)))
    }
}

extension UInt8 {
    /// Whether it is not an ASCII control character, or is a tab or line break.
    var isReadable: Bool { self >= 0x20 && self != 0x7F || isSpace }
    var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}

/// The parts of a URL, absolute or relative, as they are written (RFC 3986, section 3).
struct URLParts {
    /// The scheme and `://`; `//` or empty if there is no scheme.
    let start: String
    /// The user and the password; `nil` if there is no `@`.
    var user: String?
    /// The host and the port.
    let host: String
    var path: String
    var query: String?
    var fragment: String?

    init(_ text: String) {
        var rest = text[...]
        fragment = Self.cut(&rest, at: "#")
        query = Self.cut(&rest, at: "?")
        let scheme = rest.schemeSeparator.map { rest[..<$0.upperBound] }
        start = scheme.map(String.init) ?? (rest.utf8.starts(with: "//".utf8) ? "//" : "")
        rest = Substring(rest.utf8.dropFirst(start.utf8.count))
        let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        let end = start.isEmpty ? rest.startIndex : slash
        path = String(rest[end...])
        let authority = rest[..<end].split(at: "@")
        user = authority.count > 1 ? authority.dropLast().joined(separator: "@") : nil
        host = String(authority[authority.count - 1])
    }

    private static func cut(_ text: inout Substring, at mark: Unicode.Scalar) -> String? {
        guard let index = text.utf8.firstIndex(of: UInt8(ascii: mark)) else { return nil }
        defer { text = text[..<index] }
        return String(Substring(text.utf8[index...].dropFirst()))
    }

    var text: String {
        start + (user.map { "\($0)@" } ?? "") + host + path + (query.map { "?\($0)" } ?? "")
            + (fragment.map { "#\($0)" } ?? "")
    }
}

/// A range of bytes and the text that replaces it.
struct TextEdit {
    let range: Range<Int>
    let text: String
}

extension [TextEdit] {
    /// Returns a text with all edits applied; the first of overlapping ones wins.
    func applied(to bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var end = 0
        // Those of JSON are in order.
        let isOrdered = zip(self, dropFirst()).allSatisfy {
            $0.range.upperBound <= $1.range.lowerBound
        }
        for edit in isOrdered ? self : ordered(by: { $0.range.lowerBound })
        where edit.range.lowerBound >= end {
            result += bytes[end..<edit.range.lowerBound]
            result += edit.text.utf8
            end = edit.range.upperBound
        }
        return String(decoding: result + bytes[end...], as: UTF8.self)
    }
}
