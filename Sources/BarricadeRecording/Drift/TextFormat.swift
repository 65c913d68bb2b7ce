import Barricade
import Foundation

/// The format of a text that apps decode as another type; the raw value is its name in messages.
enum TextFormat: String, Sendable {
    case empty = "empty text"
    /// `2025-01-31`
    case date = "a date"
    /// `2025-01-31T09:30:15Z` (RFC 3339)
    case dateAndTime = "a date and time"
    /// `2025-01-31T09:30:15.250Z`, which decoders of dates without fractions refuse.
    case preciseDateAndTime = "a date and time with fractions of a second"
    /// `2025-01-31T09:30:15`
    case localDateAndTime = "a date and time without a time zone"
    case uuid = "a UUID"
    /// `https://example.com/a`
    case url = "a URL"
    case other = "other text"

    init(_ text: String) {
        if text.isEmpty {
            self = .empty
        } else if let format = Self.date(text.utf8) {
            self = format
        } else if text.utf8.count == 36, UUID(uuidString: text) != nil {
            self = .uuid
        } else {
            let isURL =
                text.contains("://") && !text.contains(" ") && URL(string: text)?.scheme != nil
            self = isURL ? .url : .other
        }
    }

    private static func date(_ text: String.UTF8View) -> TextFormat? {
        guard (10...35).contains(text.count), text.first?.isDigit == true else { return nil }
        let mask = String(decoding: text.map { $0.isDigit ? UInt8(ascii: "0") : $0 }, as: UTF8.self)
        if mask == "0000-00-00" { return .date }
        let starts = ["0000-00-00T00:00", "0000-00-00t00:00", "0000-00-00 00:00"]
        guard starts.contains(where: mask.hasPrefix) else { return nil }
        let rest = mask.dropFirst(16)
        guard rest.allSatisfy({ ":0.,+-Zz".contains($0) }) else { return nil }
        if !rest.contains(where: { "+-Zz".contains($0) }) { return .localDateAndTime }
        return rest.contains(where: { ".,".contains($0) }) ? .preciseDateAndTime : .dateAndTime
    }
}

extension String {
    /// Whether a key is data: a date, a number, an identifier such as 5f2b8a9c or order-1042.
    var isIdentifierKey: Bool {
        utf8.count(where: \.isDigit) >= 3 || !isEmpty && utf8.allSatisfy(\.isDigit)
    }

    /// Whether a key is a code of a country, currency or language: `EUR`, `de-AT`.
    var isCodeKey: Bool {
        let code = utf8.dropFirst(utf8.count == 5 && contains { "-_".contains($0) } ? 3 : 0)
        return (2...3).contains(code.count) && code.allSatisfy(\.isCapital)
    }

    /// Whether it looks like a constant: `open`, `in_progress`, `ACTIVE`.
    var isConstant: Bool {
        guard isToken else { return false }
        // A word with a capital letter is probably a name.
        let isName = utf8.first?.isCapital == true && utf8.contains { $0.isLetter && !$0.isCapital }
        return !isName
    }

    /// Whether it is one short word without digits.
    var isToken: Bool {
        utf8.count <= 32 && utf8.first?.isLetter == true
            && utf8.allSatisfy { $0.isLetter || "_-.".utf8.contains($0) }
    }
}
