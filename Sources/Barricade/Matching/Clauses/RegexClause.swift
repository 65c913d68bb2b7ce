import Foundation

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
