import Barricade
import BarricadeCommon
import BarricadeFolder

extension BarricadeOverview {
    /// The overviews of a barricade: the present one at once, then the latest after changes.
    ///
    /// There are at most ten in a second, so that a screen can draw each of them. Iterations are
    /// independent. Each ends when the barricade is released or its task is cancelled.
    public struct Updates: AsyncSequence, Sendable {
        /// The overviews.
        public typealias Element = BarricadeOverview

        /// Counts the changes; the sequence does not retain the barricade.
        let changes: ChangeCounter
        package let overview: @Sendable () -> BarricadeOverview?

        /// The shortest time between two overviews.
        static let pause = Duration.milliseconds(100)

        /// An iterator over the overviews.
        public struct AsyncIterator: AsyncIteratorProtocol {
            fileprivate let changes: ChangeCounter
            fileprivate let overview: @Sendable () -> BarricadeOverview?
            fileprivate var signals: AsyncStream<Void>.AsyncIterator
            private var latest: (revision: Int, time: ContinuousClock.Instant)?

            fileprivate init(
                _ changes: ChangeCounter, overview: @escaping @Sendable () -> BarricadeOverview?
            ) {
                self.changes = changes
                self.overview = overview
                signals = changes.signals.makeAsyncIterator()
            }

            /// Returns the next overview; `nil` if the barricade is gone or the task is cancelled.
            public mutating func next() async -> BarricadeOverview? {
                if let latest {
                    repeat {
                        guard await signals.next() != nil else { return nil }
                        // The latest overview may already include the change that was signalled.
                    } while changes.count <= latest.revision
                    // In real time: the barricade's clock may stand still.
                    do {
                        try await ContinuousClock().sleep(until: latest.time + Updates.pause)
                    } catch {
                        return nil
                    }
                }
                guard !Task.isCancelled, let overview = overview() else { return nil }
                latest = (overview.revision, .now)
                return overview
            }
        }

        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(changes, overview: overview)
        }
    }
}
