#if compiler(>=6.3)
import Barricade
import BarricadeTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct FailureNotesTests {
    private struct Refusal: Error, CustomStringConvertible {
        let description = "refused"
    }

    private static let notes = Barricade.unreached

    /// Runs a body with notes; returns the comments of each failure, which do not fail this test.
    private func failures(
        of trait: BarricadeTrait = .barricade(ResponseSet("A", on: .any) { CannedResponse("B") }),
        _ body: @escaping @Sendable () async throws -> Void
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
            try await trait.provideScope(for: test, testCase: nil, performing: body)
        }
        return failures.withLock { $0 }
    }

    @Test func areAddedToTheFirstFailureThatIsNoUnknownName() async throws {
        let failures = try await [
            failures {
                #expect(Bool(false), "one")
                Issue.record("two")
            },
            failures { throw Refusal() },
            // Not to known issues and warnings.
            failures {
                withKnownIssue { Issue.record("known") }
                Issue.record("only a warning", severity: .warning)
                Issue.record("a failure")
            },
            failures(of: .barricade()) { Issue.record("nothing to say") },
            failures {
                do { try Barricade().select("A", for: "B") } catch { Issue.record(error) }
                Issue.record("two")
            },
        ]
        #expect(
            failures == [
                [["one", Self.notes], ["two"]], [["refused", Self.notes]],
                [["a failure", Self.notes]], [["nothing to say"]],
                [
                    [
                        """
                        No response set is named "B".
                        Known: none. Give sets to Barricade(…) or barricade.register(…).
                        """
                    ], ["two", Self.notes],
                ],
            ])
    }

    /// The test ends with them, as it would without notes.
    @Test func letOtherErrorsAndFailedRequirementsThrough() async throws {
        await #expect(throws: BarricadeError.self, "an unknown name") {
            try await failures { try Barricade().select("A", for: "B") }
        }
        await #expect(throws: Refusal.self, "after a failure") {
            try await failures {
                Issue.record("one")
                throw Refusal()
            }
        }
        await #expect(throws: Refusal.self, "without notes") {
            try await failures(of: .barricade()) { throw Refusal() }
        }
        await #expect(throws: CancellationError.self) {
            try await failures { throw CancellationError() }
        }
        await #expect(throws: ExpectationFailedError.self) {
            try await failures { try #require(Bool(false), "required") }
        }
    }

    @Test func areLeftOutInATaskOfNoTest() async throws {
        let test = try #require(Test.current)
        let runs = Task.detached {
            let isRun = Locked(false)
            try await BarricadeTrait.barricade().provideScope(for: test, testCase: nil) {
                isRun.withLock { $0 = true }
            }
            return isRun.withLock { $0 }
        }
        #expect(try await runs.value)
    }
}
#endif
