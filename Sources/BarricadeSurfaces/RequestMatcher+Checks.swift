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
        /// The clause if it is met: `method is GET`; else the wanted value: `path /v1/profile`.
        public let wants: String
        /// The found value; `nil` if the clause is met, or cannot be read.
        public let got: String?
    }

    /// Returns every clause with whether the request meets it, in the order written.
    ///
    /// Among alternatives, it returns the clauses of the one that is met, or of the nearest.
    public func checks(of request: BarricadeRequest) -> [Check] {
        clause.checks(of: request)
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

extension Clause {
    fileprivate func checks(of request: BarricadeRequest) -> [RequestMatcher.Check] {
        switch self {
        case .all(let clauses):
            return clauses.flatMap { $0.checks(of: request) }
        case .endpoint(let endpoint):
            return endpoint.clauses.flatMap { $0.checks(of: request) }
        case .either(let clauses):
            return clauses.ordered { $0.mismatches(with: request).distance }
                .first?.checks(of: request) ?? []
        default:
            let mismatches = mismatches(with: request)
            guard mismatches.isEmpty else {
                return mismatches.map { .init(isMet: false, wants: $0.wants, got: $0.got) }
            }
            return [.init(isMet: true, wants: maskedDescription.shortened, got: nil)]
        }
    }
}
