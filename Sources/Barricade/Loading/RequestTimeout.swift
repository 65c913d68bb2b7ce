import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The timeouts of a request, which no platform applies to a URLProtocol.
struct RequestTimeout {
    /// The longest time without progress, and the longest time in total, in seconds.
    private let interval: TimeInterval
    private let resource: TimeInterval

    init(of load: BarricadeProtocol) {
        let own = load.request.timeoutInterval
        let configured = load.sessionConfiguration
        // 60 s is the default of a request; the session's timeout then counts.
        interval =
            own == 60 || !(own > 0) ? configured?.timeoutIntervalForRequest ?? 60 : own
        resource = configured?.timeoutIntervalForResource ?? .infinity
    }

    func deadlines(from start: Duration) -> LoadDeadlines {
        LoadDeadlines(
            start: start, interval: Self.duration(interval, orElse: 60),
            resource: Self.duration(resource, orElse: .infinity))
    }

    /// Returns a duration, at most some 30 years; an invalid time means the default.
    private static func duration(_ seconds: TimeInterval, orElse usual: TimeInterval) -> Duration {
        .seconds(min(seconds > 0 ? seconds : usual, 1e9))
    }
}
