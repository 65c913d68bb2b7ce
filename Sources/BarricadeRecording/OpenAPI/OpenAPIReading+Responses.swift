import Barricade
import BarricadeFolder
import Foundation

extension OpenAPIReading {
    /// A media type of a response.
    private struct Media {
        /// The name of the response, and of the type unless it is the first.
        var part: String
        let content: OpenAPIContent
        let node: JSONNode

        /// The schema, if it has one; of a stream, that of an element.
        var schemas: [JSONNode] {
            let own = content.isStream ? node.member("itemSchema") : nil
            return [own ?? node.member("schema")].compactMap(\.self)
        }
    }

    /// A reply, its name, and that of its example.
    typealias NamedReply = (name: String, reply: Exchange.Reply, example: String?)

    /// A value for a body: an example of the document, or made for the schema.
    private struct Sample {
        /// The name that the document has for it; `nil` if it was made.
        var key: String?
        /// The name among several examples.
        var name: String?
        var value: SchemaValue
        /// Whether it is the text of the body, if it is a text.
        var isWritten = false
        /// The part of the document that gives it.
        let node: JSONNode
    }

    /// Returns the responses: the first success, then the others of success, then the rest; each
    /// with the name of its example.
    func replies(
        _ title: String, _ operation: JSONNode
    ) -> [(response: RecordedResponse, example: String?)] {
        let members = operation.members(of: "responses").filter { !$0.key.hasPrefix("x-") }
        let hasSuccess = members.contains { $0.key.hasPrefix("2") || $0.key.hasPrefix("3") }
        let ordered = members.ordered { member in
            if !hasSuccess { return member.key == "default" ? 0 : 1 }
            return member.key.hasPrefix("2") ? Int(member.key) ?? 299 : 1_000
        }
        var names = UniqueNames()
        return ordered.flatMap { member in
            let (key, part) = (member.key, "\(title), \(member.key)")
            responseCount += 1
            let replies = attempt(part, member.value) {
                let number = Int(key.uppercased().replacing("XX", with: "00"))
                guard let status = key == "default" ? hasSuccess ? 500 : 200 : number,
                    (200...599).contains(status)
                else { throw PassingReason("it is not the status of a final response") }
                let response = try document.resolved(member.value)
                tellIgnored(
                    "links", of: response, "links to other operations are not kept", at: part)
                return self.replies(part, key, HTTP.Status(status), response)
            }
            return (replies ?? []).map { name, reply, example in
                let name = names.next(name)
                return (RecordedResponse(name: name, outcome: .reply(reply), delay: nil), example)
            }
        }
    }

    /// Returns the replies of a response, with their names; one without a body if it has none.
    private func replies(
        _ part: String, _ key: String, _ status: HTTP.Status, _ response: JSONNode
    ) -> [NamedReply] {
        let fields = headers(part, status, response)
        let plain = Exchange.Reply(status: status, headers: HTTP.Headers(fields))
        if [204, 205, 304].contains(status) { return [(key, plain, nil)] }
        let content = response["content"].flatMap { node in
            attempt(part, node) { try document.resolved(node) }
        }
        let members = content?.members ?? []
        let types = members.compactMap { member -> Media? in
            guard let content = OpenAPIContent(member.key) else {
                let shown = member.key.shortened(to: 100).debugDescription
                let reason = "\(shown) is no media type, such as application/json"
                let kind: Kind = members.count == 1 ? .missing : .passedOver
                tell("\(part), \(member.key)", member.value, reason, as: kind)
                return nil
            }
            return attempt("\(part), \(member.key)", member.value) {
                let node = try document.resolved(member.value)
                return Media(part: part, content: content, node: node)
            }
        }.ordered { $0.content.rank }
        let replies = types.enumerated().flatMap { index, media in
            let type = media.content.type
            var media = media
            if index > 0 { media.part += " (\(type))" }
            return samples(of: media).map { sample in
                let names = [index == 0 ? nil : type, sample?.name].compactMap(\.self)
                var reply = plain
                reply.headers = HTTP.Headers([.init("Content-Type", type)] + fields)
                reply.body = sample.flatMap { body(of: $0, media) } ?? Data()
                let name = names.isEmpty ? key : "\(key) (\(names.joined(separator: ", ")))"
                return (name, reply, sample?.key)
            }
        }
        return replies.isEmpty ? [(key, plain, nil)] : replies
    }

