import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

/// An OpenAPI document, whose parts refer to each other.
///
/// A class, since it keeps what references name.
final class OpenAPIDocument {
    let root: JSONNode
    /// The title, for messages.
    let title: String
    /// Whether it is OpenAPI 3.0, in which keywords beside `$ref` do not count, and a member that is
    /// only written is never in a response; later that is only a hint.
    let isVersion30: Bool
    private let lines: LineIndex
    private var targets: [String: JSONNode] = [:]
    /// The places of the members of large objects, by the places of the objects.
    private var members: [Int: [String: Int]] = [:]
    /// The numbers of schemas that are in no document, by their texts.
    private var made: [String: Int] = [:]
    /// The parts that have a name of their own: `#anchor`, `https://example.com/book`.
    private lazy var named = namedParts()
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

    func line(of node: JSONNode) -> Int { lines.line(of: node.offset) }

    // MARK: References

    /// Returns a node, or the one that its `$ref` names.
    func resolved(_ node: JSONNode) throws -> JSONNode {
        var node = node
        for _ in 0..<32 {
            guard let reference = node["$ref"]?.string else { return node }
            node = try target(of: reference)
        }
        throw PassingReason("it refers to itself")
    }

    /// Returns the node that a reference names.
    func target(of reference: String) throws -> JSONNode {
        if let target = targets[reference] { return target }
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let fragment = parts.count > 1 ? String(parts[1]) : ""
        guard let owner = parts[0].isEmpty ? root : part(named: parts[0]) else {
            throw PassingReason(
                "it refers to another file; join them with npx @redocly/cli bundle")
        }
        let pointer = JSONPath(pointer: fragment.removingPercentEncoding ?? fragment)
        let found = pointer?.steps.compactMap(\.key).reduce(Optional(owner)) { node, key in
            node.flatMap { part(key, of: $0) }
        }
        guard let target = found ?? (pointer == nil ? named["#\(fragment)"] : nil) else {
            let shown = reference.shortened(to: 100).debugDescription
            throw PassingReason("it refers to \(shown), which is not in the document")
        }
        targets[reference] = target
        return target
    }

    /// Returns the part at a step of a JSON pointer.
    private func part(_ key: String, of node: JSONNode) -> JSONNode? {
        let index = Int(key).flatMap { $0 >= 0 && "\($0)" == key ? $0 : nil }
        let element = index.flatMap { node.elements.dropFirst($0).first }
        return element ?? member(key, of: node)
    }

    /// Returns a member of an object that may have many.
    func member(_ key: String, of node: JSONNode) -> JSONNode? {
        guard node.members.count > 8, !node.range.isEmpty else { return node.member(key) }
        let all = node.members
        let place = members.value(node.offset) {
            Dictionary(all.indices.map { (all[$0].key, $0) }) { first, _ in first }
        }[key]
        return place.map { all[$0].value }
    }

    /// Returns what tells a part apart from others: its place in the document, if it has one.
    func id(of part: JSONNode) -> Int {
        guard part.range.isEmpty else { return part.offset }
        let next = -1 - made.count
        return made.value(part.compact) { next }
    }

    private func part(named name: Substring) -> JSONNode? {
        // Without a base, names end alike, whatever they are relative to.
        named[absolute(name)] ?? named[String(name.drop { "./".contains($0) })]
    }

    /// Returns a name of another part, from where the document says that it is.
    private func absolute(_ name: some StringProtocol) -> String {
        let base = root["$self"]?.string.flatMap { URL(string: $0) }
        return URL(string: String(name), relativeTo: base)?.absoluteString ?? String(name)
    }

    private func namedParts() -> [String: JSONNode] {
        var found: [String: JSONNode] = [:]
        var rest = [root]
        while let node = rest.popLast() {
            rest += node.elements.reversed() + node.members.reversed().map(\.value)
            for name in ["$anchor", "$dynamicAnchor"].compactMap({ node[$0]?.string }) {
                found["#\(name)"] = found["#\(name)"] ?? node
            }
            if let name = (node["$id"] ?? node["$self"])?.string {
                found[absolute(name)] = node
                if let last = name.split(separator: "/").last { found[String(last)] = node }
            }
        }
        return found
    }

    /// Returns references to the schemas that extend one with a discriminator.
    func children(of schema: JSONNode) -> [String] { children[schema.offset] ?? [] }

    private func extendedSchemas() -> [Int: [String]] {
        var found: [Int: [String]] = [:]
        for schema in root["components"]?.members(of: "schemas") ?? [] {
            let bases = (try? SchemaParts([schema.value], in: self))?.nodes ?? []
            for base in bases
            where base["discriminator"] != nil && base.offset != schema.value.offset {
                let name = JSONPath(steps: [.key(schema.key)]).pointer
                found[base.offset, default: []].append("#/components/schemas\(name)")
            }
        }
        return found
    }
}
