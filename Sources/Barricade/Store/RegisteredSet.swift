/// A response set in the store, with its place in the order and its prepared responses.
package final class RegisteredSet: IndexedMatcher {
    // The properties that routing reads come first, so that they are adjacent in memory.
    /// The set with the higher precedence answers.
    let precedence: Precedence
    private let clause: any MatchingClause
    package let defaultResponse: PreparedResponse
    package let definition: ResponseSet
    let context: SetContext
    package let responses: [PreparedResponse]

    /// Prepares a set.
    ///
    /// - Parameters:
    ///   - earlier: The same set before, whose responses it takes over by their names, with their
    ///     positions in sequences.
    ///   - edited: The name of a response that it does not take over.
    init(
        _ set: ResponseSet, precedence: Precedence, files: FileLocation,
        after earlier: RegisteredSet? = nil, preparing edited: Set<String> = []
    ) {
        definition = set
        let context = SetContext(set, precedence: precedence, files: files)
        self.context = context
        self.precedence = precedence
        clause = set.matcher.clause
        let known = earlier.map { set in
            Dictionary(set.responses.map { ($0.name, $0) }) { first, _ in first }
        }
        var responses: [PreparedResponse] = []
        for response in set.responses {
            let same = edited.contains(response.name) ? nil : known?[response.name]
            responses.append(same ?? PreparedResponse(response, in: context))
        }
        self.responses = responses
        // Registration reports a set without responses; its requests fail.
        defaultResponse =
            set.defaultIndex.map { responses[$0] }
            ?? PreparedResponse(
                CannedResponse(
                    "none",
                    error: BarricadeError(
                        .invalidDefinition,
                        "\(set.title) has no responses.")),
                in: context)
    }

    package var name: String { definition.name }

    var anchors: [MatchAnchor] { clause.anchors }

    /// The number of the call that registered it.
    package var registration: Int { precedence.registration }

    /// Whether a request's body must be known to tell whether the set claims it.
    var needsBody: Bool { clause.needsBody }

    /// Returns whether a request meets the matcher, or may once its body is read.
    func claims(_ request: BarricadeRequest) -> Bool {
        request.isBodyUnread ? clause.mayMatch(request) : clause.matches(request)
    }

    func response(named name: String) -> PreparedResponse? {
        responses.first { $0.name == name }
    }
}

/// A registered set without its responses, which they share; a class, since handlers make a
/// response for each request.
///
/// The log keeps this of the set that claimed a request. A recording registers its sets again and
/// again, and the log would retain all their responses.
final class SetContext: Sendable {
    let definition: ResponseSet
    let precedence: Precedence
    /// The location of body files.
    let files: FileLocation

    init(_ set: ResponseSet, precedence: Precedence, files: FileLocation) {
        var definition = set
        definition.responses = []
        self.definition = definition
        self.precedence = precedence
        self.files = set.files ?? files
    }

    var name: String { definition.name }
    var clause: any MatchingClause { definition.matcher.clause }

    /// Returns a response's name and place in the source, for messages.
    func title(of response: CannedResponse) -> String {
        """
        Response "\(response.name.shortened)" of set "\(name.shortened)" \
        (\(definition.origin.text))
        """
    }

    /// Makes the error of a response that cannot be sent.
    ///
    /// - Parameter reason: The rest of the sentence, or its end and another sentence.
    func unusable(
        _ response: CannedResponse, _ reason: String,
        _ code: BarricadeError.Code = .invalidDefinition
    ) -> BarricadeError {
        BarricadeError(code, "\(title(of: response)) cannot be sent\(reason)")
    }
}
