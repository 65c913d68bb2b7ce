import Barricade
import BarricadeFolder
import Foundation

/// The parts of schemas that must all hold at one place: what they refer to, and their `allOf`.
///
/// A class, since many places have the same ones; what is made of them is kept here.
final class SchemaParts {
    let schemas: [JSONNode]
    let nodes: [JSONNode]
    /// The ends of the nodes with their own parts among all.
    private let ends: [Int]
    let key: Key
    /// Whether a member with them is only sent in requests, and so not in responses.
    let isWriteOnly: Bool
    private let isNullable: Bool
    /// The members of an object, and of one with only those that are required.
    ///
    /// The checker removes them at its end, since those of a recursive schema lead back to it.
    var members: [Bool: [Member]] = [:]
    /// The values that were made, and whether they were ended early.
    var values: [SchemaSampler.Form: (value: SchemaValue, isCut: Bool)] = [:]
    /// The name by which the schemas are known, and what tells it apart; `nil` if they have none.
    let name: (text: String, id: Int)?
    /// The types that all parts allow, or one that keywords imply; "null" comes last.
    private(set) lazy var types = allowedTypes
    /// Whether its values have no parts, and so are the same wherever they stand.
    private(set) lazy var isScalar =
        !has([
            "contentSchema", "discriminator", "oneOf", "anyOf", "if", "dependentSchemas",
            "dependencies",
        ])
        && types.allSatisfy { $0 != "object" && $0 != "array" }

    /// The places among the nodes of those that name a property, by its name.
    private lazy var placesByKey = Dictionary(
        grouping: nodes.indices.lazy.flatMap { index in
            self.nodes[index].members(of: "properties").map { (key: $0.key, index) }
        }, by: \.key
    ).mapValues { $0.map(\.1) }
    /// The places of the nodes that may say something of any member.
    private lazy var openPlaces = nodes.indices.filter { index in
        ["additionalProperties", "patternProperties"].contains {
            nodes[index].member($0) != nil
        }
    }

    /// A member of an object that is made.
    typealias Member = (
        step: JSONPath.Step, parts: Result<SchemaParts, any Error>, isRequired: Bool
    )

    /// What tells parts apart from others.
    struct Key: Hashable {
        fileprivate(set) var ids: [Int] = []
        /// The references on the way, the outermost first.
        fileprivate(set) var references: [String] = []
    }

    init(_ schemas: [JSONNode], in document: OpenAPIDocument) throws {
        self.schemas = schemas
        var rest = Array(schemas.reversed())
        var (nodes, key): ([JSONNode], Key) = ([], Key())
        // What remains when a node has been taken tells where its parts end.
        var heights: [Int] = []
        var seen: Set<Int> = []
        while let schema = rest.popLast() {
            let id = document.id(of: schema)
            guard seen.insert(id).inserted else { continue }
            if let reference = schema.reference {
                key.references.append(reference)
                rest.append(try document.references.target(of: schema))
                if document.isVersion30 || schema.members.count == 1 { continue }
            }
            nodes.append(schema)
            key.ids.append(id)
            heights.append(rest.count)
            rest += schema.elements(of: "allOf").reversed()
        }
        if nodes.isEmpty, !schemas.isEmpty { throw PassingReason("it refers to itself") }
        (self.nodes, self.key) = (nodes, key)
        ends = heights.indices.map { index in
            heights[(index + 1)...].firstIndex { $0 < heights[index] } ?? heights.count
        }
        let naming = schemas.last?.naming
        name = try naming.map { node in
            (node.reference ?? "", document.id(of: try document.references.target(of: node)))
        }
        isWriteOnly = document.isVersion30 && nodes.contains { $0.isTrue("writeOnly") }
        isNullable = document.isVersion30 && nodes.contains { $0.isTrue("nullable") }
    }

    /// The values of a keyword, one for each part that has it.
    subscript(keyword: String) -> [JSONNode] { nodes.compactMap { $0.member(keyword) } }

    /// The nodes that may say something of a member, in order: others need not be asked.
    func nodes(about key: String) -> [JSONNode] {
        Set(openPlaces + placesByKey[key, default: []]).sorted().map { nodes[$0] }
    }

    func members(of keyword: String) -> [JSONNode.Member] { self[keyword].flatMap(\.members) }

    private func has(_ keywords: [String]) -> Bool {
        nodes.contains { node in keywords.contains { node.member($0) != nil } }
    }

    /// Returns the strictest of the counts of a keyword, at most 10 000.
    func limit(_ keyword: String, _ strictest: (Double, Double) -> Double) -> Int? {
        let numbers = self[keyword].compactMap(\.number).filter { $0 >= 0 }
        return numbers.first.map { Int(min(numbers.reduce($0, strictest), 10_000)) }
    }

