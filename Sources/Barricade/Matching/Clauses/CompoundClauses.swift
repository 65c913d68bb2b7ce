/// Clauses of which a request must meet all, or one; without clauses, "and" matches every request.
package struct JoinedClause: Clause {
    package let joint: ClauseJoint?
    package let clauses: [any Clause]
    package let needsBody: Bool
    /// The clauses, those that need the body last.
    private let asked: [any Clause]

    package init(_ joint: ClauseJoint, _ clauses: [any Clause]) {
        (self.joint, self.clauses) = (joint, clauses)
        asked = clauses.filter { !$0.needsBody } + clauses.filter(\.needsBody)
        needsBody = asked.last?.needsBody ?? false
    }

    package func matches(_ request: BarricadeRequest) -> Bool {
        joint == .or
            ? asked.contains { $0.matches(request) } : asked.allSatisfy { $0.matches(request) }
    }

    package func described(isMasked: Bool) -> String {
        clauses.isEmpty
            ? "any request" : clauses.joined(by: joint == .or ? "or" : "and", isMasked)
    }

    /// The word between its clauses; `nil` if it has only one to meet.
    fileprivate var word: String? { joint == .or ? "or" : clauses.count > 1 ? "and" : nil }

    package var scope: ClauseScope {
        joint == .or ? .relative : clauses.map(\.scope).max() ?? .none
    }

    package func below(_ base: String) -> any Clause {
        if joint == .or { return JoinedClause(.or, clauses.map { $0.placed(below: base) }) }
        return scope == .absolute ? self : JoinedClause(.and, clauses.map { $0.below(base) })
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.joint == right.joint && left.clauses.count == right.clauses.count
            && zip(left.clauses, right.clauses).allSatisfy { $0.isEqual(to: $1) }
    }
}

extension [any Clause] {
    /// Returns the clauses in words, in parentheses if they are joined in another way.
    fileprivate func joined(by word: String, _ isMasked: Bool) -> String {
        map { clause in
            let words = clause.described(isMasked: isMasked)
            return (clause as? JoinedClause)?.word ?? word == word ? words : "(\(words))"
        }.joined(separator: " \(word) ")
    }
}

extension RequestMatcher {
    /// Matches every request.
    public static let any = RequestMatcher(JoinedClause(.and, []))

    /// Returns a matcher for the requests that both match.
    public static func && (left: RequestMatcher, right: RequestMatcher) -> RequestMatcher {
        RequestMatcher(JoinedClause(.and, [left.clause, right.clause]))
    }

    /// Returns a matcher for the requests that at least one of the two matches.
    public static func || (left: RequestMatcher, right: RequestMatcher) -> RequestMatcher {
        RequestMatcher(JoinedClause(.or, [left.clause, right.clause]))
    }
}

/// A clause that a request must not meet.
package struct NotClause: Clause {
    package let clause: any Clause

    package func matches(_ request: BarricadeRequest) -> Bool { !clause.matches(request) }
    package var needsBody: Bool { clause.needsBody }

    package func mismatch(with request: BarricadeRequest) -> Mismatch {
        Mismatch("anything but", clause.maskedDescription, got: "that")
    }

    package func described(isMasked: Bool) -> String {
        "not \([clause].joined(by: "not", isMasked))"
    }

    package func distance(in comparison: MatchComparison) -> Double { Distance.condition }

    package func below(_ base: String) -> any Clause {
        (!RequestMatcher(clause.placed(below: base))).clause
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.clause.isEqual(to: right.clause)
    }
}

extension RequestMatcher {
    /// Returns a matcher for the requests that this one does not match.
    public static prefix func ! (matcher: RequestMatcher) -> RequestMatcher {
        // An unreadable clause never matches, not even negated.
        unreadable(matcher.faults) ?? RequestMatcher(NotClause(clause: matcher.clause))
    }
}

/// A closure with its description; equal only to itself, since closures cannot be compared.
package final class ConditionClause: Clause {
    package let reason: String
    private let predicate: @Sendable (BarricadeRequest) -> Bool

    init(_ reason: String, _ predicate: @escaping @Sendable (BarricadeRequest) -> Bool) {
        self.reason = reason
        self.predicate = predicate
    }

    package func matches(_ request: BarricadeRequest) -> Bool { predicate(request) }
    /// It may look at the body.
    package var needsBody: Bool { true }

    package func mismatch(with request: BarricadeRequest) -> Mismatch {
        Mismatch(wants: "\"\(reason.shortened)\" to be true", got: "false")
    }

    package func described(isMasked: Bool) -> String { reason }
    package func distance(in comparison: MatchComparison) -> Double { Distance.condition }

    package static func == (left: ConditionClause, right: ConditionClause) -> Bool {
        left === right
    }
}

extension RequestMatcher {
    /// Matches by a closure, with a short description for messages.
    ///
    /// It runs for every request that no newer set claims and that the clauses beside it match, so
    /// keep it quick and free of side effects. A body in a stream is read before it runs.
    public static func matching(
        _ reason: String, _ predicate: @escaping @Sendable (BarricadeRequest) -> Bool
    ) -> RequestMatcher {
        RequestMatcher(ConditionClause(reason, predicate))
    }
}

/// An unreadable part of a matcher, with the reason; it never matches, not even negated.
///
/// It has the distance of most clauses, less than that of a whole segment, so that messages name it.
package struct UnreadableClause: Clause {
    let reason: String

    package func matches(_ request: BarricadeRequest) -> Bool { false }

    package func mismatch(with request: BarricadeRequest) -> Mismatch {
        Mismatch(wants: reason.shortened, got: nil)
    }

    package func described(isMasked: Bool) -> String { reason }
    package var fault: String? { reason }
    package var scope: ClauseScope { .relative }
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
    static func checked(_ clause: any Clause, _ expectation: ValueExpectation) -> RequestMatcher {
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
