/// A condition of a ``RequestMatcher`` as it is written; each kind is a type of its own.
package protocol Clause: Sendable, Equatable {
    /// How it joins other clauses; `nil` for a condition of its own.
    var joint: ClauseJoint? { get }
    /// The clauses that it joins.
    var clauses: [any Clause] { get }
    /// Why it cannot be read and so never matches; usually `nil`.
    var fault: String? { get }
}

/// A condition that requests are compared with, in `Clauses`.
protocol MatchingClause: Clause {
    func matches(_ request: BarricadeRequest) -> Bool
    /// Returns the clause in words.
    ///
    /// - Parameter isMasked: Whether to leave out header values and secrets.
    func described(isMasked: Bool) -> String
    /// Whether it looks at the body, so that a stream must be read before it is asked.
    var needsBody: Bool { get }

    /// Returns the wanted and the found value, for a request that does not match.
    func mismatch(with request: BarricadeRequest) -> Mismatch
    /// Returns how far a request that it does not match is from a match.
    func distance(in comparison: MatchComparison) -> Double

    /// The clauses that it joins, to be compared.
    var members: [any MatchingClause] { get }
    /// The segments of the path that it wants; `nil` for other conditions.
    var pattern: [PathClause.Segment]? { get }
    /// Returns whether it is known to match every request that another clause matches; neither
    /// clause joins others.
    func coversPart(_ other: any MatchingClause) -> Bool

    var scope: ClauseScope { get }
    /// Returns the clause with its relative patterns below a base.
    func below(_ base: String) -> any MatchingClause
}

/// The way in which a clause joins others.
package enum ClauseJoint {
    case and, or
}

/// The place in a URL that a clause names: none, one that is relative to a base, or one of its own.
enum ClauseScope: Comparable {
    case none, relative, absolute
}

extension Clause {
    package var joint: ClauseJoint? { nil }
    package var clauses: [any Clause] { [] }
    package var fault: String? { nil }

    /// The reasons why it or a part cannot be read; a clause with one never matches.
    package var faults: [String] { fault.map { [$0] } ?? clauses.flatMap { $0.faults } }

    /// The names of segments in its patterns, in order.
    package var pathNames: [String] {
        (self as? PathClause)?.segments.names ?? clauses.flatMap(\.pathNames)
    }
}

extension MatchingClause {
    /// The clause in words, without header values, and with secrets masked.
    var maskedDescription: String { described(isMasked: true) }

    /// The mismatch of a clause that joins others; messages show theirs instead.
    func mismatch(with request: BarricadeRequest) -> Mismatch {
        Mismatch(wants: maskedDescription, got: "another")
    }

    func distance(in comparison: MatchComparison) -> Double { Distance.part }
    var needsBody: Bool { members.contains { $0.needsBody } }
    var members: [any MatchingClause] { [] }
    var pattern: [PathClause.Segment]? { nil }
    func coversPart(_ other: any MatchingClause) -> Bool { isEqual(to: other) }
    var scope: ClauseScope { .none }
    func below(_ base: String) -> any MatchingClause { self }
}

extension MatchingClause {
    func isEqual(to other: any MatchingClause) -> Bool { other as? Self == self }

    /// Returns whether a request may match whose body is not known yet.
    func mayMatch(_ request: BarricadeRequest) -> Bool {
        guard needsBody else { return matches(request) }
        return switch joint {
        case .and: members.allSatisfy { $0.mayMatch(request) }
        case .or: members.contains { $0.mayMatch(request) }
        case nil: true
        }
    }

    /// The alternatives of which one is to be met, or the clause alone.
    var choices: [any MatchingClause] { joint == .or ? members.flatMap(\.choices) : [self] }

    /// The clauses to meet, for each alternative; of several "or" in an "and", only one is split.
    private var alternatives: [[any MatchingClause]] {
        switch joint {
        case .or: members.flatMap(\.alternatives)
        // As most are, in one step.
        case .and where members.allSatisfy { $0.joint == nil }:
            [members.filter { !$0.isAnyPath }]
        case .and:
            members.reduce(into: [[]]) { all, clause in
                let more = clause.alternatives
                if more.count != 1, all.count == 1 {
                    all = more.map { all[0] + $0 }
                } else {
                    for index in all.indices { all[index] += more.count == 1 ? more[0] : [clause] }
                }
            }
        case nil: isAnyPath ? [[]] : [[self]]
        }
    }

