package import Barricade
import Foundation

#if canImport(Testing)
package import Testing

/// The text that is added to the first failure of a test.
package struct FailureNotes: Sendable {
    private let text: @Sendable () -> String?
    private let isAdded = Locked(false)
    /// Whether the test has failed.
    var areAdded: Bool { isAdded.withLock { $0 } }

    /// Makes notes with a text that is made when the test fails; `nil` adds nothing.
    package init(_ text: @escaping @Sendable () -> String?) {
        self.text = text
    }

    /// Runs a test with the notes added to its first failure.
    ///
    /// Swift Testing before 6.3 cannot tell failures among issues, so there the notes are left out.
    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        #if compiler(>=6.3)
        // Only for a test's own tasks: Swift Testing 6.3 stands no others below.
        guard Test.current != nil else { return try await function() }
        let trait = IssueHandlingTrait.compactMapIssues { issue in
            // Every running test gets an issue that belongs to no test; the run itself reports it.
            Test.current == nil ? nil : added(to: issue)
        }
        try await trait.provideScope(for: test, testCase: testCase) {
            do {
                try await function()
            } catch  where canBeAdded(to: error) {
                // If Swift Testing records it, the trait cannot change its issue.
                Issue.record(error, sourceLocation: test.sourceLocation)
            }
        }
        #else
        try await function()
        #endif
    }

    #if compiler(>=6.3)
    /// Returns the issue, with the notes if it is the first failure.
    private func added(to issue: Issue) -> Issue {
        // The list of requests does not explain an unknown name.
        guard issue.isFailure, !isAdded.withLock({ $0 }), !isUnknownName(issue.error),
            let text = text()
        else { return issue }
        let isFirst = isAdded.withLock { isAdded in
            defer { isAdded = true }
            return !isAdded
        }
        var issue = issue
        let said = issue.comments.map(\.rawValue).joined() + (issue.error.map { "\($0)" } ?? "")
        if isFirst, let text = Barricade.notes(text, notIn: said) {
            issue.comments.append(Comment(rawValue: text))
        }
        return issue
    }

    /// Returns whether a thrown error is the first failure, and not one of Swift Testing's own.
    private func canBeAdded(to error: any Error) -> Bool {
        let isSignal =
            error is CancellationError || String(reflecting: type(of: error)).hasPrefix("Testing.")
        return !isSignal && !isUnknownName(error) && !isAdded.withLock { $0 } && text() != nil
    }

    private func isUnknownName(_ error: (any Error)?) -> Bool {
        error.map { BarricadeError.Code.unknownName ~= $0 } ?? false
    }
    #endif
}
#endif

extension Barricade {
    /// Returns notes without what a message says already; `nil` if nothing is left.
    ///
    /// A message that says what to do, or lists the known names, has a cause of its own: then it does
    /// not matter that no request has come.
    static func notes(_ notes: String, notIn message: String) -> String? {
        guard [unreached, "To fix:", "Known: "].contains(where: message.contains) else {
            return notes
        }
        let rest = notes.replacingOccurrences(of: unreached, with: "")
        return rest.isEmpty ? nil : rest.trimmingCharacters(in: .newlines)
    }

    /// The text for a failed test: the requests, how to repeat random choices and delays, and when a
    /// clock did not wait any longer.
    package var failureNotes: String {
        var notes = [RequestTable(requests: requests, count: requestCount).text]
        if random.isUsed {
            notes.append("Some choices or delays were random. To repeat them: $0.seed = \(seed)")
        }
        notes += (clock as? any SteppedClock)?.schedule.notes ?? []
        return notes.joined(separator: "\n")
    }
}
