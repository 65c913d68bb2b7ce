package import Barricade
import BarricadeFolder
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request that a set claims, made from its matcher and given values, without guessing.
struct RequestExample {
    /// The reason why there is no request, or no reply to it.
    struct Gap: Error {
        /// The same for all sets with this reason: `no value for :id`.
        let reason: String
        /// The fix, or what else is known.
        var hint: String?
        /// The request that got no reply.
        var request: String?

        fileprivate static let noURL = Gap(reason: "no URL can be made of its pattern")
    }

    /// The method; `nil` means any.
    private(set) var method: HTTP.Method?
    private(set) var headers: HTTP.Headers
    private var body: Data?
    private var scheme = "https"
    private var host = "example.com"
    private var port: Int?
    private var path = ""
    private var endsWithSlash = false
    private var items: [(name: String, value: String?)] = []
    /// The path and query as they were recorded; `nil` if they follow from the matcher.
    private var target: String?
    private var fields: [String] = []
    private var operations: [String] = []
    private let set: ResponseSet
    private let values: [String: String]
    /// The set's recorded values, which take long to find.
    private let recorded: [String: String]

    /// Returns a request that a set's matcher matches, but that will not be sent.
    ///
    /// - Parameters:
    ///   - recorded: The requests that a response was recorded for; other values are 1.
    ///   - reply: The response, whose type is accepted if it is told apart by that.
    static func request(
        of set: ResponseSet, for recorded: RequestMatcher?, as reply: Exchange.Outcome? = nil
    ) throws(Gap) -> BarricadeRequest {
        var settings = DriftReport.Settings()
        for name in set.matcher.valueNames { settings.values[name] = "1" }
        let own: [String: String] = recorded.map { set.values(in: $0) } ?? [:]
        for (name, value) in own {
            settings.values["\(set.name).\(name)"] = value
        }
        var example = try RequestExample(of: set, settings, isSent: false)
        guard let recorded else { return try example.asked() }
        let fields = recorded.writtenClauses.compactMap { $0 as? ItemClause }
        for field in fields where field.kind == .header {
            let type = field.name.lowercased() == "accept" ? reply?.contentType : nil
            example.headers[field.name] = if let type { type } else { try example.value(of: field) }
        }
        // As it was written, but for what was secret.
        example.target = recorded.recordedTarget?.split(at: "/").map {
            $0.hasPrefix(":") ? "1" : String($0)
        }.joined(separator: "/")
        let asked = try example.asked()
        guard set.matcher.matches(asked) else {
            example.target = nil
            return try example.asked()
        }
        return asked
    }

    /// Makes a request that a set's matcher matches.
    ///
    /// - Parameter isSent: Whether its method and body must be given; if not, it only shows what a
    ///   request is like, with a body that the set wants.
    init(
        of set: ResponseSet, _ settings: DriftReport.Settings, isSent: Bool = true
    ) throws(Gap) {
        (self.set, values, headers) = (set, settings.values, settings.headers)
        recorded = set.recordedValues
        body = settings.bodies[set.name].map { Data($0.utf8) }
        var gap: Gap?
        do throws(Gap) { try satisfy(set.matcher.written) } catch { gap = error }
        // Servers may redirect from one spelling to the other.
        let targets = [set.firstRecorded, set.matcher].compactMap { $0?.recordedTarget }
        if targets.contains(where: { ParsedURL($0).hasTrailingSlash }) { endsWithSlash = true }
        if !isSent {
            makeBody()
            // Other clauses, and operations, have items that are no part of the pattern.
            target = set.matcher.recordedTarget.flatMap {
                let hasAllItems = ParsedURL($0).queryItems.count >= items.count
                return hasAllItems && $0.isLiteral(asRecorded: set.isRecorded) ? $0 : nil
            }
        }
        let method = method ?? .get
        guard !isSent || settings.methods.contains(method) else {
            throw Gap(reason: "\(method)", hint: "sent only if named")
        }
        if let gap { throw gap }
        if isSent, [.post, .put, .patch].contains(method), body == nil {
            throw Gap(reason: "no body for \(method)", hint: "give one, which may be empty")
        }
        if let mismatch = set.matcher.mismatches(with: try asked()).first {
            throw Gap(
                reason: "no request can be made of its pattern", hint: "it wants \(mismatch.wants)")
        }
    }

