package import Barricade
import BarricadeCommon
import BarricadeFolder

/// The reasons why response sets match a request or do not.
package struct MatchExplanation: Sendable, Codable, Hashable {
    /// A set, and the clauses of its matcher.
    package struct NearestSet: Sendable, Codable, Hashable, Identifiable {
        /// The name of the set.
        package let name: String
        /// The place in the source that makes the set: `AppTests.swift:14`.
        package let origin: String
        /// Whether the set, if it matched, would let the request pass through.
        package let isLive: Bool
        /// Its clauses, and whether the request meets each.
        package let checks: [RequestMatcher.Check]

        /// The name of the set.
        package var id: String { name }
    }

    /// The nearest sets, at most three; a set that matches comes first.
    package let nearest: [NearestSet]
    /// A set for the request, in Swift or in JSON; or, if the request or a set looks wrong, a
    /// sentence with the correction.
    package let suggestion: String
}

extension NearMiss {
    /// The same as `message`, as a value.
    var explanation: MatchExplanation {
        let candidates = candidates
        let fixes = fixes(by: candidates).fixes
        let line = fixes.lazy.compactMap { fix in
            (fix.firstRange(of: "ResponseSet(") ?? fix.firstRange(of: "{ \"name\""))
                .map { String(fix[$0.lowerBound...]) }
        }.first
        return MatchExplanation(
            nearest: candidates.map { candidate in
                MatchExplanation.NearestSet(
                    name: candidate.set.name, origin: candidate.set.definition.origin.text,
                    isLive: candidate.mode.isLive,
                    checks: RequestMatcher.checks(candidate.leaves, of: request))
            }, suggestion: line ?? fixes[0])
    }
}

extension RequestMatcher {
    /// A clause of a matcher, and whether a request meets it.
    ///
    /// Secrets are masked, and each value is shortened to 200 characters.
    package struct Check: Sendable, Codable, Hashable {
        /// Whether the request meets the clause.
        package let isMet: Bool
        /// The clause if it is met, `method is GET`; else the wanted value, `path /v1/profile`.
        package let wants: String
        /// The request's value; `nil` if the clause is met, or the value cannot be read.
        package let got: String?
        /// All of it in words.
        package let words: String

        init(isMet: Bool, wants: String, got: String?) {
            (self.isMet, self.wants, self.got) = (isMet, wants, got)
            let found = got.map { "wants \(wants), got \($0)" } ?? "never matches: \(wants)"
            words = isMet ? wants : found
        }
    }

    /// Checks a request against the clauses that were compared, in the order written.
    ///
    /// Of alternatives, these are the clauses of the one that is met, or of the nearest one.
    static func checks(
        _ leaves: [MatchComparison.Leaf], of request: BarricadeRequest
    ) -> [Check] {
        leaves.map { leaf in
            guard let mismatch = leaf.mismatch(with: request) else {
                let words = leaf.words.shortened
                return Check(isMet: true, wants: words, got: nil)
            }
            return Check(isMet: false, wants: mismatch.wants, got: mismatch.got)
        }
    }
}

extension RequestMatcher.Check: CustomStringConvertible {
    /// The check in words: `✓ method is GET`, `✗ wants path /v1/profile, got /v1/profiles`.
    package var description: String { "\(isMet ? "✓" : "✗") \(words)" }
}
