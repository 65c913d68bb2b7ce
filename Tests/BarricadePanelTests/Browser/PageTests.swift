#if DEBUG && (os(Linux) || os(macOS))
import Barricade
import BarricadeCommon
import Foundation
import Testing

@testable import TestSupport

/// The tests of the page in a real browser; in debug builds only, since the page is the same in
/// every build, and they are the longest.
@Suite(.fewPagesAtOnce, .inChromium, .timeLimit(.minutes(10))) enum PageTests {}

/// Shows few pages at the same time: each draws, but waits for its app and for frames too.
///
/// They take longest, so their steps do not stand in line behind those of all other tests.
private struct FewPagesAtOnce: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true
    private static let locks = (0..<(Endurance.scale > 1 ? 1 : 3)).map { _ in TaskLock() }
    private static let count = Locked(0)

    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        let number = Self.count.withLock { count in
            count += 1
            return count
        }
        try await Self.locks[number % Self.locks.count].withLock {
            try await OwnThreads.run(function)
        }
    }
}

extension Trait where Self == FewPagesAtOnce {
    fileprivate static var fewPagesAtOnce: Self { Self() }
}
#endif
