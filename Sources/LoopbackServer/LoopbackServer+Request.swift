package import Barricade
package import Foundation

extension LoopbackServer {
    /// A complete request.
    package struct Request: Sendable {
        package let method: HTTP.Method
        /// The path as sent, percent-encoded; `*` for `OPTIONS *`.
        package let path: String
        /// The query as sent, without its question mark; `nil` if there is no question mark.
        package let query: String?
        /// The host of the request, with its port if one was sent.
        package let authority: String
        /// Whether the target is an absolute URL, as clients send to a proxy.
        package let isProxied: Bool
        package let headers: HTTP.Headers
        /// The body, with the transfer coding removed; empty if there is none.
        package let body: Data

        package init(
            _ method: HTTP.Method, _ path: String, query: String? = nil,
            authority: String = "127.0.0.1", isProxied: Bool = false, headers: HTTP.Headers = [:],
            body: Data = Data()
        ) {
            self.method = method
            self.path = path
            self.query = query
            self.authority = authority
            self.isProxied = isProxied
            self.headers = headers
            self.body = body
        }
    }
}
