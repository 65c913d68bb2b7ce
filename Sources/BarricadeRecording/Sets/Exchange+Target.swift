import Barricade

extension Exchange.Request {
    /// Returns the path and query, if a set's matcher also matches other requests; `nil` if not.
    ///
    /// It is a pattern, with a name for each redacted segment.
    func target(in matcher: RequestMatcher) -> String? {
        let isNamed = !matcher.clause.pathNames.isEmpty
        guard isNamed || target != nil && target != url else { return nil }
        return RequestPattern.target(target ?? url)
    }
}
