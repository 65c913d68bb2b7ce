/// Clauses of which a request must meet all, or one; without clauses, "and" matches every request.
package struct JoinedClause: MatchingClause {
    package let joint: ClauseJoint?
    let members: [any MatchingClause]
    let needsBody: Bool
    /// The members, those that need the body last.
    private let bodyLast: [any MatchingClause]

    init(_ joint: ClauseJoint, _ members: [any MatchingClause]) {
        (self.joint, self.members) = (joint, members)
        bodyLast = members.filter { !$0.needsBody } + members.filter(\.needsBody)
        needsBody = bodyLast.last?.needsBody ?? false
    }

    func matches(_ request: BarricadeRequest) -> Bool {
        joint == .or
            ? bodyLast.contains { $0.matches(request) }
            : bodyLast.allSatisfy { $0.matches(request) }
    }

    package var clauses: [any Clause] { members }
    /// The matchers that it joins.
    package var matchers: [RequestMatcher] { members.map { RequestMatcher($0) } }

    func described(isMasked: Bool) -> String {
        members.isEmpty
            ? "any request" : members.joined(by: joint == .or ? "or" : "and", isMasked)
    }

    /// The word between its clauses; `nil` if it has only one to meet.
    fileprivate var word: String? { joint == .or ? "or" : members.count > 1 ? "and" : nil }

    var scope: ClauseScope {
        joint == .or ? .relative : members.map(\.scope).max() ?? .none
    }

    func below(_ base: String) -> any MatchingClause {
        if joint == .or { return JoinedClause(.or, members.map { $0.placed(below: base) }) }
        return scope == .absolute ? self : JoinedClause(.and, members.map { $0.below(base) })
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.joint == right.joint && left.members.count == right.members.count
            && zip(left.members, right.members).allSatisfy { $0.isEqual(to: $1) }
    }
}

extension [any MatchingClause] {
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
package struct NotClause: MatchingClause {
    let clause: any MatchingClause
    /// The matcher for the requests that it must not match.
    package var matcher: RequestMatcher { RequestMatcher(clause) }

    func matches(_ request: BarricadeRequest) -> Bool { !clause.matches(request) }
    var needsBody: Bool { clause.needsBody }

    func mismatch(with request: BarricadeRequest) -> Mismatch {
        let item = clause as? ItemClause
        if let item, item.expectation == .present {
            return ItemClause(item.kind, item.name, .absent).mismatch(with: request)
        }
        let unwanted = item?.mismatch(with: request).wants ?? clause.maskedDescription
        return Mismatch("anything but", unwanted, got: "that")
    }

    func described(isMasked: Bool) -> String {
        "not \([clause].joined(by: "not", isMasked))"
    }

    func distance(in comparison: MatchComparison) -> Double { Distance.condition }

    func below(_ base: String) -> any MatchingClause {
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
package final class ConditionClause: MatchingClause {
    package let reason: String
    private let predicate: @Sendable (BarricadeRequest) -> Bool

    init(_ reason: String, _ predicate: @escaping @Sendable (BarricadeRequest) -> Bool) {
        self.reason = reason
        self.predicate = predicate
    }

    func matches(_ request: BarricadeRequest) -> Bool { predicate(request) }
    /// It may look at the body.
    var needsBody: Bool { true }

    func mismatch(with request: BarricadeRequest) -> Mismatch {
        Mismatch(wants: "\"\(reason.shortened)\" to be true", got: "false")
    }

    func described(isMasked: Bool) -> String { reason }
    func distance(in comparison: MatchComparison) -> Double { Distance.condition }

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
