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
