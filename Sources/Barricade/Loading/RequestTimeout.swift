import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// How long a request may take to be answered; no platform applies it to a URLProtocol.
struct RequestTimeout {
    /// How long nothing may come or go, and how long the whole may take, in seconds.
    private let interval: TimeInterval
    private let resource: TimeInterval

    init(of load: BarricadeProtocol) {
        let own = load.request.timeoutInterval
        let configured = load.sessionConfiguration
        // 60 s is what a request says that says nothing; its session's word counts then.
        interval =
            own == 60 || !(own > 0) ? configured?.timeoutIntervalForRequest ?? 60 : own
        resource = configured?.timeoutIntervalForResource ?? .infinity
    }

    func deadlines(from start: Duration) -> LoadDeadlines {
        LoadDeadlines(
            start: start, interval: Self.duration(interval, orElse: 60),
            resource: Self.duration(resource, orElse: .infinity))
    }

    /// Some 30 years are as good as infinite, and what is no time is as if it were not said.
    private static func duration(_ seconds: TimeInterval, orElse usual: TimeInterval) -> Duration {
        .seconds(min(seconds > 0 ? seconds : usual, 1e9))
    }
}
