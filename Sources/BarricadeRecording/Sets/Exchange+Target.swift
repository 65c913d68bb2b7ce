import Barricade

extension Exchange.Request {
    /// The path and query, if a set for such requests is for others too; `nil` if not.
    ///
    /// It is a pattern, with a name in the place of each segment that was taken out.
    func target(in matcher: RequestMatcher) -> String? {
        let isNamed = !matcher.clause.pathNames.isEmpty
        guard isNamed || target != nil && target != url else { return nil }
        return RequestPattern.target(target ?? url)
    }
}
