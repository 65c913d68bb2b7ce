import Barricade
import BarricadeFolder
import Foundation

extension OpenAPIReading {
    /// A parameter of an operation.
    struct Parameter {
        let node: JSONNode
        let name: String
        let place: String
        /// The parts of its schema; `nil` if they cannot be read.
        let parts: SchemaParts?

        /// Whether it is the rest of a path.
        var isRest: Bool { place == "path" && parts?["format"].first?.string == "path" }

        /// Whether its value is an object, as far as its schema tells.
        fileprivate var isObject: Bool {
            guard let parts else { return false }
            if !parts["type"].isEmpty { return parts.types.contains("object") }
            let isChoice = !(parts["oneOf"] + parts["anyOf"]).isEmpty
            return !parts["properties"].isEmpty || isChoice && node["style"]?.text == "deepObject"
        }
    }

    /// Returns a parameter or header field, the media type in which it is written, if there is one,
    /// and its schema.
    func field(
        _ node: JSONNode
    ) throws -> (node: JSONNode, media: JSONNode.Member?, schemas: [JSONNode]) {
        let node = try document.resolved(node)
        var media = node["content"]?.members.first
        if let own = media?.value { media?.value = try document.resolved(own) }
        let schema = node.member("schema") ?? media?.value.member("schema")
        return (node, media, [schema].compactMap(\.self))
    }

    /// Returns the parameters; one of the operation takes the place of one of the path.
    func parameters(_ title: String, _ operation: JSONNode, _ item: JSONNode) -> [Parameter] {
        var seen: Set<[String]> = []
        return [operation, item].flatMap { $0.elements(of: "parameters") }.compactMap { node in
            guard let (node, _, schemas) = attempt(title, node, { try field(node) }),
                let name = node["name"]?.text, let place = node["in"]?.text,
                seen.insert([name, place]).inserted
            else { return nil }
            let parts = try? checker.parts(of: schemas)
            return Parameter(node: node, name: name, place: place, parts: parts)
        }
    }

    /// Returns the clause of a required parameter; `nil` if it makes none.
    func clause(of parameter: Parameter, _ title: String) -> RequestMatcher? {
        guard parameter.node.isTrue("required") else { return nil }
        let name = parameter.name
        let values = parameter.parts.map { $0["const"] + $0["enum"].flatMap(\.elements) } ?? []
        let isOne = values.count == 1 && parameter.parts?.types != ["array"]
        let value = isOne ? values[0].text.map(ValueExpectation.equal) ?? .present : .present
        switch parameter.place {
        case "path": return nil
        case "header":
            // OpenAPI ignores these header fields.
            let ignored = ["accept", "content-type", "authorization"]
            return ignored.contains(name.lowercased()) ? nil : .header(name, value)
        case "query":
            let isInJSON = parameter.node["content"] != nil
            guard !isInJSON, parameter.isObject else { return .query(name, value) }
            return objectClause(parameter, title)
        case "querystring":
            let required = parameter.parts?["required"].flatMap(\.strings) ?? []
            return required.isEmpty ? nil : required.reduce(.any) { $0 && .query($1) }
        default:
            tell(title, parameter.node, "a required cookie makes no clause")
            return nil
        }
    }

    /// Returns the responses whose example has the name of an example of the request, each for that
    /// request; the first one is for any other, too.
    func pairs(
        of replies: [(response: RecordedResponse, example: String?)], _ template: String,
        _ parameters: [Parameter], _ operation: JSONNode, below base: String
    ) -> [(name: String, request: RecordedRequest)] {
        let media = (try? operation["requestBody"].map(document.resolved))?["content"]?.members
            .first { $0.key.contains("json") }
        let body = media.flatMap { try? document.resolved($0.value) }
        var seen: Set<String> = []
        let found = replies.compactMap {
            reply, example -> (name: String, request: RecordedRequest)? in
            guard let example, seen.insert(example).inserted,
                let matcher = matcher(of: example, template, parameters, body, below: base)
            else { return nil }
            return (reply.name, RecordedRequest(matcher))
        }
        guard let first = replies.first?.response.name, !found.isEmpty else { return [] }
        return (found.contains { $0.name == first } ? [] : [(first, RecordedRequest())]) + found
    }

    /// Returns the matcher of the request that the examples of a name make; `nil` if it has none.
    private func matcher(
        of name: String, _ template: String, _ parameters: [Parameter], _ body: JSONNode?,
        below base: String
    ) -> RequestMatcher? {
        func value(in node: JSONNode?) -> JSONNode? {
            let example = node?.member("examples")?[name].flatMap { try? document.resolved($0) }
            return example?.member("value") ?? example?.member("dataValue")
        }
        var (path, items, others) = (template, [String](), [RequestMatcher]())
        for parameter in parameters {
            guard let text = value(in: parameter.node)?.text else { continue }
            let encoded = PercentEncoding.encoded(text)
            switch parameter.place {
            case "path": path = path.replacing("{\(parameter.name)}", with: encoded)
            case "query": items.append("\(PercentEncoding.encoded(parameter.name))=\(encoded)")
            case "header": others.append(.header(parameter.name, text))
            default: break
            }
        }
        if let value = value(in: body) { others.append(.json(value.value)) }
        let isOne = path != template || !items.isEmpty
        // It counts in what a response was recorded for.
        if path.hasSuffix("/") { path.removeLast() }
        if !items.isEmpty {
            path += (path.contains("?") ? "&" : "?") + items.joined(separator: "&")
        }
        let target = OpenAPIPath(path).matcher(nil, below: ParsedURL(base).path)
        let all = (isOne ? [target] : []) + others
        return all.count > 1 ? .joined(.and, all) : all.first
    }

    /// Returns the clause of an object in the query, in any of its spellings.
    private func objectClause(_ parameter: Parameter, _ title: String) -> RequestMatcher? {
        let (name, keys) = (parameter.name, properties(of: parameter.parts))
        if keys.isEmpty {
            let reason = "an object in the query without named members makes no clause"
            tell(title, parameter.node, reason)
            return nil
        }
        // The default style spreads it over items of its own.
        let style = parameter.node["style"]?.text ?? "form"
        let isSpread = style == "form" && parameter.node.member("explode")?.scalar?.bool != false
        return keys.reduce(.query(name)) { $0 || .query(isSpread ? $1 : "\(name)[\($1)]") }
    }

    /// Returns the names of members, also those of alternatives.
    private func properties(of parts: SchemaParts?, level: Int = 0) -> [String] {
        guard level < 8, let parts else { return [] }
        let others = (parts["oneOf"] + parts["anyOf"]).flatMap(\.elements)
        return parts.members(of: "properties").map(\.key)
            + others.flatMap { other in
                properties(of: try? checker.parts(of: [other]), level: level + 1)
            }
    }
}
