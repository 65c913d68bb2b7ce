public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The request that matchers and handlers get.
public struct BarricadeRequest: Sendable {
    /// Header fields; the same as `HTTP.Headers`.
    public typealias Headers = HTTP.Headers
    /// A method; the same as `HTTP.Method`.
    public typealias Method = HTTP.Method

    private struct Fields: Sendable {
        var urlRequest: URLRequest
        var url: URL
        var method: HTTP.Method
        var target: ParsedURL
        var isBodyUnread = false
        var content: BodyContent
        /// The header fields that a session adds to each request.
        let additionalHeaders: [HTTP.Headers.Field]
        /// The header fields that the loader adds when it sends the request; `nil` if it is not an
        /// app's.
        let sending: SendingFields?
    }

    private var box: Box<Fields>
    private var fields: Fields {
        get { box.value }
        set { box = Box(newValue) }
    }

    /// The original request from the URL loading system.
    public var urlRequest: URLRequest { box.value.urlRequest }
    /// The URL.
    public var url: URL { box.value.url }
    /// The method; GET if the request names none.
    public var method: HTTP.Method { box.value.method }
    /// The body, read once; if the platform hides it, the reason.
    ///
    /// It is inflated if its `Content-Encoding` is `gzip` or `deflate`, up to 64 MB. A body that
    /// is damaged, or compressed in another way, is ``RequestBody/unreadable(_:)``.
    public var body: RequestBody { content.body }
    /// The body as it was sent, perhaps compressed.
    ///
    /// In the log, a compressed body that is longer than the log's limit is kept only inflated.
    public var sentBody: RequestBody { content.sent }

    package var target: ParsedURL { box.value.target }
    /// Whether the body is still in its stream, so that clauses about it cannot be asked.
    var isBodyUnread: Bool {
        get { box.value.isBodyUnread }
        set { fields.isBodyUnread = newValue }
    }
    var content: BodyContent { box.value.content }

    /// The values of the segments named by the set's pattern: `id` in `/users/:id`, without
    /// percent-encoding.
    ///
    /// Empty until a set claims the request.
    public internal(set) var pathValues: [String: String] = [:]

    /// Makes a request to test matchers with; `nil` if it has no URL.
    ///
    /// The body comes from `httpBody`; a stream is left alone and counts as unreadable.
    public init?(_ urlRequest: URLRequest) {
        guard let url = urlRequest.url else { return nil }
        let body: RequestBody =
            urlRequest.httpBodyStream == nil
            ? urlRequest.httpBody.map { .data($0) } ?? .none
            : .unreadable("its stream is read when the request is loaded")
        self.init(urlRequest, to: url, body: body)
    }

    init(
        _ urlRequest: URLRequest, to url: URL, body: RequestBody,
        additionalHeaders: [HTTP.Headers.Field] = [], sending: SendingFields? = nil
    ) {
        box = Box(
            Fields(
                urlRequest: urlRequest, url: url,
                method: HTTP.Method(urlRequest.httpMethod ?? "GET"),
                target: ParsedURL(url),
                content: body == .none
                    ? .none
                    : BodyContent(
                        body, coding: urlRequest.value(forHTTPHeaderField: "Content-Encoding")),
                additionalHeaders: additionalHeaders, sending: sending))
    }

    /// The header fields, including those that the session adds; names are case-insensitive.
    ///
    /// It has what an app's loader adds to a request that lacks them: `Content-Length`, the
    /// `Content-Type` of a form, and credentials of the URL; but no others, such as `User-Agent`.
    public var headers: HTTP.Headers {
        var headers = HTTP.Headers(urlRequest.allHTTPHeaderFields ?? [:])
        headers.fill(from: box.value.additionalHeaders)
        headers.fill(from: box.value.sending?.fields(to: target) ?? [])
        return headers
    }

    /// The query's items in order, without percent-encoding: `request.query["page"]`.
    public var query: HTTP.Items {
        HTTP.Items(target.queryItems.map { URLQueryItem(name: $0.name, value: $0.value) })
    }

    /// Returns the same request with another method.
    func sent(as method: HTTP.Method) -> BarricadeRequest {
        var request = self
        request.fields.method = method
        request.fields.urlRequest.httpMethod = method.rawValue
        return request
    }