    /// Whether it is the path `/**`, which every request matches.
    private var isAnyPath: Bool { pattern.map { $0.count == 1 && $0[0] == .any } ?? false }

    /// Returns whether it is known to match every request that another clause matches.
    ///
    /// False if that is unknown: closures, regular expressions and values are known to match the
    /// same only if they are equal, and hundreds of alternatives are not compared.
    func covers(_ other: any MatchingClause) -> Bool {
        guard faults.isEmpty, other.faults.isEmpty else { return false }
        let (all, others) = (alternatives, other.alternatives)
        return all.count * others.count < 10_000
            && others.allSatisfy { given in
                all.contains { wide in
                    wide.allSatisfy { part in
                        given.contains { part.joint == nil ? part.coversPart($0) : part.covers($0) }
                    }
                }
            }
    }

    /// Whether another part must be equal to it to be covered.
    private var coversOnlyEqual: Bool {
        !(self is PathClause || self is HostClause) && joint == nil
            && (self as? ItemClause)?.expectation != .present
    }

    /// A part in words that tell it from others.
    private var coverWords: String {
        let words = described(isMasked: false)
        return (self as? JSONClause).map { "\(words): \($0.value)" } ?? words
    }

    /// The part, in words, that each clause has that an alternative covers; empty if there is none.
    var coveredParts: Set<String> {
        Set(
            alternatives.map { parts in
                parts.last { $0.coversOnlyEqual }?.coverWords ?? ""
            })
    }

    /// The parts of an alternative in words, and empty words: one of `coveredParts` of each clause
    /// that covers it.
    var partsToCover: Set<String> {
        Set([""] + (alternatives.first ?? []).map(\.coverWords))
    }

    /// The hosts and paths that it requires, one for each alternative.
    private var targets: [(host: String?, path: [PathClause.Segment])] {
        alternatives.map { parts in
            var (host, path) = (String?.none, [PathClause.Segment]?.none)
            for part in parts {
                host = host ?? (part as? HostClause)?.onlyHost
                path = path ?? part.pattern
            }
            return (host, path ?? [.any])
        }
    }

    /// The host and the segments of a path of a request that it may match; NUL is any text.
    var exampleTarget: (host: String, path: [String]) {
        let (host, path) = targets.first ?? (nil, [])
        let segments = path.prefix { $0 != .any }.map { segment in
            if case .literal(let text) = segment { text } else { "\0" }
        }
        return (host ?? "", segments)
    }

    /// The anchors that it requires, one for each alternative.
    var anchors: [MatchAnchor] {
        let anchors = targets.map { MatchAnchor(host: $0.host, path: $0.path) }
        // If one alternative requires no anchor, the others cannot narrow the search.
        return anchors.count > 1 && anchors.contains(.none) ? [.none] : anchors
    }

    /// Returns the values of named segments in a request that matches.
    func pathValues(in request: BarricadeRequest) -> [String: String] {
        if let pattern { return pattern.values(in: request.target.segments) }
        var values: [String: String] = [:]
        for clause in members where joint == .and || clause.matches(request) {
            values.merge(clause.pathValues(in: request)) { first, _ in first }
            if joint == .or { break }
        }
        return values
    }

    /// Returns whether it or a part names a scheme.
    func names(scheme: String) -> Bool {
        switch self {
        case let wanted as SchemeClause: wanted.scheme == scheme
        case let wanted as URLClause: ParsedURL(wanted.text).scheme == scheme
        default: members.contains { $0.names(scheme: scheme) }
        }
    }

    /// Returns the clause for requests below a base only.
    func placed(below base: String) -> any MatchingClause {
        let clause = below(base)
        guard scope == .none else { return clause }
        let parts = clause.joint == .and ? clause.members : [clause]
        return JoinedClause(.and, [RequestMatcher.any("\(base)/**").clause] + parts)
    }
}