    /// Returns the bytes of a body, and tells whether it fits; `nil` if there are none.
    private func body(of sample: Sample, _ media: Media) -> Data? {
        let part = sample.name.map { "\(media.part), \($0)" } ?? media.part
        do {
            let body = try media.content.body(
                of: sample.value, isWritten: sample.isWritten, media.schemas, checker)
            tell(sample.value.faults, of: part, sample.node)
            return body
        } catch {
            tell(part, sample.node, "\(error)", as: .missing)
            return nil
        }
    }

    /// Returns the examples of a media type, or what is made for its schema; `nil` for no value.
    private func samples(of media: Media) -> [Sample?] {
        let examples = examples(media.part, of: media.node)
        if !examples.isEmpty { return examples.map { judged($0, media) } }
        let node = media.schemas.first ?? media.node
        do {
            // A schema without keywords allows anything.
            let isBlank = media.schemas.allSatisfy { $0.isObject && $0.members.isEmpty }
            let value = isBlank ? media.content.blank : try sampler.example(of: node)
            return [Sample(value: value, node: node)]
        } catch {
            tell(media.part, node, "\(error)", as: .missing)
            return [nil]
        }
    }

    /// Returns an example with its fault; one for JSON may be a text that holds it.
    private func judged(_ example: Sample, _ media: Media) -> Sample {
        var example = example
        example.isWritten = example.isWritten || !media.content.isJSON
        if example.isWritten { return example }
        let given = example.value
        let text = given.node.string.flatMap { try? JSONNode.read(Array($0.utf8)) }
        let values = [given] + (text.map { [SchemaValue(reading: $0)] } ?? [])
        let fault = { self.checker.fault(of: $0, in: media.schemas) }
        let value = values.first { fault($0) == nil } ?? values.last { $0.node.scalar == nil }
        example.value = value ?? given
        if let fault = fault(example.value) {
            example.value = example.value.adding(fault.blaming(example.node))
        }
        return example
    }

    /// Returns the examples of a media type or a header field.
    private func examples(_ part: String, of owner: JSONNode) -> [Sample] {
        let schemas = ["schema", "itemSchema"].compactMap(owner.member)
        var given = owner.members(of: "examples").map { ($0.key, $0.value) }
        if let example = owner.member("example") {
            given.append(("example", JSONNode(members: [("value", example)])))
        }
        return given.compactMap { name, node in
            attempt("\(part), \(name)", node.range.isEmpty ? node.members[0].value : node) {
                let example = try document.resolved(node)
                let serialized = example.member("serializedValue")
                var value = serialized ?? example.member("value") ?? example.member("dataValue")
                // Some refer to a file here too, which tools that join files put in its place.
                if let other = value, other.members.count == 1, other["$ref"]?.string != nil {
                    value = try? document.references.target(of: other)
                }
                guard let value else { throw PassingReason("its example is in another file") }
                return Sample(
                    key: name, name: given.count > 1 ? name : nil, value: checker.value(value),
                    isWritten: serialized != nil, node: value)
            }
        }.filter {
            // Some writers have a null where there is none.
            $0.value.type != "null" || checker.fault(of: $0.value, in: schemas) == nil
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
        response.members(of: "headers").flatMap { member -> [HTTP.Headers.Field] in
            let name = member.key
            if Self.otherFields.contains(name.lowercased()) { return [] }
            let fields = attempt("\(part), \(name)", member.value) {
                let isLocation =
                    name.lowercased() == "location" && (status.isRedirection || status == 201)
                let text = try text(
                    of: member.value, name, "\(part), \(name)", isNeeded: isLocation)
                if text == nil { optionalFields[name, default: (part, member.value, 0)].count += 1 }
                // Cookies are never joined; version 3.2 writes each in a line.
                let values =
                    name.lowercased() == "set-cookie"
                    ? text?.split(whereSeparator: \.isNewline).map(String.init)
                        .flatMap(SetCookie.fields) : text.map { [$0] }
                let fields = (values ?? []).map { HTTP.Headers.Field(name, $0) }
                guard HTTP.Headers(fields).fault == nil else {
                    throw PassingReason("its example cannot be sent as a header field")
                }
                return fields
            }
            return fields ?? []
        }
    }

    /// Returns the value of a header field; `nil` if it is left out.
    private func text(
        of header: JSONNode, _ name: String, _ part: String, isNeeded: Bool
    ) throws -> String? {
        let (header, media, schemas) = try field(header)
        let parts = try checker.parts(of: schemas)
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
        let value = try sampler.example(of: schemas.first ?? JSONNode(members: []))
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
