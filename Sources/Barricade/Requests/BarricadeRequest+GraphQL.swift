import Foundation

extension BarricadeRequest {
    /// Returns the names of the request's GraphQL operations: one, or often several in a batch.
    ///
    /// Empty if it has none, or one without a name.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableBody`` if the URL names no operation, the method
    ///   is not GET or HEAD, and the body cannot be read.
    package func graphQLOperationNames() throws(BarricadeError) -> [String] {
        if let name = graphQLOperationNameInURL { return [name] }
        guard method != .get, method != .head else { return [] }
        let data = try bytes()
        return try content.kept(\.graphQLOperationNames) { () throws(BarricadeError) in
            try graphQLOperationNames(in: data)
        }
    }

    private var graphQLOperationNameInURL: String? {
        let name = target.queryValues(of: "operationName").lazy.compactMap(\.self).first
        if let name, !name.isEmpty { return name }
        return target.queryValues(of: "query").lazy.compactMap(\.self)
            .compactMap(GraphQLDocument.operationName).first
    }

    private func graphQLOperationNames(in data: Data) throws(BarricadeError) -> [String] {
        let type = contentType?.name ?? ""
        if type == "application/graphql" {
            let text = String(decoding: data, as: UTF8.self)
            return GraphQLDocument.operationName(in: text).map { [$0] } ?? []
        }
        guard type.hasPrefix("multipart/") else { return Self.operationNames(in: try json()) }
        guard let part = try multipart.first(where: { $0.name == "operations" }),
            let operations = try? JSONReader.read(part.data)
        else { return [] }
        return Self.operationNames(in: operations)
    }

    private static func operationNames(in json: JSONValue) -> [String] {
        (json.array ?? [json]).compactMap { operation in
            if let name = operation["operationName"]?.string, !name.isEmpty { return name }
            return operation["query"]?.string.flatMap(GraphQLDocument.operationName)
        }
    }
}
