extension Barricade {
    /// What becomes of a request.
    enum Decision: Sendable {
        case respond(PreparedResponse, delay: Duration)
        case passThrough
        case fail(BarricadeError)
    }

    /// Decides what a request gets, on one state of the store.
    func decide(_ request: BarricadeRequest) -> Decision {
        let routing = store.beginRouting()
        guard let set = routing.index.first(for: request) else {
            return unmatched(request, routing.unmatchedPolicy)
        }
        guard routing.modes[set.name, default: .barricaded] == .barricaded else {
            return .passThrough
        }
        let response = routing.selectedResponse(of: set)
        if let delay = response.delay { return .respond(response, delay: delay) }
        if let delayFault { return .fail(delayFault) }
        return .respond(response, delay: delay.duration)
    }

    private func unmatched(_ request: BarricadeRequest, _ policy: UnmatchedPolicy) -> Decision {
        switch policy.action(for: request) {
        case .passThrough: .passThrough
        case .fail: .fail(NearMiss(request, sets: store.snapshot.orderedSets).error)
        }
    }
}
