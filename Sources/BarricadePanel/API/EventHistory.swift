import Barricade

/// The latest events about the log, numbered from 1.
struct EventHistory {
    /// What happened.
    enum Event: Sendable {
        /// A request came, its outcome changed, or more was found out about it.
        case log(RequestSummary)
        /// The log was cleared; the number of the first request that is left, or will come.
        case cleared(LoggedRequest.ID)
    }

    /// The most events to keep.
    static let limit = 512

    /// The number of the latest event; 0 if there has been none.
    private(set) var last = 0
    private var firstRequest: LoggedRequest.ID
    /// Event `number` is at `number % limit`.
    private var events: [Event] = []

    init(firstRequest: LoggedRequest.ID) {
        self.firstRequest = firstRequest
    }

    /// Adds a request as it is now, unless it has been cleared away.
    mutating func add(_ request: RequestSummary) {
        if request.id >= firstRequest { add(.log(request)) }
    }

    /// Notes which request is the first one in the log; returns whether that is news.
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

    /// Returns the events after a number, oldest first, each with its own; `nil` if some are gone.
    func events(after number: Int) -> [(number: Int, event: Event)]? {
        guard 0...last ~= number, last - number <= Self.limit else { return nil }
        return (number..<last).map { ($0 + 1, events[$0 % Self.limit]) }
    }
}
