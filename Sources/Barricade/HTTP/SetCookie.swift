import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The cookie in a `Set-Cookie` field (RFC 6265, section 5.2).
///
/// Foundation's parser ends a cookie at a comma, and on Linux it crashes at some characters outside
/// ASCII (up to Swift 6.3.1).
struct SetCookie: Sendable, Equatable {
    package let name: String
    package let value: String
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
        ).map(Self.pair)
        guard let first = parts.first, !first.name.isEmpty, let value = first.value else {
            return nil
        }
        (name, self.value) = (first.name, value)
        for (name, value) in parts.dropFirst() { read(name.lowercased(), value ?? "") }
    }

    /// Reads an attribute; if a name occurs twice, the last one counts.
    private mutating func read(_ attribute: String, _ value: String) {
        switch attribute {
        case "expires": expires = CookieDate(parsing: value)?.date ?? expires
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
        guard text.utf8.first != nil, digits.allSatisfy(CookieDate.isDigit) else { return nil }
        return Double(text).map { min(max($0, -1), 1e10) }
    }

    private static func pair(_ text: Substring.UTF8View) -> (name: String, value: String?) {
        guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else {
            return (trimmed(text), nil)
        }
        return (trimmed(text[..<equals]), trimmed(text[text.index(after: equals)...]))
    }

    private static func trimmed(_ text: Substring.UTF8View) -> String {
        var text = text.drop(while: isBlank)
        while let last = text.last, isBlank(last) { text.removeLast() }
        return String(Substring(text))
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}
