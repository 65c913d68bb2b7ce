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
    package fileprivate(set) var method: HTTP.Method?
    /// The header fields that it has to have.
    package fileprivate(set) var headers: HTTP.Headers
    fileprivate var scheme = "https"
    fileprivate var authority = "example.com"
    fileprivate var path = ""
    fileprivate var items: [(name: String, value: String?)] = []
    /// The values of named segments and query items.
    fileprivate let values: [String: String]

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
        if let clause = self as? QueryClause { return [clause.name] }
        if let clause = self as? QueryItemsClause { return clause.expected.items.map(\.name) }
        return clauses.flatMap(\.queryNames)
    }
}

extension RequestExample {
    /// Whether clauses of other kinds are met shows in the end.
    fileprivate mutating func meet(_ clause: any Clause) throws(Gap) {
        if let part = clause as? any ExampleClause { try part.add(to: &self) }
    }

    fileprivate func text(of segment: PathClause.Segment) throws(Gap) -> String {
        switch segment {
        case .literal(let text): return text
        case .one, .any: throw Gap("its path has a wildcard, for which no value can be given")
        case .value(let name):
            if let value = values[name] { return value }
            throw Gap("its path has the segment :\(name.shortened), which needs a value")
        }
    }

    fileprivate mutating func addItem(
        _ name: String, _ expectation: ValueExpectation
    ) throws(Gap) {
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
}

/// A clause that says a part of a request.
private protocol ExampleClause: Clause {
    func add(to example: inout RequestExample) throws(RequestExample.Gap)
}

extension AllClause: ExampleClause {
    fileprivate func add(to example: inout RequestExample) throws(RequestExample.Gap) {
        for clause in clauses { try example.meet(clause) }
    }
}

extension EndpointClause: ExampleClause {
    fileprivate func add(to example: inout RequestExample) throws(RequestExample.Gap) {
        for clause in clauses { try example.meet(clause) }
    }
}

extension EitherClause: ExampleClause {
    fileprivate func add(to example: inout RequestExample) throws(RequestExample.Gap) {
        var first: RequestExample.Gap?
        for clause in clauses {
            var copy = example
            do throws(RequestExample.Gap) {
                try copy.meet(clause)
                example = copy
                return
            } catch {
                first = first ?? error
            }
        }
        if let first { throw first }
    }
}

extension MethodClause: ExampleClause {
    fileprivate func add(to example: inout RequestExample) { example.method = method }
}

extension SchemeClause: ExampleClause {
    fileprivate func add(to example: inout RequestExample) { example.scheme = scheme }
}

extension HostClause: ExampleClause {
    fileprivate func add(to example: inout RequestExample) {
        example.authority = (isSuffix ? "www." : "") + text.drop { "*.".contains($0) }
    }
}

extension PortClause: ExampleClause {
    fileprivate func add(to example: inout RequestExample) {
        if port != RequestTarget.defaultPort(of: example.scheme) { example.authority += ":\(port)" }
    }
}

extension PathClause: ExampleClause {
    fileprivate func add(to example: inout RequestExample) throws(RequestExample.Gap) {
        example.path = ""
        for segment in segments {
            example.path += "/\(PercentEncoding.encoded(try example.text(of: segment)))"
        }
    }
}

extension TrailingSlashClause: ExampleClause {
    fileprivate func add(to example: inout RequestExample) { example.path += "/" }
}

extension URLClause: ExampleClause {
    fileprivate func add(to example: inout RequestExample) {
        let target = RequestTarget(url)
        (example.scheme, example.authority) = (target.scheme, target.hostAndPort)
        (example.path, example.items) = (target.path, target.queryItems)
    }
}

extension QueryClause: ExampleClause {
    fileprivate func add(to example: inout RequestExample) throws(RequestExample.Gap) {
        try example.addItem(name, expectation)
    }
}

extension QueryItemsClause: ExampleClause {
    fileprivate func add(to example: inout RequestExample) throws(RequestExample.Gap) {
        for item in expected.items { try example.addItem(item.name, item.expectation) }
    }
}

extension HeaderClause: ExampleClause {
    fileprivate func add(to example: inout RequestExample) throws(RequestExample.Gap) {
        guard expectation != .absent, example.headers[name] == nil else { return }
        let needsValue = RequestExample.Gap("its header field \(name.shortened) needs a value")
        if Secrets.isSecret(name) { throw needsValue }
        switch expectation.kind {
        case .equal(let text), .prefix(let text), .containing(let text):
            example.headers[name] = text
        case .present, .regex, .unreadable, .absent, .noValue: throw needsValue
        }
    }
}

extension UnreadableClause: ExampleClause {
    fileprivate func add(to example: inout RequestExample) throws(RequestExample.Gap) {
        throw RequestExample.Gap(fault)
    }
}

/// A clause that wants a body.
private protocol BodyExampleClause: ExampleClause {}

extension BodyExampleClause {
    func add(to example: inout RequestExample) throws(RequestExample.Gap) {
        throw RequestExample.Gap("it wants a body, of which its pattern says too little")
    }
}

extension BodyClause: BodyExampleClause {}
extension JSONClause: BodyExampleClause {}
extension GraphQLClause: BodyExampleClause {}
extension FormFieldClause: BodyExampleClause {}
extension FormFieldsClause: BodyExampleClause {}
extension PartClause: BodyExampleClause {}
extension PartTextClause: BodyExampleClause {}
