/// A clause that a request must not meet.
package struct NotClause: Clause {
    package let clause: any Clause

    package init(_ clause: any Clause) {
        self.clause = clause
    }

    package func matches(_ request: BarricadeRequest) -> Bool {
        clause.faults.isEmpty && !clause.matches(request)
    }

    package var subject: String { "exclusion" }

    package func difference(from request: BarricadeRequest) -> Difference {
        Difference("anything but", clause.maskedDescription, got: "that")
    }

    package func described(isMasked: Bool) -> String {
        "not \(clause.described(isMasked: isMasked, in: nil))"
    }

    package func compare(in comparison: MatchComparison) {
        for fault in faults { UnreadableClause(fault).compare(in: comparison) }
        if faults.isEmpty { comparison.add(self, matches(comparison.request) ? nil : weight) }
    }

    package var faults: [String] { clause.faults }
    package func below(_ base: String) -> any Clause { NotClause(clause.placed(below: base)) }

    package static func == (left: Self, right: Self) -> Bool {
        left.clause.isEqual(to: right.clause)
    }
}

extension RequestMatcher {
    /// Returns a matcher for the requests that this one does not match.
    public static prefix func ! (matcher: RequestMatcher) -> RequestMatcher {
        RequestMatcher(NotClause(matcher.clause))
    }
}
