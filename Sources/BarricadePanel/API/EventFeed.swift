import Barricade
import BarricadeSurfaces
import Foundation

/// What happens to a panel's barricade, for all who read it as events.
///
/// It does not retain the barricade.
final class EventFeed: Sendable {
    /// An overview as JSON, made once for all readers.
    struct Overview: Sendable {
        let revision: Int
        let data: Data

        init(_ overview: BarricadeOverview) throws {
            revision = overview.revision
            data = try PanelJSON.data(overview)
        }
    }

    /// What a reader has missed of the log.
    enum Batch {
        case events([(number: Int, event: EventHistory.Event)])
        /// Some events are gone; the number of the latest.
        case lagged(Int)
    }

    private struct State {
        var history: EventHistory
        var latest: Overview?
        var readers = 0
        /// Follows the overviews while somebody reads.
        var following: Task<Void, any Error>?
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

    /// Adds events as long as the barricade is there; then the signals end.
    func follow(_ events: BroadcastSequence<RequestEvent>) async {
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

    /// Follows the overviews from now on, until as many readers have left as have come.
    func addReader() {
        noteFirstRequest()
        state.withLock { state in
            state.readers += 1
            guard state.following == nil else { return }
            state.following = Task { [weak self, overviews] in
                for await overview in overviews { try self?.take(overview) }
            }
        }
    }

    func removeReader() {
        let following = state.withLock { state -> Task<Void, any Error>? in
            state.readers -= 1
            guard state.readers == 0 else { return nil }
            defer { state.following = nil }
            return state.following
        }
        following?.cancel()
    }

    private func take(_ overview: BarricadeOverview) throws {
        noteFirstRequest()
        let latest = try Overview(overview)
        state.withLock { $0.latest = latest }
        changes.countOne()
    }

    /// Sees to it that readers hear of a log that was cleared.
    private func noteFirstRequest() {
        guard let first = firstRequest() else { return }
        if state.withLock({ $0.history.note(firstRequest: first) }) { changes.countOne() }
    }

    // MARK: What readers take

    /// A signal after each change from now on; those that nobody has taken become one.
    var signals: BroadcastSequence<Void> { changes.signals }

    /// The number of the latest event.
    var last: Int { state.withLock { $0.history.last } }

    /// Returns the latest overview if it is newer than one that has been read.
    func overview(after revision: Int) -> Overview? {
        state.withLock { $0.latest }.flatMap { $0.revision > revision ? $0 : nil }
    }

    func batch(after number: Int) -> Batch {
        state.withLock { state in
            state.history.events(after: number).map { .events($0) } ?? .lagged(state.history.last)
        }
    }
}
