import Barricade
import BarricadeCommon

/// A serial queue of asynchronous work, in order of arrival.
///
/// An actor would not work, since it is reentrant: another call may run wherever one awaits.
final class SerialTaskQueue: Sendable {
    private let lock = TaskLock()

    /// Runs work when its turn comes, unless the task has been cancelled by then.
    ///
    /// Work that has begun is not cancelled, so that it has all of its effects or none.
    func run<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await lock.withLock { try await Task { try await work() }.value }
    }
}
