import Barricade
import BarricadeFolder
import Foundation

extension OpenAPIReading {
    /// A value for a body: an example of the document, or made for the schema.
    private struct Sample {
        /// The name among several examples.
        var name: String?
        var value: SchemaValue
        /// Whether it is the text of the body, if it is a text.
        var isWritten = false
        /// The part of the document that gives it.
        let node: JSONNode
    }

    /// Returns the replies of a response, with their names; one without a body if it has none.
    func replies(
        _ part: String, _ key: String, _ status: HTTP.Status, _ response: JSONNode
    ) -> [(name: String, reply: Exchange.Reply)] {
        let fields = headers(part, status, response)
        let plain = Exchange.Reply(status: status, headers: HTTP.Headers(fields))
        if [204, 205, 304].contains(status) { return [(key, plain)] }
        let types = (response["content"]?.members ?? []).compactMap { member in
            attempt("\(part), \(member.key)", member.value) {
                guard let content = OpenAPIContent(member.key) else {
                    let shown = member.key.shortened(to: 100).debugDescription
                    throw PassingReason("\(shown) is no media type")
                }
                return (content: content, media: try document.resolved(member.value))
            }
        }.ordered { $0.content.rank }
        let replies = types.enumerated().flatMap { index, type in
            let (content, media) = type
            let own = content.isStream ? media.member("itemSchema") : nil
            let schemas = [own ?? media.member("schema")].compactMap(\.self)
            let part = index == 0 ? part : "\(part) (\(content.type))"
            return samples(part, media, schemas, content).map { sample in
                let names = [index == 0 ? nil : content.type, sample?.name].compactMap(\.self)
                var reply = plain
                reply.headers = HTTP.Headers([.init("Content-Type", content.type)] + fields)
                reply.body = sample.flatMap { body(of: $0, part, schemas, content) } ?? Data()
                return (names.isEmpty ? key : "\(key) (\(names.joined(separator: ", ")))", reply)
            }
        }
        return replies.isEmpty ? [(key, plain)] : replies
    }

    /// Returns the bytes of a body, and tells whether it fits; `nil` if there are none.
    private func body(
        of sample: Sample, _ part: String, _ schemas: [JSONNode], _ content: OpenAPIContent
    ) -> Data? {
        let part = sample.name.map { "\(part), \($0)" } ?? part
        do {
            let body = try content.body(
                of: sample.value, isWritten: sample.isWritten, schemas, sampler.checker)
            tell(sample.value.faults, of: part, sample.node)
            return body
        } catch {
            tell(part, sample.node, "\(error)", as: .missing)
            return nil
        }
    }

    /// Returns an example with its fault; one for JSON may be a text that holds it.
    private func judged(
        _ example: Sample, _ schemas: [JSONNode], _ content: OpenAPIContent
    ) -> Sample {
        var example = example
        guard content.isJSON, !example.isWritten else {
            example.isWritten = true
            return example
        }
        guard let fault = sampler.checker.fault(of: example.value, in: schemas) else {
            return example
        }
        let text = example.value.node.string
        let inner = text.flatMap { try? JSONNode.read(Array($0.utf8)) }.map {
            SchemaValue(reading: $0)
        }
        if let inner, sampler.checker.fault(of: inner, in: schemas) == nil {
            example.value = inner
        } else {
            example.value = example.value.adding(fault.blaming(example.node))
        }
        return example
    }

    /// Returns the examples of a media type, or what is made for its schema; `nil` for no value.
    private func samples(
        _ part: String, _ media: JSONNode, _ schemas: [JSONNode], _ content: OpenAPIContent
    ) -> [Sample?] {
        let examples = examples(part, of: media)
        if !examples.isEmpty { return examples.map { judged($0, schemas, content) } }
        let node = schemas.first ?? media
        do {
            // A schema without keywords allows anything.
            let isBlank = schemas.allSatisfy { $0.isObject && $0.members.isEmpty }
            let value = isBlank ? content.blank : try sampler.example(of: node)
            return [Sample(value: value, node: node)]
        } catch {
            tell(part, node, "\(error)", as: .missing)
            return [nil]
        }
    }

