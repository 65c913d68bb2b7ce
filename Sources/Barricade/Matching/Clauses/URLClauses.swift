import Foundation

/// The whole URL, character by character.
package struct URLClause: MatchingClause {
    package let text: String

    func matches(_ request: BarricadeRequest) -> Bool { request.target.text == text }

    func mismatch(with request: BarricadeRequest) -> Mismatch {
        let mismatch = Mismatch(
            "URL", Secrets.masked(url: text), got: request.target.maskedText)
        return EndpointClause(nil, text).matches(request)
            ? mismatch.adding("as a pattern, .any(\"…\"), it matches") : mismatch
    }

    func described(isMasked: Bool) -> String {
        "URL is \(isMasked ? Secrets.masked(url: text) : text)"
    }

    func distance(in comparison: MatchComparison) -> Double { Distance.text }
    var scope: ClauseScope { .absolute }
}

/// The scheme of a URL.
package struct SchemeClause: MatchingClause {
    /// The scheme in lower case.
    package let scheme: String

    func matches(_ request: BarricadeRequest) -> Bool { request.target.scheme == scheme }

    func mismatch(with request: BarricadeRequest) -> Mismatch {
        Mismatch("scheme", scheme, got: request.target.scheme)
    }

    func described(isMasked: Bool) -> String { "scheme is \(scheme)" }
}

/// The extension of a path's last segment.
package struct PathExtensionClause: MatchingClause {
    /// The extension in lower case, without its dot.
    package let name: String

    func matches(_ request: BarricadeRequest) -> Bool { request.pathExtension == name }

    func mismatch(with request: BarricadeRequest) -> Mismatch {
        Mismatch("path extension", name, got: request.pathExtension)
    }

    func described(isMasked: Bool) -> String { "path extension is \(name)" }
    func distance(in comparison: MatchComparison) -> Double { Distance.scheme }
}

/// The port of a URL, or else the default port of its scheme.
package struct PortClause: MatchingClause {
    package let port: Int
    /// Whether a URL without a port is as wanted, whatever its scheme.
    var isDefault = false

    func matches(_ request: BarricadeRequest) -> Bool {
        (isDefault ? request.target.port ?? port : request.target.effectivePort) == port
    }

    func mismatch(with request: BarricadeRequest) -> Mismatch {
        Mismatch("port", "\(port)", got: request.target.effectivePort.map(String.init) ?? "")
    }

    func described(isMasked: Bool) -> String { "port is \(port)" }
}

/// A slash at the end of a path.
package struct TrailingSlashClause: MatchingClause {
    func matches(_ request: BarricadeRequest) -> Bool { request.target.hasTrailingSlash }

    func mismatch(with request: BarricadeRequest) -> Mismatch {
        Mismatch(
            wants: "a path that ends in a slash", got: request.target.maskedPath.shortened)
    }

    func described(isMasked: Bool) -> String { "path ends in a slash" }
    func distance(in comparison: MatchComparison) -> Double { Distance.trailingSlash }
}

extension RequestMatcher {
    /// Matches a method, standard or not: `.method("PURGE")`.
    ///
    /// Methods are case-sensitive, but `get` means GET here; the same is true of PATCH and the
    /// other methods of RFC 9110.
    public static func method(_ method: HTTP.Method) -> RequestMatcher {
        let standard = HTTP.Method(method.rawValue.uppercased())
        let isStandard = (HTTP.Method.common + ["CONNECT", "TRACE"]).contains(standard)
        return RequestMatcher(MethodClause(method: isStandard ? standard : method))
    }

    /// Matches the whole URL, character by character.
    public static func url(_ url: String) -> RequestMatcher {
        RequestMatcher(URLClause(text: url))
    }

    /// Matches a scheme, with its `://` or without, in any case.
    public static func scheme(_ scheme: String) -> RequestMatcher {
        RequestMatcher(SchemeClause(scheme: scheme.prefix { $0 != ":" }.lowercased()))
    }

    /// Matches the extension of the path's last segment, with its dot or without, in any case.
    public static func pathExtension(_ pathExtension: String) -> RequestMatcher {
        let name = pathExtension.hasPrefix(".") ? pathExtension.dropFirst() : pathExtension[...]
        return RequestMatcher(PathExtensionClause(name: name.lowercased()))
    }

    /// Matches a port, in the URL or the scheme's default.
    public static func port(_ port: Int) -> RequestMatcher {
        RequestMatcher(PortClause(port: port))
    }

    /// Matches a path that ends in a slash.
    public static let trailingSlash = RequestMatcher(TrailingSlashClause())
}

/// A regular expression of which the path or the URL contains a match.
package struct RegexClause: MatchingClause {
    package let expression: RegularExpression
    package let subject: RequestMatcher.RegexSubject

    func matches(_ request: BarricadeRequest) -> Bool {
        let target = request.target
        return expression.isFound(
            in: isOfPath ? ParsedURL.decoded(target.path[...]) : target.text)
    }

    private var isOfPath: Bool { subject == .path }
    private var noun: String { isOfPath ? "path" : "URL" }

    func mismatch(with request: BarricadeRequest) -> Mismatch {
        let mismatch = Mismatch(
            "\(noun) matching", expression.pattern,
            got: isOfPath ? request.target.maskedPath : request.maskedURL)
        // It may be found in the host by chance.
        let isOfURL = expression.pattern.contains("://") || expression.pattern.contains("\\?")
        return isOfPath && isOfURL && expression.isFound(in: request.target.text)
            ? mismatch.adding("the URL does match: on: .url") : mismatch
    }

    func described(isMasked: Bool) -> String { "\(noun) matches \(expression.pattern)" }
    func distance(in comparison: MatchComparison) -> Double { Distance.text }
}

