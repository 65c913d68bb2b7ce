import Barricade

/// The sets that no case of a test has used.
final class UnusedSets: Sendable {
    /// Those of the test that is running; `nil` if its cases report them.
    @TaskLocal static var current: UnusedSets?

    /// The sets that are expected, in order, and those that a case has used.
    private let sets = Locked<(expected: [String], used: Set<String>)>(([], []))

    /// Adds what a case has not used of the sets that it expects.
    func add(_ unused: [String], of expected: [String]) {
        sets.withLock { sets in
            sets.expected += expected.filter { !sets.expected.contains($0) }
            sets.used.formUnion(Set(expected).subtracting(unused))
        }
    }

    /// The messages about the sets that no case has used.
    var messages: [String] {
        sets.withLock { sets in sets.expected.filter { !sets.used.contains($0) } }
            .map { Self.message(about: $0, isReached: true) }
    }

    /// - Parameter isReached: Whether any request has come to the barricade.
    static func message(about set: String, isReached: Bool) -> String {
        """
        No request came to response set "\(set)".

        \(isReached ? unasked : Barricade.unreached)
        """
    }

    private static let unasked =
        "To fix: find out why its request is not sent, or leave the set out of this test."
}
