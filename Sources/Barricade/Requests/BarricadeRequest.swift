public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A request as matchers and handlers see it.
public struct BarricadeRequest: Sendable {
    /// The request as the URL loading system gave it.
    public let urlRequest: URLRequest
    /// The URL.
    public let url: URL
    /// The method; GET where the request names none.
    public let method: HTTPMethod
    /// The segments that the set's pattern names: `id` of `/users/:id`, percent-encoding removed.
    public internal(set) var pathValues: [String: String] = [:]

    let target: RequestTarget
    private let additionalHeaders: AdditionalHeaders?

    /// Makes a request to try matchers on; `nil` where it has no URL.
    public init?(_ urlRequest: URLRequest) {
        self.init(urlRequest, additionalHeaders: nil)
    }

    init?(_ urlRequest: URLRequest, additionalHeaders: AdditionalHeaders?) {
        guard let url = urlRequest.url else { return nil }
        self.urlRequest = urlRequest
        self.url = url
        method = HTTPMethod(rawValue: urlRequest.httpMethod ?? "GET")
        target = RequestTarget(url)
        self.additionalHeaders = additionalHeaders
    }

    /// The header fields, with those the session adds to each request; names compare without case.
    public var headers: HTTPHeaders {
        var headers = HTTPHeaders(urlRequest.allHTTPHeaderFields ?? [:])
        for field in additionalHeaders?.fields ?? [] where headers[field.name] == nil {
            headers.append(field.name, field.value)
        }
        return headers
    }

    /// The query's items in order, percent-encoding removed; the value is `nil` without a `=`.
    public var queryItems: [URLQueryItem] {
        target.queryItems.map { URLQueryItem(name: $0.name, value: $0.value) }
    }

    /// The values of a query item, in order; one that occurs without a value counts as "".
    ///
    /// A value with a `+` is listed twice, with the `+` and with the space it may stand for.
    func queryValues(of name: String) -> [String] {
        guard let query = target.query, !query.isEmpty else { return [] }
        return target.queryItems.filter { $0.name == name }.flatMap { item -> [String] in
            guard let value = item.value else { return [""] }
            guard value.contains("+") else { return [value] }
            return [value, value.replacing("+", with: " ")]
        }
    }

    /// The extension of the path's last segment in lower case, without its dot; else empty.
    var pathExtension: String {
        guard let last = target.segments.last, let dot = last.lastIndex(of: "."),
            dot > last.startIndex
        else { return "" }
        return last[last.index(after: dot)...].lowercased()
    }

    /// The URL with what nobody should read masked.
    var maskedURL: String { Secrets.masked(url: target.text) }
}

extension BarricadeRequest: CustomStringConvertible {
    /// Method and URL, secrets masked.
    public var description: String { "\(method) \(maskedURL)" }
}

/// The header fields that a session adds to each of its requests, read when first asked for.
final class AdditionalHeaders: Sendable {
    private let read: @Sendable () -> [HTTPHeaders.Field]
    private let cache = Mutex<[HTTPHeaders.Field]?>(nil)

    init(_ read: @escaping @Sendable () -> [HTTPHeaders.Field]) {
        self.read = read
    }

    var fields: [HTTPHeaders.Field] {
        if let fields = cache.withLock({ $0 }) { return fields }
        let fields = read()
        cache.withLock { $0 = fields }
        return fields
    }
}
