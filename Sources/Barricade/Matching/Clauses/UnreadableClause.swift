/// An unreadable part of a matcher, with the reason; it never matches, not even negated.
///
/// It has the distance of most clauses, less than that of a whole segment, so that messages name it.
struct UnreadableClause: MatchingClause {
    let reason: String

    func matches(_ request: BarricadeRequest) -> Bool { false }

    /// The first line of the reason; a whole folder may have many mistakes.
    func mismatch(with request: BarricadeRequest) -> Mismatch {
        let line = reason.prefix { $0 != "\n" }
        return Mismatch(
            wants: "\(String(line).shortened)\(line.count < reason.count ? " …" : "")", got: nil)
    }

    func described(isMasked: Bool) -> String { reason }
    var fault: String? { reason }
    var scope: ClauseScope { .relative }
}

extension RequestMatcher {
    /// Makes a matcher that never matches, for a reason that messages show.
    package static func unreadable(_ reason: String) -> RequestMatcher {
        RequestMatcher(UnreadableClause(reason: reason))
    }

    /// Makes a matcher that never matches, for several reasons; `nil` if there are none.
    static func unreadable(_ reasons: [String]) -> RequestMatcher? {
        let clauses = reasons.map(UnreadableClause.init)
        return clauses.isEmpty ? nil : RequestMatcher(JoinedClause(.and, clauses))
    }

    /// Makes a matcher from a clause, unless it has an expectation that cannot be read.
    static func checked(_ clause: any MatchingClause, _ expectation: ValueExpectation)
        -> RequestMatcher
    {
        RequestMatcher(expectation.fault.map(UnreadableClause.init) ?? clause)
    }
}

/// The reason why a pattern cannot be read, as the end of a sentence.
package final class PatternFault: Error {
    package let reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    /// Returns the sentence about a pattern: `host "a b" cannot be read: …`.
    func sentence(about kind: String, _ pattern: String) -> String {
        "\(kind) \(pattern.shortened.debugDescription) cannot be read: \(reason)"
    }
}
