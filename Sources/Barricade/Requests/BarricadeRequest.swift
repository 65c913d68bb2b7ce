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

    /// The original request from the URL loading system.
    public private(set) var urlRequest: URLRequest
    /// The URL.
    public let url: URL
    /// The method; GET if the request names none.
    public private(set) var method: HTTP.Method
    /// The body, read once; if the platform hides it, the reason.
    public var body: RequestBody {
        isBodyWanted?.withLock { $0 = true }
        return content.body
    }

    package let target: RequestTarget
    /// Whether a matcher has asked for the body, which is not read yet; `nil` once it is known.
    var isBodyWanted: Locked<Bool>?
    private(set) var content: BodyContent
    /// The header fields that a session adds to each request.
    private var additionalHeaders: Deferred<[HTTP.Headers.Field]>?

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
        self.init(urlRequest, to: url, body: body, additionalHeaders: nil)
    }

    init(
        _ urlRequest: URLRequest, to url: URL, body: RequestBody,
        additionalHeaders: Deferred<[HTTP.Headers.Field]>?
    ) {
        self.urlRequest = urlRequest
        self.url = url
        method = HTTP.Method(rawValue: urlRequest.httpMethod ?? "GET")
        target = RequestTarget(url)
        content = body == .none ? .none : BodyContent(body)
        self.additionalHeaders = additionalHeaders
    }

    /// The header fields, including those that the session adds; names are case-insensitive.
    public var headers: HTTP.Headers {
        var headers = HTTP.Headers(urlRequest.allHTTPHeaderFields ?? [:])
        guard let additional = additionalHeaders?.value, !additional.isEmpty else {
            return headers
        }
        let names = Set(headers.fields.map { $0.name.lowercased() })
        for field in additional where !names.contains(field.name.lowercased()) {
            headers.append(field.name, field.value)
        }
        return headers
    }

    /// The query's items in order, without percent-encoding; the value is `nil` without a `=`.
    public var queryItems: [URLQueryItem] {
        target.queryItems.map { URLQueryItem(name: $0.name, value: $0.value) }
    }

    /// Returns the same request with another method.
    func sent(as method: HTTP.Method) -> BarricadeRequest {
        var request = self
        request.method = method
        request.urlRequest.httpMethod = method.rawValue
        return request
    }

    /// Keeps the additional header fields, or drops their reader if they have not been read.
    ///
    /// - Parameter reading: Whether to read them now.
    mutating func settleHeaders(reading: Bool) {
        if reading { _ = additionalHeaders?.value }
        additionalHeaders = additionalHeaders?.settled
    }

    /// Shortens the body to a limit, and drops everything cached from it.
    mutating func cutBody(to limit: Int) {
        if case .data(let data) = content.body, data.count > limit {
            content = BodyContent(.truncated(Data(data.prefix(limit)), size: data.count))
            // The original request must not retain more than the log.
            if urlRequest.httpBody != nil { urlRequest.httpBody = nil }
        } else if content.body != .none {
            content = BodyContent(content.body)
        }
        if urlRequest.httpBodyStream != nil { urlRequest.httpBodyStream = nil }
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

    /// Returns the values of the header fields with that name, without reading all others.
    func headerValues(of name: String) -> [String] {
        let own = HTTP.Headers.values(of: name, in: urlRequest.allHTTPHeaderFields ?? [:])
        guard own.isEmpty, let additional = additionalHeaders?.value else { return own }
        return additional.filter { $0.isNamed(name) }.map(\.value)
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
