import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

/// An OpenAPI document, whose parts refer to each other.
///
/// A class, since it keeps what is known of its parts.
final class OpenAPIDocument {
    let root: JSONNode
    /// The title, for messages.
    let title: String
    /// Whether it is OpenAPI 3.0, in which keywords beside `$ref` do not count, and a member that is
    /// only written is never in a response; later that is only a hint.
    let isVersion30: Bool
    private let lines: LineIndex
    let references: SchemaReferences
    /// The numbers of schemas that are in no document, by their texts.
    private var made: [String: Int] = [:]
    /// The references to schemas that extend others, by the places of the others.
    private lazy var children = extendedSchemas()

    /// Reads a document.
    ///
    /// - Throws: `BarricadeError.Code.unreadableArchive` with the reason, and what to do.
    init(_ data: Data) throws(BarricadeError) {
        let data = data.inUTF8
        guard data.count <= HARFile.largestSize else {
            let (size, most) = (data.count >> 20, HARFile.largestSize >> 20)
            throw Self.fault("it has \(size) MB, and may have \(most) MB", "import a part of it.")
        }
        do {
            root = try JSONNode.read(Array(data))
        } catch {
            throw Self.isYAML(data)
                ? Self.fault(
                    "it is YAML",
                    "turn it into JSON: yq -j . in.yaml > out.json; if it is in several files, "
                        + "npx @redocly/cli bundle in.yaml -o out.json")
                : Self.fault("it is not JSON (\(error.position(in: data)))", Self.wanted)
        }
        let version = root["openapi"]?.text ?? ""
        if let old = (root["swagger"] ?? root["swaggerVersion"])?.text {
            throw Self.fault(
                "it is Swagger \(old.shortened(to: 20))",
                old.hasPrefix("1")
                    ? "turn it into Swagger 2.0 first: npx api-spec-converter --from=swagger_1 "
                        + "--to=swagger_2 in.json > out.json"
                    : "turn it into OpenAPI 3: npx swagger2openapi in.json -o out.json")
        }
        guard ["3.0", "3.1", "3.2"].contains(version.prefix(3)) else {
            let shown = version.isEmpty ? "missing" : version.shortened(to: 20)
            throw Self.fault("its version, \"openapi\", is \(shown)", Self.wanted)
        }
        isVersion30 = version.hasPrefix("3.0")
        let title = root["info"]?["title"]?.text ?? ""
        self.title = title.isEmpty ? "OpenAPI" : title
        lines = LineIndex(data)
        references = SchemaReferences(root, data)
    }

    /// Returns whether a file is meant as an OpenAPI document, of whatever version and form.
    static func recognizes(_ data: Data, named name: String) -> Bool {
        let data = data.inUTF8
        if isYAML(data) {
            let start = String(decoding: data.prefix(1 << 20), as: UTF8.self)
            if HARFile.kind(ofYAML: start) != nil { return false }
            return ["yaml", "yml"].contains { name.lowercased().hasSuffix(".\($0)") }
                || start.contains(#/(?m)^(\{\s*)?["']?(openapi|swagger|paths)["']?[ \t]*:/#)
        }
        let start = String(decoding: data.prefix(1_000), as: UTF8.self)
        // The key may stand anywhere, but the one of a HAR file stands first.
        if start.contains(#/^\s*\{\s*"log"/#) { return false }
        if start.contains(#/(openapi|swagger\w*|overlay|arazzo|asyncapi)["']?\s*:/#) { return true }
        guard data.count <= HARFile.largestSize else { return false }
        let root = try? JSONNode.read(
            Array(data), ignoring: ["paths", "components", "definitions"])
        return root?["openapi"] != nil || root?["swagger"] != nil
    }

    /// Returns whether a file is text with keys, but not JSON.
    private static func isYAML(_ data: Data) -> Bool {
        let start = String(decoding: data.prefix(10_000), as: UTF8.self)
        // In flow style, `{openapi: 3.1.0}`, the first key has no quotation marks, or single ones.
        return start.contains(
            start.contains(#/^\s*\{/#)
                ? #/^\s*\{\s*[A-Za-z$'#]/#
                : #/(?m)^["']?[A-Za-z$][\w-]*["']?[ \t]*:(?:[ \t]|\r?$)/#)
    }

    private static let wanted = "give the JSON of an OpenAPI 3.0, 3.1 or 3.2 document."

    private static func fault(_ reason: String, _ fix: String) -> BarricadeError {
        BarricadeError(
            .unreadableArchive,
            "The OpenAPI document cannot be imported: \(reason).\n\nTo fix: \(fix)")
    }

    func line(of node: JSONNode) -> Int { lines.line(of: references.place(of: node)) }

    // MARK: References

    /// Returns a node, or the one that its `$ref` names.
    func resolved(_ node: JSONNode) throws -> JSONNode {
        var node = node
        for _ in 0..<32 {
            guard node["$ref"]?.string != nil else { return node }
            node = try references.target(of: node)
        }
        throw PassingReason("it refers to itself")
    }

    /// Returns what tells a part apart from others: its place in the document, if it has one.
    func id(of part: JSONNode) -> Int {
        guard part.range.isEmpty else { return part.offset }
        let next = -1 - made.count
        return made.value(part.compact) { next }
    }

    /// Returns references to the schemas that extend one with a discriminator.
    func children(of schema: JSONNode) -> [String] { children[references.place(of: schema)] ?? [] }

    private func extendedSchemas() -> [Int: [String]] {
        var found: [Int: [String]] = [:]
        for schema in root["components"]?.members(of: "schemas") ?? [] {
            let bases = (try? SchemaParts([schema.value], in: self))?.nodes ?? []
            for base in bases
            where base["discriminator"] != nil && base.offset != schema.value.offset {
                let name = JSONPath(steps: [.key(schema.key)]).pointer
                found[references.place(of: base), default: []].append("#/components/schemas\(name)")
            }
        }
        return found
    }
}
