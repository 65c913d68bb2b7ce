/// The values that decide on requests, at one moment.
package struct Routing: Sendable {
    var index = MatchIndex<RegisteredSet>()
    /// The names of selected responses by set; sets at their default are missing.
    var selected: [String: String] = [:]
    /// The responses that sets use once each, before the selected ones.
    var answers: [String: NextAnswers] = [:]
    package var modes: [String: ResponseSet.Mode] = [:]
    /// The held requests of sets that are held.
    package var held: [String: HeldRequests] = [:]
    package var unmatchedPolicy = UnmatchedPolicy.fail
    /// The choice of responses at random; `nil` if they are selected.
    var chaos: Chaos?
    /// The traffic of the simulated network; `nil` if there is none.
    package var traffic: NetworkTraffic?
    /// The observers of real servers' replies; usually none.
    package var observers: [any LiveObserver] = []
    /// The sets that name a local scheme, by scheme.
    var localSets: [String: Set<String>] = [:]
    /// The name of the barricade.
    package let barricade: String
    package let random: RandomSource
    /// The delay of responses if neither they nor their set have one.
    package let delay: ResponseDelay
    /// The reason why the delay is unusable; usually `nil`.
    package let delayFault: BarricadeError?

    init(random: RandomSource, delay: ResponseDelay, of barricade: String) {
        self.barricade = barricade
        self.random = random
        self.delay = delay
        delayFault = delay.fault.map {
            BarricadeError(
                .invalidDefinition,
                "Barricade \"\(barricade.shortened)\" cannot delay responses: \($0).")
        }
    }

    /// Returns a set's selected response, or else its default.
    package func selectedResponse(of set: RegisteredSet) -> PreparedResponse {
        selected[set.name].flatMap { set.response(named: $0) } ?? set.defaultResponse
    }

    /// Returns the set that would answer a request now; `nil` if none claims it.
    func responseSet(for request: BarricadeRequest) -> RegisteredSet? {
        var set = set(claiming: request)
        while let claimant = set, !(modes[claimant.name]?.isLive ?? false),
            selectedResponse(of: claimant).isForNextSet, isAsSelected(claimant)
        {
            set = self.set(claiming: request, after: claimant)
        }
        return set
    }

    /// Whether a set answers with the response that is selected, and no other one comes first.
    func isAsSelected(_ set: RegisteredSet) -> Bool { !hasAnswers(set) && !isInChaos(set) }

    /// Whether a set has responses to answer with before the one that is selected.
    func hasAnswers(_ set: RegisteredSet) -> Bool {
        answers[set.name].map { !$0.isEmpty } ?? false
    }

    /// The set whose matcher a request meets first; `nil` if it meets none.
    ///
    /// A HEAD request that no set claims gets the head of the GET response (RFC 9110, section
    /// 9.3.2).
    ///
    /// - Parameter previous: A set that has left the request to later ones.
    package func set(
        claiming request: BarricadeRequest, after previous: RegisteredSet? = nil
    ) -> RegisteredSet? {
        // One that is asked for GET comes after all that claim HEAD.
        let claimsHead = previous.map { request.method == .head && $0.claims(request) } ?? false
        let limit = previous?.precedence ?? .max
        if let set = index.first(for: request, below: limit) { return set }
        guard request.method == .head else { return nil }
        return index.first(for: request.sent(as: .get), below: claimsHead ? .max : limit)
    }
}

// MARK: - Schemes

extension Routing {
    /// The schemes whose requests reach no server.
    static let localSchemes = ["data", "file"]

    /// Returns whether a URL may have such a scheme, by its first letter.
    static func mayBeLocal(_ url: String) -> Bool {
        switch url.utf8.first {
        case UInt8(ascii: "d"), UInt8(ascii: "D"), UInt8(ascii: "f"), UInt8(ascii: "F"): true
        default: false
        }
    }

    /// Returns whether a set names such a scheme.
    func names(scheme: String) -> Bool { localSets[scheme]?.isEmpty == false }
}
