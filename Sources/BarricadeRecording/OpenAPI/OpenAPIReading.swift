import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

/// The import of an OpenAPI document: each operation becomes a set.
final class OpenAPIReading {
    let document: OpenAPIDocument
    private(set) var operationCount = 0
    private(set) var responseCount = 0
    /// What makes no set, response, clause or header field.
    private(set) var passedOver: [PassedOver] = []
    /// The responses whose body is missing, and those whose body does not fit.
    private(set) var (missing, misfits): ([PassedOver], [PassedOver]) = ([], [])
    private(set) var server = OpenAPIServer.any
    private(set) var serverCount = 0
    let sampler: SchemaSampler
    private let options: OpenAPISets.Options
    private var names = UniqueNames()
    /// The places of the sets by their matchers.
    private var places: [String: Int] = [:]
    private var sets: [Operation] = []
    /// Header fields that nobody has to send, with their first places.
    private var optionalFields: [String: (part: String, node: JSONNode, count: Int)] = [:]

    /// An operation, as a set that others with the same requests may join.
    private struct Operation {
        let name: String
        let matcher: RequestMatcher
        let group: String?
        let origin: ResponseSet.Origin
        var responses: [RecordedResponse]
        let fileName: String
        let width: Int

        var set: RecordedSet {
            var set = RecordedSet(
                name, on: matcher, origin: origin, responses: responses, for: types)
            set.group = group
            return set
        }

        /// The set without bodies, which are in files of their own.
        var bare: RecordedSet {
            var copy = self
            copy.responses = responses.map { response in
                guard case .reply(var reply) = response.outcome else { return response }
                reply.body = Data()
                return RecordedResponse(name: response.name, outcome: .reply(reply), delay: nil)
            }
            return copy.set
        }

        /// The responses of the first status in its media types; empty if it has only one.
        ///
        /// The first one is for any request; each of the others, for those that name it before
        /// the rest.
        private var types: [(name: String, request: RecordedRequest)] {
            var found: [(name: String, status: Int, type: String)] = []
            for response in responses {
                guard case .reply(let reply) = response.outcome,
                    let type = reply.headers["Content-Type"].flatMap(ContentType.init(parsing:)),
                    found.allSatisfy({ $0.type != type.name }),
                    found.first.map({ $0.status == reply.status.rawValue }) ?? true
                else { continue }
                found.append((response.name, reply.status.rawValue, type.name))
            }
            guard found.count > 1 else { return [] }
            return found.enumerated().map { index, one in
                let patterns = found.map {
                    NSRegularExpression.escapedPattern(for: $0.type).replacing(#"\/"#, with: "/")
                }
                let others = patterns.indices.filter { $0 != index }.map { patterns[$0] }
                let rule = "(?i)^((?!\(others.joined(separator: "|"))).)*\(patterns[index])"
                return (
                    one.name,
                    RecordedRequest(index == 0 ? nil : .header("Accept", .regex(rule)))
                )
            }
        }
    }

    init(_ document: OpenAPIDocument, _ options: OpenAPISets.Options) throws(BarricadeError) {
        self.document = document
        self.options = options
        sampler = SchemaSampler(document)
        let servers = document.root["servers"]?.elements ?? []
        serverCount = servers.count
        guard servers.isEmpty || servers.indices.contains(options.server - 1) else {
            throw BarricadeError(
                .unreadableArchive,
                """
                The OpenAPI document has no server \(options.server): it has \
                \(servers.count.counted("server")).

                To fix: give a number from 1 to \(servers.count).
                """)
        }
        if !servers.isEmpty { server = OpenAPIServer(reading: servers[options.server - 1]) }
        if let url = options.base { server = OpenAPIServer(url) }
    }

    private static let calls = "they are requests of the server"
    private static let methods: Set<String> = [
        "get", "put", "post", "delete", "options", "head", "patch", "trace", "query",
    ]

    /// Makes the sets; narrow paths come before wide ones, or else as in the document.
    func makeSets() -> [(set: RecordedSet, fileName: String)] {
        let paths = document.root["paths"]?.members ?? []
        for (index, path) in paths.enumerated() where !path.key.hasPrefix("x-") {
            let item = attempt(path.key, path.value) { try document.resolved(path.value) }
            guard let item else { continue }
            let others = item["additionalOperations"]?.members.map { ($0.key, $0.value) } ?? []
            let operations =
                item.members.filter { Self.methods.contains($0.key) }.map {
                    ($0.key.uppercased(), $0.value)
                } + others
            for (method, operation) in operations {
                operationCount += 1
                _ = attempt("\(method) \(path.key)", operation) {
                    try addSet(method, path.key, operation, item)
                }
            }
            if index % 50 == 49 || index == paths.count - 1 {
                options.progress?(index + 1, paths.count)
            }
        }
        for (name, field) in optionalFields {
            let rest = field.count == 1 ? "" : " and \((field.count - 1).counted("more response"))"
            pass(
                over: "\(field.part), \(name)\(rest)", field.node,
                PassingReason("it is optional, and has no example"))
        }
        pass(over: "webhooks", of: document.root, nil, Self.calls)
        let schemes = document.root["components"]
        pass(over: "securitySchemes", of: schemes, nil, "security schemes are not checked")
        return sets.ordered(by: \.width).map { ($0.set, $0.fileName) }
    }

    // MARK: What is told

    func pass(over part: String, _ node: JSONNode, _ reason: PassingReason) {
        passedOver.append(passed(part, node, reason))
    }

    private func passed(_ part: String, _ node: JSONNode, _ reason: PassingReason) -> PassedOver {
        PassedOver(line: document.line(of: node), request: part.shortened(to: 200), reason)
    }

