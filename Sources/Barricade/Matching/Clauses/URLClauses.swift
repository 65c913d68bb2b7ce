import Foundation

/// A whole URL, character by character.
package struct URLClause: Clause {
    package let url: String

    package func matches(_ request: BarricadeRequest) -> Bool { request.target.text == url }
    package var subject: String { "URL" }

    package func difference(from request: BarricadeRequest) -> Difference {
        Difference(subject, Secrets.masked(url: url), got: request.maskedURL)
    }

    package func described(isMasked: Bool) -> String {
        "URL is \(isMasked ? Secrets.masked(url: url) : url)"
    }

    package var weight: Double { 0.7 }
    package func names(scheme: String) -> Bool { url.hasPrefix("\(scheme):") }
    package var place: ClausePlace { .absolute }
}

extension RequestMatcher {
    /// Matches the whole URL, character by character.
    public static func url(_ url: String) -> RequestMatcher {
        RequestMatcher(URLClause(url: url))
    }
}

/// The scheme of a URL, in lower case.
package struct SchemeClause: Clause {
    package let scheme: String

    package func matches(_ request: BarricadeRequest) -> Bool { request.target.scheme == scheme }
    package var subject: String { "scheme" }

    package func difference(from request: BarricadeRequest) -> Difference {
        Difference(subject, scheme, got: request.target.scheme)
    }

    package func described(isMasked: Bool) -> String { "scheme is \(scheme)" }
    package var weight: Double { 0.2 }
    package func names(scheme: String) -> Bool { self.scheme == scheme }
}

extension RequestMatcher {
    /// Matches a scheme, ignoring case.
    public static func scheme(_ scheme: String) -> RequestMatcher {
        RequestMatcher(SchemeClause(scheme: scheme.lowercased()))
    }
}

/// The port of a URL, or else the default port of its scheme.
package struct PortClause: Clause {
    package let port: Int

    package func matches(_ request: BarricadeRequest) -> Bool {
        request.target.effectivePort == port
    }

    package var subject: String { "port" }

    package func difference(from request: BarricadeRequest) -> Difference {
        Difference(subject, "\(port)", got: request.target.effectivePort.map(String.init) ?? "")
    }

    package func described(isMasked: Bool) -> String { "port is \(port)" }
    package var weight: Double { 0.2 }

    /// Ignores the default port of a scheme if the scheme itself is already reported as different.
    package func compare(in comparison: MatchComparison) {
        let isTold = comparison.leaves.contains { $0.clause is SchemeClause && $0.distance != nil }
        if isTold, comparison.request.target.port == nil { return }
        comparison.add(self, matches(comparison.request) ? nil : weight)
    }
}

extension RequestMatcher {
    /// Matches a port, in the URL or the scheme's default.
    public static func port(_ port: Int) -> RequestMatcher {
        RequestMatcher(PortClause(port: port))
    }
}

/// The extension of a path's last segment, in lower case and without its dot.
package struct PathExtensionClause: Clause {
    package let pathExtension: String

    package func matches(_ request: BarricadeRequest) -> Bool {
        request.pathExtension == pathExtension
    }

    package var subject: String { "path extension" }

    package func difference(from request: BarricadeRequest) -> Difference {
        Difference(subject, pathExtension, got: request.pathExtension)
    }

    package func described(isMasked: Bool) -> String { "path extension is \(pathExtension)" }
    package var weight: Double { 0.3 }
}

extension RequestMatcher {
    /// Matches the extension of the path's last segment, with its dot or without, in any case.
    public static func pathExtension(_ pathExtension: String) -> RequestMatcher {
        let name = pathExtension.hasPrefix(".") ? pathExtension.dropFirst() : pathExtension[...]
        return RequestMatcher(PathExtensionClause(pathExtension: name.lowercased()))
    }
}

/// A slash at the end of a path.
package struct TrailingSlashClause: Clause {
    package init() {}

    package func matches(_ request: BarricadeRequest) -> Bool { request.target.hasTrailingSlash }
    package var subject: String { "path" }

    package func difference(from request: BarricadeRequest) -> Difference {
        Difference(
            wants: "a path that ends in a slash", got: PathClause.shown(request).shortened)
    }

    package func described(isMasked: Bool) -> String { "path ends in a slash" }
    package var weight: Double { 0.1 }
}

extension RequestMatcher {
    /// Matches a path that ends in a slash.
    public static let trailingSlash = RequestMatcher(TrailingSlashClause())
}

/// A regular expression of which the path or the URL contains a match.
package struct RegexClause: Clause {
    package let expression: RegularExpression
    package let part: RequestMatcher.RegexSubject

    package func matches(_ request: BarricadeRequest) -> Bool {
        let target = request.target
        return expression.isFound(
            in: isOfPath ? RequestTarget.decoded(target.path[...]) : target.text)
    }

    private var isOfPath: Bool { part == .path }
    package var subject: String { isOfPath ? "path" : "URL" }

    package func difference(from request: BarricadeRequest) -> Difference {
        Difference(
            "\(subject) matching", expression.pattern,
            got: isOfPath ? PathClause.shown(request) : request.maskedURL)
    }

    package func described(isMasked: Bool) -> String { "\(subject) matches \(expression.pattern)" }
    package var weight: Double { 0.7 }
}

extension RequestMatcher {
    /// Matches if the path, or the whole URL, contains a match of the expression.
    ///
    /// The path has no percent-encoding and no query. Anchor the expression with `^` and `$` to
    /// match all of it. The syntax is that of `NSRegularExpression`.
    public static func regex(
        _ pattern: String, on subject: RequestMatcher.RegexSubject = .path
    ) -> RequestMatcher {
        readable("regex", pattern) { text throws(PatternFault) in
            RegexClause(expression: try RegularExpression(text), part: subject)
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

/// A regular expression, equal to any other with the same pattern.
package struct RegularExpression: Sendable, Equatable {
    private let expression: NSRegularExpression

    init(_ pattern: String) throws(PatternFault) {
        do {
            expression = try NSRegularExpression(pattern: pattern)
        } catch {
            throw PatternFault("it is not a regular expression that NSRegularExpression accepts")
        }
    }

    package var pattern: String { expression.pattern }

    func isFound(in text: String) -> Bool {
        let all = NSRange(text.startIndex..., in: text)
        return expression.firstMatch(in: text, range: all) != nil
    }

    package static func == (left: Self, right: Self) -> Bool { left.pattern == right.pattern }
}
