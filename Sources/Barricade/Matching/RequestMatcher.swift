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
/// registered, ``Barricade/validate()`` lists it, and the error of an unmatched request names it.
public struct RequestMatcher: Sendable, Hashable {
    package let clause: Clause

    package init(_ clause: Clause) {
        self.clause = clause
    }

    /// Makes a matcher that never matches, for a reason that messages tell.
    package static func unreadable(_ reason: String) -> RequestMatcher {
        RequestMatcher(.unreadable(reason))
    }

    /// Returns whether the request meets every clause.
    public func matches(_ request: BarricadeRequest) -> Bool {
        clause.matches(request)
    }

    /// Returns every clause that the request does not meet, in the order written; empty on a match.
    public func mismatches(with request: BarricadeRequest) -> [Mismatch] {
        clause.mismatches(with: request)
    }

    /// The unreadable parts of the matcher, each with the reason; usually empty.
    public var faults: [String] { clause.faults }

    /// Returns a matcher for the requests that both match.
    public static func && (left: RequestMatcher, right: RequestMatcher) -> RequestMatcher {
        RequestMatcher(.all([left.clause, right.clause]))
    }

    /// Returns a matcher for the requests that at least one of the two matches.
    public static func || (left: RequestMatcher, right: RequestMatcher) -> RequestMatcher {
        RequestMatcher(.either([left.clause, right.clause]))
    }

    /// Returns a matcher for the requests that this one does not match.
    public static prefix func ! (matcher: RequestMatcher) -> RequestMatcher {
        RequestMatcher(.not(matcher.clause))
    }
}

extension RequestMatcher: CustomStringConvertible {
    /// The matcher in a few words: `GET /users/:id and query item page is 2`.
    public var description: String { clause.description }
}
