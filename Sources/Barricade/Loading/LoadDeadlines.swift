/// The two moments at which a load has run out of time, on its barricade's clock.
package struct LoadDeadlines: Sendable, Hashable {
    /// How long nothing may come or go.
    private let interval: Duration
    /// When the whole load has to have ended.
    private let resource: Duration
    private var idle: Duration

    /// Makes those of a request that starts now.
    package init(start: Duration, interval: Duration, resource: Duration) {
        self.interval = interval
        self.resource = start + resource
        idle = start + interval
    }

    /// The moment at which the time is up, unless something comes or goes before.
    package var next: Duration { min(idle, resource) }

    package mutating func progress(at now: Duration) {
        idle = max(idle, now + interval)
    }
}

extension Duration {
    /// A moment that never comes.
    static let maximum = Duration.seconds(Int64.max)
}
