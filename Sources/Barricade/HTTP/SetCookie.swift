import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The cookie in a `Set-Cookie` field (RFC 6265, section 5.2).
///
/// Foundation's parser ends a cookie at a comma, and on Linux it crashes at some characters outside
/// ASCII (up to Swift 6.3.1).
struct SetCookie: Sendable {
    let name: String
    let value: String
    /// The domain in lower case, without a leading dot; `nil` if the field names none.
    private(set) var domain: String?
    /// The path; `nil` if the field has none that starts with a slash.
    private(set) var path: String?
    private(set) var isSecure = false
    private(set) var isHTTPOnly = false
    private var sameSite: String?
    private var expires: Date?
    private var maxAge: TimeInterval?

    /// Reads a field, which is one cookie; `nil` if it has no name or no equals sign.
    init?(parsing field: String) {
        // By bytes: a delimiter with a combining mark is another `Character`.
        let parts = field.utf8.split(
            separator: UInt8(ascii: ";"), omittingEmptySubsequences: false
        ).map { Self.pair(Substring($0)) }
        guard let first = parts.first, !first.name.isEmpty, let value = first.value else {
            return nil
        }
        (name, self.value) = (first.name, value)
        for (name, value) in parts.dropFirst() { read(name.lowercased(), value ?? "") }
    }

    /// Reads an attribute; if a name occurs twice, the last one counts.
    private mutating func read(_ attribute: String, _ value: String) {
        switch attribute {
        case "expires": expires = CookieDate.date(value) ?? expires
        case "max-age": maxAge = Self.seconds(value) ?? maxAge
        case "domain" where !value.isEmpty:
            let name = value.utf8.first == UInt8(ascii: ".") ? value.dropFirst() : value[...]
            domain = name.lowercased()
        case "path": path = value.utf8.first == UInt8(ascii: "/") ? value : nil
        case "secure": isSecure = true
        case "httponly": isHTTPOnly = true
        case "samesite": sameSite = value.lowercased()
        default: break
        }
    }

    /// Whether the cookie breaks the rules of its name's prefix (RFC 6265bis, section 4.1.3).
    var breaksItsPromise: Bool {
        let name = name.lowercased()
        if name.utf8.starts(with: "__host-".utf8) {
            return !isSecure || domain != nil || path != "/"
        }
        return name.utf8.starts(with: "__secure-".utf8) && !isSecure
    }

    /// Returns the cookie for a storage, in a response to the URL.
    func cookie(from url: URL) -> HTTPCookie? {
        guard let host = url.host?.lowercased() else { return nil }
        var properties: [HTTPCookiePropertyKey: Any] = [
            .name: name, .value: value, .originURL: url,
            .domain: domain.map { Self.isAddress($0) ? $0 : ".\($0)" } ?? host,
            .path: path ?? Self.defaultPath(of: url),
        ]
        // As text, the only form that Foundation reads.
        if isSecure { properties[.secure] = "TRUE" }
        if isHTTPOnly { properties[HTTPCookiePropertyKey("HttpOnly")] = "TRUE" }
        if let sameSite { properties[HTTPCookiePropertyKey("SameSite")] = sameSite }
        // `Max-Age` wins over `Expires`; Linux reads it only for cookies of a later version.
        properties[.expires] =
            maxAge.map { $0 > 0 ? Date(timeIntervalSinceNow: $0) : .distantPast } ?? expires
        return HTTPCookie(properties: properties)
    }

    /// Returns the path of a cookie that names none: the directory of the request's path (section
    /// 5.1.4).
    private static func defaultPath(of url: URL) -> String {
        let path = url.path(percentEncoded: true)
        guard path.utf8.first == UInt8(ascii: "/"),
            let last = path.utf8.lastIndex(of: UInt8(ascii: "/")), last > path.startIndex
        else { return "/" }
        return String(path[..<last])
    }

