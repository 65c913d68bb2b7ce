import Foundation

/// The parts of a request's URL that matchers look at, taken apart once per request.
///
/// It reads the URL's text rather than `URLComponents`, which costs more than the whole routing.
struct RequestTarget: Sendable {
    /// The whole URL.
    let text: String
    /// The scheme in lower case; empty where the URL has none.
    let scheme: String
    /// The host in lower case, as it is sent, IPv6 without brackets; empty where there is none.
    let host: String
    /// The port as written; `nil` where the URL leaves it to the scheme.
    let port: Int?
    /// The path's segments with percent-encoding removed, one by one.
    let segments: [String]
    /// The path as it is written.
    let path: String
    /// The query as it is written, without its `?`; `nil` where there is none.
    let query: String?

    init(_ url: URL) {
        self.init(url.absoluteString)
    }

    init(_ text: String) {
        self.text = text
        var scheme = ""
        var authority = ""[...]
        var rest = text[...]
        let utf8 = text.utf8
        if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) {
            rest = rest[..<hash]
        }
        if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")),
            rest.utf8[..<colon].allSatisfy(Self.isSchemeByte), colon > rest.startIndex
        {
            scheme = rest[..<colon].lowercased()
            rest = rest[utf8.index(after: colon)...]
        }
        var query: String?
        if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
            query = String(rest[utf8.index(after: mark)...])
            rest = rest[..<mark]
        }
        if rest.utf8.starts(with: "//".utf8) {
            let start = rest.utf8.index(rest.startIndex, offsetBy: 2)
            let end = rest.utf8[start...].firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = rest[start..<end]
            rest = rest[end...]
        }
        (host, port) = Self.hostAndPort(authority)
        self.scheme = scheme
        self.query = query
        path = String(rest)
        segments = rest.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true)
            .map {
                $0.contains(UInt8(ascii: "%")) ? Self.decoded(Substring($0)) : String(Substring($0))
            }
    }

    /// The port the request goes to: the one written, else the scheme's own.
    var effectivePort: Int? { port ?? Self.defaultPort(of: scheme) }

    /// The host with the port that is written, for messages.
    var hostAndPort: String {
        let host = host.contains(":") ? "[\(host)]" : host
        return port.map { "\(host):\($0)" } ?? host
    }

    /// Whether the path ends in a slash that is not its first.
    var hasTrailingSlash: Bool { path.utf8.count > 1 && path.utf8.last == UInt8(ascii: "/") }

    /// The query's items in order, percent-encoding removed; a value is `nil` where there is no `=`.
    var queryItems: [(name: String, value: String?)] {
        writtenQueryItems.map { (Self.decoded($0.name), $0.value.map(Self.decoded)) }
    }

    /// The values of a query item, in order; one that occurs without a value counts as "".
    ///
    /// A `+` may stand for itself or for a space, so a value with one is listed as both.
    func queryValues(of name: String) -> [String] {
        writtenQueryItems.filter { Self.readings(of: $0.name).contains(name) }
            .flatMap { Self.readings(of: $0.value ?? "") }
    }

    private var writtenQueryItems: [(name: Substring, value: Substring?)] {
        guard let query else { return [] }
        return query.utf8.split(separator: UInt8(ascii: "&")).map { item in
            let item = Substring(item)
            guard let equals = item.utf8.firstIndex(of: UInt8(ascii: "=")) else {
                return (item, nil)
            }
            return (item[..<equals], item[item.utf8.index(after: equals)...])
        }
    }

    private static func readings(of text: Substring) -> [String] {
        guard text.utf8.contains(UInt8(ascii: "+")) else { return [decoded(text)] }
        return [decoded(text), decoded(text.replacing("+", with: " ")[...])]
    }

    static func defaultPort(of scheme: String) -> Int? {
        switch scheme {
        case "http", "ws": 80
        case "https", "wss": 443
        case "ftp": 21
        default: nil
        }
    }

    /// Removes percent-encoding; where it is not valid UTF-8, the text stays as it is.
    static func decoded(_ text: Substring) -> String {
        PercentEncoding.decoded(text) ?? String(text)
    }

    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
            UInt8(ascii: "."):
            true
        default:
            false
        }
    }

    /// Takes `user:password@host:port` apart; brackets around an IPv6 address are removed.
    static func hostAndPort(_ authority: Substring) -> (host: String, port: Int?) {
        var rest = authority
        if let at = rest.utf8.lastIndex(of: UInt8(ascii: "@")) {
            rest = rest[rest.utf8.index(after: at)...]
        }
        if rest.utf8.first == UInt8(ascii: "["),
            let close = rest.utf8.firstIndex(of: UInt8(ascii: "]"))
        {
            let host = rest[rest.utf8.index(after: rest.startIndex)..<close].lowercased()
            let port = rest[rest.utf8.index(after: close)...].dropFirst()
            return (host, Int(port))
        }
        guard let colon = rest.utf8.lastIndex(of: UInt8(ascii: ":")) else {
            return (rest.lowercased(), nil)
        }
        return (rest[..<colon].lowercased(), Int(rest[rest.utf8.index(after: colon)...]))
    }
}
