import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The observers of a request, in case it goes to the real server.
struct LiveAudience: Sendable {
    package let observers: [any LiveObserver]
    package let request: LiveRequest

    package func watch() -> LiveWatch? {
        let observations = observers.compactMap { $0.observation(of: request) }
        return observations.isEmpty
            ? nil : LiveWatch(observations, of: request.request.method)
    }
}

/// The observations of one reply.
final class LiveWatch: Sendable {
    private let observations: [any LiveObservation]
    private let method: HTTP.Method
    private let hasEnded = Locked(false)

    init(_ observations: [any LiveObservation], of method: HTTP.Method) {
        self.observations = observations
        self.method = method
    }

    deinit {
        // The platform may forget a session that is cancelled early.
        end(.cancelled)
    }

    func receive(_ response: URLResponse) {
        guard let http = response as? HTTPURLResponse else { return }
        let head = LiveReply(http, Data(), to: method)
        for observation in observations { observation.receive(head) }
    }

    func receive(_ data: Data) {
        for observation in observations { observation.receive(data) }
    }

    /// Tells the end; only the first call counts.
    func end(_ ending: LiveEnding) {
        let isFirst = hasEnded.withLock { hasEnded in
            defer { hasEnded = true }
            return !hasEnded
        }
        guard isFirst else { return }
        for observation in observations { observation.end(ending) }
    }
}
