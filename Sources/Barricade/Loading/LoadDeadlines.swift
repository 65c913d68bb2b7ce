/// The two deadlines of a load, on its barricade's clock.
package struct LoadDeadlines: Sendable, Hashable {
    /// The longest time without progress.
    private let interval: Duration
    /// The deadline of the whole load.
    package let resource: Duration
    private var idle: Duration

    /// Makes the deadlines of a request that starts now.
    package init(start: Duration, interval: Duration, resource: Duration) {
        self.interval = interval
        self.resource = start + resource
        idle = start + interval
    }

    /// The next deadline, unless there is progress before.
    package var next: Duration { min(idle, resource) }

    package mutating func progress(at now: Duration) {
        idle = max(idle, now + interval)
    }
}

extension Duration {
    /// A moment that never comes.
    static let maximum = Duration.seconds(Int64.max)
}
