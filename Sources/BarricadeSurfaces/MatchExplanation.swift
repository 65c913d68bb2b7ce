public import Barricade
import BarricadeCommon
import BarricadeFolder

/// The reasons why response sets match a request or do not.
public struct MatchExplanation: Sendable, Codable, Hashable {
    /// A set, and the clauses of its matcher.
    public struct NearestSet: Sendable, Codable, Hashable, Identifiable {
        /// The name of the set.
        public let name: String
        /// The place in the source that makes the set: `AppTests.swift:14`.
        public let origin: String
        /// Whether the set, if it matched, would let the request pass through.
        public let isLive: Bool
        /// Its clauses, and whether the request meets each.
        public let checks: [RequestMatcher.Check]

        /// The name of the set.
        public var id: String { name }
    }

    /// The nearest sets, at most three; a set that matches comes first.
    public let nearest: [NearestSet]
    /// A line of Swift that makes a set for the request; or, if the request or a set looks wrong, a
    /// sentence with the correction.
    public let suggestion: String
}

extension NearMiss {
    /// The same as `message`, as a value.
    var explanation: MatchExplanation {
        let candidates = candidates
        let fixes = fixes(by: candidates)
        let line = fixes.lazy.compactMap { fix in
            fix.firstRange(of: "ResponseSet(").map { String(fix[$0.lowerBound...]) }
        }.first
        return MatchExplanation(
            nearest: candidates.map { candidate in
                MatchExplanation.NearestSet(
                    name: candidate.set.name, origin: candidate.set.origin.text,
                    isLive: candidate.mode.isLive,
                    checks: RequestMatcher.checks(candidate.leaves, of: request))
            }, suggestion: line ?? fixes[0])
    }
}
