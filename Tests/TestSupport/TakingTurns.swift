import BarricadeCommon
import Barricade
import Testing

/// Lets only some tests run at the same time.
///
/// Those beside them, which wait for answers, are not kept waiting by dozens. The wait for a turn
/// counts in a test's time limit, so that of these is long.
struct TakingTurns: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true
    private let lanes: Lanes

    fileprivate init(in lanes: Lanes) {
        self.lanes = lanes
    }

    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        try await lanes.next().withLock { try await function() }
    }
}

extension Trait where Self == TakingTurns {
    /// For tests that compute for long.
    static var takingTurns: Self { Self(in: .computing) }

    /// For tests with real connections: on Linux, `URLSession` keeps a core busy for as long as one
    /// of its requests waits for a server.
    static var fewAtOnce: Self { Self(in: .connecting) }

    /// For tests of a page, which draws, but waits for its app and for frames too.
    static var fewPagesAtOnce: Self { Self(in: .drawing) }
}

/// Locks that tests take in turn.
private final class Lanes: Sendable {
    static let computing = Lanes(2)
    static let connecting = Lanes(6)
    static let drawing = Lanes(Endurance.scale > 1 ? 1 : 3)

    private let locks: [TaskLock]
    private let count = Locked(0)

    init(_ count: Int) {
        locks = (0..<count).map { _ in TaskLock() }
    }

    func next() -> TaskLock {
        count.withLock { count in
            count += 1
            return locks[count % locks.count]
        }
    }
}
