/// The values that decide on requests, at one moment.
package struct Routing: Sendable {
    var index = MatchIndex<RegisteredSet>()
    /// The names of selected responses by set; sets for which nothing was selected are missing.
    var selected: [String: String] = [:]
    /// The responses that sets use once each, before the selected ones.
    var answers: [String: NextAnswers] = [:]
    package var modes: [String: ResponseSet.Mode] = [:]
    /// The held requests of sets that are held.
    package var held: [String: HeldRequests] = [:]
    package var unmatchedPolicy = UnmatchedPolicy.fail
    /// The traffic of the simulated network; `nil` if there is none.
    var traffic: NetworkTraffic?
    package var networkConditions: NetworkConditions? { traffic?.conditions }
    /// The plugins of other modules; usually none.
    package internal(set) var plugins: [any Plugin] = []
    /// The one of them that the unmatched policy names; usually `nil`.
    var policyPlugin: (any Plugin)?
    /// Whether the tool runs it, for people without Swift: messages then name JSON and the panel.
    package var isRunByTool = false
    /// The server that a port answers for if neither a set nor its caller names one.
    package static let serverUnlessNamed = "http://localhost"
    /// The name of the barricade.
    package let barricade: String
    /// The delay of responses if neither they nor their set have one; `nil` means none.
    private let delay: ResponseDelay?
    package let random: RandomSource
    /// The location of the files of sets that have none.
    let files: FileLocation

    init(_ settings: Barricade.Settings, random: RandomSource) {
        barricade = settings.name
        let delay = settings.launchOptions.delay ?? settings.delay
        self.delay = delay == .immediate ? nil : delay
        self.random = random
        files = settings.files ?? .standard
    }

    /// Whether a plugin records.
    package var isRecording: Bool { plugins.contains { $0.observationLevel == .recording } }

    /// Whether a plugin observes exchanges.
    var isObserved: Bool { plugins.contains { $0.observationLevel != .none } }

    /// The barricade, for messages that may come from several; empty for the default name.
    var inBarricade: String {
        barricade == "Barricade" ? "" : " in barricade \"\(barricade.shortened)\""
    }

    /// The reason why the delay is unusable; usually `nil`.
    var delayFault: BarricadeError? {
        delay?.fault.map {
            BarricadeError(
                .invalidDefinition,
                "Barricade \"\(barricade.shortened)\" cannot delay responses: \($0).")
        }
    }

    func mode(of set: RegisteredSet) -> ResponseSet.Mode { modes[set.name, default: .barricaded] }

    /// Returns a set's selected response, or else its default.
    package func selectedResponse(of set: RegisteredSet) -> PreparedResponse {
        selected[set.name].flatMap { set.response(named: $0) } ?? set.defaultResponse
    }

    /// Whether a set has responses to answer with before the one that is selected.
    private func hasAnswers(_ set: RegisteredSet) -> Bool {
        answers[set.name].map { !$0.isEmpty } ?? false
    }

    // MARK: Claiming

    /// Returns the set that would decide on a request now; `nil` if none claims it.
    ///
    /// It skips sets whose sequence has ended and leaves requests to the next set. No set claims a
    /// relative URL, which is a mistake of the code that sends it.
    ///
    /// - Parameter previous: A set that has left the request to later ones.
    func claimant(
        of request: BarricadeRequest, after previous: RegisteredSet? = nil
    ) -> RegisteredSet? {
        if request.target.isRelative { return nil }
        var claimant = firstMatch(for: request, after: previous)
        while let set = claimant, selectedResponse(of: set).series?.isForNextSet == true,
            !mode(of: set).isLive, !hasAnswers(set)
        {
            claimant = firstMatch(for: request, after: set)
        }
        return claimant
    }

    /// The set whose matcher a request meets first; `nil` if it meets none.
    ///
    /// A HEAD request that no set claims gets the head of the GET response (RFC 9110, section
    /// 9.3.2).
    private func firstMatch(
        for request: BarricadeRequest, after previous: RegisteredSet?
    ) -> RegisteredSet? {
        // A set that claims the request as GET comes after all sets that claim it as HEAD.
        let claimsHead = previous.map { request.method == .head && $0.claims(request) } ?? false
        let limit = previous?.precedence
        if let set = index.first(for: request, below: limit) { return set }
        guard request.method == .head else { return nil }
        return index.first(for: request.sent(as: .get), below: claimsHead ? nil : limit)
    }

    /// Returns whether the body of a request has to be read for the decision.
    ///
    /// - Parameters:
    ///   - set: The first set that may claim it.
    ///   - keepsStream: Whether its stream is kept unread for a real server, whatever hosts may be
    ///     reached.
    fileprivate func needsBody(
        of request: BarricadeRequest, for set: RegisteredSet?, keepsStream: Bool
    ) -> Bool {
        guard request.isBodyUnread else { return false }
        // An observed request, or one that must not be redirected to any host, passes through here.
        guard keepsStream || unmatchedPolicy.isOpen, !isObserved else { return true }
        guard let set else {
            return unmatchedPolicy.action(for: request) == .fail || policyPlugin != nil
        }
        let mode = mode(of: set)
        return set.needsBody
            || !mode.isLive
                && (mode == .held || hasAnswers(set) || !selectedResponse(of: set).isAlwaysLive)
    }

    /// Returns whether a set has only replies to other requests.
    func lacksReply(to request: BarricadeRequest, in set: RegisteredSet) -> Bool {
        guard let policyPlugin else { return false }
        return mode(of: set) == .barricaded && selected[set.name] == nil && !hasAnswers(set)
            && policyPlugin.lacksReply(to: request, in: set)
    }

    // MARK: Deciding

    /// Returns a set's decision; `nil` leaves the request to the next set.
    fileprivate func decide(on request: BarricadeRequest, by set: RegisteredSet) -> Decision? {
        let mode = mode(of: set)
        if mode == .recording, !isRecording {
            return Decision(set: set, outcome: .fail(notRecorded(set)), mode: mode)
        }
        if mode.isLive { return Decision(set: set, outcome: .passThrough, mode: mode) }
        let selected = selectedResponse(of: set)
        if let error = traffic?.error, !selected.isAlwaysLive || hasAnswers(set) {
            return Decision(set: set, response: selected, outcome: .fail(error), mode: mode)
        }
        let answering = answers[set.name]?.take() ?? selected
        do throws(BarricadeError) {
            guard let response = try answering.next(for: request, using: random) else {
                return nil
            }
            let gate = mode == .held ? held[set.name] : nil
            return Decision(
                set: set, response: response, outcome: response.outcome, mode: mode,
                delay: try delay(of: response, in: answering), gate: gate,
                // The simulated network does not apply to a real server.
                traffic: gate == nil && response.isAlwaysLive ? nil : traffic)
        } catch {
            return Decision(set: set, response: answering, outcome: .fail(error), mode: mode)
        }
    }

    /// Returns the delay of a response: its own, else its sequence's or set's, else the
    /// barricade's.
    private func delay(
        of response: PreparedResponse, in answering: PreparedResponse
    ) throws(BarricadeError) -> Duration {
        if let own = response.definition.delay ?? answering.delay {
            return own.duration(using: random)
        }
        if let fault = delayFault { throw fault }
        return delay?.duration(using: random) ?? .zero
    }
}

