import Barricade

/// The sets that no case of a test has used, and the warning if no case has sent any request.
final class UnusedSets: Sendable {
    /// The unused sets of the running test; `nil` outside of a test of Swift Testing.
    @TaskLocal static var current: UnusedSets?

    private struct Cases {
        /// The expected sets, in order.
        var expected: [String] = []
        var used: Set<String> = []
        /// Whether a case has sent a request.
        var areReached = false
        /// The warning of the first case that has passed without any.
        var silence: String?
    }

    private let cases = Locked(Cases())

    /// Adds the result of a case; one that is not complete need not have used its sets.
    func add(_ barricade: Barricade, expecting expected: [String], isComplete: Bool) {
        let used = Set(expected).subtracting(barricade.unusedSets)
        let isReached = barricade.isReached
        cases.withLock { cases in
            for set in expected where isComplete && !cases.expected.contains(set) {
                cases.expected.append(set)
            }
            cases.used.formUnion(used)
            cases.areReached = cases.areReached || isReached
        }
    }

    /// Adds the warning of a case that has passed without any request.
    func add(silence: String?) {
        cases.withLock { $0.silence = $0.silence ?? silence }
    }

    /// The warning about a test that has passed without any request; `nil` if it may.
    var warning: String? { cases.withLock { $0.areReached ? nil : $0.silence } }

    /// The message about the sets that no case has used; `nil` if there are none.
    var message: String? {
        let cases = cases.withLock { $0 }
        let unused = cases.expected.filter { !cases.used.contains($0) }
        guard !unused.isEmpty else { return nil }
        let fix = cases.areReached ? Self.unasked : Barricade.unreached
        return "No request came to \(unused.titles).\n\n\(fix)"
    }

    private static let unasked =
        "To fix: find out why its request is not sent, or leave it out of this test."
}

extension [String] {
    /// The names of response sets: `response set "A"`, `response sets "A", "B"`.
    var titles: String {
        "response set\(count > 1 ? "s" : "") "
            + map { "\"\($0.shortened)\"" }.joined(separator: ", ")
    }
}
