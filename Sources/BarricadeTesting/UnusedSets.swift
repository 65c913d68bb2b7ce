import Barricade

/// The sets that no case of a test has used.
final class UnusedSets: Sendable {
    /// The unused sets of the running test; `nil` if its cases report them.
    @TaskLocal static var current: UnusedSets?

    /// The expected sets, in order, and those that a case has used.
    private let sets = Locked<(expected: [String], used: Set<String>)>(([], []))

    /// Adds the result of a case: the sets that it has not used, of those that it expects.
    func add(_ unused: [String], of expected: [String]) {
        sets.withLock { sets in
            sets.expected += expected.filter { !sets.expected.contains($0) }
            sets.used.formUnion(Set(expected).subtracting(unused))
        }
    }

    /// The messages about the sets that no case has used.
    var messages: [String] {
        sets.withLock { sets in sets.expected.filter { !sets.used.contains($0) } }
            .map { Self.message(about: $0) }
    }

    /// - Parameter asksNothing: Whether the barricade got no request at all.
    static func message(about set: String, asksNothing: Bool = false) -> String {
        """
        No request came to response set "\(set)".

        \(asksNothing ? Barricade.unreached : unasked)
        """
    }

    private static let unasked =
        "To fix: find out why its request is not sent, or leave the set out of this test."
}