    /// Returns the same request to another URL.
    package func sent(to url: URL) -> BarricadeRequest {
        var request = self
        request.fields.urlRequest.url = url
        (request.fields.url, request.fields.target) = (url, ParsedURL(url))
        return request
    }

    /// Shortens the body to a limit, and drops everything cached from it.
    mutating func cutBody(to limit: Int) {
        if content.sent != .none {
            fields.content = content.cut(to: limit)
            // The original request must not retain more than the log.
            if let data = urlRequest.httpBody, data.count > limit {
                fields.urlRequest.httpBody = nil
            }
        }
        if urlRequest.httpBodyStream != nil { fields.urlRequest.httpBodyStream = nil }
    }

    /// The extension of the path's last segment, in lower case and without the dot; empty if there
    /// is none.
    var pathExtension: String {
        guard let last = target.segments.last, let dot = last.utf8.lastIndex(of: UInt8(ascii: ".")),
            dot > last.startIndex
        else { return "" }
        return last[last.utf8.index(after: dot)...].lowercased()
    }

    /// The URL with secrets masked, and shortened.
    package var maskedURL: String { target.maskedText.shortened }
}

/// The header fields that a loader adds to a request when it sends it, unless an app or its session
/// has set them.
struct SendingFields: Sendable {
    /// The size of the body; `nil` if no length is sent.
    let length: Int?
    /// Whether the body counts as a form, for lack of another content type.
    let isForm: Bool

    /// Finds the fields of a request with a body.
    ///
    /// - Parameters:
    ///   - isUpload: Whether the body is that of an upload task.
    ///   - isStream: Whether the body is, or was, a stream; one that cannot be read counts as one.
    init(_ request: URLRequest, _ body: RequestBody, isUpload: Bool, isStream: Bool) {
        let method = request.httpMethod ?? "GET"
        let size = body.data?.count ?? 0
        let isStream = isStream || body.data == nil && body != .none
        length = isStream || size == 0 && (method == "GET" || method == "HEAD") ? nil : size
        isForm = method == "POST" && (isStream || !isUpload && size > 0)
    }

    func fields(to target: ParsedURL) -> [HTTP.Headers.Field] {
        let fields = [
            ("Authorization", target.credentials.map { "Basic \($0)" }),
            ("Content-Length", length.map { "\($0)" }),
            ("Content-Type", isForm ? "application/x-www-form-urlencoded" : nil),
        ]
        return fields.compactMap { name, value in value.map { .init(name, $0) } }
    }
}

extension BarricadeRequest: CustomStringConvertible {
    /// The method and the URL with secrets masked, each shortened to 200 characters.
    public var description: String { "\(method.rawValue.shortened) \(maskedURL)" }

    /// The method and the target, to compare: `GET /profile?full=1`.
    ///
    /// ```swift
    /// #expect(Barricade.current.requests.map(\.line) == ["POST /login", "GET /profile"])
    /// ```
    ///
    /// The path and the query are as they are sent, and never cut. Secrets are masked, since tests
    /// print what they compare: `GET /search?token=•••`. The host is left out, except in URLs with
    /// other schemes than http and https, which are shown whole.
    public var line: String {
        let path = target.isWeb ? (target.path.isEmpty ? "/" : target.path) : target.textBeforeQuery
        let query = target.query.map { "?\($0)" } ?? ""
        return "\(method.rawValue) \(Secrets.masked(url: path + query))"
    }
}

extension BarricadeRequest {
    /// The body as text, in the charset of its content type, or else in UTF-8.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableBody`` if there is none, or it is not such text.
    public var text: String {
        get throws(BarricadeError) {
            let data = try bytes()
            let charset = contentType?.charset ?? "utf-8"
            guard let encoding = ContentType.encodings[charset] else {
                throw .unreadableBody(
                    "body is in charset \(charset.shortened), which is not known here")
            }
            guard let text = String(data: data, encoding: encoding) else {
                throw .unreadableBody("body is not text in \(charset.shortened)")
            }
            return text
        }
    }

    /// Decodes the body as JSON.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableBody`` if there is no body, if it is not JSON
    ///   (with the offset), or if it is not of that type (with the path to the value, but not the
    ///   value).
    public func json<Value: Decodable>(
        as type: Value.Type = Value.self, decoder: JSONDecoder = JSONDecoder()
    ) throws(BarricadeError) -> Value {
        try Self.decodeJSON(type, from: try bytes(), with: decoder)
    }

