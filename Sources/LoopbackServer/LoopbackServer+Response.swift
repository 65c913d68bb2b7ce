package import Barricade
package import Foundation

extension LoopbackServer {
    /// The response of a handler.
    ///
    /// The server adds the fields that frame the body (`Content-Length`, `Transfer-Encoding`,
    /// `Connection`), and a `Date` if there is none.
    package struct Response: Sendable {
        /// The body of a response.
        package enum Body: Sendable {
            case data(Data)
            /// Pieces that are sent as they are written, in chunks unless the header fields name a
            /// `Content-Length`.
            ///
            /// The body ends when the closure returns; if it throws, the connection is closed.
            case stream(@Sendable (BodyWriter) async throws -> Void)
            /// The same for an endless stream, which counts towards the limit of event streams.
            case events(@Sendable (BodyWriter) async throws -> Void)
        }

        package var status: HTTP.Status
        package var headers: HTTP.Headers
        package var body: Body
        /// Called if the connection ends before all of it is sent; usually `nil`.
        package var onLoss: (@Sendable () -> Void)?
        /// How the connection ends without a response; `nil` if there is one.
        enum Disconnection {
            case close, breakOff
        }

        private(set) var disconnection: Disconnection?

        /// Makes a response, without a body unless one is given.
        package init(
            _ status: HTTP.Status = .ok, headers: HTTP.Headers = [:], body: Body = .data(Data())
        ) {
            self.status = status
            self.headers = headers
            self.body = body
        }

        /// Makes a response of plain text, which no client keeps.
        package static func text(_ text: String, status: HTTP.Status = .ok) -> Response {
            Response(
                status,
                headers: [
                    "Content-Type": "text/plain; charset=utf-8",
                    "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store",
                ],
                body: .data(Data(text.utf8)))
        }

        /// No response at all: the connection is closed.
        ///
        /// Many clients take that for the end of an old connection, and send their request again.
        package static var disconnection: Response { Response(.close) }

        /// No response at all: the connection breaks off in such a way that clients report an error.
        package static var brokenConnection: Response { Response(.breakOff) }

        private init(_ disconnection: Disconnection) {
            self.init()
            self.disconnection = disconnection
        }
    }
}

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
