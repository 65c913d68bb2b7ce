import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request on its way to an answer: the load's own, or one that redirects lead to.
struct LoadStep: Sendable {
    let request: URLRequest
    let barricade: Barricade
    let gate: ClientGate
    /// How many redirects were followed to get here.
    private(set) var redirects = 0

    init(request: URLRequest, barricade: Barricade, gate: ClientGate) {
        self.request = request
        self.barricade = barricade
        self.gate = gate
    }

    private init(request: URLRequest, after step: LoadStep) {
        self.init(request: request, barricade: step.barricade, gate: step.gate)
        redirects = step.redirects + 1
    }

    func following(_ next: URLRequest) -> LoadStep {
        LoadStep(request: next, after: self)
    }
}
