package import Barricade
import BarricadeFolder
package import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request to a real server and its outcome: recorded, or read from an archive.
///
/// Nothing in it has been redacted.
package struct Exchange: Sendable {
    package struct Request: Sendable {
        package var method: HTTP.Method
        /// The absolute URL, as it was sent; a redacted query item has no value: `?token`.
        package var url: String
        /// The URL with the values of all query items that are not secret; `nil` means `url`.
        package var target: String?
        /// The same with values that read as moments; `nil` if it has none.
        var moments: String?
        /// The header fields that the reply's `Vary` names.
        var varying: [HTTP.Headers.Field] = []
        /// The digest of its body, kept when the body is dropped; `nil` if it has none.
        var bodyDigest: UInt64?
        package var headers: HTTP.Headers
        package var body: Data
        /// The operations that it names, kept when its body is dropped.
        package var operations: [Operation] = []

        package init(
            method: HTTP.Method, url: String, headers: HTTP.Headers = [:], body: Data = Data()
        ) {
            (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
        }
    }

    package struct Reply: Sendable {
        package var status: HTTP.Status
        /// The header fields, in order, as for a decoded body.
        package var headers: HTTP.Headers
        package var body: Data
        /// The digest to compare the body by; `nil` means that of its bytes.
        var fingerprint: BodyFingerprint?

        package init(status: HTTP.Status, headers: HTTP.Headers = [:], body: Data = Data()) {
            (self.status, self.headers, self.body) = (status, headers, body)
        }
    }

    /// One of many operations that have the same URL.
    package struct Operation: Sendable {
        let name: String
        let matcher: RequestMatcher
    }

    package enum Outcome: Sendable {
        case reply(Reply)
        case failure(URLError.Code)
    }

    package var request: Request
    package var outcome: Outcome
    /// The time at which the request was sent.
    package var date: Date
    /// The time from the request to the end of the reply; `nil` if it is not known.
    package var duration: Duration?

    package init(
        _ request: Request, _ outcome: Outcome, date: Date, duration: Duration? = nil
    ) {
        (self.request, self.outcome, self.date) = (request, outcome, date)
        self.duration = duration
    }
}

extension Exchange.Outcome {
    /// The media type of the reply, without parameters.
    var contentType: String? {
        guard case .reply(let reply) = self else { return nil }
        return reply.headers.contentType?.name
    }
}

extension Exchange.Request {
    init(_ request: BarricadeRequest) {
        self.init(
            method: request.method, url: request.url.absoluteString, headers: request.headers,
            body: request.body.data ?? Data())
    }

    /// The request as an app sends it; `nil` if its URL cannot be read.
    var asked: BarricadeRequest? {
        guard let url = URL(string: url) else { return nil }
        var request = URLRequest(url: url)
        request.httpMethod = method.rawValue
        if !body.isEmpty { request.httpBody = body }
        request.setValue(headers["Content-Type"], forHTTPHeaderField: "Content-Type")
        return BarricadeRequest(request)
    }

    /// Notes the operations that it names; returns the request as an app sends it.
    ///
    /// Call it before the request is redacted, which drops the body.
    @discardableResult
    package mutating func noteOperations() -> BarricadeRequest? {
        let asked = asked
        operations = ((try? asked?.graphQLOperationNames()) ?? [])
            .filter(GraphQLDocument.isName).map { .init(name: $0, matcher: .graphQL($0)) }
        if operations.isEmpty, !body.isEmpty, let json = try? asked?.json() {
            operations = Exchange.operation(in: json).map { [$0] } ?? []
        }
        bodyDigest = body.isEmpty ? nil : body.digest
        return asked
    }
}

extension Exchange {
    /// Returns the method of JSON-RPC, or the persisted query of GraphQL, that a body names.
    fileprivate static func operation(in json: JSONValue) -> Operation? {
        let hash = json["extensions"]?["persistedQuery"]?["sha256Hash"]
        let method = json["jsonrpc"] == nil ? nil : json["method"]
        guard let value = method ?? hash, let name = value.string, !name.isEmpty,
            name.utf8.allSatisfy({ $0.isAlphanumeric || "_./-".utf8.contains($0) })
        else { return nil }
        return method == nil
            ? Operation(
                name: String(name.prefix(8)),
                matcher: .json(["extensions": ["persistedQuery": ["sha256Hash": value]]]))
            : Operation(name: name, matcher: .json(["method": value]))
    }

    /// The header fields in `Vary` that say who asks, or how bodies are sent, not what is asked for.
    private static let neverVarying: Set = ["accept-encoding", "authorization", "cookie", "*"]
    /// The header fields in which SOAP 1.1 and services of AWS name an operation; no `Vary` has them.
    private static let operationFields = ["SOAPAction", "X-Amz-Target"]

    /// Notes the request's header fields by which the reply varies.
    ///
    /// Call it before the exchange is redacted, which drops them.
    package mutating func noteWhatVaries() {
        guard case .reply(let reply) = outcome else { return }
        let named = reply.headers.values(of: "Vary").flatMap { ContentType.split($0, at: ",") }
        let names = named + Self.operationFields
        let varying = Set(names.map { $0.lowercased() }).subtracting(Self.neverVarying)
        request.varying = request.headers.fields.filter { field in
            varying.contains(field.name.lowercased())
                // SOAP 1.2 names it here.
                || field.isNamed("Content-Type") && field.value.contains("action=")
        }
    }

    /// Makes cookies last as long after each answer as they did after this one: `Max-Age` takes the
    /// place of a later date.
    mutating func makeCookiesLast() {
        guard case .reply(var reply) = outcome, reply.headers["Set-Cookie"] != nil else { return }
        reply.headers = HTTP.Headers(
            reply.headers.fields.map { field in
                field.isNamed("Set-Cookie") ? .init(field.name, lasting(field.value)) : field
            })
        outcome = .reply(reply)
    }

    private func lasting(_ cookie: String) -> String {
        let parts = cookie.split(at: ";").map { (text: $0, name: $0.pair.name.lowercased()) }
        let attributes = parts.dropFirst()
        let hasAge = attributes.contains { $0.name == "max-age" && $0.text.pair.value != nil }
        let end = attributes.filter { $0.name == "expires" }.compactMap(\.text.pair.value)
            .compactMap(SetCookie.date).last
        let seconds = end?.timeIntervalSince(date).rounded() ?? 0
        guard hasAge || seconds > 0 else { return cookie }
        let kept = parts.prefix(1) + attributes.filter { $0.name != "expires" }
        return kept.map(\.text).joined(separator: ";")
            + (hasAge ? "" : "; Max-Age=\(Int(seconds))")
    }

    /// The exchange with a URL for any moments, as redaction makes it.
    var withoutMoments: Exchange {
        var parts = URLParts(request.url)
        let items = parts.query?.split(at: "&").map { item in
            let value = WrittenItem(item.utf8).value.map { PercentEncoding.readable(Substring($0)) }
            return Secrets.isMoment(value ?? "") ? item.prefix { $0 != "=" } : item
        }
        parts.query = items?.joined(separator: "&")
        guard parts.text != request.url else { return self }
        var exchange = self
        (exchange.request.moments, exchange.request.url) = (request.url, parts.text)
        return exchange
    }
}