    /// Returns the examples of a media type or a header field.
    private func examples(_ part: String, of owner: JSONNode) -> [Sample] {
        var given = (owner["examples"]?.members ?? []).map { ($0.key, $0.value) }
        if let example = owner.member("example") {
            given.append(("example", JSONNode(members: [("value", example)])))
        }
        return given.compactMap { name, node in
            attempt("\(part), \(name)", node.range.isEmpty ? node.members[0].value : node) {
                let example = try document.resolved(node)
                let serialized = example.member("serializedValue")
                guard
                    let value = serialized ?? example.member("value")
                        ?? example.member("dataValue")
                else { throw PassingReason("its example is in another file") }
                return Sample(
                    name: given.count > 1 ? name : nil, value: sampler.checker.value(value),
                    isWritten: serialized != nil, node: value)
            }
        }
    }

    // MARK: Header fields

    /// Header fields that follow from the body, or that the server adds.
    private static let otherFields = [
        "content-encoding", "content-length", "content-type", "transfer-encoding", "date",
    ]
    private static let fixedFields = [
        "last-modified": "Fri, 17 May 2024 09:30:00 GMT", "etag": "\"1\"",
    ]

    /// Returns the header fields of a response that are required, that have an example or default,
    /// or without which it means nothing.
    private func headers(
        _ part: String, _ status: HTTP.Status, _ response: JSONNode
    ) -> [HTTP.Headers.Field] {
        (response["headers"]?.members ?? []).compactMap { member in
            let name = member.key
            if Self.otherFields.contains(name.lowercased()) { return nil }
            let field = attempt("\(part), \(name)", member.value) { () -> HTTP.Headers.Field? in
                let isLocation =
                    name.lowercased() == "location" && (status.isRedirection || status == 201)
                let header = try document.resolved(member.value)
                let text = try text(of: header, name, "\(part), \(name)", isNeeded: isLocation)
                guard let text else {
                    noteOptionalField(name, of: part, member.value)
                    return nil
                }
                guard HTTP.Headers([.init(name, text)]).fault == nil else {
                    throw PassingReason("its example cannot be sent as a header field")
                }
                return HTTP.Headers.Field(name, text)
            }
            return field.flatMap(\.self)
        }
    }

    /// Returns the value of a header field; `nil` if it is left out.
    private func text(
        of header: JSONNode, _ name: String, _ part: String, isNeeded: Bool
    ) throws -> String? {
        let media = header["content"]?.members.first
        let schema = header.member("schema") ?? media?.value.member("schema")
        let parts = try sampler.checker.parts(of: schema.map { [$0] } ?? [])
        let owners = [header, media?.value].compactMap(\.self)
        let given = owners.flatMap { examples(part, of: $0) }.first
        let style = { (node: JSONNode) in
            media?.key.contains("json") == true
                ? node.compact : Self.simple(node, explodes: header.isTrue("explode"))
        }
        if let given = given?.value.node ?? parts.given.first { return style(given) }
        guard header.isTrue("required") || isNeeded else { return nil }
        if let fixed = Self.fixedFields[name.lowercased()] { return fixed }
        if isNeeded, parts["format"].isEmpty, parts["pattern"].isEmpty { return "/text" }
        let value = try sampler.example(of: schema ?? JSONNode(members: []))
        guard value.fits else { throw PassingReason(value.faults[0].reason) }
        return style(value.node)
    }

    /// Returns a value in the style of header fields: `1,2`, `a,1,b,2`.
    private static func simple(_ node: JSONNode, explodes: Bool) -> String {
        func text(_ node: JSONNode) -> String { node.string ?? node.compact }
        guard node.scalar == nil else { return text(node) }
        let members = node.members.map { "\($0.key)\(explodes ? "=" : ",")\(text($0.value))" }
        return (node.elements.map(text) + members).joined(separator: ",")
    }
}
