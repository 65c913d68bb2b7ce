/// A closure with its description; equal only to itself, since closures cannot be compared.
package final class ConditionClause: Clause {
    package let reason: String
    private let predicate: @Sendable (BarricadeRequest) -> Bool

    init(_ reason: String, _ predicate: @escaping @Sendable (BarricadeRequest) -> Bool) {
        self.reason = reason
        self.predicate = predicate
    }

    package func matches(_ request: BarricadeRequest) -> Bool { predicate(request) }
    package var subject: String { "condition" }

    package func difference(from request: BarricadeRequest) -> Difference {
        Difference(wants: "\"\(reason.shortened)\" to be true", got: "false")
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
