/// What becomes of a request: the set that claims it, and what it gets.
///
/// It is made once for each request, by ``Routing/decide(_:)``, on one state of the store.
struct Decision: Sendable {
    enum Outcome: Sendable {
        case respond(PreparedResponse, delay: Duration, over: NetworkTraffic?)
        /// It waits until it is released, then gets the response.
        case hold(HeldRequests, then: PreparedResponse, delay: Duration, over: NetworkTraffic?)
        case passThrough
        /// It passes through, which is to be reported.
        case passThroughUnmatched
        case fail(any Error)
        /// No set claims it, and it fails.
        case failUnmatched
    }

    /// The set that claims the request; `nil` if none does.
    let set: RegisteredSet?
    /// The name of the response that is selected; `nil` if the request passes through unasked.
    let response: String?
    let outcome: Outcome
}

extension ResponseStore.Snapshot {
    /// Decides what becomes of a request, without a copy of all that it takes.
    func decide(_ request: BarricadeRequest) -> Decision { routing.decide(request) }
}

extension Routing {
    /// Decides what becomes of a request, and takes the next response of a sequence.
    func decide(_ request: BarricadeRequest) -> Decision {
        var set = set(claiming: request)
        while let claimant = set {
            if let decision = decide(by: claimant) { return decision }
            set = self.set(claiming: request, after: claimant)
        }
        let outcome: Decision.Outcome =
            switch unmatchedPolicy.action(for: request) {
            case .fail: .failUnmatched
            case .passThrough: .passThrough
            case .warn: .passThroughUnmatched
            }
        return Decision(set: nil, response: nil, outcome: outcome)
    }

    /// Whether a request passes through, whichever response of a sequence it would get.
    func passesThrough(_ request: BarricadeRequest) -> Bool {
        guard let set = responseSet(for: request) else {
            return unmatchedPolicy.action(for: request) != .fail
        }
        return switch modes[set.name, default: .barricaded] {
        case .live: true
        case .held: false
        case .barricaded: selectedResponse(of: set).isLive && !hasAnswers(set)
        }
    }

    /// Returns what a set does with a request; `nil` if it leaves it to the next set.
    private func decide(by set: RegisteredSet) -> Decision? {
        let mode = modes[set.name, default: .barricaded]
        if mode == .live { return Decision(set: set, response: nil, outcome: .passThrough) }
        if isForNextSet(set) { return nil }
        if let error = traffic?.error, !selectedResponse(of: set).isLive || hasAnswers(set) {
            let response = selectedResponse(of: set).name
            return Decision(set: set, response: response, outcome: .fail(error))
        }
        let selected = answers[set.name]?.next() ?? selectedResponse(of: set)
        let outcome: Decision.Outcome
        do throws(BarricadeError) {
            guard let response = try selected.next(using: random) else { return nil }
            let delay = try duration(ofDelayOf: response, of: selected)
            if mode == .held, let gate = held[set.name] {
                outcome = .hold(gate, then: response, delay: delay, over: traffic)
            } else {
                // The network of the real server is as it is.
                let traffic = response.isLive ? nil : traffic
                outcome = .respond(response, delay: delay, over: traffic)
            }
        } catch {
            outcome = .fail(error)
        }
        return Decision(set: set, response: selected.name, outcome: outcome)
    }

    /// How long a response waits: as it says, else as its sequence or set does, else as the barricade
    /// does.
    private func duration(
        ofDelayOf response: PreparedResponse, of selected: PreparedResponse
    ) throws(BarricadeError) -> Duration {
        if let own = response.response.delay ?? selected.delay {
            return own.duration(using: random)
        }
        if let delayFault { throw delayFault }
        return delay.duration(using: random)
    }
}
