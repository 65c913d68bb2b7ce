import Barricade
import Foundation

#if canImport(Testing)
import Testing
#endif

extension BarricadeScope {
    /// The text to add to the first failure of the test; `nil` adds nothing.
    var notes: String? {
        if let notes = lastNotes.withLock({ $0 }) { return notes }
        if barricade.sets.isEmpty, barricade.requestCount == 0 { return nil }
        return heading + ([barricade.failureNotes] + strays).joined(separator: "\n\n")
    }

    /// Whether the test has failed, with the notes.
    var areNotesAdded: Bool { notesAdded.withLock { $0 } }

    /// Returns the notes for a failure, without what it says already; `nil` if nothing is left, or if
    /// it is not the first failure.
    func takeNotes(for failure: String) -> String? {
        guard !areNotesAdded, let notes else { return nil }
        let isFirst = notesAdded.withLock { isAdded in
            defer { isAdded = true }
            return !isAdded
        }
        // A failure that says what to do, or lists the known names, has a cause of its own: then it
        // does not matter that no request has come.
        let hasCause = [Barricade.unreached, "To fix:", "Known: "].contains(where: failure.contains)
        let rest = hasCause ? notes.replacing(Barricade.unreached, with: "") : notes
        return isFirst && !rest.isEmpty ? rest.trimmingCharacters(in: .newlines) : nil
    }

    #if canImport(Testing)
    /// Runs a test with the notes added to its first failure.
    ///
    /// Swift Testing before 6.3 cannot tell failures among issues, so there the notes are left out.
    func addNotes(
        in test: Test, performing function: @Sendable () async throws -> Void
    ) async throws {
        #if compiler(>=6.3)
        // Only for a test's own tasks: Swift Testing 6.3 stands no others below.
        guard Test.current != nil else { return try await function() }
        // Weak, since tasks that outlive the test retain the trait.
        let trait = IssueHandlingTrait.compactMapIssues { [weak self] issue in
            // Every running test gets an issue that belongs to no test; the run itself reports it.
            Test.current == nil ? nil : self?.noted(issue) ?? issue
        }
        try await trait.provideScope(for: test, testCase: nil) {
            do {
                try await function()
            } catch  where canBeNoted(error) {
                // If Swift Testing records it, the trait cannot change its issue.
                Issue.record(error, sourceLocation: test.sourceLocation)
            }
        }
        #else
        try await function()
        #endif
    }

    #if compiler(>=6.3)
    /// Returns an issue, with the notes if it is the first failure.
    private func noted(_ issue: Issue) -> Issue {
        // The list of requests does not explain an unknown name.
        guard issue.isFailure, !isUnknownName(issue.error) else { return issue }
        var issue = issue
        let said = issue.comments.map(\.rawValue).joined() + (issue.error.map { "\($0)" } ?? "")
        if let notes = takeNotes(for: said) { issue.comments.append(Comment(rawValue: notes)) }
        return issue
    }

    /// Returns whether a thrown error is the first failure, and not one of Swift Testing's own.
    private func canBeNoted(_ error: any Error) -> Bool {
        let isSignal =
            error is CancellationError || String(reflecting: type(of: error)).hasPrefix("Testing.")
        return !isSignal && !isUnknownName(error) && !areNotesAdded && notes != nil
    }

    private func isUnknownName(_ error: (any Error)?) -> Bool {
        error.map { BarricadeError.Code.unknownName ~= $0 } ?? false
    }
    #endif
    #endif
}

extension Barricade {
    /// The text for a failed test: the requests, how to repeat random choices and delays, and when a
    /// clock did not wait any longer.
    package var failureNotes: String {
        var notes = [requestTable]
        if random.isUsed {
            notes.append("Some choices or delays were random. To repeat them: $0.seed = \(seed)")
        }
        notes += (clock as? any SteppedClock)?.schedule.notes ?? []
        return notes.joined(separator: "\n")
    }

    /// The latest requests as a table: number, line, answer, outcome.
    ///
    /// Secrets are masked, and long values shortened.
    private var requestTable: String {
        let (shown, count) = (Array(requests.suffix(20)), requestCount)
        guard !shown.isEmpty else {
            return count > 0
                ? "\(count) requests reached the barricade; its log keeps none." : Self.unreached
        }
        let title =
            shown.count < count
            ? "The last \(shown.count) of \(count) requests of the barricade:"
            : "The requests of the barricade:"
        let numbers = shown.map { "\($0.id + 1)" }
        let width = numbers.map(\.count).max() ?? 0
        let lines = TextColumn.padded(shown.map { $0.line.shortened(to: 60) })
        let answers = TextColumn.padded(shown.map(Self.answer))
        let rows = shown.indices.map { index in
            let space = String(repeating: " ", count: width - numbers[index].count)
            let note = shown[index].note.map { " (\($0.shortened))" } ?? ""
            return "  \(space)\(numbers[index])  \(lines[index])  \(answers[index])  "
                + "\(shown[index].outcome)\(note)"
        }
        return ([title] + rows).joined(separator: "\n")
    }

    private static func answer(to request: LoggedRequest) -> String {
        let names = [request.set, request.response].compactMap(\.self)
        guard !names.isEmpty else { return "–" }
        return names.map { "\"\($0.shortened(to: 40))\"" }.joined(separator: " / ")
    }
}
