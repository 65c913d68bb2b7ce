import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request on its way to an answer: the load's own, or one that redirects lead to.
struct LoadStep: Sendable {
    let load: Load
    private(set) var request: URLRequest
    /// How many redirects were followed to get here.
    private(set) var redirects = 0
    /// Whether the request is as its task was made with, so that the platform can load it.
    private(set) var isUntouched = true
    /// The network that it goes over; `nil` where that takes no time.
    private(set) var traffic: NetworkTraffic?
    /// Why the body cannot be sent to the real server; `nil` if it can.
    private(set) var lostBody: String?
    /// Whether a redirect has led to another origin, where what was for the first must not go.
    private(set) var hasLeftOrigin = false

    init(_ load: Load, _ request: URLRequest) {
        self.load = load
        self.request = request
    }

    var barricade: Barricade { load.barricade }

    /// Returns the step that a redirect leads to, with the body it is to be sent with.
    func following(_ next: URLRequest, body: RequestBody) -> LoadStep {
        var step = self
        if let from = request.url, let to = next.url, !Redirection.isSameOrigin(from, to) {
            step.hasLeftOrigin = true
        }
        step.request = next
        step.redirects += 1
        return step.carrying(body)
    }

    /// Returns the same step on its way over a network.
    func going(over traffic: NetworkTraffic?) -> LoadStep {
        var step = self
        step.traffic = traffic
        return step
    }

    /// Returns the same step with a body that is not, or no longer, the request's own.
    func carrying(_ body: RequestBody) -> LoadStep {
        var step = self
        step.request.httpBodyStream = nil
        step.request.httpBody = body.data
        step.isUntouched = false
        step.lostBody = if case .unreadable(let reason) = body { reason } else { nil }
        return step
    }
}
