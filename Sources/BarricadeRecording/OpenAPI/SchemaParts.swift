import Barricade
import BarricadeCommon
import Foundation

/// The parts of schemas that must all hold at one place: what they refer to, and their `allOf`.
struct SchemaParts {
    private(set) var nodes: [JSONNode] = []
    /// The references on the way, the outermost first.
    private(set) var references: [String] = []
    private var met: Set<String> = []
    private var rules: [String: [JSONNode]] = [:]
    /// Whether its values have no parts, and so are the same wherever they stand.
    private(set) var isScalar = false

    init(_ schemas: [JSONNode], in document: OpenAPIDocument) throws {
        var rest = Array(schemas.reversed())
        var seen: Set<Int> = []
        while let schema = rest.popLast() {
            guard schema.range.isEmpty || seen.insert(schema.offset).inserted else { continue }
            if let reference = schema.reference {
                if met.insert(reference).inserted { references.append(reference) }
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
        isScalar =
            rules["contentSchema"] == nil && choices.isEmpty
            && types.allSatisfy { $0 != "object" && $0 != "array" }
    }

    /// The values of a keyword, one for each part that has it.
    subscript(keyword: String) -> [JSONNode] { rules[keyword] ?? [] }

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

    /// The types that all parts allow, or one that keywords imply; "null" comes last.
    var types: [String] {
        let lists = self["type"].map(\.strings)
        let all = lists.joined().filter { type in
            lists.allSatisfy { $0.contains(type) || type == "integer" && $0.contains("number") }
        }
        if !all.isEmpty { return Array(Set(all)).sorted().ordered { $0 == "null" ? 1 : 0 } }
        let has = { (keywords: [String]) in keywords.contains { rules[$0] != nil } }
        if has(["items", "prefixItems", "contains", "minItems"]) { return ["array"] }
        if has(["format", "pattern", "minLength", "maxLength"]) { return ["string"] }
        return has(["minimum", "maximum", "multipleOf"]) ? ["number"] : ["object"]
    }

    // MARK: Alternatives

    /// Schemas of which one is chosen.
    struct Choice {
        /// Each alternative, as schemas that hold together.
        let alternatives: [[JSONNode]]
        var discriminator: JSONNode?

        /// Returns the member that names an alternative; `nil` without a discriminator.
        func mark(of alternative: [JSONNode]) -> SchemaMark? {
            guard let discriminator, let reference = alternative.first?.reference else {
                return nil
            }
            return SchemaMark(discriminator, of: reference)
        }
    }

    /// The choices of the parts; what is null comes last.
    var choices: [Choice] {
        let keywords = ["oneOf", "anyOf", "if", "dependentSchemas"]
        guard keywords.contains(where: { rules[$0] != nil }) else { return [] }
        return nodes.flatMap { node -> [Choice] in
            var choices = ["oneOf", "anyOf"].compactMap { keyword in
                node[keyword].map { schemas in
                    Choice(
                        alternatives: schemas.elements.ordered {
                            $0["type"]?.string == "null" ? 1 : 0
                        }.map { [$0] }, discriminator: node["discriminator"])
                }
            }
            if let condition = node.member("if") {
                let branches = [[condition] + (node.member("then").map { [$0] } ?? [])]
                choices.append(
                    Choice(alternatives: branches + [node.member("else").map { [$0] } ?? []]))
            }
            for dependent in node["dependentSchemas"]?.members ?? [] {
                choices.append(Choice(alternatives: [[dependent.value], []]))
            }
            return choices
        }
    }
}

extension JSONNode {
    /// Whether it is `null`, or has neither elements nor members.
    fileprivate var isBlank: Bool {
        scalar.map(\.isNull) ?? (elements.isEmpty && members.isEmpty)
    }

    /// The name of another schema.
    var reference: String? { (member("$ref") ?? member("$dynamicRef"))?.string }
}

/// The member by which a discriminator names a schema.
struct SchemaMark: Hashable {
    let key: String
    let text: String

    /// - Parameter reference: The reference to the schema.
    init?(_ discriminator: JSONNode, of reference: String) {
        guard let key = discriminator["propertyName"]?.string,
            let name = reference.split(separator: "/").last
        else { return nil }
        let known = discriminator["mapping"]?.members.first {
            $0.value.string?.split(separator: "/").last == name
        }
        (self.key, text) = (key, known?.key ?? String(name))
    }
}
