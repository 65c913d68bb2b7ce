/// The name of a GraphQL operation.
package struct GraphQLClause: Clause {
    package let name: String

    package func matches(_ request: BarricadeRequest) -> Bool {
        (try? request.graphQLOperationNames())?.contains(name) ?? false
    }

    package var subject: String { "GraphQL operation" }

    package func difference(from request: BarricadeRequest) -> Difference {
        Difference(bodyWith: "\(subject) \(name.shortened)") { () throws(BarricadeError) in
            let names = try request.graphQLOperationNames().map(Secrets.masked(value:))
            return Difference(subject, name, got: names.joined(separator: ", "))
        }
    }

    package func described(isMasked: Bool) -> String { "GraphQL operation is \(name)" }

    /// Operations of one server differ only in their name.
    package func compare(in comparison: MatchComparison) {
        guard !matches(comparison.request) else { return comparison.add(self, nil) }
        let names = (try? comparison.request.graphQLOperationNames()) ?? []
        let distance = EditDistance(from: name)
        comparison.add(self, 0.1 + 0.2 * (names.map { distance.fraction(to: $0) }.min() ?? 1))
    }
}

extension RequestMatcher {
    /// Matches a GraphQL operation by its name: `.post("/graphql") && .graphQL("GetCart")`.
    ///
    /// The name is searched for in the query item `operationName`, then in the document in the
    /// query item `query`, then, unless the method is GET or HEAD, in the body. In a JSON body, the
    /// name is its `operationName`, or else in the document in its `query`: `query GetCart { … }`,
    /// `mutation AddBook(…)`. If a document has several operations, the first counts. In a batch, a
    /// JSON array, one operation must have the name. A body of type `application/graphql` is the
    /// document; a multipart form has the JSON in its part `operations`.
    ///
    /// Names are case-sensitive. The path does not matter.
    public static func graphQL(_ operationName: String) -> RequestMatcher {
        RequestMatcher(GraphQLClause(name: operationName))
    }
}
