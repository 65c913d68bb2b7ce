import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request on its way to an answer: the load's own, or one that redirects lead to.
struct LoadStep: Sendable {
    private(set) var request: URLRequest
    let barricade: Barricade
    let gate: ClientGate
    /// How many redirects were followed to get here.
    private(set) var redirects = 0
    /// Whether the request is as its task was made with, so that the platform can load it.
    private(set) var isUntouched = true
    /// Why the body cannot be sent to the real server; `nil` as a rule.
    private(set) var lostBody: String?

    init(request: URLRequest, barricade: Barricade, gate: ClientGate) {
        self.request = request
        self.barricade = barricade
        self.gate = gate
    }

    /// Returns the step that a redirect leads to.
    func following(_ next: URLRequest) -> LoadStep {
        var step = self
        step.request = next
        step.redirects += 1
        step.isUntouched = false
        return step
    }

    /// Returns the same step with the body that its stream held, which can be read only once.
    func carrying(_ body: RequestBody) -> LoadStep {
        var step = self
        step.request.httpBodyStream = nil
        step.request.httpBody = body.data
        step.isUntouched = false
        if case .unreadable(let reason) = body { step.lostBody = reason }
        return step
    }
}
