/// A predicate over requests that can describe itself and explain why a request does not match.
///
/// Most matchers name a method and a path; combine them with `&&`, `||` and `!`:
///
/// ```swift
/// let profile: RequestMatcher = .get("/users/:id")
/// let search: RequestMatcher = .get("/search") && .query("page", "2")
/// let uploads: RequestMatcher = .any("https://*.example.com/v1/**") && !.header("X-Draft")
/// ```
///
/// Paths are compared segment by segment, without percent-encoding. In a pattern, `:name` binds one
/// segment, `*` is any one segment, and `**` is any number of segments. A trailing slash matters
/// only with ``trailingSlash``; a query matters only if the pattern or
/// ``query(_:_:)-(String,ValueExpectation)`` names its items. A pattern with a scheme and host
/// matches only those, and the port it names or else the scheme's default.
///
/// A pattern that cannot be read never matches; the barricade reports it when its set is
/// registered, ``Barricade/validate()`` lists it, and the error of an unmatched request names it
/// before sets that are far.
public struct RequestMatcher: Sendable {
    let clause: any MatchingClause

    init(_ clause: any MatchingClause) {
        self.clause = clause
    }

    /// Returns whether the request meets every clause.
    ///
    /// A HEAD request does if it would as GET, since a set answers both.
    public func matches(_ request: BarricadeRequest) -> Bool {
        clause.matches(request)
            || request.method == .head && clause.matches(request.sent(as: .get))
    }

    /// Returns every clause that the request does not meet, in the order written; empty on a match.
    ///
    /// Among alternatives, it returns the clauses of the nearest.
    public func mismatches(with request: BarricadeRequest) -> [Mismatch] {
        comparison(with: request).mismatches
    }

    /// The matcher's clause as it is written.
    package var written: any Clause { clause }

    /// Returns a matcher for the requests that all of these match, or one of them.
    package static func joined(_ joint: ClauseJoint, _ matchers: [RequestMatcher]) -> RequestMatcher
    {
        RequestMatcher(JoinedClause(joint, matchers.map(\.clause)))
    }

    /// Returns whether it is known to match every request that another one matches.
    package func covers(_ other: RequestMatcher) -> Bool { clause.covers(other.clause) }

    /// Returns the values of named segments in a request that matches.
    package func pathValues(in request: BarricadeRequest) -> [String: String] {
        clause.pathValues(in: request)
    }

    package func comparison(with request: BarricadeRequest) -> MatchComparison {
        let comparison = MatchComparison(request)
        comparison.compare(with: clause)
        guard request.method == .head, !clause.matches(request) else { return comparison }
        let asGet = MatchComparison(request.sent(as: .get))
        asGet.compare(with: clause)
        return asGet.distance < comparison.distance ? asGet : comparison
    }

    /// The unreadable parts of the matcher, each with the reason; usually empty.
    public var faults: [String] { clause.faults }

    /// Returns the matcher for requests below a base; patterns without a host are relative to it.
    ///
    /// - Parameter base: A URL or path without a query: `https://api.example.com/v1`.
    func below(_ base: String) -> RequestMatcher {
        let base = base.hasSuffix("/") ? String(base.dropLast()) : base
        guard !base.isEmpty else { return self }
        if base.contains("?") {
            return .unreadable(PatternFault("it has a query").sentence(about: "base URL", base))
        }
        return RequestMatcher(clause.placed(below: base))
    }
}

extension RequestMatcher: Equatable {
    public static func == (left: RequestMatcher, right: RequestMatcher) -> Bool {
        left.clause.isEqual(to: right.clause)
    }
}

extension RequestMatcher: CustomStringConvertible {
    /// The matcher in a few words: `GET /users/:id and query item page is 2`.
    public var description: String { clause.described(isMasked: false) }
    /// The same without header values, and with secrets masked.
    package var maskedDescription: String { clause.maskedDescription }
}
