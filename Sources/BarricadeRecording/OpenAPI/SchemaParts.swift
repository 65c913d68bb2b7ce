import Barricade
import BarricadeFolder
import Foundation

/// The parts of schemas that must all hold at one place: what they refer to, and their `allOf`.
struct SchemaParts {
    /// The number that tells them apart from others.
    var id = 0
    private(set) var nodes: [JSONNode] = []
    /// The references on the way, the outermost first.
    private(set) var references: [String] = []
    private var rules: [String: [JSONNode]] = [:]
    /// The types that all parts allow, or one that keywords imply; "null" comes last.
    private(set) var types: [String] = []
    /// Whether its values have no parts, and so are the same wherever they stand.
    private(set) var isScalar = false

    init(_ schemas: [JSONNode], in document: OpenAPIDocument) throws {
        var rest = Array(schemas.reversed())
        var seen: Set<Int> = []
        while let schema = rest.popLast() {
            guard schema.range.isEmpty || seen.insert(schema.offset).inserted else { continue }
            if let reference = schema.reference {
                references.append(reference)
                rest.append(try document.target(of: reference))
                if document.ignoresKeywordsBesideReferences || schema.members.count == 1 {
                    continue
                }
            }
            nodes.append(schema)
            rest += (schema["allOf"]?.elements ?? []).reversed()
        }
        if nodes.isEmpty, !schemas.isEmpty { throw PassingReason("it refers to itself") }
        for node in nodes {
            for member in node.members { rules[member.key, default: []].append(member.value) }
        }
        types = allowedTypes
        isScalar =
            !has(["contentSchema", "discriminator", "oneOf", "anyOf", "if", "dependentSchemas"])
            && types.allSatisfy { $0 != "object" && $0 != "array" }
    }

    /// The values of a keyword, one for each part that has it.
    subscript(keyword: String) -> [JSONNode] { rules[keyword] ?? [] }

    private func has(_ keywords: [String]) -> Bool { keywords.contains { rules[$0] != nil } }

    /// Returns the strictest of the counts of a keyword, at most 10 000.
    func limit(_ keyword: String, _ strictest: (Double, Double) -> Double) -> Int? {
        let numbers = self[keyword].compactMap(\.number).filter { $0 >= 0 }
        return numbers.first.map { Int(min(numbers.reduce($0, strictest), 10_000)) }
    }

    /// The values that the schemas name, the likeliest first.
    var given: [JSONNode] {
        let usual = self["default"].filter { !$0.isBlank } + self["const"]
        let listed = self["enum"].flatMap { $0.elements.prefix(50) }.ordered { $0.isBlank ? 1 : 0 }
        return self["example"] + self["examples"].flatMap(\.elements) + usual + listed
    }

    private var allowedTypes: [String] {
        let lists = self["type"].map(\.strings)
        let all = lists.joined().filter { type in
            lists.allSatisfy { $0.contains(type) || type == "integer" && $0.contains("number") }
        }
        if !all.isEmpty { return Array(Set(all)).sorted().ordered { $0 == "null" ? 1 : 0 } }
        return [Self.implied.first { has($0.keywords) }?.type ?? "object"]
    }

    private static let implied: [(type: String, keywords: [String])] = [
        ("array", ["items", "prefixItems", "contains", "minItems"]),
        ("string", ["format", "pattern", "minLength", "maxLength"]),
        ("number", ["minimum", "maximum", "multipleOf"]),
    ]

    /// The choices: alternatives of which one is made, each as schemas that hold together.
    ///
    /// A null comes last. Alternatives that a discriminator names have that name first, and then
    /// their own, since some documents forget the mapping.
    func choices(in document: OpenAPIDocument) -> [[[JSONNode]]] {
        nodes.flatMap { node -> [[[JSONNode]]] in
            let discriminator = node["discriminator"]
            let named = { (schemas: [JSONNode]) in
                schemas.compactMap { schema in
                    discriminator?.mark(of: schema.reference).map { [schema, $0] }
                }
                    + schemas.map { [$0] }
            }
            var choices = ["oneOf", "anyOf"].compactMap { node[$0]?.elements }.map { schemas in
                named(schemas.ordered { $0["type"]?.string == "null" ? 1 : 0 })
            }
            if choices.isEmpty, let discriminator {
                // A base is made as one of those that extend it; one of these names itself.
                let children = document.children(of: node)
                let made = references.first(where: children.contains)
                let mark = discriminator.mark(of: made).map { [[$0], []] }
                choices += [mark ?? named(children.map { JSONNode.reference(to: $0) })]
            }
            if let condition = node.member("if") {
                let branches = ["then", "else"].map { [node.member($0)].compactMap(\.self) }
                choices.append([[condition] + branches[0], branches[1]])
            }
            for schema in node["dependentSchemas"]?.members ?? [] {
                choices.append([[schema.value], []])
            }
            return choices.filter { !$0.isEmpty }
        }
    }
}

extension JSONNode {
    static func text(_ text: String) -> JSONNode { JSONNode(.string(text)) }

    /// Whether it is `null`, or has neither elements nor members.
    fileprivate var isBlank: Bool {
        scalar.map(\.isNull) ?? (elements.isEmpty && members.isEmpty)
    }

    /// The name of another schema.
    var reference: String? { (member("$ref") ?? member("$dynamicRef"))?.string }

    static func reference(to name: String) -> JSONNode {
        JSONNode(members: [("$ref", .text(name))])
    }

    /// Returns a schema of the name that a discriminator has for a reference.
    fileprivate func mark(of reference: String?) -> JSONNode? {
        guard let key = self["propertyName"]?.string,
            let name = reference?.split(separator: "/").last
        else { return nil }
        let mapped = self["mapping"]?.members.first {
            $0.value.string?.split(separator: "/").last == name
        }
        let value = JSONNode(members: [("const", .text(mapped?.key ?? String(name)))])
        return JSONNode(members: [
            ("required", JSONNode(elements: [.text(key)])),
            ("properties", JSONNode(members: [(key, value)])),
        ])
    }
}
