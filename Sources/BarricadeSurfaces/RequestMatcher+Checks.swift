public import Barricade
import BarricadeCommon
import BarricadeFolder

extension RequestMatcher {
    /// A clause of a matcher, and whether a request meets it.
    ///
    /// Secrets are masked, and each value is shortened to 200 characters.
    public struct Check: Sendable, Codable, Hashable {
        /// Whether the request meets the clause.
        public let isMet: Bool
        /// The clause if it is met, `method is GET`; else the wanted value, `path /v1/profile`.
        public let wants: String
        /// The request's value; `nil` if the clause is met, or the value cannot be read.
        public let got: String?
    }

    /// Checks a request against every clause, in the order written.
    ///
    /// Of alternatives, it returns the clauses of the one that is met, or of the nearest one.
    public func checks(of request: BarricadeRequest) -> [Check] {
        let comparison = MatchComparison(request)
        comparison.compare(with: clause)
        return Self.checks(comparison.leaves, of: request)
    }

    static func checks(
        _ leaves: [MatchComparison.Leaf], of request: BarricadeRequest
    ) -> [Check] {
        leaves.map { leaf in
            guard let mismatch = leaf.mismatch(with: request) else {
                let words = leaf.clause.maskedDescription.shortened
                return Check(isMet: true, wants: words, got: nil)
            }
            return Check(isMet: false, wants: mismatch.wants, got: mismatch.got)
        }
    }
}

extension RequestMatcher.Check: CustomStringConvertible {
    /// The check in words: `✓ method is GET`, `✗ wants path /v1/profile, got /v1/profiles`.
    public var description: String {
        if isMet { return "✓ \(wants)" }
        guard let got else { return "✗ never matches: \(wants)" }
        return "✗ wants \(wants), got \(got)"
    }
}