    /// The examples: for the whole, and of parts of an object, if others have more members, or if
    /// later ones have an example too.
    private(set) lazy var examples: (whole: [JSONNode], ofParts: [JSONNode]) = {
        var found: (whole: [JSONNode], ofParts: [JSONNode]) = ([], [])
        for (index, node) in nodes.enumerated() {
            let (before, after) = (nodes[..<index], nodes[ends[index]...])
            let own = [node.member("example")].compactMap(\.self) + node.elements(of: "examples")
            for example in own {
                let hasAll = [before, after].joined().allSatisfy { other in
                    other.members(of: "properties").allSatisfy { example.member($0.key) != nil }
                }
                let isLast = after.allSatisfy { $0["example"]?.isObject != true }
                let isWhole = hasAll && isLast || !example.isObject
                if isWhole { found.whole.append(example) } else { found.ofParts.append(example) }
            }
        }
        return found
    }()

    /// The values that the schemas name, the likeliest first.
    var given: [JSONNode] {
        let usual = self["default"].filter { !$0.isBlank } + self["const"]
        let listed = self["enum"].flatMap { $0.elements.prefix(50) }.ordered { $0.isBlank ? 1 : 0 }
        return examples.whole + usual + listed
    }

    private static let allTypes = [
        "array", "boolean", "integer", "number", "object", "string", "null",
    ]
    private static let implied: [(type: String, keywords: [String])] = [
        ("array", ["items", "prefixItems", "contains", "minItems"]),
        ("string", ["format", "pattern", "minLength", "maxLength"]),
        ("number", ["minimum", "maximum", "multipleOf"]),
    ]

    private var allowedTypes: [String] {
        let lists = self["type"].map(\.strings)
        let allowed = Self.allTypes.filter { type in
            lists.contains { $0.contains(type) }
                && lists.allSatisfy {
                    $0.contains(type) || type == "integer" && $0.contains("number")
                }
        }
        if !allowed.isEmpty { return allowed + (isNullable ? ["null"] : []) }
        return [Self.implied.first { has($0.keywords) }?.type ?? "object"]
    }

    // MARK: Choices

    /// Returns the choices: alternatives of which one is made, each as schemas that hold together.
    func choices(in document: OpenAPIDocument) -> [[[JSONNode]]] {
        isScalar ? [] : nodes.flatMap { choices(of: $0, document) }.filter { !$0.isEmpty }
    }

    /// Returns the choices of a part; a null comes last.
    ///
    /// Alternatives that a discriminator names have that name first, and then their own, since some
    /// documents forget the mapping.
    private func choices(of node: JSONNode, _ document: OpenAPIDocument) -> [[[JSONNode]]] {
        let discriminator = node["discriminator"]
        let named = { (schemas: [JSONNode]) in
            schemas.compactMap { schema in
                discriminator?.mark(of: schema.reference).map { [schema, $0] }
            } + schemas.map { [$0] }
        }
        var choices = ["oneOf", "anyOf"].compactMap { node[$0]?.elements }.map { schemas in
            named(schemas.ordered { $0["type"]?.string == "null" ? 1 : 0 })
        }
        if choices.isEmpty, let discriminator {
            // A base is made as one of those that extend it; one of these names itself.
            let children = document.children(of: node)
            let mark = discriminator.mark(of: key.references.first(where: children.contains))
            choices += [
                mark.map { [[$0], []] } ?? named(children.map { JSONNode(["$ref": .string($0)]) })
            ]
        }
        if let condition = node.member("if") {
            let branches = ["then", "else"].map { [node.member($0)].compactMap(\.self) }
            choices.append([[condition] + branches[0], branches[1]])
        }
        return choices + node.dependentSchemas.map { [[$0.value], []] }
    }
}

extension JSONNode {
    /// Whether it is `null` or empty.
    fileprivate var isBlank: Bool {
        scalar.map { $0.isNull || $0.string == "" } ?? (elements.isEmpty && members.isEmpty)
    }

    /// The schemas for values that have a member, by its key.
    var dependentSchemas: [Member] {
        // Older schemas have this keyword for both schemas and lists.
        members(of: "dependentSchemas") + members(of: "dependencies").filter { !$0.value.isArray }
    }

    /// The name of another schema.
    var reference: String? { (member("$ref") ?? member("$dynamicRef"))?.string }

    /// All that a schema says about a scalar, without the words for people; `nil` for other schemas.
    var words: String? {
        let types = member("type")?.strings ?? ["object"]
        if types.contains("object") || types.contains("array") { return nil }
        return members.reduce(into: "") { text, member in
            if member.key != "description" && member.key != "title" {
                text += member.token + member.value.compact
            }
        }
    }

    /// The part that names a schema, which is a reference, also if others only add words to it:
    /// `{ "allOf": [{ "$ref": "#/a" }] }`.
    fileprivate var naming: JSONNode? {
        if reference != nil { return self }
        let parts = elements(of: "allOf")
        let isOwn = ([self] + parts).contains { $0["properties"] != nil }
        let all = isOwn ? [] : parts.compactMap(\.naming)
        return all.count == 1 ? all[0] : nil
    }

    /// Returns a schema of the name that a discriminator has for a reference.
    fileprivate func mark(of reference: String?) -> JSONNode? {
        guard let key = self["propertyName"]?.string,
            let name = reference?.split(separator: "/").last
        else { return nil }
        let mapped = members(of: "mapping").first {
            $0.value.string?.split(separator: "/").last == name
        }
        let value: JSONValue = ["const": .string(mapped?.key ?? String(name))]
        return JSONNode(["required": [.string(key)], "properties": [key: value]])
    }
}
