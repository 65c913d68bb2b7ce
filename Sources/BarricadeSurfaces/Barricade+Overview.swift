package import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

extension Barricade {
    /// The barricade's present state, as screens show it.
    package var overview: BarricadeOverview { overviewMaker.overview(of: self) }

    /// Returns the overview's summary of a set; `nil` if no set has that name.
    package func summary(of set: String) -> BarricadeOverview.SetSummary? {
        overviewMaker.summary(of: set, in: self)
    }

    /// Returns a set as a row; `nil` if no set has that name.
    package func row(of set: String) -> SetRow? {
        let isRecording = store.routing.isRecording
        return summary(of: set).map { SetRow($0, isRecording: isRecording) }
    }

    /// The overview at once, then the latest one after changes, at most ten in a second.
    ///
    /// It is for one loop, and computes nothing unless that waits for the next overview. It ends when
    /// the barricade is released or the loop's task is cancelled.
    package var overviews: AsyncStream<BarricadeOverview> {
        let (changes, signals) = (changeCounter, changeCounter.signals)
        let latest = Locked<(revision: Int, time: ContinuousClock.Instant)?>(nil)
        return AsyncStream { [weak self] in
            if let latest = latest.withLock({ $0 }) {
                // The latest overview may already include the change that was signalled.
                for await _ in signals where changes.count > latest.revision { break }
                // In real time: the barricade's clock may stand still.
                try? await ContinuousClock().sleep(until: latest.time + .milliseconds(100))
            }
            guard !Task.isCancelled, let overview = self?.overview else { return nil }
            latest.withLock { $0 = (overview.revision, .now) }
            return overview
        }
    }

    /// Releases one held request, with the response that was selected when it arrived, or another.
    ///
    /// `CannedResponse.live(_:)` lets it pass through to the real server.
    ///
    /// - Parameters:
    ///   - request: The `LoggedRequest.id` of the request.
    ///   - response: The response; `nil`, the default, means the selected one.
    /// - Returns: False if the request is no longer held.
    @discardableResult
    package func release(_ request: LoggedRequest.ID, with response: CannedResponse? = nil) -> Bool
    {
        store.routing.held.values.contains { $0.release(request, with: response) }
    }

    /// Explains why the nearest sets do or do not match a request, and suggests a set that would.
    ///
    /// It compares the request with the sets that are registered now.
    package func explanation(of request: BarricadeRequest) -> MatchExplanation {
        NearMiss(request, in: store.state).explanation
    }
}
