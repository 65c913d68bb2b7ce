extension Barricade {
    /// Who answers a request, before anything follows from it.
    enum Route: Sendable {
        case response(PreparedResponse, of: RegisteredSet, over: NetworkTraffic?)
        case live(RegisteredSet)
        case held(HeldRequests, PreparedResponse, of: RegisteredSet, over: NetworkTraffic?)
        case unmatched(UnmatchedPolicy.Action)

        /// The set that claims the request; `nil` where none does.
        var set: RegisteredSet? {
            switch self {
            case .response(_, let set, _), .live(let set), .held(_, _, let set, _): set
            case .unmatched: nil
            }
        }

        /// Whether the request goes to the real server.
        var passesThrough: Bool {
            switch self {
            case .response(let response, _, _): response.isLive
            case .live: true
            case .held: false
            case .unmatched(let action): action == .passThrough
            }
        }
    }

    /// What becomes of a request.
    enum Decision: Sendable {
        case respond(PreparedResponse, delay: Duration, over: NetworkTraffic?)
        case hold(HeldRequests, then: PreparedResponse, delay: Duration, over: NetworkTraffic?)
        case passThrough
        case fail(BarricadeError)
        /// Fail, once it is worked out what to say.
        case explain(NearMiss)
    }

    /// Returns the set that would answer a request if it came now; `nil` where none claims it.
    ///
    /// ```swift
    /// let request = try #require(BarricadeRequest(URLRequest(url: url)))
    /// #expect(barricade.responseSet(claiming: request)?.name == "User")
    /// ```
    ///
    /// Nothing is sent, logged or taken from a sequence. The set may be live or held.
    public func responseSet(claiming request: BarricadeRequest) -> ResponseSet? {
        store.beginRouting().set(claiming: request)?.definition
    }

    /// Finds out who answers a request, on one state of the store.
    func route(_ request: BarricadeRequest) -> Route {
        store.beginRouting().route(request)
    }

    /// Notes a request in the log, and says what becomes of it.
    func decide(_ request: BarricadeRequest, _ route: Route) -> (Decision, LogPlace) {
        switch route {
        case .response(let response, let set, let traffic):
            return (decide(response, over: traffic), begin(request, set, response.name))
        case .held(let gate, let response, let set, let traffic):
            let place = begin(request, set, response.name)
            let decision = decide(response, over: traffic)
            guard case .respond(let next, let delay, _) = decision else {
                return (decision, place)
            }
            return (.hold(gate, then: next, delay: delay, over: traffic), place)
        case .live(let set):
            return (.passThrough, begin(request, set, nil))
        case .unmatched(.passThrough):
            return (.passThrough, begin(request, nil, nil))
        case .unmatched(.fail):
            let nearMiss = NearMiss(request, in: store.snapshot)
            return (.explain(nearMiss), begin(request, nil, nil))
        }
    }

    /// Takes the next of several responses, and says how long it waits.
    private func decide(
        _ response: PreparedResponse, over traffic: NetworkTraffic?
    ) -> Decision {
        if let error = traffic?.error { return .fail(error) }
        do throws(BarricadeError) {
            let next = try response.next(using: random)
            if let own = next.response.delay ?? response.delay {
                return .respond(next, delay: own.duration(using: random), over: traffic)
            }
            if let delayFault { return .fail(delayFault) }
            return .respond(next, delay: delay.duration(using: random), over: traffic)
        } catch {
            return .fail(error)
        }
    }

    private func begin(
        _ request: consuming BarricadeRequest, _ set: RegisteredSet?, _ response: String?
    ) -> LogPlace {
        request.settleHeaders(reading: headerSources.mayAddHeaders)
        return log.begin(request, set: set, response: response)
    }
}

// Here rather than on what it holds, which would be copied for each request.
extension ResponseStore.Snapshot {
    /// The set that answers a request; `nil` where none claims it.
    func set(claiming request: BarricadeRequest) -> RegisteredSet? {
        routing.index.first(for: request) ?? setForGet(request)
    }

    /// The set that answers a HEAD request which none claims as such: it gets the head of what GET
    /// would (RFC 9110, section 9.3.2).
    private func setForGet(_ request: BarricadeRequest) -> RegisteredSet? {
        request.method == .head ? routing.index.first(for: request.sent(as: .get)) : nil
    }

    /// Says who answers a request.
    func route(_ request: BarricadeRequest) -> Barricade.Route {
        guard let set = set(claiming: request) else {
            return .unmatched(routing.unmatchedPolicy.action(for: request))
        }
        switch routing.modes[set.name, default: .barricaded] {
        case .live:
            return .live(set)
        case .held:
            let response = routing.selectedResponse(of: set)
            return routing.held[set.name].map {
                .held($0, response, of: set, over: routing.traffic)
            } ?? .response(response, of: set, over: routing.traffic)
        case .barricaded:
            return .response(routing.selectedResponse(of: set), of: set, over: routing.traffic)
        }
    }
}
