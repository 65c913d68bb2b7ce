/// What becomes of a request: made once, from one state of the store, by ``StoreState/decide(_:)``.
struct Decision: Sendable {
    /// How the request is answered; the same for a response that a handler has made.
    enum Outcome: Sendable {
        /// A canned reply, whose file is read when it is served.
        case reply(PreparedResponse)
        /// The response that a closure makes, under a prepared response's name.
        case handler(CannedResponse.Handler, PreparedResponse)
        case never
        case fail(any Error)
        case passThrough
        /// The request passes through, and a closure makes the response from the reply.
        case change(CannedResponse.LiveChange, PreparedResponse)
        /// No set claims the request, which fails, or passes through with a report.
        case unmatched(NearMiss)
    }

    /// The set that claims the request; `nil` if none does.
    var set: RegisteredSet?
    /// The selected response; `nil` if the request passes through without one.
    var response: PreparedResponse?
    let outcome: Outcome
    /// The mode of the set.
    var mode = ResponseSet.Mode.barricaded
    var delay = Duration.zero
    /// Where the request waits until it is released; usually `nil`.
    var gate: HeldRequests?
    /// The simulated network; `nil` if there is none.
    var traffic: NetworkTraffic?
}
