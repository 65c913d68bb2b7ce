import Barricade

/// The latest events about the log, numbered from 1.
struct EventHistory {
    /// An event.
    enum Event: Sendable {
        /// A request arrived, its outcome changed, or its drift was found.
        case log(RequestSummary)
        /// The log was cleared; the number of the first request that remains, or of the next.
        case cleared(LoggedRequest.ID)
    }

    /// The most events to keep.
    static let limit = 512

    /// The number of the latest event; 0 if there has been none.
    private(set) var last = 0
    private var firstRequest: LoggedRequest.ID
    /// A ring buffer: event `number` is at `number % limit`.
    private var events: [Event] = []

    init(firstRequest: LoggedRequest.ID) {
        self.firstRequest = firstRequest
    }

    /// Adds the present state of a request, unless the log has been cleared of it.
    mutating func add(_ request: RequestSummary) {
        if request.id >= firstRequest { add(.log(request)) }
    }

    /// Sets the first request in the log; returns whether it has changed.
    mutating func note(firstRequest: LoggedRequest.ID) -> Bool {
        guard firstRequest > self.firstRequest else { return false }
        self.firstRequest = firstRequest
        add(.cleared(firstRequest))
        return true
    }

    private mutating func add(_ event: Event) {
        let place = last % Self.limit
        last += 1
        if place < events.count { events[place] = event } else { events.append(event) }
    }

    /// Returns the numbered events after a number, oldest first; `nil` if some are no longer kept.
    func events(after number: Int) -> [(number: Int, event: Event)]? {
        guard 0...last ~= number, last - number <= Self.limit else { return nil }
        return (number..<last).map { ($0 + 1, events[$0 % Self.limit]) }
    }
}
