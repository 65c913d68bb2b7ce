public import Barricade
import BarricadeCommon
import BarricadeFolder

extension Barricade {
    /// All that a screen shows of the barricade, at this moment.
    public var overview: BarricadeOverview {
        // Read first, so that no later change has this number.
        let revision = changeCounter.count
        return overviewMaker.overview(
            revision, of: store.snapshot, log, driftNotes, storage: store.keeper)
    }

    /// Returns a set as the overview has it; `nil` if no set has that name.
    package func summary(of set: String) -> BarricadeOverview.SetSummary? {
        overviewMaker.summary(of: set, in: store.snapshot, log, driftNotes)
    }

    /// The overview at once, then the latest one after changes, at most ten in a second.
    ///
    /// ```swift
    /// for await overview in barricade.overviews {
    ///     print(overview.heldRequests.map(\.request))
    /// }
    /// ```
    ///
    /// Nothing is computed while nobody iterates.
    public var overviews: BarricadeOverview.Updates {
        BarricadeOverview.Updates(changes: changeCounter) { [weak self] in self?.overview }
    }

    /// Releases one held request, to the response that was selected when it came, or another one.
    ///
    /// ```swift
    /// if let first = barricade.overview.heldRequests.first {
    ///     barricade.release(first.id, with: .offline())
    /// }
    /// ```
    ///
    /// `CannedResponse.live(_:)` lets it go to the real server.
    ///
    /// - Parameters:
    ///   - request: The `LoggedRequest.id` of the request.
    ///   - response: The response; `nil`, the default, means the selected one.
    /// - Returns: False if it does not wait any more.
    @discardableResult
    public func release(_ request: LoggedRequest.ID, with response: CannedResponse? = nil) -> Bool {
        store.routing.held.values.contains { $0.release(request, with: response) }
    }

    /// Returns why the nearest sets match a request or do not, and a line that would register one.
    ///
    /// ```swift
    /// for request in barricade.unmatchedRequests {
    ///     for set in barricade.explanation(of: request.request).nearest { print(set.checks) }
    /// }
    /// ```
    ///
    /// It compares the request with the sets as they are now.
    public func explanation(of request: BarricadeRequest) -> MatchExplanation {
        NearMiss(request, in: store.snapshot).explanation
    }
}

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
    /// - Throws: `BarricadeError.Code.missingRecorder` if no recording has the reply any more.
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
