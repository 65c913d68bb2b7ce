import Barricade
import BarricadeSurfaces
import Foundation

/// The events of a panel's barricade, for all event streams.
///
/// It does not retain the barricade.
final class EventFeed: Sendable {
    private struct State {
        var history: EventHistory
        /// The latest request whose beginning is in the history, or came before the panel.
        var lastBegun: LoggedRequest.ID?
        var latest: BarricadeOverview?
        var readers = 0
        /// The task that follows the overviews while there are readers.
        var following: Task<Void, Never>?
    }

    /// The name of this launch, in the identifiers of events.
    let launch = AccessToken().text.filter { $0 != "-" }.prefix(8)
    private let state: Locked<State>
    private let changes = ChangeCounter()
    private let barricade: @Sendable () -> Barricade?

    init(_ barricade: Barricade) {
        state = Locked(
            State(
                history: EventHistory(firstRequest: barricade.firstRequestID),
                lastBegun: barricade.requests.last?.id))
        self.barricade = { [weak barricade] in barricade }
    }

    /// Adds events until the barricade is released; then the signals end.
    func follow(_ events: AsyncStream<RequestEvent>) async {
        for await event in events {
            switch event {
            case .began(let entry):
                state.withLock { state in
                    state.lastBegun = entry.id
                    // It may be held by now, which must not be undone.
                    state.history.add(waiting(entry.id) ?? entry)
                }
            case .ended(let entry), .differed(let entry):
                state.withLock { $0.history.add(entry) }
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
            guard let overviews = barricade()?.overviews else { return }
            state.following = Task { [weak self] in
                for await overview in overviews { self?.take(overview) }
            }
        }
    }

    func removeReader() {
        let following = state.withLock { state in
            state.readers -= 1
            return state.readers == 0 ? state.following.take() : nil
        }
        following?.cancel()
    }

    private func take(_ overview: BarricadeOverview) {
        noteFirstRequest()
        state.withLock { state in
            // The log tells nobody that a request is held, or goes on.
            let held = Set(overview.heldRequests.map(\.id))
            for id in held.symmetricDifference(state.latest?.heldRequests.map(\.id) ?? []) {
                guard let last = state.lastBegun, id <= last, let request = waiting(id) else {
                    continue
                }
                state.history.add(request)
            }
            state.latest = overview
        }
        changes.countOne()
    }

    /// Returns a request as it is now; `nil` if it no longer waits.
    private func waiting(_ id: LoggedRequest.ID) -> LoggedRequest? {
        barricade()?.request(id).flatMap { LogFilter($0.outcome) == .waiting ? $0 : nil }
    }

    /// Adds an event if the log was cleared.
    private func noteFirstRequest() {
        guard let first = barricade()?.firstRequestID else { return }
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

    /// Returns the events after a number, oldest first; `nil` if some are no longer kept.
    func events(after number: Int) -> ArraySlice<EventHistory.Event>? {
        state.withLock { $0.history.events(after: number) }
    }
}

/// The latest events about the log, numbered from 1.
struct EventHistory {
    enum Event {
        /// A request arrived, its outcome changed, or its drift was found; without its body.
        case log(LoggedRequest)
        /// The log was cleared; the number of the first request that remains, or of the next.
        case cleared(first: LoggedRequest.ID)
    }

    /// The most events to keep.
    static let limit = 512

    /// The number of the latest event; 0 if there has been none.
    private(set) var last = 0
    private var firstRequest: LoggedRequest.ID
    private var events: [Event] = []

    init(firstRequest: LoggedRequest.ID) {
        self.firstRequest = firstRequest
    }

    /// Adds the present state of a request, unless the log has been cleared of it.
    mutating func add(_ request: LoggedRequest) {
        guard request.id >= firstRequest else { return }
        var request = request
        request.request.cutBody(to: 0)
        add(.log(request))
    }

    /// Adds an event if the log was cleared; returns whether it was.
    mutating func note(firstRequest: LoggedRequest.ID) -> Bool {
        guard firstRequest > self.firstRequest else { return false }
        self.firstRequest = firstRequest
        add(.cleared(first: firstRequest))
        return true
    }

    private mutating func add(_ event: Event) {
        last += 1
        events.append(event)
        // Only sometimes, since removing moves the others.
        if events.count > 2 * Self.limit { events.removeFirst(Self.limit) }
    }

    /// Returns the events after a number, oldest first; `nil` if some are no longer kept.
    func events(after number: Int) -> ArraySlice<Event>? {
        guard 0...last ~= number, last - number <= Self.limit else { return nil }
        return events.suffix(last - number)
    }
}