    /// Returns whether a host is an IP address, which has no hosts below it.
    static func isAddress(_ host: String) -> Bool {
        host.contains(":") || host.split(separator: ".").last.flatMap { Int($0) } != nil
    }

    /// Returns a number of seconds that `Date` can add, for any number of digits.
    private static func seconds(_ text: String) -> TimeInterval? {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        guard text.utf8.first != nil, digits.allSatisfy(\.isDigit) else { return nil }
        return Double(text).map { min(max($0, -1), 1e10) }
    }

    private static func pair(_ text: Substring) -> (name: String, value: String?) {
        guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else {
            return (text.trimmed, nil)
        }
        return (text[..<equals].trimmed, text[text.utf8.index(after: equals)...].trimmed)
    }

    // MARK: Joined fields

    /// Splits several `Set-Cookie` fields that Foundation has joined into one value.
    ///
    /// A comma starts another field if a name and an equals sign follow, unlike the comma in a
    /// date.
    static func fields(joined text: String) -> [String] {
        var fields: [Substring] = []
        var start = text.startIndex
        for index in text.utf8.indices where text.utf8[index] == UInt8(ascii: ",") {
            let next = text.utf8.index(after: index)
            guard isStart(text[next...]) else { continue }
            fields.append(text[start..<index])
            start = next
        }
        return (fields + [text[start...]]).map(\.trimmed).filter { !$0.isEmpty }
    }

    /// Returns whether a text starts with a cookie's name and an equals sign.
    private static func isStart(_ text: Substring) -> Bool {
        let rest = text.utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let end = rest.firstIndex { !HTTP.Headers.isTokenByte($0) } ?? rest.endIndex
        return end > rest.startIndex && end < rest.endIndex && rest[end] == UInt8(ascii: "=")
    }
}

/// A date in a cookie, in any order and punctuation (RFC 6265, 5.1.1).
private enum CookieDate {
    /// Reads a date; `nil` if a part is missing, or the day or time does not exist.
    static func date(_ text: String) -> Date? {
        var time: [Int]?
        var (day, month, year): (Int?, Int?, Int?)
        for token in text.utf8.split(whereSeparator: Self.isDelimiter) {
            if time == nil, let found = Self.time(token) {
                time = found
            } else if day == nil, let found = Self.number(token, ofDigits: 1...2) {
                day = found
            } else if month == nil, let found = Self.month(token) {
                month = found
            } else if year == nil, let found = Self.number(token, ofDigits: 2...4) {
                year = found < 70 ? found + 2000 : found < 100 ? found + 1900 : found
            }
        }
        guard let time, let day, let month, let year, year >= 1601 else { return nil }
        let parts = DateComponents(
            calendar: Calendar(identifier: .gregorian), timeZone: .gmt, year: year, month: month,
            day: day, hour: time[0], minute: time[1], second: time[2])
        return parts.isValidDate ? parts.date : nil
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        byte < 0x7F && !byte.isAlphanumeric && byte != UInt8(ascii: ":")
            && (byte >= 0x20 || byte == 0x09)
    }

    /// Returns the number at the start of a token, if it has the right number of digits.
    private static func number(
        _ token: Substring.UTF8View, ofDigits count: ClosedRange<Int>
    ) -> Int? {
        let digits = token.prefix(while: \.isDigit)
        return count.contains(digits.count) ? Int(String(Substring(digits))) : nil
    }

    private static func time(_ token: Substring.UTF8View) -> [Int]? {
        let parts = token.split(
            separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        let numbers = parts.compactMap { number($0, ofDigits: 1...2) }
        // Only the last number may be followed by other characters.
        let isTime = numbers.count == 3 && parts.dropLast().allSatisfy { $0.allSatisfy(\.isDigit) }
        return isTime ? numbers : nil
    }

    private static func month(_ token: Substring.UTF8View) -> Int? {
        let name = String(decoding: token.prefix(3), as: UTF8.self).lowercased()
        return months.firstIndex(of: name).map { $0 + 1 }
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
}
