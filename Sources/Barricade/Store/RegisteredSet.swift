/// A response set as the store keeps it: its place in the order, and its responses made ready.
final class RegisteredSet: IndexedMatcher {
    // What routing reads comes first, and so lies together in memory.
    /// The set with the higher one answers.
    let precedence: Int
    /// What requests must meet besides the way through the index: their method, and whatever else.
    private let method: HTTP.Method?
    private let unsettled: [Clause]
    let definition: ResponseSet
    let anchors: [MatchAnchor]
    let responses: [PreparedResponse]
    let defaultResponse: PreparedResponse
    private let context: PreparedResponse.Context

    init(_ set: ResponseSet, precedence: Int, state: HandlerState) {
        definition = set
        self.precedence = precedence
        let anchors = set.matcher.clause.anchors
        self.anchors = anchors.count > 1 ? Array(Set(anchors)) : anchors
        let unsettled = set.matcher.clause.unsettled
        if case .method(let method) = unsettled.first {
            self.method = method
            self.unsettled = Array(unsettled.dropFirst())
        } else {
            method = nil
            self.unsettled = unsettled
        }
        let context = PreparedResponse.Context(set, state: state)
        self.context = context
        let responses = set.responses.map { PreparedResponse($0, in: context) }
        self.responses = responses
        let named = set.defaultResponse.flatMap { name in responses.first { $0.name == name } }
        // A set without responses is a fault that its registration reports; its requests fail.
        defaultResponse =
            named ?? responses.first
            ?? PreparedResponse(
                CannedResponse(
                    "none",
                    error: BarricadeError(
                        .invalidDefinition,
                        "Response set \"\(set.name.shortened)\" (\(set.origin.text)) has no responses."
                    )),
                in: context)
    }

    var name: String { definition.name }

    /// The number of the call that registered it.
    var registration: Int { precedence >> 24 }

    /// Whether a request that the index has led here meets the matcher.
    func claims(_ request: BarricadeRequest) -> Bool {
        if let method, method != request.method { return false }
        return unsettled.allSatisfy { $0.matches(request) }
    }

    func response(named name: String) -> PreparedResponse? {
        responses.first { $0.name == name }
    }

    /// Returns a response made ready that is not one of the set's own.
    func prepared(_ response: CannedResponse) -> PreparedResponse {
        PreparedResponse(response, in: context)
    }
}
