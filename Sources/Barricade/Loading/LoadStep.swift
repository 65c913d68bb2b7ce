import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request of a load: the first one, or one after redirects.
struct LoadStep: Sendable {
    let load: Load
    private(set) var request: URLRequest
    /// The number of redirects followed so far.
    private(set) var redirects = 0
    /// Whether the request is the task's own, so that the platform can load it.
    private(set) var isUntouched = true
    /// The simulated network; `nil` if there is none.
    private(set) var traffic: NetworkTraffic?
    /// The reason why the body cannot be sent to the real server; `nil` if it can.
    private(set) var lostBody: String?
    /// Whether the unmatched policy lets requests pass through to every host.
    private(set) var isEveryHostOpen = false
    /// Whether a redirect has led to another origin, which must not get the first one's
    /// credentials.
    private(set) var hasLeftOrigin = false
    /// The observers of the real server's reply; `nil` if there are none.
    private(set) var audience: LiveAudience?

    init(_ load: Load, _ request: URLRequest) {
        self.load = load
        self.request = request
    }

    package var barricade: Barricade { load.barricade }

    /// Returns the step after a redirect, with the body to send.
    func following(_ next: URLRequest, body: RequestBody) -> LoadStep {
        var step = self
        if let from = request.url, let to = next.url, !Redirection.isSameOrigin(from, to) {
            step.hasLeftOrigin = true
        }
        step.request = next
        step.redirects += 1
        return step.carrying(body)
    }

    /// Returns the same step that may pass to every host, or to some only.
    func passing(toEveryHost isEveryHostOpen: Bool) -> LoadStep {
        var step = self
        step.isEveryHostOpen = isEveryHostOpen
        return step
    }

    /// Returns the same step on a simulated network.
    func going(over traffic: NetworkTraffic?) -> LoadStep {
        var step = self
        step.traffic = traffic
        return step
    }

    /// Returns the same step with observers of the real server's reply.
    func observed(by audience: LiveAudience?) -> LoadStep {
        var step = self
        step.audience = audience
        return step
    }

    /// Returns the same step with a body that is not, or no longer, the request's.
    func carrying(_ body: RequestBody) -> LoadStep {
        var step = self
        step.request.httpBodyStream = nil
        step.request.httpBody = body.data
        step.isUntouched = false
        step.lostBody = if case .unreadable(let reason) = body { reason } else { nil }
        return step
    }
}
