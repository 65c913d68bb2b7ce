public import Barricade

extension Barricade {
    /// The ways in which real replies differ from canned responses, each once, from now on.
    ///
    /// ```swift
    /// for await drift in barricade.drift { print(drift) }
    /// ```
    ///
    /// As long as the stream or an iterator of it exists, each reply of the real server to a
    /// request of a set, such as one in mode live or recording, is compared with the set's
    /// responses of that status. That takes place beside the loads, which wait for nothing. If many
    /// large replies come at once, some are passed over; so are bodies of more than 4 MB.
    ///
    /// What differs is told once for each set, status, place and kind, and again only when the
    /// set's responses have changed since. The log, `overview`, and on Apple
    /// platforms the system log show it too. The stream ends with the barricade.
    public var drift: AsyncStream<Drift> {
        AsyncStream { continuation in
            let place = observe(with: DriftWatch(of: self, telling: continuation))
            // The watch ends with the stream.
            continuation.onTermination = { _ in withExtendedLifetime(place) {} }
        }
    }
}
