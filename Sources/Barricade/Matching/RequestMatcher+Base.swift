extension RequestMatcher {
    /// Returns the matcher for requests below a base; patterns without a host are relative to it.
    ///
    /// - Parameter base: A URL or path without a query: `https://api.example.com/v1`.
    func below(_ base: String) -> RequestMatcher {
        let base = base.hasSuffix("/") ? String(base.dropLast()) : base
        guard !base.isEmpty else { return self }
        if base.contains("?") {
            return RequestMatcher(
                .unreadable(
                    "base URL \(base.shortened.debugDescription) cannot be read: it has a query"))
        }
        return RequestMatcher(clause.below(base).clause)
    }
}

extension Clause {
    /// Returns the clause below a base, and whether it is limited to a place in a URL.
    ///
    /// A clause without a place matches all requests below the base.
    fileprivate func below(_ base: String) -> (clause: Clause, hasPlace: Bool) {
        switch self {
        case .endpoint(let endpoint):
            guard endpoint.text.utf8.first == UInt8(ascii: "/") else { return (self, true) }
            return (.endpoint(endpoint.method, "\(base)\(endpoint.text)"), true)
        case .all(let clauses) where clauses.contains(where: \.namesHost):
            return (self, true)
        case .all(let clauses):
            let parts = clauses.map { $0.partBelow(base) }
            let hasPlace = parts.contains { $0.hasPlace }
            let all = hasPlace ? [] : [Clause.endpoint(nil, "\(base)/**")]
            return (.all(all + parts.map(\.clause)), true)
        case .either(let clauses):
            return (.either(clauses.map { $0.below(base).clause }), true)
        case .url, .unreadable:
            return (self, true)
        default:
            return Clause.all([self]).below(base)
        }
    }

    /// Returns a clause among others, one of which may have the place for all.
    private func partBelow(_ base: String) -> (clause: Clause, hasPlace: Bool) {
        switch self {
        case .endpoint, .all, .either, .url, .unreadable: below(base)
        case .not(let clause): (.not(clause.below(base).clause), false)
        case .host: (self, true)
        default: (self, false)
        }
    }

    /// Whether it names a host, so that no base is put before it.
    private var namesHost: Bool {
        switch self {
        case .host, .url: true
        case .endpoint(let endpoint): endpoint.text.utf8.first != UInt8(ascii: "/")
        case .all(let clauses): clauses.contains(where: \.namesHost)
        default: false
        }
    }

    private static func endpoint(_ method: HTTP.Method?, _ pattern: String) -> Clause {
        RequestMatcher.endpoint(method, pattern).clause
    }
}
