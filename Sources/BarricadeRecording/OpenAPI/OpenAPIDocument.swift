import Barricade
import BarricadeCommon
import Foundation

/// An OpenAPI document, whose parts refer to each other.
///
/// A class, since it keeps what references name.
final class OpenAPIDocument {
    let root: JSONNode
    /// The title, for messages.
    let title: String
    /// Whether keywords beside `$ref` do not count, as in OpenAPI 3.0.
    let ignoresKeywordsBesideReferences: Bool
    private let lines: LineIndex
    private var targets: [String: JSONNode] = [:]

    /// Reads a document.
    ///
    /// - Throws: `BarricadeError.Code.unreadableArchive` with the reason, and what to do.
    init(_ data: Data) throws(BarricadeError) {
        guard data.count <= HARFile.largestSize else {
            let (size, most) = (data.count >> 20, HARFile.largestSize >> 20)
            throw Self.fault("it has \(size) MB, and may have \(most) MB", "import a part of it.")
        }
        do {
            root = try JSONNode.read(Array(data))
        } catch {
            throw Self.recognizes(data) && data.first { $0 > 32 } != UInt8(ascii: "{")
                ? Self.fault("it is YAML", "turn it into JSON: yq -o=json in.yaml > out.json")
                : Self.fault("it is not JSON (\(error.place(in: data)))", Self.wanted)
        }
        let version = root["openapi"]?.text ?? ""
        if let old = root["swagger"]?.text {
            throw Self.fault(
                "it is Swagger \(old.shortened(to: 20))",
                "turn it into OpenAPI 3: npx swagger2openapi in.json -o out.json")
        }
        guard ["3.0", "3.1"].contains(version.prefix(3)) else {
            let shown = version.isEmpty ? "missing" : version.shortened(to: 20)
            throw Self.fault("its version, \"openapi\", is \(shown)", Self.wanted)
        }
        ignoresKeywordsBesideReferences = version.hasPrefix("3.0")
        title = root["info"]?["title"]?.text ?? "OpenAPI"
        lines = LineIndex(data)
    }

    /// Returns whether a file is meant as an OpenAPI document, of whatever version and form.
    static func recognizes(_ data: Data) -> Bool {
        let start = String(decoding: data.prefix(1_000), as: UTF8.self)
        // The key may stand anywhere, but the one of a HAR file stands first.
        if start.contains(#/^\s*\{\s*"log"/#) { return false }
        if start.contains(#/\b(openapi|swagger)["']?\s*:/#) { return true }
        guard data.count <= HARFile.largestSize else { return false }
        let root = try? JSONNode.read(Array(data), ignoring: ["paths", "components"])
        return root?["openapi"] != nil
    }

    private static let wanted = "give the JSON of an OpenAPI 3.0 or 3.1 document."

    private static func fault(_ reason: String, _ fix: String) -> BarricadeError {
        BarricadeError(
            .unreadableArchive,
            "The OpenAPI document cannot be imported: \(reason).\n\nTo fix: \(fix)")
    }

    func line(of node: JSONNode) -> Int { lines.line(of: node.offset) }

    /// Returns a node, or the one that its `$ref` names.
    func resolved(_ node: JSONNode, after count: Int = 0) throws -> JSONNode {
        guard let reference = node["$ref"]?.string else { return node }
        guard count < OpenAPISchemas.deepest else { throw PassingReason("it refers to itself") }
        return try resolved(target(of: reference), after: count + 1)
    }

    /// Returns the node that a reference names.
    func target(of reference: String) throws -> JSONNode {
        if let target = targets[reference] { return target }
        let shown = reference.shortened(to: 100).debugDescription
        guard reference.hasPrefix("#") else {
            throw PassingReason("it refers to another file, \(shown)")
        }
        let pointer = String(reference.dropFirst())
        guard let path = JSONPath(pointer: pointer.removingPercentEncoding ?? pointer),
            let target = path.steps.reduce(root, { $0?.part(at: $1) })
        else { throw PassingReason("it refers to \(shown), which is not in the document") }
        targets[reference] = target
        return target
    }
}

extension JSONNode {
    /// The value of a scalar; `nil` for an array or object.
    var scalar: JSONValue? { if case .scalar(let value) = content { value } else { nil } }

    var string: String? { scalar?.string }

    /// The text, or the texts of an array.
    var strings: [String] { string.map { [$0] } ?? elements.compactMap(\.string) }

    /// The value of a member, even if it is `null` or a Boolean.
    func member(_ key: String) -> JSONNode? { members.first { $0.key == key }?.value }

    func isTrue(_ key: String) -> Bool { member(key)?.scalar?.bool == true }

    /// The part at a step of a JSON pointer.
    fileprivate func part(at step: JSONPath.Step) -> JSONNode? {
        guard case .key(let key) = step else { return nil }
        if let index = Int(key), elements.indices.contains(index) { return elements[index] }
        return member(key)
    }
}
