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

/// A clause that a request must not meet.
package struct NotClause: Clause {
    package let clause: any Clause

    package func matches(_ request: BarricadeRequest) -> Bool { !clause.matches(request) }

    package func mismatch(with request: BarricadeRequest) -> Mismatch {
        Mismatch("anything but", clause.maskedDescription, got: "that")
    }

    package func described(isMasked: Bool) -> String {
        "not \(clause.described(isMasked: isMasked, in: nil))"
    }

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
        // What cannot be read never matches, not even negated.
        let faults = matcher.faults.map { UnreadableClause($0) }
        return RequestMatcher(
            faults.isEmpty ? NotClause(clause: matcher.clause) : AllClause(faults))
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

    package func mismatch(with request: BarricadeRequest) -> Mismatch {
        Mismatch(wants: "\"\(reason.shortened)\" to be true", got: "false")
    }

    package func described(isMasked: Bool) -> String { reason }

    package static func == (left: ConditionClause, right: ConditionClause) -> Bool {
        left === right
    }
}

extension RequestMatcher {
    /// Matches by a closure, with a short description for messages.
    ///
    /// It runs for every request that no newer set claims, so keep it quick and free of side
    /// effects.
    public static func matching(
        _ reason: String, _ predicate: @escaping @Sendable (BarricadeRequest) -> Bool
    ) -> RequestMatcher {
        RequestMatcher(ConditionClause(reason, predicate))
    }
}

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

    package func mismatch(with request: BarricadeRequest) -> Mismatch {
        Mismatch(wants: fault.shortened, got: nil)
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
package final class PatternFault: Error {
    package let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
