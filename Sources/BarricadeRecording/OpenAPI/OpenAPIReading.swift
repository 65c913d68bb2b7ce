import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

/// The import of an OpenAPI document: each operation becomes a set.
final class OpenAPIReading {
    let document: OpenAPIDocument
    private(set) var operationCount = 0
    private(set) var passedOver: [PassedOver] = []
    private let schemas: OpenAPISchemas
    private var names = UniqueNames()
    private var matchers: Set<String> = []

    init(_ document: OpenAPIDocument) {
        self.document = document
        schemas = OpenAPISchemas(document)
    }

    private static let calls = "they are requests of the server"
    private static let methods: Set<String> = [
        "get", "put", "post", "delete", "options", "head", "patch", "trace",
    ]

    /// Makes the sets; narrow paths come before wide ones, or else as in the document.
    func sets() -> [(set: RecordedSet, fileName: String)] {
        var sets: [(set: RecordedSet, fileName: String, width: Int)] = []
        let base = self.base(document.root, "servers")
        for path in document.root["paths"]?.members ?? [] {
            let item = attempt(path.key, path.value) { try document.resolved(path.value) }
            guard let item else { continue }
            for operation in item.members where Self.methods.contains(operation.key) {
                operationCount += 1
                let method = operation.key.uppercased()
                let set = attempt("\(method) \(path.key)", operation.value) {
                    try responseSet(method, path.key, operation.value, item, base)
                }
                if let set { sets.append(set) }
            }
        }
        pass(over: "webhooks", of: document.root, nil, Self.calls)
        let schemes = document.root["components"]
        pass(over: "securitySchemes", of: schemes, nil, "security schemes are not checked")
        return sets.ordered(by: \.width).map { ($0.set, $0.fileName) }
    }

    private func pass(over part: String, _ node: JSONNode, _ reason: PassingReason) {
        passedOver.append(
            PassedOver(
                line: document.line(of: node), request: part.shortened(to: 100), reason))
    }

    /// Notes a part that is never imported, if it is there.
    private func pass(over key: String, of owner: JSONNode?, _ title: String?, _ reason: String) {
        guard let part = owner?[key] else { return }
        pass(over: title.map { "\($0), \(key)" } ?? key, part, PassingReason(reason))
    }

    /// Returns what a body returns; `nil` if the part is passed over.
    private func attempt<Value>(
        _ part: String, _ node: JSONNode, _ body: () throws -> Value
    ) -> Value? {
        do {
            return try body()
        } catch {
            pass(over: part, node, error as? PassingReason ?? PassingReason("\(error)"))
            return nil
        }
    }

    // MARK: Operations

    private func responseSet(
        _ method: String, _ path: String, _ operation: JSONNode, _ item: JSONNode, _ base: String
    ) throws -> (set: RecordedSet, fileName: String, width: Int) {
        let title = "\(method) \(path)"
        let template = OpenAPIPath(path)
        let owner = [operation, item].first { $0["servers"]?.elements.isEmpty == false }
        let ownBase = owner.map { self.base($0, title) } ?? base
        let clauses = clauses(title, operation, item)
        let matcher = clauses.reduce(template.matcher(method, below: ownBase)) { $0 && $1 }
        if let fault = matcher.faults.first { throw PassingReason(fault) }
        guard matchers.insert("\(matcher)").inserted else {
            throw PassingReason("an earlier operation has the same method, path and parameters")
        }
        let responses = responses(title, operation)
        pass(over: "callbacks", of: operation, title, Self.calls)
        guard !responses.isEmpty else { throw PassingReason("it has no response") }
        let id = operation["operationId"]?.text.flatMap { $0.isEmpty ? nil : $0 } ?? title
        var set = RecordedSet(
            names.next(id.shortened(to: 100)), on: matcher,
            origin: .init(fileID: document.title, line: UInt(document.line(of: operation))),
            responses: responses)
        set.group = operation["tags"]?.elements.lazy.compactMap(\.text).first { !$0.isEmpty }
        if let fault = ManifestPart.fault(of: set.responseSet) {
            throw PassingReason("no folder can hold it, since it \(fault)")
        }
        // Of operations with the same path, the one that wants more comes first.
        let width = template.width * 1_000 - clauses.count
        return (set, FileName([method, path]).text, width)
    }

    /// Returns the first server's URL without a slash at its end, or its path; empty for none.
    private func base(_ owner: JSONNode, _ part: String) -> String {
        let servers = owner["servers"]?.elements ?? []
        guard let server = servers.first, var url = server["url"]?.text else { return "" }
        for variable in server["variables"]?.members ?? [] {
            url.replace("{\(variable.key)}", with: variable.value["default"]?.text ?? "")
        }
        for other in servers.dropFirst() {
            pass(over: part, other, PassingReason("only the first server is used, \(url)"))
        }
        if url.contains("://") { return url.hasSuffix("/") ? String(url.dropLast()) : url }
        return url.split(separator: "/").filter { $0 != "." }.reduce("") { "\($0)/\($1)" }
    }