    /// Returns the request as apps send it.
    func asked() throws(Gap) -> BarricadeRequest {
        let port = port.flatMap { $0 == ParsedURL.defaultPort(of: scheme) ? nil : ":\($0)" } ?? ""
        guard let request = BarricadeRequest(try urlRequest(to: "\(scheme)://\(host)\(port)"))
        else { throw .noURL }
        return request
    }

    /// Returns the request to another server, below its path.
    ///
    /// - Parameter server: A URL without a query.
    func urlRequest(to server: String) throws(Gap) -> URLRequest {
        let base = server.hasSuffix("/") ? String(server.dropLast()) : server
        let query = items.map { item in
            PercentEncoding.encoded(item.name)
                + (item.value.map { "=\(PercentEncoding.encoded($0))" } ?? "")
        }
        let suffix = query.isEmpty ? "" : "?\(query.joined(separator: "&"))"
        let path = path.isEmpty || endsWithSlash && !path.hasSuffix("/") ? path + "/" : path
        let target = target ?? path + suffix
        guard let url = URL(string: base + target) else {
            throw .noURL
        }
        var request = URLRequest(url: url)
        request.httpMethod = (method ?? .get).rawValue
        for field in headers.fields {
            request.addValue(field.value, forHTTPHeaderField: field.name)
        }
        if let body {
            request.httpBody = body
            if headers["Content-Type"] == nil, (try? JSONReader.read(body)) != nil {
                request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            }
        }
        return request
    }

    /// Skips clauses of other kinds; the whole request is checked afterwards.
    private mutating func satisfy(_ clause: any Clause) throws(Gap) {
        if let fault = clause.fault { throw Gap(reason: fault) }
        switch clause.joint {
        case .and: for part in clause.clauses { try satisfy(part) }
        // One is enough; the first is the plainest.
        case .or: for first in clause.clauses.prefix(1) { try satisfy(first) }
        case nil: try satisfy(condition: clause)
        }
    }

    private mutating func satisfy(condition: any Clause) throws(Gap) {
        switch condition {
        case let wanted as MethodClause: method = wanted.method
        case let wanted as URLClause:
            let target = ParsedURL(wanted.text)
            (scheme, host, port) = (target.scheme, target.hostAndPort, nil)
            (path, items) = (target.path, target.queryItems)
        case let wanted as SchemeClause: scheme = wanted.scheme
        case let wanted as HostClause:
            host = (wanted.isSuffix ? "www." : "") + wanted.text.drop { "*.".contains($0) }
        case let wanted as PortClause: port = wanted.port
        case let wanted as PathClause:
            path = ""
            for segment in wanted.segments {
                path += "/\(PercentEncoding.encoded(try text(of: segment)))"
            }
        case is TrailingSlashClause: endsWithSlash = true
        case let item as ItemClause: try add(item)
        case let wanted as ItemsClause: for item in wanted.items { try add(item) }
        case let operation as GraphQLClause: operations.append(operation.name)
        case let wanted as BodyClause: body = body ?? wanted.body.data
        case let wanted as JSONClause: body = body ?? Data("\(wanted.value)".utf8)
        default: break
        }
    }

    private mutating func add(_ item: ItemClause) throws(Gap) {
        switch item.kind {
        case .query: try add(queryItem: item)
        case .header:
            if headers[item.name] == nil { headers[item.name] = try value(of: item) }
        case .form: add(field: item)
        case .multipart: break
        }
    }

    private mutating func add(field: ItemClause) {
        if case .absent = field.expectation.kind { return }
        let value = PercentEncoding.encoded(wantedText(of: field) ?? "1")
        fields.append("\(PercentEncoding.encoded(field.name))=\(value)")
    }

    /// Makes the body that the clauses of forms and GraphQL want.
    private mutating func makeBody() {
        if !fields.isEmpty, body == nil {
            body = Data(fields.joined(separator: "&").utf8)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        }
        guard !operations.isEmpty, body == nil else { return }
        guard let method, method != .get else {
            if !items.contains(where: { $0.name == "operationName" }) {
                items.append(("operationName", operations[0]))
            }
            return
        }
        let all = operations.map { name -> JSONValue in
            ["operationName": .string(name), "query": .string("query \(name) { __typename }")]
        }
        body = Data("\(all.count == 1 ? all[0] : .array(all))".utf8)
        headers["Content-Type"] = MediaType.json
    }

