extension BarricadeRequest {
    /// The method and the target, to compare: `GET /profile?full=1`.
    ///
    /// ```swift
    /// #expect(Barricade.current.requests.map(\.line) == ["POST /login", "GET /profile"])
    /// ```
    ///
    /// The path and the query are as they are sent, and never cut. Secrets are masked, since tests
    /// print what they compare: `GET /search?token=•••`. The host is left out, except in URLs with
    /// other schemes than http and https, which are shown whole.
    public var line: String {
        let path = target.isWeb ? (target.path.isEmpty ? "/" : target.path) : target.textBeforeQuery
        let query = target.query.map { "?\($0)" } ?? ""
        return "\(method.rawValue) \(Secrets.masked(url: path + query))"
    }
}
