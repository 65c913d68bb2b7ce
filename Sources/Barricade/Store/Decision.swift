/// The decision about a request: the set that claims it, and its outcome.
///
/// It is made once per request, by ``Routing/decide(_:)``, from one state of the store.
struct Decision: Sendable {
    enum Outcome: Sendable {
        case respond(PreparedResponse, delay: Duration, over: NetworkTraffic?)
        /// The request waits until it is released, then gets the response.
        case hold(HeldRequests, then: PreparedResponse, delay: Duration, over: NetworkTraffic?)
        case passThrough
        /// The request passes through, with a report.
        case passThroughUnmatched
        case fail(any Error)
        /// No set claims the request, and it fails.
        case failUnmatched
    }

    /// The set that claims the request; `nil` if none does.
    package let set: RegisteredSet?
    /// The name of the selected response; `nil` if the request passes through without one.
    package let response: String?
    let outcome: Outcome
    /// The request's number among those of its set, if chaos has taken it.
    var number: Int?
    /// The mode of the set.
    package var mode = ResponseSet.Mode.barricaded
}

extension ResponseStore.Snapshot {
    /// Decides what becomes of a request, without a copy of all that it takes.
    func decide(_ request: BarricadeRequest) -> Decision { routing.decide(request) }
}

extension Routing {
    /// Makes the decision about a request, which advances a sequence, or takes a number for chaos.
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

    /// Returns whether a request passes through, for any position of a sequence.
    func passesThrough(_ request: BarricadeRequest) -> Bool {
        guard let set = responseSet(for: request) else {
            return unmatchedPolicy.action(for: request) != .fail
        }
        return switch modes[set.name, default: .barricaded] {
        case .live, .recording: true
        case .held: false
        case .barricaded:
            selectedResponse(of: set).isLive && isAsSelected(set)
        }
    }

    /// Returns a set's outcome for a request; `nil` leaves the request to the next set.
    private func decide(by set: RegisteredSet) -> Decision? {
        let mode = modes[set.name, default: .barricaded]
        if mode.isLive {
            let isMissed = mode == .recording && !observers.contains(where: \.isRecorder)
            return Decision(
                set: set, response: nil,
                outcome: isMissed ? .fail(BarricadeError.notRecorded(set)) : .passThrough,
                mode: mode)
        }
        let hasAnswers = hasAnswers(set)
        var choice = hasAnswers ? nil : chaos?.choice(for: set)
        let usual = choice?.response ?? selectedResponse(of: set)
        if !hasAnswers, choice == nil, usual.isForNextSet { return nil }
        if let error = traffic?.error, !usual.isLive || hasAnswers {
            return Decision(
                set: set, response: usual.name, outcome: .fail(error), number: choice?.number)
        }
        let answer = answers[set.name]?.next()
        // Another request may have taken the last answer meanwhile.
        if answer == nil, hasAnswers { choice = chaos?.choice(for: set) }
        let selected = answer ?? choice?.response ?? usual
        let random = choice?.random ?? random
        let outcome: Decision.Outcome
        do throws(BarricadeError) {
            let next =
                choice == nil ? try selected.next(using: random) : selected.picked(using: random)
            guard let response = next else { return nil }
            let delay = try duration(ofDelayOf: response, of: selected, using: random)
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
        return Decision(
            set: set, response: selected.name, outcome: outcome, number: choice?.number, mode: mode)
    }

    /// How long a response waits: as it says, else as its sequence or set does, else as the barricade
    /// does.
    private func duration(
        ofDelayOf response: PreparedResponse, of selected: PreparedResponse,
        using random: RandomSource
    ) throws(BarricadeError) -> Duration {
        if let own = response.response.delay ?? selected.delay {
            return own.duration(using: random)
        }
        if let delayFault { throw delayFault }
        return delay.duration(using: random)
    }
}

extension BarricadeError {
    /// Makes the error of a request whose reply would not be kept.
    fileprivate static func notRecorded(_ set: RegisteredSet) -> BarricadeError {
        BarricadeError(
            .missingRecorder,
            """
            Response set "\(set.name.shortened)" (\(set.definition.origin.text)) is to be recorded, but \
            nothing records.

            To fix: record with the module BarricadeRecording, and keep the recording:
              let recording = barricade.record(.recordingSets)
            or let its requests pass through:
              try barricade.setMode(.live, for: "\(set.name.shortened)")
            """)
    }
}