    private func text(of segment: PathClause.Segment) throws(Gap) -> String {
        switch segment {
        case .literal(let text): return text
        case .one, .any: throw Gap(reason: "a wildcard in the path")
        case .value(let name): return try given(name, called: ":\(name)")
        }
    }

    private mutating func add(queryItem item: ItemClause) throws(Gap) {
        let name = item.name
        // Two clauses may name the same item.
        guard !items.contains(where: { $0.name == name }) else { return }
        switch item.expectation.kind {
        case .absent: break
        case .noValue: items.append((name, nil))
        default:
            if let text = wantedText(of: item) {
                items.append((name, own(name) ?? text))
            } else {
                items.append((name, try given(name, called: name)))
            }
        }
    }

    private func value(of field: ItemClause) throws(Gap) -> String? {
        if case .absent = field.expectation.kind { return nil }
        if let text = wantedText(of: field) { return text }
        throw Gap(
            reason: "no header field \(field.name.shortened)", hint: "give it with the others")
    }

    /// The text that a clause names; `nil` if it names none, or a secret, which is never taken from a
    /// pattern.
    private func wantedText(of clause: ItemClause) -> String? {
        switch clause.expectation.kind {
        case .equal(let text), .prefix(let text), .containing(let text):
            Secrets.isSecret(clause.name) ? nil : text
        case .absent, .noValue, .present, .regex, .unreadable: nil
        }
    }

    /// Returns the value that is given for the set, was recorded, or is given for all sets.
    private func given(_ name: String, called title: String) throws(Gap) -> String {
        if let value = own(name) ?? recorded[name] ?? values[name] { return value }
        throw Gap(
            reason: "no value for \(title.shortened)",
            hint: "give one for \(name.shortened) or \("\(set.name).\(name)".shortened)")
    }

    private func own(_ name: String) -> String? { values["\(set.name).\(name)"] }
}

extension String {
    /// Returns whether it is the only target that it matches as a pattern.
    ///
    /// - Parameter isRecorded: Whether an item without a value was recorded like that.
    fileprivate func isLiteral(asRecorded isRecorded: Bool) -> Bool {
        let parts = split(at: "?")
        return parts[0].split(separator: "/").allSatisfy { !":*".contains($0.first ?? "/") }
            && (isRecorded
                || parts.dropFirst().joined(separator: "?").split(separator: "&")
                    .allSatisfy { $0.contains("=") })
    }
}

extension RequestMatcher {
    /// The names of the segments and query items that a value can be given for.
    package var valueNames: [String] { written.pathNames + written.queryNames }
}

extension Clause {
    fileprivate var queryNames: [String] {
        switch self {
        case let item as ItemClause where item.kind == .query: [item.name]
        case let query as ItemsClause where query.kind == .query: query.items.map(\.name)
        default: clauses.flatMap(\.queryNames)
        }
    }
}

extension ResponseSet {
    /// Whether some of its responses were recorded.
    fileprivate var isRecorded: Bool { responses.contains { $0.recordedMark != nil } }

    /// The first request that a response was recorded for; `nil` if there is none.
    fileprivate var firstRecorded: RequestMatcher? {
        responses.lazy.flatMap { [$0] + ($0.elementsInTurn ?? []) }.compactMap(\.recordedFor.first)
            .first
    }

    /// The values of named segments and query items in the first recorded request.
    package var recordedValues: [String: String] { firstRecorded.map { values(in: $0) } ?? [:] }

    /// Returns the values of named segments and query items in recorded requests.
    fileprivate func values(in requests: RequestMatcher) -> [String: String] {
        let target = requests.recordedTarget ?? ""
        let recorded = Exchange.Request(method: .get, url: "https://host\(target)")
        let values = recorded.asked.map(matcher.pathValues) ?? [:]
        return ParsedURL(target).queryItems.reduce(
            into: values.filter { !$0.value.hasPrefix(":") }
        ) { values, item in
            values[item.name] = item.value ?? values[item.name]
        }
    }
}
