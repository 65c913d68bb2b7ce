import Foundation

/// The tree of conditions in a ``RequestMatcher``.
package indirect enum Clause: Sendable, Hashable {
    case all([Clause])
    case either([Clause])
    case not(Clause)
    case endpoint(EndpointClause)
    case method(HTTP.Method)
    case scheme(String)
    case host(HostPattern)
    case port(Int)
    case path(PathPattern)
    case trailingSlash
    case pathExtension(String)
    case query(String, ValueExpectation)
    case queryItems(ItemsExpectation)
    case header(String, ValueExpectation)
    case url(String)
    case regex(RegexClause)
    case custom(CustomClause)
    case graphQL(String)
    case body(BodyClause)
    /// An unreadable part, with the reason; it never matches, not even negated.
    case unreadable(String)

    func matches(_ request: BarricadeRequest) -> Bool {
        let target = request.target
        switch self {
        case .all(let clauses): return clauses.allSatisfy { $0.matches(request) }
        case .either(let clauses): return clauses.contains { $0.matches(request) }
        case .not(let clause): return clause.faults.isEmpty && !clause.matches(request)
        case .endpoint(let endpoint): return endpoint.clauses.allSatisfy { $0.matches(request) }
        case .method(let method): return request.method == method
        case .scheme(let scheme): return target.scheme == scheme
        case .host(let host): return host.matches(target)
        case .port(let port): return target.effectivePort == port
        case .path(let pattern): return pattern.matches(target.segments)
        case .trailingSlash: return target.hasTrailingSlash
        case .pathExtension(let wanted): return request.pathExtension == wanted
        case .query(let name, let expectation):
            return expectation.accepts(target.queryValues(of: name))
        case .queryItems(let expected): return expected.matches(target.items)
        case .header(let name, let expectation):
            return expectation.accepts(request.headerValues(of: name))
        case .url(let url): return target.text == url
        case .regex(let regex): return regex.matches(target)
        case .custom(let custom): return custom.predicate(request)
        case .graphQL(let name):
            return (try? request.graphQLOperationNames())?.contains(name) ?? false
        case .body(let body): return body.matches(request)
        case .unreadable: return false
        }
    }

    /// Returns whether the clause names a scheme.
    func names(scheme: String) -> Bool {
        switch self {
        case .all(let clauses), .either(let clauses): clauses.contains { $0.names(scheme: scheme) }
        case .endpoint(let endpoint): Clause.all(endpoint.clauses).names(scheme: scheme)
        case .scheme(let named): named == scheme
        case .url(let url): url.hasPrefix("\(scheme):")
        default: false
        }
    }

    /// Returns the values of named segments in a request that matches.
    func pathValues(in request: BarricadeRequest) -> [String: String] {
        switch self {
        case .path(let pattern):
            return pattern.values(in: request.target.segments)
        case .endpoint(let endpoint):
            return Clause.all(endpoint.clauses).pathValues(in: request)
        case .all(let clauses):
            return clauses.reduce(into: [:]) { values, clause in
                values.merge(clause.pathValues(in: request)) { first, _ in first }
            }
        case .either(let clauses):
            return clauses.first { $0.matches(request) }?.pathValues(in: request) ?? [:]
        default:
            return [:]
        }
    }

    package var faults: [String] {
        switch self {
        case .all(let clauses), .either(let clauses): clauses.flatMap(\.faults)
        case .not(let clause): clause.faults
        case .unreadable(let fault): [fault]
        default: []
        }
    }
}

/// A method and a pattern, with the clauses that the pattern stands for.
package struct EndpointClause: Sendable, Hashable {
    package let method: HTTP.Method?
    package let text: String
    package let clauses: [Clause]

    /// Reads `/path`, `/path?item=value` or `scheme://host:port/path?item=value`.
    init(_ method: HTTP.Method?, parsing text: String) throws(PatternFault) {
        self.method = method
        self.text = text
        guard !text.utf8.contains(where: { $0 < 32 || $0 == 127 }) else {
            throw PatternFault("it holds a control character")
        }
        guard !text.utf8.contains(UInt8(ascii: "#")) else {
            throw PatternFault("it has a fragment (#), which is never sent")
        }
        if let fault = PatternFault.space(in: text) { throw fault }
        var clauses: [Clause] = method.map { [.method($0)] } ?? []
        var rest = text[...]
        if let separator = rest.schemeSeparator {
            let scheme = rest[..<separator.lowerBound].lowercased()
            guard let first = scheme.first, first.isLetter,
                scheme.allSatisfy({
                    $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0))
                })
            else {
                throw PatternFault("\"\(scheme.shortened)\" is not a scheme")
            }
            if let fault = PatternFault.misspelt(scheme, in: text) { throw fault }
            clauses.append(.scheme(scheme))
            rest = rest[separator.upperBound...]
            let end = rest.utf8.firstIndex(where: "/?".utf8.contains) ?? rest.endIndex
            clauses += try Self.authority(rest[..<end], scheme: scheme)
            rest = rest[end...]
        } else if rest.utf8.first != UInt8(ascii: "/") {
            throw .noSlash(text)
        }
        if let fault = PatternFault.foreignSegment(in: text) { throw fault }
        let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
        clauses.append(.path(try PathPattern(parsing: rest[..<mark])))
        if mark < rest.endIndex {
            clauses += RequestTarget(text).queryItems.map { name, value in
                .query(name, value.map(ValueExpectation.equal) ?? .present)
            }
        }
        self.clauses = clauses
    }

    private static func authority(
        _ text: Substring, scheme: String
    ) throws(PatternFault) -> [Clause] {
        let defaultPort = RequestTarget.defaultPort(of: scheme)
        if text.isEmpty {
            guard defaultPort == nil else { throw PatternFault("it has no host") }
            return []
        }
        guard IPv6Address.canonical(text) == nil else {
            throw PatternFault("its IPv6 address needs brackets: [\(text)]")
        }
        let host = try HostPattern(parsing: text)
        guard host.port == nil, let defaultPort else { return [.host(host)] }
        return [.host(host), .port(defaultPort)]
    }
}

/// A regular expression and its subject.
package struct RegexClause: Sendable, Hashable {
    package let expression: RegularExpression
    package let subject: RequestMatcher.RegexSubject

    init(_ pattern: String, on subject: RequestMatcher.RegexSubject) throws(PatternFault) {
        self.subject = subject
        expression = try RegularExpression(pattern)
    }

    func matches(_ target: RequestTarget) -> Bool {
        switch subject {
        case .path: expression.isFound(in: RequestTarget.decoded(target.path[...]))
        case .url: expression.isFound(in: target.text)
        }
    }
}

/// A closure with its description; equal only to itself, since closures cannot be compared.
package final class CustomClause: Sendable, Hashable {
    package let reason: String
    let predicate: @Sendable (BarricadeRequest) -> Bool

    init(_ reason: String, _ predicate: @escaping @Sendable (BarricadeRequest) -> Bool) {
        self.reason = reason
        self.predicate = predicate
    }

    package static func == (left: CustomClause, right: CustomClause) -> Bool {
        left === right
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
