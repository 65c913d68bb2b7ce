import Barricade
import Testing

/// Lets tests that compute for long run one at a time.
///
/// Those beside them, which wait for answers, are not kept waiting by dozens. The wait for a turn
/// counts in a test's time limit, so that of these is long.
struct TakingTurns: SuiteTrait, TestTrait, TestScoping {
    private static let turns = TaskLock()

    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        try await Self.turns.withLock { try await function() }
    }
}

extension Trait where Self == TakingTurns {
    static var takingTurns: Self { Self() }
}