extension RequestMatcher {
    /// Matches if the path, or the whole URL, contains a match of the expression.
    ///
    /// The path has no percent-encoding and no query. Anchor the expression with `^` and `$` to
    /// match all of it. The syntax is that of `NSRegularExpression`.
    public static func regex(
        _ pattern: String, on subject: RequestMatcher.RegexSubject = .path
    ) -> RequestMatcher {
        do throws(PatternFault) {
            let expression = try RegularExpression(pattern)
            return RequestMatcher(RegexClause(expression: expression, subject: subject))
        } catch {
            return unreadable(error.sentence(about: "regex", pattern))
        }
    }

    /// The subject of a regular expression.
    public enum RegexSubject: Sendable, Hashable {
        /// The path, without percent-encoding and without the query.
        case path
        /// The whole URL as sent.
        case url
    }
}

/// A host, or every host below one: `api.example.com`, `*.example.com`, `localhost:8080`, `::1`.
package struct HostClause: MatchingClause {
    package let text: String
    /// The host in lower case, as in requests.
    let host: String
    /// Whether the pattern starts with `*.`, and so means the hosts below `host`, at any depth.
    package let isSuffix: Bool
    let port: Int?

    /// Bytes that no host has.
    private static let ends = ByteSet("/?#@*".utf8)
    /// Bytes for which a host may be spelled in another way in requests, or be none.
    private static let special = ByteSet(
        (0...UInt8.max).filter { !($0.isAlphanumeric && !$0.isCapital || "-.".utf8.contains($0)) })

    package init(parsing text: Substring) throws(PatternFault) {
        self.text = String(text)
        isSuffix = text.utf8.starts(with: "*.".utf8)
        var authority = String(Substring(text.utf8.dropFirst(isSuffix ? 2 : 0)))
        if !authority.isEmpty, Self.special.isAbsent(from: authority) {
            (host, port) = (authority, nil)
            return
        }
        if IPv6Address.canonical(text) != nil { authority = "[\(text)]" }
        // The URL changes the name as in requests, such as by IDNA, but takes all in brackets.
        guard !authority.isEmpty,
            Self.ends.isAbsent(from: authority),
            let target = URL(string: "http://\(authority)/").map(ParsedURL.init),
            !target.host.isEmpty, (0...65535).contains(target.port ?? 0),
            !authority.contains("[") || IPv6Address.canonical(target.host[...]) != nil
        else {
            let written = text.schemeSeparator.flatMap {
                try? HostClause(parsing: text[$0.upperBound...].prefix { $0 != "/" }).text
            }
            let examples = "\"api.example.com\", \"*.example.com\" or \"localhost:8080\""
            throw PatternFault(
                """
                "\(String(text).shortened)" is not a host: write \
                \(written?.shortened.debugDescription ?? examples)
                """
            )
        }
        host = target.host
        port = target.port
    }

    func matches(_ request: BarricadeRequest) -> Bool { matches(request.target) }

    package func matches(_ target: ParsedURL) -> Bool {
        let name = target.host
        let isHost =
            isSuffix
            ? name.utf8.count > host.utf8.count + 1 && name.hasSuffix("." + host) : name == host
        return isHost && (port == nil || port == target.effectivePort)
    }

    func mismatch(with request: BarricadeRequest) -> Mismatch {
        let target = request.target
        return Mismatch("host", text, got: target.host.isEmpty ? "" : target.hostAndPort)
    }

    func described(isMasked: Bool) -> String { "host is \(text)" }

    func distance(in comparison: MatchComparison) -> Double {
        let difference = comparison.hostDistance.fraction(to: host)
        // Equal hosts differ in their port.
        return difference == 0 ? Distance.port : Distance.host(difference)
    }

    func coversPart(_ other: any MatchingClause) -> Bool {
        guard let narrow = other as? Self else { return false }
        return self == narrow || isSuffix && port == nil && narrow.host.hasSuffix(".\(host)")
    }

    /// The host; `nil` if there may be others.
    var onlyHost: String? { isSuffix ? nil : host }
    var scope: ClauseScope { .absolute }
}

extension RequestMatcher {
    /// Matches a host, or, with `*.`, every host below one at any depth: `*.example.com`.
    ///
    /// A host may have a port: `localhost:8080`. All spellings of an IPv6 address are equal, with
    /// or without brackets; its zone is part of it.
    public static func host(_ pattern: String) -> RequestMatcher {
        do throws(PatternFault) {
            return RequestMatcher(try HostClause(parsing: pattern[...]))
        } catch {
            return unreadable(error.sentence(about: "host", pattern))
        }
    }
}
