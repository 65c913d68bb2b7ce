import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

/// The import of an OpenAPI document: each operation becomes a set.
final class OpenAPIReading {
    /// Something that a reader of the report has to know.
    enum Kind {
        /// A response has no body.
        case missing
        /// A body does not fit.
        case misfit
        /// A part makes no set, response, clause or header field.
        case passedOver
    }

    /// A part, and what makes it the same as others: the rule that is broken, and the reason.
    typealias Told = (part: PassedOver, source: String)

    let document: OpenAPIDocument
    let sampler: SchemaSampler
    var checker: SchemaChecker { sampler.checker }
    let server: OpenAPIServer
    private(set) var operationCount = 0
    var responseCount = 0
    private var told: [Kind: [Told]] = [:]
    private var toldExamples: Set<Int> = []
    /// Header fields that nobody has to send, with their first places.
    var optionalFields: [String: (part: String, node: JSONNode, count: Int)] = [:]
    private let options: OpenAPISets.Options
    private var names = UniqueNames()
    private var sets: [(set: RecordedSet, fileName: String, width: Int)] = []
    /// The places of the sets by what makes their requests the same.
    private var places: [[String]: Int] = [:]

    init(_ document: OpenAPIDocument, _ options: OpenAPISets.Options) throws(BarricadeError) {
        self.document = document
        self.options = options
        sampler = SchemaSampler(document)
        let servers = document.root.elements(of: "servers")
        guard servers.isEmpty || servers.indices.contains(options.server - 1) else {
            throw BarricadeError(
                .unreadableArchive,
                """
                The OpenAPI document has no server \(options.server): it has \
                \(servers.count.counted("server")).

                To fix: give a number from 1 to \(servers.count).
                """)
        }
        let given = options.base.map { JSONNode(["url": .string($0.absoluteString)]) }
        server = given.map { .init([$0]) } ?? .init(servers, number: options.server)
    }

    private static let methods: Set<String> = [
        "get", "put", "post", "delete", "options", "head", "patch", "trace", "query",
    ]

    /// Makes the sets; narrow paths come before wide ones, or else as in the document.
    func makeSets() -> [(set: RecordedSet, fileName: String)] {
        let paths = document.root.members(of: "paths")
        for (index, path) in paths.enumerated() where !path.key.hasPrefix("x-") {
            let item = attempt(path.key, path.value) { try document.resolved(path.value) }
            guard let item else { continue }
            let usual = item.members.filter { Self.methods.contains($0.key) }
            let operations =
                usual.map { ($0.key.uppercased(), $0.value) }
                + item.members(of: "additionalOperations").map { ($0.key, $0.value) }
            for (method, operation) in operations {
                operationCount += 1
                _ = attempt("\(method) \(path.key)", operation) {
                    try addSet(method, path.key, document.resolved(operation), item)
                }
            }
            if index % 50 == 49 || index == paths.count - 1 {
                options.progress?(index + 1, paths.count)
            }
        }
        for (name, field) in optionalFields.sorted(by: { $0.key < $1.key }) {
            let rest = field.count == 1 ? "" : " and \((field.count - 1).counted("more response"))"
            let part = "\(field.part), \(name)\(rest)"
            tell(part, field.node, "an optional header field has no example")
        }
        tellIgnored("webhooks", of: document.root, "they are requests of the server")
        let components = document.root["components"]
        tellIgnored("securitySchemes", of: components, "security schemes are not checked")
        return sets.ordered(by: \.width).map { ($0.set, $0.fileName) }
    }

    // MARK: What is told

    /// Returns what was told of a kind, in the order of the document.
    func told(_ kind: Kind) -> [Told] { (told[kind] ?? []).ordered(by: \.part.line) }

