import Barricade
import BarricadeCommon
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
        case xml
        case binary
    }

    /// - Parameter name: The type as in the document; `nil` if it is none.
    init?(_ name: String) {
        guard let range = ContentType(parsing: name), !range.name.hasSuffix("/"),
            HTTP.Headers([.init("Content-Type", name)]).fault == nil
        else { return nil }
        let usual = [
            "*/*": MediaType.json, "application/*": MediaType.json, "text/*": MediaType.text,
            "image/*": "image/png", "audio/*": "audio/mpeg", "video/*": "video/mp4",
        ]
        type = usual[range.name] ?? name
        kind = Self.kind(of: ContentType(parsing: type)?.name ?? "")
        let charset = range.parameters["charset"]?.lowercased()
        encoding =
            charset.flatMap { name in
                BarricadeRequest.encodings.first { $0.name == name }?.encoding
            } ?? .utf8
    }

    private static func kind(of name: String) -> Kind {
        switch name {
        case "text/event-stream": .events
        case "application/jsonl", "application/x-ndjson", "application/ndjson",
            "application/x-jsonlines", "application/json-lines", "application/jsonlines":
            .lines
        case _ where name.hasSuffix("/json-seq") || name.hasSuffix("+json-seq"): .sequence
        case _ where name.hasSuffix("/json") || name.hasSuffix("+json"): .json
        case _ where name.hasSuffix("/xml") || name.hasSuffix("+xml"): .xml
        case _ where name.hasPrefix("text/"), "application/x-www-form-urlencoded",
            "application/yaml", "application/javascript", "application/graphql":
            .text
        default: .binary
        }
    }

    /// The place among the types of a response: JSON comes first.
    var rank: Int { kind != .json ? 2 : type.hasPrefix(MediaType.json) ? 0 : 1 }

    /// Whether a body is one JSON value, and so fits the schema as it is.
    var isJSON: Bool { kind == .json }

    /// A value without a schema.
    var blank: SchemaValue { SchemaValue(kind == .text ? .string("text") : .object([:])) }

    /// Whether a body is a number of values.
    var isStream: Bool { kind == .lines || kind == .sequence || kind == .events }

    /// Returns the bytes of a value.
    ///
    /// - Parameters:
    ///   - isWritten: Whether a text is written in the type already.
    ///   - schema: The schema, whose words name the elements of XML.
    /// - Throws: `PassingReason` if the type cannot hold it.
    func body(
        of value: SchemaValue, isWritten: Bool, _ schema: JSONNode?, _ checker: SchemaChecker
    ) throws -> Data {
        let node = value.node
        let text: String
        switch kind {
        case .json: text = isWritten ? node.string ?? node.compact : node.compact
        case .lines, .sequence, .events:
            let values = node.isArray ? node.elements : [node]
            text = values.map { written($0, isWritten || !node.isArray) }.joined()
        case .xml where node.string == nil:
            text = OpenAPIXML(checker).text(of: value, schema)
        case .text, .xml, .binary:
            guard kind != .binary || isWritten else {
                throw PassingReason("\(type) is binary, so give the folder a file of it")
            }
            let scalar = node.string ?? (node.scalar.map { $0.isNull ? "" : node.token })
            guard let scalar else {
                throw PassingReason("its value is neither text nor a number, which \(type) needs")
            }
            text = scalar
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
        let lines = values.flatMap { key, value in
            (value.string ?? value.compact).split(
                separator: "\n", omittingEmptySubsequences: false
            ).map { "\(key): \($0)\n" }
        }
        return lines.joined() + "\n"
    }
}

/// A value in XML, by the words of its schema.
struct OpenAPIXML {
    private let checker: SchemaChecker

    init(_ checker: SchemaChecker) {
        self.checker = checker
    }

    /// Returns a document; its root has the name of the schema.
    func text(of value: SchemaValue, _ schema: JSONNode?) -> String {
        let name = schema?.reference?.split(separator: "/").last.map(String.init) ?? "root"
        let start = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
        return start + element(value, named: name, schema.map { [$0] } ?? [])
    }

    private func element(
        _ value: SchemaValue, named name: String, _ schemas: [JSONNode]
    ) -> String {
        let parts = try? checker.parts(of: schemas)
        let words = parts?["xml"] ?? []
        let own = words.lazy.compactMap { $0["name"]?.string }.first ?? name
        let items = parts?["items"] ?? []
        if value.node.isArray {
            let inner = value.parts.map { element($0.value, named: own, items) }.joined()
            let isWrapped = words.contains {
                $0.isTrue("wrapped") || $0["nodeType"]?.string == "element"
            }
            return isWrapped ? "<\(own)>\(inner)</\(own)>" : inner
        }
        let prefix = words.lazy.compactMap { $0["prefix"]?.string }.first.map { "\($0):" } ?? ""
        var start = "<\(prefix)\(own)"
        if let space = words.lazy.compactMap({ $0["namespace"]?.string }).first {
            start += " xmlns\(prefix.isEmpty ? "" : ":\(prefix.dropLast())")=\"\(escaped(space))\""
        }
        var inner = escaped(value.node.string ?? value.node.token)
        for (step, member) in value.parts {
            let key = step.key ?? ""
            let schemas = parts.map { checker.schemas(of: step, in: $0) } ?? []
            let words = (try? checker.parts(of: schemas))?["xml"] ?? []
            let name = words.lazy.compactMap { $0["name"]?.string }.first ?? key
            if words.contains(where: {
                $0.isTrue("attribute") || $0["nodeType"]?.string == "attribute"
            }) {
                start += " \(name)=\"\(escaped(member.node.string ?? member.node.token))\""
            } else {
                inner += element(member, named: key, schemas)
            }
        }
        return "\(start)>\(inner)</\(prefix)\(own)>"
    }

    private func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing("\"", with: "&quot;")
    }
}
