public import Barricade
public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension CannedResponse {
    /// Makes a response from a server's response: its status, header fields and body.
    ///
    /// ```swift
    /// let (data, response) = try await session.data(from: url)
    /// let http = try #require(response as? HTTPURLResponse)
    /// let books = ResponseSet("Books", on: .get("/books")) {
    ///     CannedResponse("As It Was", response: http, data: data)
    /// }
    /// ```
    ///
    /// Foundation has decoded the body, so `Content-Encoding` and `Transfer-Encoding` are left out,
    /// and `Content-Length` is the size of the data. Cookies that Foundation has joined become
    /// separate `Set-Cookie` fields again.
    public init(
        _ name: String = "", response: HTTPURLResponse, data: Data,
        delay: (any ResponseDelayConvertible)? = nil
    ) {
        let reply = LiveReply(response, data, to: .get)
        self.init(
            name, status: reply.status, headers: reply.headers,
            body: .data(reply.body).ofType(nil), delay: delay)
    }
}