    /// Returns the clauses of the required parameters, in the order of the document.
    private func clauses(
        _ title: String, _ operation: JSONNode, _ item: JSONNode
    ) -> [RequestMatcher] {
        var seen: Set<[String]> = []
        var clauses: [RequestMatcher] = []
        // A parameter of the operation takes the place of one of the path.
        for node in [operation, item].flatMap({ $0["parameters"]?.elements ?? [] }) {
            guard let parameter = attempt(title, node, { try document.resolved(node) }),
                let name = parameter["name"]?.text, let place = parameter["in"]?.text,
                seen.insert([name, place]).inserted, parameter.isTrue("required")
            else { continue }
            let schema = parameter["schema"].flatMap { try? document.resolved($0) }
            let values = schema?["enum"]?.elements ?? []
            let value = values.count == 1 ? values[0].text.map(ValueExpectation.equal) : nil
            // OpenAPI ignores these header fields.
            let isIgnored = ["accept", "content-type", "authorization"].contains(name.lowercased())
            if place == "path" || place == "header" && isIgnored { continue }
            if place == "query", schema?["type"]?.string != "object" {
                clauses.append(.query(name, value ?? .present))
            } else if place == "header" {
                clauses.append(.header(name, value ?? .present))
            } else {
                let reason = "a required cookie, or object in the query, makes no clause"
                pass(over: title, node, PassingReason(reason))
            }
        }
        return clauses
    }

    // MARK: Responses

    /// Returns the responses, those of success first.
    private func responses(_ title: String, _ operation: JSONNode) -> [RecordedResponse] {
        let members = (operation["responses"]?.members ?? []).filter { !$0.key.hasPrefix("x-") }
            .map { ($0.key, $0.value) }
        let hasSuccess = members.contains { key, _ in key.hasPrefix("2") || key.hasPrefix("3") }
        let first = hasSuccess ? "2" : "default"
        var names = UniqueNames()
        return members.ordered { $0.0.hasPrefix(first) ? 0 : 1 }.flatMap {
            key, response -> [RecordedResponse] in
            let part = "\(title), \(key)"
            let found = attempt(part, response) {
                let code = Int(key.uppercased().replacing("XX", with: "00"))
                guard let status = key == "default" ? hasSuccess ? 500 : 200 : code,
                    (200...599).contains(status)
                else { throw PassingReason("it is not the status of a final response") }
                let response = try document.resolved(response)
                pass(over: "links", of: response, part, "links to other operations are not kept")
                return (headers(part, response), replies(part, key, HTTP.Status(status), response))
            }
            guard let (headers, replies) = found else { return [] }
            return replies.map { name, reply in
                var reply = reply
                reply.headers = HTTP.Headers(reply.headers.fields + headers)
                return RecordedResponse(name: names.next(name), outcome: .reply(reply), delay: nil)
            }
        }
    }

    /// Header fields that follow from the body.
    private static let bodyFields = [
        "content-encoding", "content-length", "content-type", "transfer-encoding",
    ]

    /// Returns the header fields of a response that are required, or have an example or default.
    private func headers(_ part: String, _ response: JSONNode) -> [HTTP.Headers.Field] {
        (response["headers"]?.members ?? []).compactMap { member in
            let name = member.key
            if Self.bodyFields.contains(name.lowercased()) { return nil }
            return attempt("\(part), \(name)", member.value) {
                let header = try document.resolved(member.value)
                let schema = header.member("schema") ?? JSONNode(members: [])
                let given = try schemas.parts(of: [header, schema]).given.first
                guard given != nil || header.isTrue("required") else {
                    throw PassingReason("it is optional, and has no example")
                }
                let value = try given ?? schemas.example(of: schema)
                let text = value.string ?? value.scalar.map { "\($0)" }
                guard let text, HTTP.Headers([.init(name, text)]).fault == nil else {
                    throw PassingReason("its example cannot be sent as a header field")
                }
                return HTTP.Headers.Field(name, text)
            }
        }
    }

    /// Returns the replies of a response, with their names; one without a body if it has none.
    private func replies(
        _ part: String, _ key: String, _ status: HTTP.Status, _ response: JSONNode
    ) -> [(name: String, reply: Exchange.Reply)] {
        let content = response["content"]?.members ?? []
        guard let media = content.first(where: { Self.isJSON($0.key) }) ?? content.first,
            ![204, 205, 304].contains(status)
        else { return [(key, Exchange.Reply(status: status))] }
        var examples = (media.value["examples"]?.members ?? []).map { ($0.key, $0.value) }
        if let example = media.value.member("example") {
            examples.append(("example", JSONNode(members: [("value", example)])))
        }
        let given = examples.compactMap { name, node in
            attempt(part, node) {
                guard let value = try document.resolved(node).member("value") else {
                    throw PassingReason("its example is in another file")
                }
                let reply = try Self.reply(status, value, media.key)
                return (examples.count > 1 ? "\(key) (\(name))" : key, reply)
            }
        }
        if !given.isEmpty { return given }
        let made = attempt(part, media.value) {
            let schema = media.value.member("schema") ?? JSONNode(members: [])
            return try Self.reply(status, schemas.example(of: schema), media.key)
        }
        return [(key, made ?? Exchange.Reply(status: status))]
    }

    private static func isJSON(_ type: String) -> Bool {
        let name = ContentType(parsing: type)?.name ?? ""
        return ["/json", "+json", "/*"].contains(where: name.hasSuffix)
    }

    private static func reply(
        _ status: HTTP.Status, _ value: JSONNode, _ type: String
    ) throws -> Exchange.Reply {
        guard let text = isJSON(type) ? value.compact : value.string else {
            throw PassingReason("its body is neither JSON nor an example text")
        }
        let type = type.contains("*") ? MediaType.json : type
        return Exchange.Reply(
            status: status, headers: ["Content-Type": type], body: Data(text.utf8))
    }
}
