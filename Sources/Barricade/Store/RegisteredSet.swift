/// A response set as the store keeps it: its place in the order, and its responses made ready.
final class RegisteredSet: Sendable {
    let definition: ResponseSet
    /// The set with the higher one answers.
    let precedence: Int
    let anchors: [MatchIndex.Anchor]
    let responses: [PreparedResponse]
    let defaultResponse: PreparedResponse
    /// What the resources of its barricade keep, for those of its responses that a resource makes.
    let resources: ResourceStores

    init(
        _ set: ResponseSet, precedence: Int, files: [FileLocation], resources: ResourceStores
    ) {
        definition = set
        self.precedence = precedence
        self.resources = resources
        anchors = Array(Set(set.matcher.clause.anchors))
        let locations = set.files.map { [$0] } ?? files
        let responses = set.responses.map { response in
            PreparedResponse(response, of: set, files: locations)
        }
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
                        "Response set \"\(set.name)\" (\(set.origin.text)) has no responses.")),
                of: set, files: locations)
    }

    var name: String { definition.name }

    func response(named name: String) -> PreparedResponse? {
        responses.first { $0.name == name }
    }
}
