public import Barricade

extension Barricade {
    /// The ways in which real replies differ from canned responses, each once, from now on.
    ///
    /// ```swift
    /// for await drift in barricade.drift { print(drift) }
    /// ```
    ///
    /// As long as the sequence or an iterator of it exists, each reply of the real server to a
    /// request of a set, such as one in mode live or recording, is compared with the set's
    /// responses of that status. That takes place beside the loads, which wait for nothing. If many
    /// large replies come at once, some are passed over; so are bodies of more than 4 MB.
    ///
    /// What differs is told once for each set, status, place and kind, and again only when the
    /// set's responses have changed since. The log, `overview`, and on Apple
    /// platforms the system log show it too. The sequence ends with the barricade.
    public var drift: DriftSequence { DriftSequence(of: self) }
}

/// The ways in which real replies differ from canned responses, as they are found.
///
/// Several iterators of one sequence share its elements.
public struct DriftSequence: AsyncSequence, Sendable {
    private let stream: AsyncStream<Drift>
    private let place: LiveObserverPlace

    fileprivate init(of barricade: Barricade) {
        let (stream, continuation) = AsyncStream.makeStream(of: Drift.self)
        self.stream = stream
        place = barricade.observe(with: DriftWatch(of: barricade, telling: continuation))
    }

    /// An iterator over the differences.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var base: AsyncStream<Drift>.AsyncIterator
        /// Held, since the watch ends with it.
        fileprivate let place: LiveObserverPlace

        /// Returns the next one; `nil` if the barricade is gone or the task is cancelled.
        public mutating func next() async -> Drift? {
            await base.next()
        }
    }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(base: stream.makeAsyncIterator(), place: place)
    }
}
