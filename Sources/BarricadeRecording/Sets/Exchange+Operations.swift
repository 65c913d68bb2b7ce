import Barricade
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Exchange.Request {
    /// Notes the names of the GraphQL operations in its body.
    ///
    /// Call it before the request is redacted, which drops the body.
    package mutating func noteOperations() {
        guard method == .post, case .data(let data) = body, !data.isEmpty,
            let type = headers["Content-Type"].flatMap(ContentType.init(parsing:)),
            type.name.contains("json") || type.name.contains("graphql"),
            let url = URL(string: url)
        else { return }
        var request = URLRequest(url: url)
        request.httpMethod = method.rawValue
        request.httpBody = data
        request.setValue(headers["Content-Type"], forHTTPHeaderField: "Content-Type")
        let names = (try? BarricadeRequest(request)?.graphQLOperationNames()) ?? []
        operations = names.filter(GraphQLDocument.isName)
    }
}
