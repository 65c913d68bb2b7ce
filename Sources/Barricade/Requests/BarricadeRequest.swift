public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A request as matchers and handlers see it.
public struct BarricadeRequest: Sendable {
    /// Header fields; the same as `HTTP.Headers`.
    public typealias Headers = HTTP.Headers
    /// A method; the same as `HTTP.Method`.
    public typealias Method = HTTP.Method

    /// The request as the URL loading system gave it.
    public private(set) var urlRequest: URLRequest
    /// The URL.
    public let url: URL
    /// The method; GET where the request names none.
    public private(set) var method: HTTP.Method
    /// The body, read once; where the platform hides it, with the reason.
    public var body: RequestBody {
        bodyProbe?.want()
        return content.body
    }

    let target: RequestTarget
    /// Set while the body is still to be read: notes whether a matcher wants it.
    var bodyProbe: BodyProbe?
    private(set) var content: BodyContent
    private var additionalHeaders: DeferredHeaders?

    /// The segments that the set's pattern names: `id` of `/users/:id`, percent-encoding removed.
    ///
    /// Empty until a set has claimed the request.
    public internal(set) var pathValues: [String: String] = [:]

    /// Makes a request to try matchers on; `nil` where it has no URL.
    ///
    /// The body is that of `httpBody`; a stream is not touched and counts as unreadable.
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
        additionalHeaders: DeferredHeaders?
    ) {
        self.urlRequest = urlRequest
        self.url = url
        method = HTTP.Method(rawValue: urlRequest.httpMethod ?? "GET")
        target = RequestTarget(url)
        content = body == .none ? .none : BodyContent(body)
        self.additionalHeaders = additionalHeaders
    }

    /// The header fields, with those the session adds to each request; names compare without case.
    public var headers: HTTP.Headers {
        var headers = HTTP.Headers(urlRequest.allHTTPHeaderFields ?? [:])
        guard let additional = additionalHeaders?.fields, !additional.isEmpty else {
            return headers
        }
        let names = Set(headers.fields.map { $0.name.lowercased() })
        for field in additional where !names.contains(field.name.lowercased()) {
            headers.append(field.name, field.value)
        }
        return headers
    }

    /// The query's items in order, percent-encoding removed; the value is `nil` without a `=`.
    public var queryItems: [URLQueryItem] {
        target.queryItems.map { URLQueryItem(name: $0.name, value: $0.value) }
    }

    /// Returns the same request of another method.
    func sent(as method: HTTP.Method) -> BarricadeRequest {
        var request = self
        request.method = method
        request.urlRequest.httpMethod = method.rawValue
        return request
    }

    /// Keeps the additional header fields, or forgets how to read them if nobody has read them.
    ///
    /// - Parameter reading: Reads them now.
    mutating func settleHeaders(reading: Bool) {
        if reading { _ = additionalHeaders?.fields }
        additionalHeaders = additionalHeaders?.settled
    }

    /// Keeps no more of the body than a limit allows, and nothing that was made of it.
    mutating func cutBody(to limit: Int) {
        let kept = content.body.kept(limit)
        if kept != .none { content = BodyContent(kept) }
        // The request itself must not keep what the log does not.
        if case .truncated = kept, urlRequest.httpBody != nil { urlRequest.httpBody = nil }
        if urlRequest.httpBodyStream != nil { urlRequest.httpBodyStream = nil }
    }

    /// The extension of the path's last segment in lower case, without its dot; else empty.
    var pathExtension: String {
        guard let last = target.segments.last, let dot = last.utf8.lastIndex(of: UInt8(ascii: ".")),
            dot > last.startIndex
        else { return "" }
        return last[last.utf8.index(after: dot)...].lowercased()
    }

    /// The URL with what nobody should read masked, and shortened.
    var maskedURL: String { target.maskedText.shortened }

    /// Returns the values of every header field of that name, without listing all others.
    func headerValues(of name: String) -> [String] {
        let own = HTTP.Headers.values(of: name, in: urlRequest.allHTTPHeaderFields ?? [:])
        guard own.isEmpty, let additional = additionalHeaders?.fields else { return own }
        return additional.filter { $0.isNamed(name) }.map(\.value)
    }
}

extension BarricadeRequest: CustomStringConvertible {
    /// Method and URL, secrets masked, each shortened to 200 characters.
    public var description: String { "\(method.rawValue.shortened) \(maskedURL)" }
}

/// Notes whether a matcher wants a body that has not been read yet.
final class BodyProbe: Sendable {
    private let state = Locked(false)

    var isWanted: Bool { state.withLock { $0 } }

    func want() {
        state.withLock { $0 = true }
    }
}
