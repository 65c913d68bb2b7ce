#if compiler(>=6.2)
import Barricade
import BarricadeTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct FailureNotesTests {
    private struct Refusal: Error, CustomStringConvertible {
        let description = "refused"
    }

    /// Runs a body with notes; returns the comments of each failure, which do not fail this test.
    private func failures(
        with notes: FailureNotes = FailureNotes { "the notes" },
        of body: @escaping @Sendable () async throws -> Void
    ) async throws -> [[String]] {
        let test = try #require(Test.current)
        let failures = Locked<[[String]]>([])
        let collecting = IssueHandlingTrait.compactMapIssues { issue in
            guard issue.isFailure else { return nil }
            let error = issue.error.map { ["\($0)"] } ?? []
            failures.withLock { $0.append(error + issue.comments.map(\.rawValue)) }
            return nil
        }
        try await collecting.provideScope(for: test, testCase: nil) {
            try await notes.provideScope(for: test, testCase: nil, performing: body)
        }
        return failures.withLock { $0 }
    }

    @Test func areAddedToTheFirstFailureOnly() async throws {
        let failures = try await failures {
            #expect(Bool(false), "one")
            Issue.record("two")
        }
        #expect(failures == [["one", "the notes"], ["two"]])
    }

    @Test func areAddedToAnErrorThatTheTestThrows() async throws {
        #expect(try await failures { throw Refusal() } == [["refused", "the notes"]])
    }

    @Test func areNotAddedToAnUnknownName() async throws {
        let failures = try await failures {
            do { try Barricade().select("A", for: "B") } catch { Issue.record(error) }
            Issue.record("two")
        }
        #expect(failures.map(\.count) == [1, 2])
        #expect(failures.last == ["two", "the notes"])
        await #expect(throws: BarricadeError.self) {
            try await self.failures { try Barricade().select("A", for: "B") }
        }
    }

    @Test func leaveAnErrorAloneThatComesAfterAFailure() async throws {
        await #expect(throws: Refusal.self) {
            try await failures {
                Issue.record("one")
                throw Refusal()
            }
        }
    }

    @Test func leaveKnownIssuesAndWarningsAlone() async throws {
        let failures = try await failures {
            withKnownIssue { Issue.record("known") }
            Issue.record("only a warning", severity: .warning)
            Issue.record("a failure")
        }
        #expect(failures == [["a failure", "the notes"]])
    }

    @Test func letAFailedRequirementEndTheTest() async throws {
        let failures = try await failures {
            await #expect(throws: ExpectationFailedError.self) {
                try await FailureNotes { "inner" }.provideScope(
                    for: try #require(Test.current), testCase: nil
                ) {
                    try #require(Bool(false), "required")
                }
            }
        }
        #expect(failures == [["required", "inner", "the notes"]])
    }

    @Test func letCancellationThrough() async throws {
        await #expect(throws: CancellationError.self) {
            try await failures { throw CancellationError() }
        }
    }

    @Test func areLeftOutInATaskOfNoTest() async throws {
        let test = try #require(Test.current)
        let runs = Task.detached {
            let isRun = Locked(false)
            try await FailureNotes { "the notes" }.provideScope(for: test, testCase: nil) {
                isRun.withLock { $0 = true }
            }
            return isRun.withLock { $0 }
        }
        #expect(try await runs.value)
    }

    @Test func leaveFailuresAsTheyAreIfThereIsNothingToSay() async throws {
        let none = FailureNotes { nil }
        #expect(try await failures(with: none) { Issue.record("one") } == [["one"]])
        await #expect(throws: Refusal.self) {
            try await failures(with: none) { throw Refusal() }
        }
    }
}
#endif
