/// An unreadable part of a matcher, with the reason; it never matches, not even negated.
package struct UnreadableClause: Clause {
    package let fault: String
    /// The method and the pattern of an endpoint; `nil` for all else.
    var method: HTTP.Method?
    var pattern: String?

    package init(_ fault: String) {
        self.fault = fault
    }

    package func matches(_ request: BarricadeRequest) -> Bool { false }
    package var subject: String { "pattern" }

    package func difference(from request: BarricadeRequest) -> Difference {
        Difference(wants: fault.shortened, got: nil)
    }

    package func described(isMasked: Bool) -> String { fault }
    package var faults: [String] { [fault] }
    package var place: ClausePlace { .relative }
}

extension RequestMatcher {
    /// Makes a matcher that never matches, for a reason that messages show.
    package static func unreadable(_ reason: String) -> RequestMatcher {
        RequestMatcher(UnreadableClause(reason))
    }

    /// Makes a matcher from a clause, unless it has an expectation that cannot be read.
    static func checked(_ clause: any Clause, _ expectation: ValueExpectation) -> RequestMatcher {
        RequestMatcher(expectation.fault.map { UnreadableClause($0) } ?? clause)
    }

    /// Makes a matcher from a pattern that may be unreadable.
    static func readable(
        _ kind: String, _ pattern: String,
        _ clause: (String) throws(PatternFault) -> any Clause
    ) -> RequestMatcher {
        do {
            return RequestMatcher(try clause(pattern))
        } catch {
            let name = "\(kind) \(pattern.shortened.debugDescription)"
            return unreadable("\(name) cannot be read: \(error.reason)")
        }
    }
}

/// The reason why a pattern cannot be read, as the end of a sentence.
package struct PatternFault: Error {
    package let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
