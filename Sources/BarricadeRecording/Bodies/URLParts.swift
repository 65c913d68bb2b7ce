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
        fragment = Self.cut(&rest, at: "#")
        query = Self.cut(&rest, at: "?")
        let scheme = rest.schemeSeparator.map { rest[..<$0.upperBound] }
        start = scheme.map(String.init) ?? (rest.hasPrefix("//") ? "//" : "")
        rest = rest.dropFirst(start.count)
        let end = start.isEmpty ? rest.startIndex : rest.firstIndex(of: "/") ?? rest.endIndex
        path = String(rest[end...])
        let authority = rest[..<end].split(at: "@")
        user = authority.count > 1 ? authority.dropLast().joined(separator: "@") : nil
        host = String(authority[authority.count - 1])
    }

    private static func cut(_ text: inout Substring, at character: Character) -> String? {
        guard let index = text.firstIndex(of: character) else { return nil }
        defer { text = text[..<index] }
        return String(text[index...].dropFirst())
    }

    var text: String {
        start + (user.map { "\($0)@" } ?? "") + host + path + (query.map { "?\($0)" } ?? "")
            + (fragment.map { "#\($0)" } ?? "")
    }
}
