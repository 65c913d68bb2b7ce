public import Barricade

extension Barricade {
    /// The requests in the log whose real replies can still be kept as responses.
    ///
    /// They are the latest that went to a real server while a recording of other requests ran.
    public var keepableReplies: Set<LoggedRequest.ID> {
        store.routing.keepableReplies
    }

    /// Keeps the real server's reply to a request in the log, as a response of its set or a new one.
    ///
    /// ```swift
    /// for request in barricade.requests where barricade.keepableReplies.contains(request.id) {
    ///     try barricade.keepReply(to: request.id)
    /// }
    /// ```
    ///
    /// - Throws: ``BarricadeError/Code/missingRecorder`` if no recording has the reply any more.
    public func keepReply(to request: LoggedRequest.ID) throws(BarricadeError) {
        let observers = store.routing.observers
        guard let recorder = observers.first(where: { $0.keepableReplies.contains(request) }) else {
            throw BarricadeError(
                .missingRecorder,
                """
                The reply to request \(request) is not there any more, or was never seen.

                To fix: record before the request is sent, and keep the recording:
                  let recording = barricade.record(.recordingSets)
                """)
        }
        recorder.keepReply(to: request)
        changeCounter.countOne()
    }
}
