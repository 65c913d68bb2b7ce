import Barricade
import BarricadeSurfaces
import Foundation

/// The events of a panel's barricade, for all event streams.
///
/// It does not retain the barricade.
final class EventFeed: Sendable {
    /// The events of the log that a reader has not got yet.
    enum Batch {
        case events([(number: Int, event: EventHistory.Event)])
        /// Some of them are no longer kept; the number of the latest event.
        case lagged(Int)
    }

    private struct State {
        var history: EventHistory
        var latest: BarricadeOverview?
        var readers = 0
        /// The task that follows the overviews while there are readers.
        var following: Task<Void, Never>?
    }

    /// The name of this launch, in the identifiers of events.
    let launch = AccessToken().text.filter { $0 != "-" }.prefix(8)
    private let state: Locked<State>
    private let changes = ChangeCounter()
    private let overviews: BarricadeOverview.Updates
    private let firstRequest: @Sendable () -> LoggedRequest.ID?

    init(_ barricade: Barricade) {
        state = Locked(State(history: EventHistory(firstRequest: barricade.firstRequestID)))
        overviews = barricade.overviews
        firstRequest = { [weak barricade] in barricade?.firstRequestID }
    }

    /// Adds events until the barricade is released; then the signals end.
    func follow(_ events: AsyncStream<RequestEvent>) async {
        for await event in events {
            switch event {
            case .began(let entry), .ended(let entry), .differed(let entry):
                let request = RequestSummary(entry)
                state.withLock { $0.history.add(request) }
            }
            changes.countOne()
        }
        changes.finish()
    }

    /// Counts a reader; the feed follows the overviews while there are readers.
    func addReader() {
        noteFirstRequest()
        state.withLock { state in
            state.readers += 1
            guard state.following == nil else { return }
            state.following = Task { [weak self, overviews] in
                for await overview in overviews { self?.take(overview) }
            }
        }
    }

    func removeReader() {
        let following = state.withLock { state -> Task<Void, Never>? in
            state.readers -= 1
            guard state.readers == 0 else { return nil }
            defer { state.following = nil }
            return state.following
        }
        following?.cancel()
    }

    private func take(_ overview: BarricadeOverview) {
        noteFirstRequest()
        state.withLock { $0.latest = overview }
        changes.countOne()
    }

    /// Adds an event if the log was cleared.
    private func noteFirstRequest() {
        guard let first = firstRequest() else { return }
        if state.withLock({ $0.history.note(firstRequest: first) }) { changes.countOne() }
    }

    // MARK: Reading

    /// A signal after each change from now on; signals that are not consumed yet are merged.
    var signals: AsyncStream<Void> { changes.signals }

    /// The number of the latest event.
    var last: Int { state.withLock { $0.history.last } }

    /// Returns the latest overview if it is newer than a revision.
    func overview(after revision: Int) -> BarricadeOverview? {
        state.withLock { $0.latest }.flatMap { $0.revision > revision ? $0 : nil }
    }

    func batch(after number: Int) -> Batch {
        state.withLock { state in
            state.history.events(after: number).map { .events($0) } ?? .lagged(state.history.last)
        }
    }
}
