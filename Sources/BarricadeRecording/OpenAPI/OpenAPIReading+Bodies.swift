import Barricade
import BarricadeCommon
import Foundation

extension OpenAPIReading {
    /// An example of a document, or a value that is made for a schema.
    private struct Sample {
        /// The name among several examples; `nil` for one that is made, or is the only one.
        var name: String?
        let value: SchemaValue
        /// Whether a document gives it, so that a text is written in its media type.
        var isWritten = true
        /// Whether it is the text of the body, whatever the type.
        var isRaw = false
        /// The part of the document that gives it.
        let node: JSONNode
    }

    /// Returns the replies of a response, with their names; one without a body if it has none.
    func replies(
        _ part: String, _ key: String, _ status: HTTP.Status, _ response: JSONNode
    ) -> [(name: String, reply: Exchange.Reply)] {
        let plain = [(key, Exchange.Reply(status: status))]
        if [204, 205, 304].contains(status) { return plain }
        let all = (response["content"]?.members ?? []).compactMap {
            member -> (content: OpenAPIContent, media: JSONNode)? in
            attempt("\(part), \(member.key)", member.value) {
                guard let content = OpenAPIContent(member.key) else {
                    let shown = member.key.shortened(to: 100).debugDescription
                    throw PassingReason("\(shown) is no media type")
                }
                return (content, try document.resolved(member.value))
            }
        }.ordered { $0.content.rank }
        let replies = all.enumerated().flatMap { index, type in
            self.replies(part, key, status, type.content, type.media, isFirst: index == 0)
        }
        return replies.isEmpty ? plain : replies
    }

    /// Returns the replies of one media type.
    private func replies(
        _ part: String, _ key: String, _ status: HTTP.Status, _ content: OpenAPIContent,
        _ media: JSONNode, isFirst: Bool
    ) -> [(name: String, reply: Exchange.Reply)] {
        let schema = (content.isStream ? media.member("itemSchema") : nil) ?? media.member("schema")
        let whole = isFirst ? part : "\(part) (\(content.type))"
        let samples = samples(whole, media, schema, orElse: content.blank)
        return samples.map { sample in
            let names = (isFirst ? [] : [content.type]) + [sample?.name].compactMap(\.self)
            let name = names.isEmpty ? key : "\(key) (\(names.joined(separator: ", ")))"
            var reply = Exchange.Reply(status: status, headers: ["Content-Type": content.type])
            let place = sample?.name.map { "\(whole), \($0)" } ?? whole
            guard let sample else { return (name, reply) }
            do {
                let value = content.isJSON ? untexted(sample, schema) : sample.value
                reply.body = try content.body(
                    of: value, isWritten: sample.isWritten && (!content.isJSON || sample.isRaw),
                    schema, sampler.checker)
                note(faults(of: value, sample, content, schema), of: place, at: sample.node)
            } catch {
                miss(place, sample.node, error)
            }
            return (name, reply)
        }
    }

    /// Returns the examples of a media type, or what is made for its schema; `nil` for no value.
    private func samples(
        _ part: String, _ media: JSONNode, _ schema: JSONNode?, orElse blank: SchemaValue
    ) -> [Sample?] {
        var given = (media["examples"]?.members ?? []).map { ($0.key, $0.value) }
        if let example = media.member("example") {
            given.append(("example", JSONNode(members: [("value", example)])))
        }
        let samples = given.compactMap { name, node -> Sample? in
            attempt("\(part), \(name)", node.range.isEmpty ? node.members[0].value : node) {
                let example = try document.resolved(node)
                let raw = example.member("serializedValue")
                let found = ["value", "dataValue"].lazy.compactMap { example.member($0) }.first
                guard let value = raw ?? found else {
                    throw PassingReason("its example is in another file")
                }
                return Sample(
                    name: given.count > 1 ? name : nil, value: sampler.checker.value(value),
                    isRaw: raw != nil, node: value)
            }
        }
        if !samples.isEmpty { return samples }
        do {
            // A schema without keywords allows anything.
            let value = try schema.flatMap {
                $0.isObject && $0.members.isEmpty ? nil : try sampler.example(of: $0)
            }
            return [Sample(value: value ?? blank, isWritten: false, node: schema ?? media)]
        } catch {
            miss(part, schema ?? media, error)
            return [nil]
        }
    }

    /// Returns the JSON that a text holds, if the schema wants that and no text.
    private func untexted(_ sample: Sample, _ schema: JSONNode?) -> SchemaValue {
        guard let text = sample.value.node.string, !sample.isRaw, let schema,
            sampler.checker.fault(of: sample.value, in: [schema]) != nil,
            let node = try? JSONNode.read(Array(text.utf8))
        else { return sample.value }
        let value = SchemaValue(reading: node)
        return sampler.checker.fault(of: value, in: [schema]) == nil ? value : sample.value
    }

    private func faults(
        of value: SchemaValue, _ sample: Sample, _ content: OpenAPIContent, _ schema: JSONNode?
    ) -> [SchemaFault] {
        guard sample.isWritten else { return value.faults }
        guard content.isJSON, !sample.isRaw, let schema else { return [] }
        return sampler.checker.fault(of: value, in: [schema]).map { fault in
            [fault.blaming(sample.node)]
        } ?? []
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
    func headers(
        _ part: String, _ status: HTTP.Status, _ response: JSONNode
    ) -> [HTTP.Headers.Field] {
        (response["headers"]?.members ?? []).compactMap { member in
            let name = member.key
            if Self.otherFields.contains(name.lowercased()) { return nil }
            let field = attempt("\(part), \(name)", member.value) { () -> HTTP.Headers.Field? in
                let header = try document.resolved(member.value)
                let isLocation =
                    name.lowercased() == "location" && (status.isRedirection || status == 201)
                guard let text = try text(of: header, name, isNeeded: isLocation) else {
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
    private func text(of header: JSONNode, _ name: String, isNeeded: Bool) throws -> String? {
        let media = header["content"]?.members.first
        let schema = header.member("schema") ?? media?.value.member("schema")
        let parts = try sampler.checker.parts(of: schema.map { [$0] } ?? [])
        let owners = [header] + (media.map { [$0.value] } ?? [])
        let named = owners.flatMap { $0["examples"]?.members ?? [] }.compactMap {
            try? document.resolved($0.value).member("value")
        }
        let given = owners.compactMap { $0.member("example") } + named + parts.given
        let isInJSON = media?.key.contains("json") == true
        let explodes = header.isTrue("explode")
        if let given = given.first { return Self.simple(given, isInJSON, explodes) }
        guard header.isTrue("required") || isNeeded else { return nil }
        if let fixed = Self.fixedFields[name.lowercased()] { return fixed }
        if isNeeded, parts["format"].isEmpty, parts["pattern"].isEmpty { return "/text" }
        let value = try sampler.example(of: schema ?? JSONNode(members: []))
        guard value.fits else { throw PassingReason(value.faults[0].reason) }
        return Self.simple(value.node, isInJSON, explodes)
    }

    /// Returns a value in the style of header fields: `1,2`, `a,1,b,2`.
    private static func simple(_ node: JSONNode, _ isInJSON: Bool, _ explodes: Bool) -> String {
        if isInJSON { return node.compact }
        func text(_ node: JSONNode) -> String { node.string ?? node.compact }
        let members = node.members.map { "\($0.key)\(explodes ? "=" : ",")\(text($0.value))" }
        return node.isArray || node.isObject
            ? (node.elements.map(text) + members).joined(separator: ",") : text(node)
    }
}
