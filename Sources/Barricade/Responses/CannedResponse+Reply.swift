public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension CannedResponse {
    /// Makes a response of one that a server has given: its status, header fields and body.
    ///
    /// ```swift
    /// let (data, response) = try await session.data(from: url)
    /// let http = try #require(response as? HTTPURLResponse)
    /// let books = ResponseSet("Books", on: .get("/books")) {
    ///     CannedResponse("As It Was", response: http, data: data)
    /// }
    /// ```
    ///
    /// Foundation gives a body decoded, so `Content-Encoding` and `Transfer-Encoding`, which no
    /// longer hold, are left out, and `Content-Length` is that of the data. Several cookies, which
    /// Foundation has joined, are several `Set-Cookie` fields again.
    public init(
        _ name: String = "", response: HTTPURLResponse, data: Data, delay: ResponseDelay? = nil
    ) {
        self.init(name, reply: LiveReply(response, data, to: .get), delay: delay)
    }

    /// Makes a response of what the real server has answered, as ``live(_:changing:)`` gets it.
    public init(_ name: String = "", reply: LiveReply, delay: ResponseDelay? = nil) {
        self.init(
            name, status: reply.status, headers: reply.headers,
            body: ResponseBody(kind: .data(reply.body), contentType: nil), delay: delay)
    }

    /// Makes a response that lets the request through, and changes what the real server answers.
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
    /// The closure gets the whole reply, which is in memory until then: not for large downloads, nor
    /// for streams that do not end. It runs as handlers do, and what it returns needs no name. An
    /// error of the connection goes to the app as it is. A redirect is decided anew, so the closure
    /// sees what comes at its end only if this set claims that request too.
    public static func live(
        _ name: String = "Live", changing change: @escaping LiveChange
    ) -> CannedResponse {
        CannedResponse(name, .live(change), delay: nil)
    }

    /// What makes a response of the real server's; an error that it throws fails the load.
    public typealias LiveChange =
        @Sendable (LiveReply, BarricadeRequest) async throws -> CannedResponse
}

/// What the real server has answered, before the app gets it.
public struct LiveReply: Sendable {
    /// The status.
    public var status: HTTP.Status
    /// The header fields, without those that say how the body was coded on its way.
    public var headers: HTTP.Headers
    /// The body, decoded; empty where there is none.
    public var body: Data

    /// Makes a reply of what Foundation gives, to a request of that method.
    init(_ response: HTTPURLResponse, _ body: Data, to method: HTTP.Method) {
        status = HTTP.Status(response.statusCode)
        self.body = body
        var headers = HTTP.Headers()
        let fields = response.allHeaderFields.map { ("\($0.key)", "\($0.value)") }
        for (name, value) in fields.sorted(by: { $0.0 < $1.0 }) {
            switch name.lowercased() {
            case "set-cookie":
                for cookie in SetCookie.fields(joined: value) { headers.append(name, cookie) }
            case "content-encoding", "content-length", "transfer-encoding":
                // After HEAD they are about a body that has not come.
                if method == .head { headers.append(name, value) }
            default:
                headers.append(name, value)
            }
        }
        self.headers = headers
    }

    /// Decodes the body as JSON.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableBody`` where it is not JSON (with the offset), or
    ///   not of that type (with the path to the value, which is not quoted).
    public func json<Value: Decodable>(
        as type: Value.Type = Value.self, decoder: JSONDecoder = JSONDecoder()
    ) throws(BarricadeError) -> Value {
        // Not by way of the decoder, which recurses.
        if type == JSONValue.self, !decoder.allowsJSON5,
            let value = try? JSONReader.read(body) as? Value
        {
            return value
        }
        do {
            return try BarricadeRequest.decodeJSON(type, from: body, with: decoder)
        } catch {
            throw BarricadeError(error.code, "The real server's \(error.message)")
        }
    }

    /// The response as the server gave it, to be returned where nothing is to be changed.
    public var response: CannedResponse { CannedResponse(reply: self) }
}
