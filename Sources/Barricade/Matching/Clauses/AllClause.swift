/// Clauses that a request must all meet.
package protocol JoinedClause: Clause {}

extension JoinedClause {
    package func matches(_ request: BarricadeRequest) -> Bool {
        clauses.allSatisfy { $0.matches(request) }
    }

    package func compare(in comparison: MatchComparison) {
        for clause in clauses where comparison.rest >= 0 { clause.compare(in: comparison) }
    }

    package var alternatives: [[any Clause]] {
        [clauses.flatMap { $0.alternatives.count == 1 ? $0.alternatives[0] : [$0] }]
    }

    package var anchors: [MatchAnchor] {
        clauses.reduce([MatchAnchor()]) { anchors, clause in
            let more = clause.anchors
            guard more.count == 1 || anchors == [MatchAnchor()] else { return anchors }
            return anchors.flatMap { anchor in
                more.map { .init(host: anchor.host ?? $0.host, path: anchor.path ?? $0.path) }
            }
        }
    }

    package func pathValues(in request: BarricadeRequest) -> [String: String] {
        clauses.reduce(into: [:]) { values, clause in
            values.merge(clause.pathValues(in: request)) { first, _ in first }
        }
    }
}

/// Clauses joined by "and"; without clauses, it matches every request.
package struct AllClause: JoinedClause {
    package let clauses: [any Clause]

    package init(_ clauses: [any Clause]) {
        self.clauses = clauses
    }

    package var connective: String? { clauses.count > 1 ? "and" : nil }

    package func described(isMasked: Bool) -> String {
        clauses.isEmpty
            ? "any request"
            : clauses.map { $0.described(isMasked: isMasked, in: "and") }
                .joined(separator: " and ")
    }

    package var place: ClausePlace { clauses.map(\.place).max() ?? .none }

    package func below(_ base: String) -> any Clause {
        place == .absolute ? self : AllClause(clauses.map { $0.below(base) })
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.clauses.areEqual(to: right.clauses)
    }
}

extension RequestMatcher {
    /// Matches every request.
    public static let any = RequestMatcher(AllClause([]))

    /// Returns a matcher for the requests that both match.
    public static func && (left: RequestMatcher, right: RequestMatcher) -> RequestMatcher {
        RequestMatcher(AllClause([left.clause, right.clause]))
    }
}
