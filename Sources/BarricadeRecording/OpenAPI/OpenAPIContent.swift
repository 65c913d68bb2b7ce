import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

/// A media type of a response, and how values are written in it.
struct OpenAPIContent {
    /// The type to send, without a range: `application/json` for `*/*`.
    let type: String
    private let kind: Kind
    private let encoding: String.Encoding

    private enum Kind {
        case json
        /// JSON, one line for each element.
        case lines
        /// JSON, each element after a record separator (RFC 7464).
        case sequence
        case events
        case text
        /// Text, in which other values are JSON: YAML holds it, and frameworks send it as plain text.
        case plain
        case form
        case xml
        case binary
    }

    /// - Parameter name: The type as in the document; `nil` if it is none.
    init?(_ name: String) {
        guard let range = ContentType(parsing: name), !range.name.hasSuffix("/"),
            HTTP.Headers([.init("Content-Type", name)]).fault == nil
        else { return nil }
        type = Self.usual[range.name] ?? name
        let name = ContentType(parsing: type)?.name ?? ""
        let usual: Kind = name.hasPrefix("text/") ? .text : .binary
        kind =
            MediaType.isJSONLines(name)
            ? .lines : Self.kinds.first { name.hasSuffix($0.end) }?.kind ?? usual
        encoding = ContentType.encodings[range.charset] ?? .utf8
    }

    /// The types to send for ranges.
    private static let usual = [
        "*/*": MediaType.json, "application/*": MediaType.json, "text/*": MediaType.text,
        "image/*": "image/png", "audio/*": "audio/mpeg", "video/*": "video/mp4",
    ]

    /// The kinds by the ends of types.
    private static let kinds: [(end: String, kind: Kind)] = [
        (MediaType.events, .events), ("json-seq", .sequence), ("/json", .json), ("+json", .json),
        ("/xml", .xml), ("+xml", .xml),
        ("text/plain", .plain), ("yaml", .plain),
        ("/x-www-form-urlencoded", .form), ("/javascript", .text), ("/graphql", .text),
    ]

    /// The place among the types of a response: JSON comes first.
    var rank: Int { kind != .json ? 2 : type.hasPrefix(MediaType.json) ? 0 : 1 }

    /// Whether a body is one JSON value, and so fits the schema as it is.
    var isJSON: Bool { kind == .json }

    /// A value without a schema.
    var blank: SchemaValue {
        SchemaValue(kind == .text || kind == .plain ? .string("text") : .object([:]))
    }

    /// Whether a body is a number of values.
    var isStream: Bool { kind == .lines || kind == .sequence || kind == .events }

    /// Returns the bytes of a value.
    ///
    /// - Parameters:
    ///   - isWritten: Whether a text is written in the type already.
    ///   - schemas: The schema, whose words name the elements of XML.
    /// - Throws: `PassingReason` if the type cannot hold it.
    func body(
        of value: SchemaValue, isWritten: Bool, _ schemas: [JSONNode], _ checker: SchemaChecker
    ) throws -> Data {
        let node = value.node
        let text: String
        switch kind {
        case .json: text = isWritten ? node.string ?? value.compact : value.compact
        case .lines, .sequence, .events:
            let values = node.isArray ? node.elements : [node]
            text = values.map { written($0, isWritten || !node.isArray) }.joined()
        case .plain where node.scalar == nil: text = value.compact
        // Services have types of their own for JSON, and some for protocol buffers.
        case .binary where node.scalar == nil && type.contains(#/\/vnd\.(?!.*protobuf)/#):
            text = value.compact
        case .form where node.isObject:
            let encoded = PercentEncoding.encoded
            text = node.members.flatMap { member in
                (member.value.isArray ? member.value.elements : [member.value]).map {
                    encoded(member.key) + "=" + encoded($0.string ?? $0.compact)
                }
            }.joined(separator: "&")
        case .xml where node.string == nil:
            text = OpenAPIXML(checker: checker).text(of: value, schemas)
        case .binary where !isWritten:
            throw PassingReason("\(type) is binary, so give the folder a file of it")
        case .text, .plain, .form, .xml, .binary:
            guard let scalar = node.scalar else {
                throw PassingReason("its value is neither text nor a number, which \(type) needs")
            }
            text = node.string ?? (scalar.isNull ? "" : node.token)
        }
        // JSON is always in UTF-8.
        guard let data = text.data(using: isJSON || isStream ? .utf8 : encoding) else {
            throw PassingReason("its charset cannot hold its text")
        }
        return data
    }

    /// Returns one value of a stream.
    private func written(_ node: JSONNode, _ isText: Bool) -> String {
        let text = isText ? node.string : nil
        switch kind {
        case .lines: return text.map { $0.hasSuffix("\n") ? $0 : "\($0)\n" } ?? "\(node.compact)\n"
        case .sequence: return "\u{1E}\(text ?? node.compact)\n"
        default: return Self.event(node)
        }
    }

    /// Returns a server-sent event, with its empty line.
    private static func event(_ node: JSONNode) -> String {
        let fields: Set = ["data", "event", "id", "retry"]
        if let text = node.string, text.contains(#/(?m)^(data|event|id|retry)?:/#) {
            return text.trimmingCharacters(in: .newlines) + "\n\n"
        }
        let isEvent =
            node.member("data") != nil && node.members.allSatisfy { fields.contains($0.key) }
        let values = isEvent ? node.members.map { ($0.key, $0.value) } : [("data", node)]
        return ResponseBody.ServerSentEvent(
            values.map { ($0, $1.string ?? $1.compact) }
        ).text
    }
}

extension OpenAPIContent {
    /// Returns the responses of the first status in its media types, each for the requests whose
    /// `Accept` names it before the others; empty if there is only one.
    ///
    /// The first one is for any request.
    static func choices(
        among responses: [RecordedResponse]
    ) -> [(name: String, request: RecordedRequest)] {
        var found: [(name: String, status: HTTP.Status, type: String)] = []
        for response in responses {
            guard case .reply(let reply) = response.outcome,
                let type = response.outcome.contentType
            else { continue }
            let isNew = found.allSatisfy { $0.type != type && $0.status == reply.status }
            if isNew { found.append((response.name, reply.status, type)) }
        }
        guard found.count > 1 else { return [] }
        return found.map { name, _, type in
            let others = found.map(\.type).filter { $0 != type }.map(\.asPattern)
            let rule = "(?i)^((?!\(others.joined(separator: "|"))).)*\(type.asPattern)"
            let isFirst = name == found[0].name
            return (name, RecordedRequest(isFirst ? nil : .header("Accept", .regex(rule))))
        }
    }
}

extension String {
    /// An expression for this text alone.
    var asPattern: String {
        NSRegularExpression.escapedPattern(for: self).replacing(#"\/"#, with: "/")
    }
}
