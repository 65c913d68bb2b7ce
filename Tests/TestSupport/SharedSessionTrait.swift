import BarricadeCommon
import Barricade
import BarricadeTesting
import Testing

/// A trait of tests that touch `URLSession.shared`: none runs beside another one that reaches it.
struct SharedSessionTrait: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await ReachedSessions.lock.withLock { try await function() }
    }
}

extension Trait where Self == SharedSessionTrait {
    static var touchingSharedSession: Self { SharedSessionTrait() }
}
