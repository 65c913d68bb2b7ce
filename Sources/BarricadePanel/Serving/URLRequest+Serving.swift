import Barricade
import Foundation
import LoopbackServer

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLRequest {
    /// The fields about a connection (RFC 9110, section 7.6.1), and those that URLSession makes.
    private static let leftOut: Set<String> = [
        "accept-encoding", "connection", "content-length", "expect", "host", "keep-alive",
        "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// Makes the request that a client's request stands for, as an app would send it.
    init(_ request: LoopbackServer.Request, to url: URL) {
        self.init(url: url)
        httpMethod = request.method.rawValue
        if !request.body.isEmpty { httpBody = request.body }
        httpShouldHandleCookies = false
        let named = (request.headers["Connection"] ?? "").lowercased().split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespaces) }
        for field in request.headers.fields {
            let name = field.name.lowercased()
            guard !Self.leftOut.contains(name), !named.contains(name) else { continue }
            addValue(field.value, forHTTPHeaderField: field.name)
        }
    }
}
