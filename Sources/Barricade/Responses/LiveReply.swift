public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension CannedResponse {
    /// Makes a response that lets the request pass through and changes the real server's reply.
    ///
    /// ```swift
    /// CannedResponse.live("Sold Out") { reply, request in
    ///     var book: [String: JSONValue] = try reply.json()
    ///     book["stock"] = 0
    ///     return CannedResponse(
    ///         status: reply.status, headers: reply.headers, json: .object(book))
    /// }
    /// ```
    ///
    /// The closure gets the whole reply in memory, so do not use it for large downloads or endless
    /// streams. It runs as handlers do: an error that it throws fails the load, and its response
    /// needs no name. The app gets connection errors unchanged. A redirect makes a new request, so
    /// the closure sees the final reply only if this set claims that request too.
    public static func live(
        _ name: String = "Live",
        changing change:
            @escaping @Sendable (LiveReply, BarricadeRequest) async throws ->
            CannedResponse
    ) -> CannedResponse {
        CannedResponse(name, .live(change))
    }

    package typealias LiveChange =
        @Sendable (LiveReply, BarricadeRequest) async throws -> CannedResponse
}

extension CannedResponse {
    /// Makes a response from a server's response: its status, header fields and body.
    ///
    /// Foundation has decoded the body, so `Content-Encoding` and `Transfer-Encoding` are left out,
    /// and `Content-Length` is the size of the data. Cookies that Foundation has joined become
    /// separate `Set-Cookie` fields again.
    ///
    /// `method` is that of the request which the server answered: after HEAD, these fields are kept,
    /// since they describe a body that was not sent.
    public init(
        _ name: String = "", response: HTTPURLResponse, data: Data,
        to method: HTTP.Method = .get, delay: (any ResponseDelayConvertible)? = nil
    ) {
        let reply = LiveReply(response, data, to: method).response
        self.init(name, reply.outcome, delay: delay)
    }
}

/// The real server's reply, before the app gets it.
public struct LiveReply: Sendable {
    /// The status.
    public var status: HTTP.Status
    /// The header fields, without those about the body's encoding in transfer.
    public var headers: HTTP.Headers
    /// The body, decoded; empty if there is none.
    public var body: Data

    /// Makes a reply from Foundation's response to a request with this method.
    package init(_ response: HTTPURLResponse, _ body: Data, to method: HTTP.Method) {
        status = HTTP.Status(response.statusCode)
        self.body = body
        var headers = HTTP.Headers()
        for field in HTTP.Headers(describing: response.allHeaderFields).fields {
            let (name, value) = (field.name, field.value)
            switch name.lowercased() {
            case "set-cookie":
                for cookie in SetCookie.fields(joined: value) { headers.append(name, cookie) }
            case "content-encoding", "content-length", "transfer-encoding":
                // After HEAD they describe a body that was not sent.
                if method == .head { headers.append(name, value) }
            default:
                headers.append(name, value)
            }
        }
        self.headers = headers
    }

    /// Decodes the body as JSON.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableBody`` if it is not JSON (with the offset), or not
    ///   of that type (with the path to the value, but not the value).
    public func json<Value: Decodable>(
        as type: Value.Type = Value.self, decoder: JSONDecoder = JSONDecoder()
    ) throws(BarricadeError) -> Value {
        do {
            return try BarricadeRequest.decodeJSON(type, from: body, with: decoder)
        } catch {
            throw BarricadeError(error.code, "The real server's \(error.message)")
        }
    }

    /// The server's response, unchanged.
    public var response: CannedResponse {
        CannedResponse(status: status, headers: headers, body: .data(body).ofType(nil))
    }
}
