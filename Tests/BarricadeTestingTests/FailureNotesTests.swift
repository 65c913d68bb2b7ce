#if compiler(>=6.3)
import Barricade
import BarricadeTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct FailureNotesTests {
    private struct Refusal: Error, CustomStringConvertible {
        let description = "refused"
    }

    private static let notes = Barricade.unreached
    private static let trait = BarricadeTrait.barricade(
        ResponseSet("A", on: .any) { CannedResponse("B") })

    @Test func areAddedToTheFirstFailureThatIsNoUnknownName() async throws {
        let failures = try await [
            failures(in: Self.trait) {
                #expect(Bool(false), "one")
                Issue.record("two")
            },
            failures(in: Self.trait) { throw Refusal() },
            // Not to known issues and warnings.
            failures(in: Self.trait) {
                withKnownIssue { Issue.record("known") }
                Issue.record("only a warning", severity: .warning)
                Issue.record("a failure")
            },
            failures(in: .barricade()) { Issue.record("nothing to say") },
            failures(in: Self.trait) {
                do { try Barricade().select("A", for: "B") } catch { Issue.record(error) }
                Issue.record("two")
            },
        ]
        #expect(
            failures == [
                [["one", Self.notes], ["two"]], [["refused", Self.notes]],
                [["known"], ["only a warning"], ["a failure", Self.notes]], [["nothing to say"]],
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
            try await failures(in: Self.trait) { try Barricade().select("A", for: "B") }
        }
        await #expect(throws: Refusal.self, "after a failure") {
            try await failures(in: Self.trait) {
                Issue.record("one")
                throw Refusal()
            }
        }
        await #expect(throws: Refusal.self, "without notes") {
            try await failures(in: .barricade()) { throw Refusal() }
        }
        await #expect(throws: CancellationError.self) {
            try await failures(in: Self.trait) { throw CancellationError() }
        }
        await #expect(throws: ExpectationFailedError.self) {
            try await failures(in: Self.trait) { try #require(Bool(false), "required") }
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
