/// Clauses of which a request must meet one.
package struct EitherClause: Clause {
    package let clauses: [any Clause]

    package init(_ clauses: [any Clause]) {
        self.clauses = clauses
    }

    package func matches(_ request: BarricadeRequest) -> Bool {
        clauses.contains { $0.matches(request) }
    }

    package func described(isMasked: Bool) -> String {
        clauses.map { $0.described(isMasked: isMasked, in: "or") }.joined(separator: " or ")
    }

    package var connective: String? { "or" }

    package func compare(in comparison: MatchComparison) {
        comparison.addNearest(of: clauses)
    }

    package var alternatives: [[any Clause]] { clauses.flatMap(\.alternatives) }
    package func coversPart(_ other: any Clause) -> Bool { covers(other) }

    package var anchors: [MatchAnchor] {
        let anchors = clauses.flatMap(\.anchors)
        // If one alternative requires no anchor, the others cannot narrow the search.
        return anchors.contains(MatchAnchor()) ? [MatchAnchor()] : anchors
    }

    package func pathValues(in request: BarricadeRequest) -> [String: String] {
        clauses.first { $0.matches(request) }?.pathValues(in: request) ?? [:]
    }

    package var place: ClausePlace { .relative }

    package func below(_ base: String) -> any Clause {
        EitherClause(clauses.map { $0.placed(below: base) })
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.clauses.areEqual(to: right.clauses)
    }
}

extension RequestMatcher {
    /// Returns a matcher for the requests that at least one of the two matches.
    public static func || (left: RequestMatcher, right: RequestMatcher) -> RequestMatcher {
        RequestMatcher(EitherClause([left.clause, right.clause]))
    }
}
