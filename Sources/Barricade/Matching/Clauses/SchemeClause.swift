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
