public import Foundation

/// A body of exactly these bytes.
package struct BodyClause: MatchingClause {
    package let body: RequestBody

    func matches(_ request: BarricadeRequest) -> Bool {
        (try? request.bytes()).map(RequestBody.data) == body
    }

    var needsBody: Bool { true }

    func mismatch(with request: BarricadeRequest) -> Mismatch {
        let wants = "a body of the \(body) given"
        return Mismatch(bodyWith: wants) { () throws(BarricadeError) in
            let wanted = body.data ?? Data()
            let mismatch = Mismatch(wants: wants, got: try request.bytes().difference(from: wanted))
            if request.contentType?.name.hasPrefix("multipart/") ?? false {
                return mismatch.adding("boundaries differ each time, so use .multipart")
            }
            let json = try? JSONReader.read(wanted)
            return json != nil && json == (try? request.json())
                ? mismatch.adding(".json(exactly:) matches") : mismatch
        }
    }

    func described(isMasked: Bool) -> String { "body is the \(body) given" }
}

extension Data {
    /// Returns in words how the bytes differ: `other bytes from offset 7`.
    fileprivate func difference(from wanted: Data) -> String {
        let same = zip(self, wanted).prefix { $0 == $1 }.count
        if count == wanted.count { return "other bytes from offset \(same)" }
        let size = "\(RequestBody.data(self))"
        if same == 0 { return size }
        return same == count ? "only the first \(size)" : "\(size), others from offset \(same)"
    }
}

// A streamed body is read only if a clause needs it to decide. The request can then no longer reach
// the real server as a stream.
extension RequestMatcher {
    /// Matches a body of exactly these bytes.
    public static func body(_ data: Data) -> RequestMatcher {
        RequestMatcher(BodyClause(body: .data(data)))
    }
}

/// The name of a GraphQL operation.
package struct GraphQLClause: MatchingClause {
    package let name: String

    func matches(_ request: BarricadeRequest) -> Bool {
        (try? request.graphQLOperationNames())?.contains(name) ?? false
    }

    var needsBody: Bool { true }

    func mismatch(with request: BarricadeRequest) -> Mismatch {
        Mismatch(bodyWith: "GraphQL operation \(name.shortened)") { () throws(BarricadeError) in
            let names = try request.graphQLOperationNames().map(Secrets.masked(value:))
            return Mismatch("GraphQL operation", name, got: names.joined(separator: ", "))
        }
    }

    func described(isMasked: Bool) -> String { "GraphQL operation is \(name)" }

    func distance(in comparison: MatchComparison) -> Double {
        let names = (try? comparison.request.graphQLOperationNames()) ?? []
        let distance = EditDistance(from: name)
        return Distance.operation(names.map { distance.fraction(to: $0) }.min() ?? 1)
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

/// A part of a multipart form, with its properties.
package struct PartClause: MatchingClause {
    package let name: String
    package let fileName: String?
    package let contentType: String?
    package let data: Data?

    func matches(_ request: BarricadeRequest) -> Bool {
        (try? request.multipart)?.contains { $0.name == name && wrong(in: $0).isEmpty } ?? false
    }

    var needsBody: Bool { true }

    /// Returns the properties of a part that are not as wanted, in words.
    private func wrong(in part: HTTP.MultipartPart) -> [String] {
        var wrong: [String] = []
        let type = ContentType(parsing: part.contentType)?.name
        if let contentType, type != contentType {
            wrong.append("of type \((type ?? part.contentType).shortened)")
        }
        if let fileName, part.fileName != fileName {
            wrong.append(part.fileName.map(Self.named) ?? "without a file name")
        }
        if let data, part.data != data {
            wrong.append("of \(part.data.difference(from: data))")
        }
        return wrong
    }

    private static func named(_ fileName: String) -> String {
        "with file name \(fileName.shortened.debugDescription)"
    }

    func mismatch(with request: BarricadeRequest) -> Mismatch {
        let wanted: [String?] = [
            "part \(name.shortened)", contentType.map { "of type \($0.shortened)" },
            fileName.map(Self.named), data.map { "of the \(RequestBody.data($0)) given" },
        ]
        let wants = wanted.compactMap(\.self).joined(separator: " ")
        return Mismatch(bodyWith: wants) { () throws(BarricadeError) in
            let all = try request.multipart
            guard let part = all.first(where: { $0.name == name }) else {
                return Mismatch(wants: wants, gotOnly: all.map(\.name))
            }
            return Mismatch(wants: wants, got: "one \(wrong(in: part).joined(separator: " "))")
        }
    }

    func described(isMasked: Bool) -> String {
        let wanted = [
            fileName.map { "the file \($0)" }, contentType.map { "of type \($0)" },
            data.map { "of the \(RequestBody.data($0)) given" },
        ].compactMap(\.self)
        return "part \(name) is \(wanted.isEmpty ? "present" : wanted.joined(separator: " "))"
    }
}

extension RequestMatcher {
    /// Matches a multipart form (RFC 7578) that has a part with this name and these properties.
    public static func multipart(
        _ name: String, fileName: String? = nil, contentType: String? = nil, data: Data? = nil
    ) -> RequestMatcher {
        RequestMatcher(
            PartClause(
                name: name, fileName: fileName, contentType: contentType?.lowercased(), data: data))
    }
}
