/// A response set in the store, with its place in the order and its prepared responses.
package final class RegisteredSet: IndexedMatcher {
    // The properties that routing reads come first, so that they are adjacent in memory.
    /// The set with the higher precedence answers.
    let precedence: Int
    /// The method that the clause wants, which is compared first; `nil` for any.
    private let method: HTTP.Method?
    private let clause: any Clause
    package let definition: ResponseSet
    let identity: SetIdentity
    let anchors: [MatchAnchor]
    package let responses: [PreparedResponse]
    package let defaultResponse: PreparedResponse
    private let context: PreparedResponse.Context

    /// Prepares a set.
    ///
    /// - Parameter earlier: The same set at another place, whose responses it takes over, with
    ///   their positions in sequences.
    init(
        _ set: ResponseSet, precedence: Int, state: HandlerState,
        after earlier: RegisteredSet? = nil
    ) {
        definition = set
        identity = SetIdentity(set, precedence: precedence)
        self.precedence = precedence
        let anchors = set.matcher.clause.anchors
        self.anchors = anchors.count > 1 ? Array(Set(anchors)) : anchors
        clause = set.matcher.clause
        method = (clause as? EndpointClause)?.method
        if let earlier {
            (context, responses) = (earlier.context, earlier.responses)
            defaultResponse = earlier.defaultResponse
            return
        }
        let context = PreparedResponse.Context(set, state: state)
        self.context = context
        let responses = set.responses.map { PreparedResponse($0, in: context) }
        self.responses = responses
        // Registration reports a set without responses; its requests fail.
        defaultResponse =
            set.usualIndex.map { responses[$0] }
            ?? PreparedResponse(
                CannedResponse(
                    "none",
                    error: BarricadeError(
                        .invalidDefinition,
                        "Response set \"\(set.name.shortened)\" (\(set.origin.text)) has no responses."
                    )),
                in: context)
    }

    package var name: String { definition.name }

    /// The number of the call that registered it.
    var registration: Int { precedence >> 24 }

    /// Returns whether a request meets the matcher.
    func claims(_ request: BarricadeRequest) -> Bool {
        if let method, method != request.method { return false }
        return clause.matches(request)
    }

    package func response(named name: String) -> PreparedResponse? {
        responses.first { $0.name == name }
    }

    /// Prepares a response that is not one of the set's.
    func prepared(_ response: CannedResponse) -> PreparedResponse {
        PreparedResponse(response, in: context)
    }
}

/// The identity of a set, without its responses.
///
/// The log keeps the identity of the set that claimed a request, not the set. A recording registers
/// its sets again and again, and the log would retain all their responses.
final class SetIdentity: Sendable {
    package let name: String
    package let clause: any Clause
    let origin: ResponseSet.Origin
    let precedence: Int

    init(_ set: ResponseSet, precedence: Int) {
        name = set.name
        clause = set.matcher.clause
        origin = set.origin
        self.precedence = precedence
    }
}
