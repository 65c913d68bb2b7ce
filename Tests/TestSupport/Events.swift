/// What happened, in order, to wait for and to look at.
final class Events<Event: Sendable>: Sendable {
    private let events = Watched<[Event]>([])

    var all: [Event] { events.current }

    func add(_ event: Event) {
        events.change { $0.append(event) }
    }

    /// Waits until the events meet a condition; returns them.
    @discardableResult func wait(
        until isMet: @escaping @Sendable ([Event]) -> Bool
    ) async -> [Event] {
        await events.wait(until: isMet)
        return all
    }

    /// Waits until there are so many events.
    @discardableResult func wait(count: Int = 1) async -> [Event] {
        await wait { $0.count >= count }
    }
}