    /// The fields of a form, in order (`application/x-www-form-urlencoded`, WHATWG URL).
    ///
    /// - Throws: ``BarricadeError/Code/unreadableBody`` if there is no body, or its content type is
    ///   another one.
    public var form: HTTP.Items {
        get throws(BarricadeError) {
            let data = try bytes()
            if let contentType, contentType.name != "application/x-www-form-urlencoded" {
                throw .unreadableBody("body is \(contentType.name.shortened), not a form")
            }
            return content.read(\.form) { HTTP.Items(form: data) }
        }
    }

    /// The parts of a multipart form, in order (RFC 7578): `try request.multipart["photo"]?.data`.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableBody`` if there is no body, if the content type
    ///   names no boundary, or if the body ends within a part (with the offset).
    public var multipart: [HTTP.MultipartPart] {
        get throws(BarricadeError) {
            let data = try bytes()
            guard let contentType, contentType.name.hasPrefix("multipart/") else {
                throw .unreadableBody(
                    "body is \(contentType?.name.shortened ?? "of no content type"), not multipart")
            }
            guard let boundary = contentType.parameters["boundary"], !boundary.isEmpty else {
                throw .unreadableBody("body is multipart, but its content type names no boundary")
            }
            return try content.read(\.parts) { () throws(BarricadeError) in
                try HTTP.MultipartPart.read(data, boundary: boundary)
            }
        }
    }

    package var contentType: ContentType? {
        headers.contentType
    }

    package func bytes() throws(BarricadeError) -> Data {
        switch body {
        case .data(let data):
            return data
        case .none:
            throw .unreadableBody(RequestBody.absence)
        case .truncated(let data, let size):
            throw .unreadableBody("body was cut in the log after \(data.count) of \(size) bytes")
        case .unreadable(let reason):
            let isHidden = content.sent.data == nil
            throw .unreadableBody("body is \(isHidden ? "not readable here: " : "")\(reason)")
        }
    }
}

extension BarricadeRequest {
    /// Returns the body as JSON, to be read by subscript: `try request.json()["user"]?.string`.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableBody`` if there is no body, it is not JSON (with
    ///   the offset), or it has more than 64 MB.
    public func json() throws(BarricadeError) -> JSONValue {
        let data = try bytes()
        guard data.count <= JSONReader.largestBody else {
            throw .unreadableBody(
                "body has \(data.count >> 20) MB, and JSON may have \(JSONReader.largestBody >> 20) MB"
            )
        }
        return try content.read(\.json) { () throws(BarricadeError) in
            try Self.readJSON(data, of: contentType?.name)
        }
    }

    private static func readJSON(
        _ data: Data, of type: String? = nil
    ) throws(BarricadeError) -> JSONValue {
        do {
            return try JSONReader.read(data)
        } catch {
            let other = type.flatMap { $0.contains("json") ? nil : "\($0.shortened), " }
            throw .unreadableBody("body is \(other ?? "")not JSON (\(error))")
        }
    }

    static func decodeJSON<Value: Decodable>(
        _ type: Value.Type, from data: Data, with decoder: JSONDecoder
    ) throws(BarricadeError) -> Value {
        // Not with the decoder, which recurses.
        if type == JSONValue.self, !decoder.allowsJSON5, let value = try readJSON(data) as? Value {
            return value
        }
        do {
            return try decoder.decode(type, from: data)
        } catch {
            // Invalid JSON fails with various errors; only the fact that it is invalid is useful.
            if !decoder.allowsJSON5 { _ = try readJSON(data) }
            // Without the decoder's message.
            let fault = DecodingFault(error)
            throw .unreadableBody(
                "body cannot be read as \(type): \(fault.subject().shortened) \(fault.reason)")
        }
    }
}

extension BarricadeError {
    package static func unreadableBody(_ reason: String) -> BarricadeError {
        BarricadeError(.unreadableBody, reason)
    }
}

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
        return try content.read(\.operationNames) { () throws(BarricadeError) in
            try graphQLOperationNames(in: data)
        }
    }

    private var graphQLOperationNameInURL: String? {
        let name = target.queryValues(of: "operationName").compactMap(\.self).first
        if let name, !name.isEmpty { return name }
        return target.queryValues(of: "query").compactMap { $0 }
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
