import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// How long a request may take to be answered; no platform applies it to a URLProtocol.
struct RequestTimeout: Sendable {
    private let interval: TimeInterval
    private let task: URLSessionTask?
    private let loadClass: BarricadeProtocol.Type

    init(of load: BarricadeProtocol) {
        interval = load.request.timeoutInterval
        task = load.task
        loadClass = type(of: load)
    }

    /// The time, which is worked out only where something waits: finding a task's session is slow.
    var duration: Duration {
        // 60 s is what a request says that says nothing; its session's word counts then.
        let isUnset = interval == 60 || interval <= 0
        let configured = loadClass.configuration(of: task)
        let seconds = isUnset ? configured?.timeoutIntervalForRequest ?? 60 : interval
        return .seconds(min(seconds, configured?.timeoutIntervalForResource ?? .infinity, 1e9))
    }
}
