import Barricade

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
        fragment = Self.cut(&rest, at: UInt8(ascii: "#"))
        query = Self.cut(&rest, at: UInt8(ascii: "?"))
        if let separator = rest.schemeSeparator, !rest[..<separator.lowerBound].contains("/") {
            start = String(rest[..<separator.upperBound])
            rest = rest[separator.upperBound...]
        } else if rest.hasPrefix("//") {
            start = "//"
            rest = rest.dropFirst(2)
        } else {
            start = ""
        }
        guard !start.isEmpty else {
            host = ""
            path = String(rest)
            return
        }
        let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        var authority = rest[..<end]
        if let at = authority.utf8.lastIndex(of: UInt8(ascii: "@")) {
            user = String(authority[..<at])
            authority = authority[authority.utf8.index(after: at)...]
        }
        host = String(authority)
        path = String(rest[end...])
    }

    private static func cut(_ text: inout Substring, at byte: UInt8) -> String? {
        guard let index = text.utf8.firstIndex(of: byte) else { return nil }
        defer { text = text[..<index] }
        return String(text[text.utf8.index(after: index)...])
    }

    var text: String {
        start + (user.map { "\($0)@" } ?? "") + host + path + (query.map { "?\($0)" } ?? "")
            + (fragment.map { "#\($0)" } ?? "")
    }
}
