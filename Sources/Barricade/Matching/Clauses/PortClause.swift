/// The port of a URL, or else the default port of its scheme.
package struct PortClause: Clause {
    package let port: Int

    package func matches(_ request: BarricadeRequest) -> Bool {
        request.target.effectivePort == port
    }

    package var subject: String { "port" }

    package func difference(from request: BarricadeRequest) -> Difference {
        Difference(subject, "\(port)", got: request.target.effectivePort.map(String.init) ?? "")
    }

    package func described(isMasked: Bool) -> String { "port is \(port)" }
    package var weight: Double { 0.2 }

    /// A URL without a port has that of its scheme, which is told if the scheme differs.
    package func compare(in comparison: inout MatchComparison) {
        let isTold = comparison.leaves.contains { $0.clause is SchemeClause && $0.distance != nil }
        if isTold, comparison.request.target.port == nil { return }
        comparison.add(self, matches(comparison.request) ? nil : weight)
    }
}

extension RequestMatcher {
    /// Matches a port, in the URL or the scheme's default.
    public static func port(_ port: Int) -> RequestMatcher {
        RequestMatcher(PortClause(port: port))
    }
}
