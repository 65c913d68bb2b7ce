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
        let parts = Self.parts(of: field, at: UInt8(ascii: ";"))
        let first = parts[0].pair
        guard !first.name.isEmpty, let value = first.value else { return nil }
        (name, self.value) = (first.name, value)
        for part in parts[1...] {
            let attribute = part.pair
            read(attribute.name.lowercased(), attribute.value ?? "")
        }
    }

    /// Splits by bytes, since a delimiter with a combining mark is another `Character`.
    private static func parts(of text: String, at separator: UInt8) -> [Substring] {
        text.utf8.split(separator: separator, omittingEmptySubsequences: false).map(Substring.init)
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
        guard text.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "-") }) else { return nil }
        return Double(text).map { min(max($0, -1), 1e10) }
    }

    // MARK: Joined fields

    /// Splits several `Set-Cookie` fields that Foundation has joined into one value.
    ///
    /// A comma starts another field if a name and an equals sign follow, unlike the comma in a
    /// date.
    static func fields(joined text: String) -> [String] {
        var fields: [String] = []
        for part in parts(of: text, at: UInt8(ascii: ",")) {
            let (name, value) = part.pair
            let isStart =
                value != nil && !name.isEmpty && name.utf8.allSatisfy(HTTP.Headers.isTokenByte)
            if !fields.isEmpty, !isStart {
                fields[fields.count - 1] += ",\(part)"
            } else {
                fields.append(String(part))
            }
        }
        return fields.map { $0[...].trimmed }.filter { !$0.isEmpty }
    }
}

/// A date in a cookie, in any order and punctuation (RFC 6265, 5.1.1).
private enum CookieDate {
    /// Reads a date; `nil` if a part is missing, or the day or time does not exist.
    static func date(_ text: String) -> Date? {
        var time: [Int]?
        var (day, month, year): (Int?, Int?, Int?)
        for token in text.utf8.split(whereSeparator: Self.isDelimiter).map(Substring.init) {
            let numbers = Self.numbers(atStartOf: token)
            let first = numbers[0]
            if time == nil, numbers.count == 3, numbers.allSatisfy({ 1...2 ~= $0.count }) {
                time = numbers.compactMap { Int($0) }
            } else if day == nil, 1...2 ~= first.count {
                day = Int(first)
            } else if month == nil, let found = Self.month(token) {
                month = found
            } else if year == nil, 2...4 ~= first.count, let found = Int(first) {
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

    /// Returns the digits at the start of a token, of up to three numbers with colons between them.
    private static func numbers(atStartOf token: Substring) -> ArraySlice<Substring> {
        let start = token.utf8.prefix { $0.isDigit || $0 == UInt8(ascii: ":") }
        return Substring(start).split(separator: ":", omittingEmptySubsequences: false).prefix(3)
    }

    private static func month(_ token: Substring) -> Int? {
        let name = token.lowercased()
        return months.firstIndex { name.utf8.starts(with: $0.utf8) }.map { $0 + 1 }
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
}
