package import Barricade
package import Foundation

extension LoopbackServer {
    /// A request that has arrived whole.
    package struct Request: Sendable {
        package let method: HTTP.Method
        /// The path as sent, percent-encoded; `*` for `OPTIONS *`.
        package let path: String
        /// The query as sent, without its question mark; `nil` if there is no question mark.
        package let query: String?
        /// The host that is asked, with its port if that was sent.
        package let authority: String
        /// Whether the client takes the server for its proxy, and asks another host.
        package let isProxied: Bool
        package let headers: HTTP.Headers
        /// The body, of which the transfer coding has been undone; empty if there is none.
        package let body: Data
    }
}
