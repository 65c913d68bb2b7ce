/// The next thing to do with a request.
enum Ruling {
    case decided(Decision)
    /// Its body has to be read first.
    case needsBody
    /// It has to wait for another request first.
    case waits(@Sendable () async -> Void)
}

/// The decision on a request: made once, from one state, by a ``Router``.
struct Decision: Sendable {
    /// How the request is answered; the same for a response that a handler has made.
    enum Outcome: Sendable {
        /// A canned reply, whose file is read when it is served.
        case reply(PreparedResponse)
        /// The response that code makes, under a prepared response's name.
        case handler(PreparedResponse)
        case never
        case fail(any Error)
        case passThrough
        /// The request passes through, and code makes the response from the reply.
        case change(PreparedResponse)
        /// No set claims the request, which fails, or passes through with a report.
        case unmatched(NearMiss)

        /// Whether the request passes through, so that the real server gets its body.
        var reachesServer: Bool {
            switch self {
            case .passThrough, .change: true
            case .unmatched(let nearMiss): nearMiss.passesThrough
            case .reply, .handler, .never, .fail: false
            }
        }
    }

    /// The set that claims the request; `nil` if none does.
    var set: RegisteredSet?
    /// The selected response, for the log and a held request; `nil` if the request passes through
    /// without one.
    var response: PreparedResponse?
    let outcome: Outcome
    /// The mode of the set.
    var mode = ResponseSet.Mode.barricaded
    var delay = Duration.zero
    /// Where the request waits until it is released; usually `nil`.
    var gate: HeldRequests?
    /// The simulated network; `nil` if there is none.
    var traffic: NetworkTraffic?
    /// The observer of a plugin that was asked about an unmatched request; usually `nil`.
    var observer: (any ExchangeObserver)?
}
