/// The format of a text that apps decode as more than text.
enum TextFormat: Sendable, Hashable {
    case empty
    /// `2025-01-31`
    case date
    /// `09:30`, `09:30:15`
    case time
    /// `2025-01-31T09:30:15Z` (RFC 3339)
    case dateAndTime
    /// `2025-01-31T09:30:15.250Z`, which decoders of dates without fractions refuse.
    case preciseDateAndTime
    /// `2025-01-31T09:30:15`, without a time zone.
    case localDateAndTime
    /// `Fri, 31 Jan 2025 09:30:15 GMT` (RFC 9110, section 5.6.7)
    case httpDate
    case uuid
    /// `https://example.com/a`
    case url
    case email
    case other

    init(_ text: String) {
        // No text of a format is longer, except URLs.
        let bytes = text.utf8.prefix(2_048)
        if bytes.isEmpty {
            self = .empty
        } else if let format = Self.dateOrTime(bytes) {
            self = format
        } else if Self.isUUID(bytes) {
            self = .uuid
        } else if Self.isURL(bytes) {
            self = .url
        } else {
            self = Self.isEmail(bytes) ? .email : .other
        }
    }

    /// The format for messages.
    var name: String {
        switch self {
        case .empty: "empty text"
        case .date: "a date"
        case .time: "a time"
        case .dateAndTime: "a date and time"
        case .preciseDateAndTime: "a date and time with fractions of a second"
        case .localDateAndTime: "a date and time without a time zone"
        case .httpDate: "a date as in header fields"
        case .uuid: "a UUID"
        case .url: "a URL"
        case .email: "an e-mail address"
        case .other: "other text"
        }
    }
}

extension TextFormat {
    private typealias Bytes = Substring.UTF8View

    private static func dateOrTime(_ bytes: Bytes) -> TextFormat? {
        guard (5...35).contains(bytes.count) else { return nil }
        var reader = PatternReader(rest: bytes)
        if reader.take("nn:nn") {
            _ = reader.take(":nn")
            return reader.isAtEnd ? .time : nil
        }
        if reader.take("aaa, nn aaa nnnn nn:nn:nn GMT") { return reader.isAtEnd ? .httpDate : nil }
        guard reader.take("nnnn-nn-nn") else { return nil }
        if reader.isAtEnd { return .date }
        guard reader.take("T") || reader.take("t") || reader.take(" "), reader.take("nn:nn") else {
            return nil
        }
        let hasSeconds = reader.take(":nn")
        let isPrecise = hasSeconds && reader.takeFraction()
        if reader.isAtEnd { return .localDateAndTime }
        let hasZone =
            reader.take("Z") || reader.take("z") || reader.take("+nn") || reader.take("-nn")
        _ = reader.take(":nn") || reader.take("nn")
        guard hasZone, reader.isAtEnd else { return nil }
        return isPrecise ? .preciseDateAndTime : .dateAndTime
    }

    private static func isUUID(_ bytes: Bytes) -> Bool {
        var reader = PatternReader(rest: bytes)
        return reader.take("xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx") && reader.isAtEnd
    }

    private static func isURL(_ bytes: Bytes) -> Bool {
        let scheme = bytes.prefix { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
        let rest = bytes[scheme.endIndex...]
        return scheme.first?.isLetter == true && rest.starts(with: "://".utf8) && rest.count > 3
            && rest.allSatisfy { $0 > 0x20 }
    }

    private static func isEmail(_ bytes: Bytes) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[1].contains(UInt8(ascii: ".")) else {
            return false
        }
        return bytes.allSatisfy { $0 > 0x20 && !",;:<>()[]\"\\/".utf8.contains($0) }
            && parts[1].first != UInt8(ascii: ".") && parts[1].last?.isLetter == true
    }
}

/// A reader of bytes by patterns: `n` is a digit, `x` a hexadecimal digit, `a` a letter.
private struct PatternReader {
    var rest: Substring.UTF8View

    var isAtEnd: Bool { rest.isEmpty }

    /// Takes what matches a pattern; returns false, and takes nothing, if it does not.
    mutating func take(_ pattern: StaticString) -> Bool {
        let start = rest
        for index in 0..<pattern.utf8CodeUnitCount {
            guard let byte = rest.popFirst(), Self.matches(byte, pattern.utf8Start[index]) else {
                rest = start
                return false
            }
        }
        return true
    }

    /// Takes a point or comma, and digits.
    mutating func takeFraction() -> Bool {
        guard let mark = rest.first, ".,".utf8.contains(mark) else { return false }
        let digits = rest.dropFirst().prefix(while: \.isDigit)
        guard !digits.isEmpty else { return false }
        rest = rest[digits.endIndex...]
        return true
    }

    private static func matches(_ byte: UInt8, _ pattern: UInt8) -> Bool {
        switch pattern {
        case UInt8(ascii: "n"): byte.isDigit
        case UInt8(ascii: "a"): byte.isLetter
        case UInt8(ascii: "x"):
            byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
        default: byte == pattern
        }
    }
}
