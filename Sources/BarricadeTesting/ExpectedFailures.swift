import Barricade

/// The failures that a test expects, which are not issues of the test.
///
/// ```swift
/// @Test(.barricade(login, expecting: .failures(of: "Login")))
/// func givesUpAfterTwoTries() async {
/// ```
///
/// It is an issue if one of them does not happen. All other failures are still issues.
public struct ExpectedFailures: Sendable, Hashable {
    /// The names of the sets, in the order in which they were named.
    let sets: [String]
    let areUnmatchedRequestsExpected: Bool

    /// Requests to sets that have no response for them, such as a sequence that has ended.
    ///
    /// Each set must get at least one. A canned error is a response, so it is not counted.
    public static func failures(of sets: String...) -> ExpectedFailures {
        ExpectedFailures(sets: sets, areUnmatchedRequestsExpected: false)
    }

    /// Requests that no set claims; there must be at least one.
    public static let unmatchedRequests = ExpectedFailures(
        sets: [], areUnmatchedRequestsExpected: true)
}

extension ExpectedFailures: ExpressibleByArrayLiteral {
    /// Joins several expectations; an empty list expects none.
    public init(arrayLiteral elements: ExpectedFailures...) {
        self.init(joining: elements)
    }

    init(joining all: [ExpectedFailures]) {
        self.init(
            sets: all.flatMap(\.sets),
            areUnmatchedRequestsExpected: all.contains(where: \.areUnmatchedRequestsExpected))
    }
}

extension ExpectedFailures {
    /// Returns whether a failed request is expected.
    func contains(_ request: LoggedRequest) -> Bool {
        request.set.map(sets.contains) ?? areUnmatchedRequestsExpected
    }

    /// Returns the messages about expected failures that did not happen.
    ///
    /// - Parameter failed: The requests of the barricade that failed.
    func missing(among failed: [LoggedRequest], in barricade: Barricade) -> [String] {
        var messages = Set(sets).subtracting(failed.compactMap(\.set)).sorted().map {
            missingFailure(of: $0, in: barricade)
        }
        if areUnmatchedRequestsExpected, !failed.contains(where: { $0.set == nil }) {
            let fix = "leave out expecting: .unmatchedRequests, or find out why none was sent."
            messages.append(
                """
                No request was unmatched, but this test expects one.

                \(barricade.isReached ? "To fix: \(fix)" : Barricade.unreached)
                """)
        }
        return messages
    }

    private func missingFailure(of set: String, in barricade: Barricade) -> String {
        do {
            let count = try barricade.requestCount(for: set)
            let came = count == 1 ? "The one request to it" : "Each of the \(count) requests to it"
            let reason =
                count == 0
                ? "No request came to it."
                : "\(came) got an answer. A canned error counts as an answer."
            let fix = "leave out expecting: .failures(of: \"\(set)\"), or find out why none failed."
            return """
                No request to response set "\(set)" failed, but this test expects one to. \(reason)

                \(barricade.isReached ? "To fix: \(fix)" : Barricade.unreached)
                """
        } catch {
            return """
                \(error.message)

                To fix: name a set of this test in expecting: .failures(of: …).
                """
        }
    }
}
