/// A predicate over requests that can describe itself and say why a request does not match.
///
/// The usual one names a method and a path; join more with `&&`, `||` and `!`:
///
/// ```swift
/// let profile: RequestMatcher = .get("/users/:id")
/// let search: RequestMatcher = .get("/search") && .query("page", "2")
/// let uploads: RequestMatcher = .any("https://*.example.com/v1/**") && !.header("X-Draft")
/// ```
///
/// A path is compared segment by segment with its percent-encoding removed. In a pattern `:name`
/// binds one segment, `*` is any one segment and `**` any number of them. A trailing slash does not
/// matter unless ``trailingSlash`` asks for it; a query does not matter unless the pattern or
/// ``query(_:_:)-(String,ValueExpectation)`` names its items. A pattern with a scheme and host
/// is anchored to them, and to the port it names or else the scheme's own.
///
/// A pattern that cannot be read never matches; the barricade reports it when its set is
/// registered, ``Barricade/validate()`` lists it, and the error of an unmatched request names it.
public struct RequestMatcher: Sendable, Hashable {
    let clause: Clause

    init(_ clause: Clause) {
        self.clause = clause
    }

    /// Whether the request meets every clause.
    public func matches(_ request: BarricadeRequest) -> Bool {
        clause.matches(request)
    }

    /// Returns every clause that the request does not meet, in the order written; empty on a match.
    public func mismatches(with request: BarricadeRequest) -> [Mismatch] {
        clause.mismatches(with: request)
    }

    /// The parts of the matcher that cannot be read, each with the reason; usually empty.
    public var faults: [String] { clause.faults }

    /// Returns a matcher that both must meet.
    public static func && (left: RequestMatcher, right: RequestMatcher) -> RequestMatcher {
        RequestMatcher(.all([left.clause, right.clause]))
    }

    /// Returns a matcher that one of the two must meet.
    public static func || (left: RequestMatcher, right: RequestMatcher) -> RequestMatcher {
        RequestMatcher(.either([left.clause, right.clause]))
    }

    /// Returns a matcher for exactly the requests that do not match.
    public static prefix func ! (matcher: RequestMatcher) -> RequestMatcher {
        RequestMatcher(.not(matcher.clause))
    }
}

extension RequestMatcher: CustomStringConvertible {
    /// The matcher in a few words: `GET /users/:id and query item page is 2`.
    public var description: String { clause.description }
}
