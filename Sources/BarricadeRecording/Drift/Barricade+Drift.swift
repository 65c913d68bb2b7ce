public import Barricade

extension Barricade {
    /// The differences of real replies from canned responses, each once, from now on.
    ///
    /// ```swift
    /// for await drift in barricade.drift { print(drift) }
    /// ```
    ///
    /// While the stream or an iterator of it exists, the barricade compares each real reply to a
    /// request of a set, such as one in mode live or recording, with the set's responses of that
    /// status. Loads do not wait for this. If many large replies come at once, it skips some; it
    /// also skips bodies of more than 4 MB.
    ///
    /// It reports a difference once for each set, status, place and kind, and again only after the
    /// set's responses have changed. The log, `overview`, and on Apple platforms the system log
    /// show it too. The stream ends with the barricade.
    public var drift: AsyncStream<Drift> {
        AsyncStream { continuation in
            let place = observe(with: DriftWatch(of: self, telling: continuation))
            // The watch ends with the stream.
            continuation.onTermination = { _ in withExtendedLifetime(place) {} }
        }
    }
}