    /// Notes a part that is never imported, if it is there.
    private func pass(over key: String, of owner: JSONNode?, _ title: String?, _ reason: String) {
        guard let part = owner?[key] else { return }
        pass(over: title.map { "\($0), \(key)" } ?? key, part, PassingReason(reason))
    }

    /// Notes that a response has no body.
    func miss(_ part: String, _ node: JSONNode, _ error: any Error) {
        let reason = error as? PassingReason ?? PassingReason("\(error)")
        missing.append(passed(part, node, reason))
    }

    /// Notes the faults of a body.
    func note(_ faults: [SchemaFault], of part: String, at node: JSONNode) {
        for fault in faults {
            let place = fault.place
            let told = passed(
                place.isEmpty ? part : "\(part), \(place)",
                fault.node.range.isEmpty ? node : fault.node, PassingReason(fault.reason))
            if fault.isCut { passedOver.append(told) } else { misfits.append(told) }
        }
    }

    func noteOptionalField(_ name: String, of part: String, _ node: JSONNode) {
        optionalFields[name, default: (part, node, 0)].count += 1
    }

    /// Returns what a body returns; `nil` if the part is passed over.
    func attempt<Value>(_ part: String, _ node: JSONNode, _ body: () throws -> Value) -> Value? {
        do {
            return try body()
        } catch {
            pass(over: part, node, error as? PassingReason ?? PassingReason("\(error)"))
            return nil
        }
    }

    // MARK: Operations

    private func addSet(
        _ method: String, _ path: String, _ operation: JSONNode, _ item: JSONNode
    ) throws {
        let title = "\(method) \(path)"
        let parameters = parameters(title, operation, item)
        let rests = parameters.filter {
            $0.place == "path" && $0.parts?["format"].first?.string == "path"
        }.map(\.name)
        let template = OpenAPIPath(path, rests: Set(rests))
        let clauses = parameters.compactMap { clause(of: $0, title) }
        let base = server(title, operation, item).base
        let matcher = clauses.reduce(template.matcher(method, below: base)) { $0 && $1 }
        if let fault = matcher.faults.first { throw PassingReason(fault) }
        pass(over: "callbacks", of: operation, title, Self.calls)
        let responses = responses(title, operation)
        guard !responses.isEmpty else { throw PassingReason("it has no response") }
        let id = operation["operationId"]?.text.flatMap { $0.isEmpty ? nil : $0 } ?? title
        if let place = places["\(matcher)"] {
            pass(
                over: title, operation,
                PassingReason(
                    "an earlier operation has the same requests, and its set has these responses"))
            sets[place].responses += responses.map {
                RecordedResponse(name: "\($0.name) (\(id))", outcome: $0.outcome, delay: nil)
            }
            return
        }
        // Of operations with the same path, the one that wants more comes first.
        let width = template.width * 1_000 - clauses.count
        let own = Operation(
            name: names.next(id), matcher: matcher,
            group: operation["tags"]?.elements.lazy.compactMap(\.text).first { !$0.isEmpty },
            origin: .init(fileID: document.title, line: UInt(document.line(of: operation))),
            responses: responses, fileName: FileName([method, path]).text, width: width)
        if let fault = ManifestPart.fault(of: own.bare.responseSet) {
            throw PassingReason("no folder can hold it, since it \(fault)")
        }
        places["\(matcher)"] = sets.count
        sets.append(own)
    }

    private func server(_ title: String, _ operation: JSONNode, _ item: JSONNode) -> OpenAPIServer {
        guard options.base == nil,
            let owner = [operation, item].first(where: { $0["servers"]?.elements.isEmpty == false }
            ),
            let first = owner["servers"]?.elements.first
        else { return server }
        let own = OpenAPIServer(reading: first)
        let reason = own.notes.isEmpty ? "" : " (\(own.notes.joined(separator: "; ")))"
        for other in owner["servers"]?.elements.dropFirst() ?? [] {
            pass(over: title, other, PassingReason("only its first server is used, \(own.base)"))
        }
        if !reason.isEmpty {
            pass(over: title, first, PassingReason("its server is \(own.base)\(reason)"))
        }
        return own
    }

    // MARK: Responses

    /// Returns the responses: the first success, then the others of success, then the rest.
    private func responses(_ title: String, _ operation: JSONNode) -> [RecordedResponse] {
        let members = (operation["responses"]?.members ?? []).filter { !$0.key.hasPrefix("x-") }
            .map { ($0.key, $0.value) }
        let hasSuccess = members.contains { key, _ in key.hasPrefix("2") || key.hasPrefix("3") }
        func rank(_ key: String) -> Int {
            if !hasSuccess { return key == "default" ? 0 : 1 }
            return key.hasPrefix("2") ? Int(key) ?? 299 : 1_000
        }
        var names = UniqueNames()
        return members.ordered { rank($0.0) }.flatMap { key, response -> [RecordedResponse] in
            let part = "\(title), \(key)"
            responseCount += 1
            let found = attempt(part, response) {
                let number = Int(key.uppercased().replacing("XX", with: "00"))
                guard let status = key == "default" ? hasSuccess ? 500 : 200 : number,
                    (200...599).contains(status)
                else { throw PassingReason("it is not the status of a final response") }
                let response = try document.resolved(response)
                pass(over: "links", of: response, part, "links to other operations are not kept")
                let code = HTTP.Status(status)
                return (headers(part, code, response), replies(part, key, code, response))
            }
            guard let (headers, replies) = found else { return [] }
            return replies.map { name, reply in
                var reply = reply
                reply.headers = HTTP.Headers(reply.headers.fields + headers)
                return RecordedResponse(name: names.next(name), outcome: .reply(reply), delay: nil)
            }
        }
    }
}
