package import Barricade
import BarricadeCommon
import Foundation
#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// A request that a matcher claims, made of what its clauses say, without guessing.
package struct RequestExample: Sendable {
    /// The reason why a matcher does not say enough, as a sentence without its full stop.
    package struct Gap: Error {
        package let reason: String

        init(_ reason: String) {
            self.reason = reason
        }
    }

    /// The method; `nil` means any.
    package private(set) var method: HTTP.Method?
    /// The header fields that it has to have.
    package private(set) var headers: HTTP.Headers
    private var scheme = "https"
    private var authority = "example.com"
    private var path = ""
    private var items: [(name: String, value: String?)] = []
    /// The values of named segments and query items.
    private let values: [String: String]

    /// Makes a request that a matcher claims.
    ///
    /// - Parameters:
    ///   - values: The values of named segments, and of query items that may have any value.
    ///   - headers: The header fields that are sent anyway.
    package init(
        _ matcher: RequestMatcher, values: [String: String] = [:], headers: HTTP.Headers = [:]
    ) throws(Gap) {
        self.values = values
        self.headers = headers
        try meet(matcher.clause)
        guard let request = asked() else { throw Gap("its URL cannot be made of its pattern") }
        if let mismatch = matcher.mismatches(with: request).first {
            throw Gap("it wants \(mismatch.wants), which cannot be made of its pattern")
        }
    }

    /// Returns the request as apps send it.
    package func asked() -> BarricadeRequest? {
        urlRequest(to: "\(scheme)://\(authority)").flatMap(BarricadeRequest.init)
    }

    /// Returns the request to another server, below its path.
    ///
    /// - Parameter server: A URL without a query.
    package func urlRequest(to server: String) -> URLRequest? {
        let base = server.hasSuffix("/") ? String(server.dropLast()) : server
        let query = items.map { item in
            PercentEncoding.encoded(item.name)
                + (item.value.map { "=\(PercentEncoding.encoded($0))" } ?? "")
        }
        let suffix = query.isEmpty ? "" : "?\(query.joined(separator: "&"))"
        guard let url = URL(string: base + (path.isEmpty ? "/" : path) + suffix) else { return nil }
        var request = URLRequest(url: url)
        request.httpMethod = (method ?? .get).rawValue
        for field in headers.fields {
            request.addValue(field.value, forHTTPHeaderField: field.name)
        }
        return request
    }
}

extension RequestMatcher {
    /// The names of the segments and query items that a value can be given for.
    package var valueNames: [String] { clause.pathNames + clause.queryNames }
}

extension Clause {
    fileprivate var queryNames: [String] {
        switch self {
        case .query(let name, _): [name]
        case .queryItems(let expected): expected.items.map(\.name)
        case .endpoint(let endpoint): endpoint.clauses.flatMap(\.queryNames)
        case .all(let clauses), .either(let clauses): clauses.flatMap(\.queryNames)
        default: []
        }
    }
}

extension RequestExample {
    private mutating func meet(_ clause: Clause) throws(Gap) {
        switch clause {
        case .all(let clauses):
            for clause in clauses { try meet(clause) }
        case .either(let clauses):
            try meetOne(of: clauses)
        case .endpoint(let endpoint):
            for clause in endpoint.clauses { try meet(clause) }
        case .method(let method):
            self.method = method
        case .scheme(let scheme):
            self.scheme = scheme
        case .host(let host):
            authority = (host.isSuffix ? "www." : "") + host.text.drop { "*.".contains($0) }
        case .port(let port):
            if port != RequestTarget.defaultPort(of: scheme) { authority += ":\(port)" }
        case .path(let pattern):
            path = ""
            for segment in pattern.segments {
                path += "/\(PercentEncoding.encoded(try text(of: segment)))"
            }
        case .trailingSlash:
            path += "/"
        case .url(let text):
            meet(RequestTarget(text))
        case .query(let name, let expectation):
            try addItem(name, expectation)
        case .queryItems(let expected):
            for item in expected.items { try addItem(item.name, item.expectation) }
        case .header(let name, let expectation):
            try addHeader(name, expectation)
        case .graphQL, .body:
            throw Gap("it wants a body, of which its pattern says too little")
        case .unreadable(let fault):
            throw Gap(fault)
        // Whether these are met shows in the end.
        case .not, .pathExtension, .regex, .custom:
            break
        }
    }

    private mutating func meet(_ target: RequestTarget) {
        (scheme, authority) = (target.scheme, target.hostAndPort)
        (path, items) = (target.path, target.queryItems)
    }

    private mutating func meetOne(of clauses: [Clause]) throws(Gap) {
        var first: Gap?
        for clause in clauses {
            var copy = self
            do throws(Gap) {
                try copy.meet(clause)
                self = copy
                return
            } catch {
                first = first ?? error
            }
        }
        if let first { throw first }
    }

    private func text(of segment: PathPattern.Segment) throws(Gap) -> String {
        switch segment {
        case .literal(let text): return text
        case .one, .any: throw Gap("its path has a wildcard, for which no value can be given")
        case .value(let name):
            if let value = values[name] { return value }
            throw Gap("its path has the segment :\(name.shortened), which needs a value")
        }
    }

    private mutating func addItem(_ name: String, _ expectation: ValueExpectation) throws(Gap) {
        // An item may be named by two clauses.
        guard expectation != .absent, !items.contains(where: { $0.name == name }) else { return }
        if let value = values[name] { return items.append((name, value)) }
        let needsValue = Gap("its query item \(name.shortened) needs a value")
        if Secrets.isSecret(name) { throw needsValue }
        switch expectation.kind {
        case .noValue: items.append((name, nil))
        case .equal(let text), .prefix(let text), .containing(let text): items.append((name, text))
        case .present, .regex, .unreadable, .absent: throw needsValue
        }
    }

    private mutating func addHeader(_ name: String, _ expectation: ValueExpectation) throws(Gap) {
        guard expectation != .absent, headers[name] == nil else { return }
        let needsValue = Gap("its header field \(name.shortened) needs a value")
        if Secrets.isSecret(name) { throw needsValue }
        switch expectation.kind {
        case .equal(let text), .prefix(let text), .containing(let text): headers[name] = text
        case .present, .regex, .unreadable, .absent, .noValue: throw needsValue
        }
    }
}
