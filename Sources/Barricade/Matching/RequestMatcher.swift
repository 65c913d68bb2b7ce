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
public struct RequestMatcher: Sendable {
    package let clause: any Clause

    package init(_ clause: any Clause) {
        self.clause = clause
    }

    /// Returns whether the request meets every clause.
    public func matches(_ request: BarricadeRequest) -> Bool {
        clause.matches(request)
    }

    /// Returns every clause that the request does not meet, in the order written; empty on a match.
    ///
    /// Among alternatives, it returns the clauses of the nearest.
    public func mismatches(with request: BarricadeRequest) -> [Mismatch] {
        let comparison = MatchComparison(request)
        comparison.compare(with: clause)
        return comparison.leaves.compactMap { $0.mismatch(with: request) }
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
            let name = "base URL \(base.shortened.debugDescription)"
            return .unreadable("\(name) cannot be read: it has a query")
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
}

/// A clause of a matcher that a request does not meet, with the wanted and the found value.
///
/// Secrets are masked, and each value is shortened to 200 characters.
public struct Mismatch: Sendable, Equatable {
    /// The part that differs: `method`, `path`, `query item page`, `header Accept`, `JSON body`.
    package let subject: String
    /// The wanted value: `path /v1/profile`, `query item page "2"`.
    ///
    /// The reason, if a pattern cannot be read.
    package let wants: String
    /// The found value: `/v1/profiles`, `"3"`, `none`; `nil` if a pattern cannot be read.
    package let got: String?
    /// The distance of the two: 0 means equal, 1 means nothing in common.
    package let distance: Double

    init(_ subject: String, _ difference: Difference, distance: Double) {
        self.subject = subject.shortened
        wants = difference.wants
        got = difference.got
        self.distance = distance
    }
}

extension Mismatch: CustomStringConvertible {
    /// The mismatch in words: `wants path /v1/profile, got /v1/profiles`.
    public var description: String {
        guard let got else { return "never matches: \(wants)" }
        return "wants \(wants), got \(got)"
    }
}

extension [Mismatch] {
    /// The distance of all clauses together; a mismatch does not hide later ones.
    package var distance: Double { reduce(0) { $0 + $1.distance } }
}

/// The wanted and the found value, in words.
package struct Difference {
    let wants: String
    /// `nil` if what is wanted cannot be read.
    let got: String?

    init(wants: String, got: String?) {
        self.wants = wants
        self.got = got
    }

    /// Makes the difference in a part that occurs once, shortened: `path /a`; an empty `got` means
    /// none.
    init(_ part: String, _ wanted: String, got: String) {
        self.init(wants: "\(part) \(wanted.shortened)", got: got.isEmpty ? "none" : got.shortened)
    }

    /// Makes the difference in a body, or says why the body cannot be read.
    init(bodyWith wants: String, _ difference: () throws(BarricadeError) -> Difference) {
        do {
            self = try difference()
        } catch {
            self.init(wants: wants, got: Self.phrase(for: error.message))
        }
    }

    /// Returns why a body cannot be read, as a noun phrase.
    private static func phrase(for message: String) -> String {
        if message == RequestBody.absence { return "no body" }
        return message.hasPrefix("body ")
            ? "a body that \(message.dropFirst("body ".count))"
            : "a body that cannot be read: \(message)"
    }
}