    func tell(
        _ part: String, _ node: JSONNode, _ reason: String, as kind: Kind = .passedOver,
        at rule: JSONNode? = nil
    ) {
        let (line, request) = (document.line(of: node), part.shortened(to: 200))
        let part = PassedOver(line: line, request: request, PassingReason(reason))
        let place = rule.map { "\(document.references.place(of: $0)) " } ?? ""
        told[kind, default: []].append((part, place + reason))
    }

    /// Tells of the faults of a body.
    func tell(_ faults: [SchemaFault], of part: String, _ node: JSONNode) {
        for fault in faults {
            // The same schema may be in many bodies.
            if fault.kind == .example,
                !toldExamples.insert(document.references.place(of: fault.node)).inserted
            {
                continue
            }
            let place = fault.place
            tell(
                place.isEmpty ? part : "\(part), \(place)",
                fault.node.range.isEmpty ? node : fault.node, fault.reason,
                as: fault.isOfWhatFits ? .passedOver : .misfit, at: fault.source)
        }
    }

    /// Tells of a part that is never imported, if it is there.
    func tellIgnored(
        _ key: String, of owner: JSONNode?, _ reason: String, at title: String? = nil
    ) {
        guard let part = owner?[key] else { return }
        tell(title.map { "\($0), \(key)" } ?? key, part, reason)
    }

    /// Returns what a body returns; `nil` if the part is passed over.
    func attempt<Value>(_ part: String, _ node: JSONNode, _ body: () throws -> Value) -> Value? {
        do {
            return try body()
        } catch {
            tell(part, node, "\(error)")
            return nil
        }
    }

    // MARK: Operations

    private func addSet(
        _ method: String, _ path: String, _ operation: JSONNode, _ item: JSONNode
    ) throws {
        let title = "\(method) \(path)"
        let parameters = parameters(title, operation, item)
        let rests = Set(parameters.filter(\.isRest).map(\.name))
        let template = OpenAPIPath(path, rests: rests)
        let clauses = parameters.compactMap { clause(of: $0, title) }
        let base = server(title, operation, item).base
        let matcher = clauses.reduce(template.matcher(HTTP.Method(method), below: base)) {
            $0 && $1
        }
        if let fault = matcher.faults.first { throw PassingReason(fault) }
        tellIgnored("callbacks", of: operation, "they are requests of the server", at: title)
        let replies = replies(title, operation)
        let responses = replies.map(\.response)
        guard !responses.isEmpty else { throw PassingReason("it has no response") }
        let id = operation["operationId"]?.text.flatMap { $0.isEmpty ? nil : $0 } ?? title
        let requests = [method, base, template.shape] + clauses.map { "\($0)" }.sorted()
        if let place = places[requests] {
            tell(
                title, operation,
                "a set of its own, since that of an earlier operation has the same requests, and "
                    + "these responses now")
            sets[place].set.append(responses, of: id)
            return
        }
        let pairs = pairs(of: replies, path, parameters, operation, below: base)
        var set = RecordedSet(
            names.next(id), on: matcher,
            origin: .init(fileID: document.title, line: UInt(document.line(of: operation))),
            responses: responses,
            for: pairs.isEmpty ? OpenAPIContent.choices(among: responses) : pairs,
            by: pairs.isEmpty ? "By Accept" : "By Example")
        set.group = operation["tags"]?.elements.lazy.compactMap(\.text).first { !$0.isEmpty }
        try set.check()
        places[requests] = sets.count
        // Of operations with the same path, the one that wants more comes first.
        let width = template.width * 1_000 - clauses.count
        sets.append((set, FileName([method, path]).text, width))
    }

    private func server(_ title: String, _ operation: JSONNode, _ item: JSONNode) -> OpenAPIServer {
        let servers = [operation, item].lazy.map { $0.elements(of: "servers") }
        guard options.base == nil, let own = servers.first(where: { !$0.isEmpty }) else {
            return server
        }
        let server = OpenAPIServer(own)
        if !server.notes.isEmpty { tell(title, own[0], "other servers than \(server)") }
        return server
    }
}