/// Decides on requests, from one state of the store, which later changes do not touch: only
/// sequences and the answers to the next requests advance, which all states share.
///
/// A class, so that all requests between two changes share the state, which is not copied for each.
final class Router: Sendable {
    let state: StoreState

    init(_ state: StoreState) {
        self.state = state
    }

    /// Rules on a request, which advances a sequence.
    ///
    /// - Parameter keepsStream: Whether a body that has not been read may stay so if the request
    ///   passes through.
    func rule(on request: BarricadeRequest, keepsStream: Bool) -> Ruling {
        var previous: RegisteredSet?
        while true {
            let set = state.routing.claimant(of: request, after: previous)
            if state.routing.needsBody(of: request, for: set, keepsStream: keepsStream) {
                return .needsBody
            }
            guard let set, !state.routing.lacksReply(to: request, in: set) else {
                return ruleOnUnmatched(request)
            }
            // Another request may have taken the last response of a sequence meanwhile.
            if let decision = state.routing.decide(on: request, by: set) {
                return .decided(decision)
            }
            previous = set
        }
    }

    private func ruleOnUnmatched(_ request: BarricadeRequest) -> Ruling {
        switch state.routing.policyPlugin?.missed(request) {
        case .pass(let observer):
            return .decided(Decision(outcome: .passThrough, observer: observer))
        case .wait(let other): return .waits(other)
        case nil: break
        }
        let outcome: Decision.Outcome =
            switch state.routing.unmatchedPolicy.action(for: request) {
            case .fail: .unmatched(NearMiss(request, in: state))
            case .passThrough: .passThrough
            case .warn: .unmatched(NearMiss(request, in: state, passesThrough: true))
            }
        return .decided(Decision(outcome: outcome))
    }
}

extension Routing {
    /// Makes the error of a request whose reply would not be kept.
    private func notRecorded(_ set: RegisteredSet) -> BarricadeError {
        let fix =
            isRunByTool
            ? "choose another mode for it on the panel; barricade-cli record records."
            : """
            record with the module BarricadeRecording, and keep the recording:
              let recording = barricade.record(.recordingSets)
            or let its requests pass through:
              try barricade.setMode(.live, for: "\(set.name.shortened)")
            """
        return BarricadeError(
            .missingRecorder,
            "\(set.definition.title) is to be recorded, but nothing records.\n\nTo fix: \(fix)")
    }
}
