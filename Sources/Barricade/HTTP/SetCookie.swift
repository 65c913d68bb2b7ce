package import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The cookie in a `Set-Cookie` field (RFC 6265, section 5.2).
///
/// Foundation's parser ends a cookie at a comma, and on Linux it must get nothing that came from outside
/// (up to Swift 6.3.1).
package struct SetCookie: Sendable {
    package let name: String
    package let value: String
    /// The domain in lower case, without a leading dot; `nil` if the field names none.
    package private(set) var domain: String?
    /// The path; `nil` if the field has none that starts with a slash.
    package private(set) var path: String?
    package private(set) var isSecure = false
    package private(set) var isHTTPOnly = false
    private var sameSite: String?
    package private(set) var expires: Date?
    private var maxAge: TimeInterval?

    /// Reads a field, which is one cookie; `nil` if it has no name or no equals sign.
    package init?(parsing field: String) {
        let parts = field.split(at: ";")
        let first = parts[0].pair
        guard !first.name.isEmpty, let value = first.value else { return nil }
        (name, self.value) = (first.name, value)
        for part in parts[1...] {
            let attribute = part.pair
            read(attribute.name.lowercased(), attribute.value ?? "")
        }
    }

    /// Reads an attribute; if a name occurs twice, the last one counts.
    private mutating func read(_ attribute: String, _ value: String) {
        switch attribute {
        case "expires": expires = Self.date(value) ?? expires
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
        let label = host.split(at: ".").last { !$0.isEmpty }
        return host.contains(":") || label.flatMap { Int($0) } != nil
    }

    /// Reads a date in one of the forms that servers write (RFC 9110, section 5.6.7), also with
    /// hyphens and four digits of the year; `nil` if it is none.
    package static func date(_ text: String) -> Date? {
        // On Linux the formatter must get plain characters only.
        guard text.utf8.allSatisfy({ $0 < 0x80 }), let start = text.firstIndex(of: " ") else {
            return nil
        }
        let afterWeekday = text[start...].replacingOccurrences(of: "-", with: " ")
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.twoDigitStartDate = Date(timeIntervalSince1970: 0)
        for format in [" dd MMM yy HH:mm:ss zzz", " MMM dd HH:mm:ss yyyy"] {
            formatter.dateFormat = format
            if let date = formatter.date(from: afterWeekday) { return date }
        }
        return nil
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
    package static func fields(joined text: String) -> [String] {
        var fields: [String] = []
        for part in text.split(at: ",") {
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
