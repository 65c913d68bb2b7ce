import Barricade
import BarricadeCommon
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct TaskLockTests {
    @Test func letsOneTaskInAtATime() async throws {
        let lock = TaskLock()
        let (inside, most) = (Locked(0), Locked(0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    try await lock.withLock {
                        let now = inside.withLock { count in
                            count += 1
                            return count
                        }
                        most.withLock { $0 = max($0, now) }
                        await Task.yield()
                        inside.withLock { $0 -= 1 }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(most.current == 1)
    }

    @Test func isFreeAgainAfterAnErrorOrACancellation() async throws {
        struct Failure: Error {}
        let lock = TaskLock()
        await #expect(throws: Failure.self) { try await lock.withLock { throw Failure() } }
        try await lock.withLock {
            let waiting = Task { try await lock.withLock { Issue.record("It did not wait.") } }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
        }
        #expect(try await lock.withLock { 1 } == 1)
    }

    @Test func thoseBehindACancelledTaskStillWait() async throws {
        for _ in 0..<200 {
            let lock = TaskLock()
            let isHeld = Locked(false)
            let last = try await lock.withLock {
                isHeld.withLock { $0 = true }
                let cancelled = Task { try await lock.withLock {} }
                cancelled.cancel()
                await #expect(throws: CancellationError.self) { try await cancelled.value }
                let last = Task { try await lock.withLock { isHeld.current } }
                // Time for the last one to come in if it did not wait.
                await Task { await Task.yield() }.value
                isHeld.withLock { $0 = false }
                return last
            }
            let wasHeld = try await last.value
            #expect(!wasHeld)
        }
    }
}
