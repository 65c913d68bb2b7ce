import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

/// Tells whether values fit the schemas of a document; each value is judged once by each schema.
final class SchemaChecker {
    let document: OpenAPIDocument
    /// The faults by what is judged, at most one of each.
    private var known: [Pair: [SchemaFault]] = [:]
    private var parts: [[Int]: Result<SchemaParts, any Error>] = [:]
    /// The parts that schemas have, since many lead to the same ones.
    private var unique: [SchemaParts.Key: SchemaParts] = [:]
    /// The parts of scalars that have a value, by what is said about them, since many say the same.
    private var scalars: [String: SchemaParts] = [:]
    private var patterns: [String: SchemaPattern?] = [:]
    private var listed: [Int: Set<JSONValue>] = [:]
    private var given: [Int: SchemaValue] = [:]
    /// The level of the schema that is being judged.
    private var level = 0

    /// The most levels of schemas, for threads with small stacks.
    private static let deepest = 100

    private struct Pair: Hashable {
        let schema: Int
        let value: SchemaValue
    }

    init(_ document: OpenAPIDocument) {
        self.document = document
    }

    deinit { for parts in unique.values { parts.members = [:] } }

    func parts(of schemas: [JSONNode]) throws -> SchemaParts {
        if let known = words(of: schemas).flatMap({ scalars[$0] }) { return known }
        return try parts.value(schemas.map(document.id)) {
            Result {
                let parts = try SchemaParts(schemas, in: document)
                return unique.value(parts.key) { parts }
            }
        }.get()
    }

    /// Keeps parts of which a value was made for other schemas that say the same.
    func keep(_ parts: SchemaParts) {
        if let words = words(of: parts.schemas) { scalars[words] = parts }
    }

    /// Returns all that is said of a scalar; `nil` if its references may mean something else
    /// elsewhere.
    private func words(of schemas: [JSONNode]) -> String? {
        guard schemas.count == 1, let words = schemas[0].words else { return nil }
        let isElsewhere = document.references.areNamed && words.utf8.contains(UInt8(ascii: "$"))
        return isElsewhere ? nil : words
    }

    /// Returns a value that a document names.
    func value(_ node: JSONNode) -> SchemaValue {
        given.value(document.id(of: node)) { SchemaValue(reading: node) }
    }

    func pattern(_ text: String) -> SchemaPattern? {
        patterns.value(text) { SchemaPattern(text) }
    }

    // MARK: The schemas of parts

    /// Returns the schemas of an element or a member, at least one: its own, or those for all
    /// others.
    func schemas(of step: JSONPath.Step, in parts: SchemaParts) -> [JSONNode] {
        let nodes = step.key.map(parts.nodes(about:)) ?? parts.nodes
        let schemas = nodes.flatMap { self.schemas(of: step, by: $0) }
        return schemas.isEmpty ? [JSONNode(members: [])] : schemas
    }

    private func schemas(of step: JSONPath.Step, by schema: JSONNode) -> [JSONNode] {
        var own: [JSONNode] = []
        let others: JSONNode?
        switch step {
        case .key(let key):
            own +=
                schema["properties"].flatMap { document.references.member(key, of: $0) }.map {
                    [$0]
                } ?? []
            own += schema.members(of: "patternProperties").filter {
                pattern($0.key)?.isFound(in: key) == true
            }.map(\.value)
            others = schema.member("additionalProperties")
        case .index(let index):
            // Older schemas have a list for this in `items`, and `additionalItems` for the others.
            let firsts = schema.elements(of: "prefixItems") + schema.elements(of: "items")
            own += firsts.dropFirst(index).prefix(1)
            others = schema.member("items").flatMap {
                $0.isArray ? schema.member("additionalItems") : $0
            }
        case .all, .descendants: return []
        }
        return own.isEmpty ? [others].compactMap(\.self) : own
    }

    /// Returns the parts of an element or a member.
    func parts(of step: JSONPath.Step, in parts: SchemaParts) -> Result<SchemaParts, any Error> {
        Result { try self.parts(of: schemas(of: step, in: parts)) }
    }

    /// Returns the schemas that a part has for a value with certain contents: `then`, `else`, those
    /// of `dependentSchemas`.
    fileprivate func conditional(_ node: JSONNode, for value: SchemaValue) -> [JSONNode] {
        let branch = node.member("if").flatMap { condition in
            node.member(fault(of: value, in: condition) == nil ? "then" : "else")
        }
        return [branch].compactMap(\.self)
            + node.dependentSchemas.filter { value.has($0.key) }.map(\.value)
    }

    /// Returns the parts that a schema has looked at, by itself or by schemas for the same value,
    /// before a keyword about all others.
    fileprivate func evaluated(
        _ value: SchemaValue, by schema: JSONNode, before keyword: (name: String, node: JSONNode)
    ) -> Set<JSONPath.Step> {
        guard level < Self.deepest, let nodes = try? parts(of: [schema]).nodes else { return [] }
        level += 1
        defer { level -= 1 }
        return nodes.reduce(into: []) { seen, node in
            let own = node.member(keyword.name).map(document.id)
            let hasSeenAll = own.map { $0 != document.id(of: keyword.node) } == true
            let contained = value.node.isArray ? node.member("contains") : nil
            for (step, part) in value.parts
            where hasSeenAll || !schemas(of: step, by: node).isEmpty
                || contained.map({ fault(of: part, in: $0) == nil }) == true
            {
                seen.insert(step)
            }
            let others =
                ["oneOf", "anyOf"].flatMap(node.elements(of:))
                + [node.member("if")].compactMap(\.self) + conditional(node, for: value)
            for other in others where fault(of: value, in: other) == nil {
                seen.formUnion(evaluated(value, by: other, before: keyword))
            }
        }
    }

    // MARK: Judging

    /// Returns the first fault of a value; `nil` if it fits all schemas.
    ///
    /// - Parameter partsFit: Whether the parts of the value were made for the schemas.
    func fault(
        of value: SchemaValue, in schemas: [JSONNode], partsFit: Bool = false
    ) -> SchemaFault? {
        schemas.lazy.compactMap { self.fault(of: value, in: $0, partsFit: partsFit) }.first
    }

    fileprivate func fault(
        of value: SchemaValue, in schema: JSONNode, partsFit: Bool = false
    ) -> SchemaFault? {
        let pair = Pair(schema: document.id(of: schema), value: value)
        if let known = known[pair] { return known.first }
        guard level < Self.deepest else {
            return SchemaFault("its schema has too many levels to check", schema)
        }
        // A schema that leads to itself adds nothing.
        known[pair] = []
        level += 1
        defer { level -= 1 }
        let fault: SchemaFault?
        do {
            fault = try newFault(of: value, in: schema, partsFit)
        } catch {
            fault = SchemaFault("\(error)", schema)
        }
        if let fault { known[pair] = [fault] }
        return fault
    }

    private func newFault(
        of value: SchemaValue, in schema: JSONNode, _ partsFit: Bool
    ) throws -> SchemaFault? {
        let all = try parts(of: [schema])
        for node in all.nodes {
            if node.scalar?.bool == false { return SchemaFault("the schema", node, .keyword) }
            for member in node.members {
                guard let rule = Self.rules[member.key] else { continue }
                let fault = rule(
                    Rule(
                        keyword: member.key, node: member.value, schema: node, parts: all,
                        value: value, checker: self))
                if let fault { return fault }
            }
            for (step, part) in partsFit ? [] : value.parts {
                let fault = fault(of: part, in: schemas(of: step, by: node))
                if let fault { return fault.below(step) }
            }
        }
        return nil
    }

    fileprivate func isListed(_ value: JSONValue, in list: JSONNode) -> Bool {
        listed.value(document.id(of: list)) { Set(list.elements.map(\.value.plain)) }
            .contains(value.plain)
    }
}

extension JSONValue {
    /// The value, in which 1.0 is 1, also in arrays and objects.
    fileprivate var plain: JSONValue {
        switch self {
        case .number: int.map(JSONValue.integer) ?? self
        case .array(let elements): .array(elements.values.map(\.plain))
        case .object(let members): .object(members.values.mapValues(\.plain))
        default: self
        }
    }
}

// MARK: - Keywords

extension SchemaChecker {
    /// A keyword, and a value that has to keep it.
    fileprivate struct Rule {
        let keyword: String
        /// The value of the keyword.
        let node: JSONNode
        let schema: JSONNode
        /// The parts of the schema, with those beside it.
        let parts: SchemaParts
        let value: SchemaValue
        let checker: SchemaChecker

        func fits(_ schema: JSONNode) -> Bool { checker.fault(of: value, in: schema) == nil }

        /// Compares a number with the limit, which is a member beside a Boolean in OpenAPI 3.0.
        func number(beside key: String = "", _ isKept: (Decimal, Decimal) -> Bool) -> Bool {
            let limit = node.scalar?.bool == true ? schema.member(key) : node
            guard let number = value.node.decimal, let limit = limit?.decimal else { return true }
            return isKept(number, limit)
        }

        /// Compares the length of a value of a type with the limit.
        func length(of type: String, _ isKept: (Double, Double) -> Bool) -> Bool {
            guard value.type == type, let limit = node.number else { return true }
            return isKept(
                Double(value.node.string?.unicodeScalars.count ?? value.parts.count), limit)
        }
    }

    fileprivate static let rules = innerRules.merging(
        plainRules.mapValues { isKept in
            { @Sendable rule in isKept(rule) ? nil : SchemaFault(rule.keyword, rule.node, .keyword)
            }
        }
    ) { $1 }

    /// Whether a value keeps a keyword.
    private static let plainRules: [String: @Sendable (Rule) -> Bool] = [
        "type": { rule in
            let (type, types) = (rule.value.type, rule.node.strings)
            return types.contains(type) || type == "integer" && types.contains("number")
                || type == "null" && rule.schema.isTrue("nullable")
                    && rule.checker.document.isVersion30
        },
        "enum": { $0.checker.isListed($0.value.node.value, in: $0.node) },
        "const": { $0.node.value.plain == $0.value.node.value.plain },
        "anyOf": { $0.node.elements.contains(where: $0.fits) },
        "not": { !$0.fits($0.node) },
        // A response has nothing that is only written; later versions only hope so.
        "writeOnly": { !($0.checker.document.isVersion30 && $0.node.scalar?.bool == true) },

        "minimum": { $0.number { $0 >= $1 } },
        "maximum": { $0.number { $0 <= $1 } },
        "exclusiveMinimum": { $0.number(beside: "minimum") { $0 > $1 } },
        "exclusiveMaximum": { $0.number(beside: "maximum") { $0 < $1 } },
        "multipleOf": { $0.number { $1 <= 0 || ($0 / $1).isWhole } },

        "minLength": { $0.length(of: "string") { $0 >= $1 } },
        "maxLength": { $0.length(of: "string") { $0 <= $1 } },
        "pattern": { rule in
            guard let text = rule.value.node.string else { return true }
            return rule.checker.pattern(rule.node.string ?? "")?.isFound(in: text) == true
        },
        "format": { rule in
            let name = rule.node.string ?? ""
            if let number = rule.value.node.decimal {
                return SchemaFormat.ranges[name]?.contains(number) ?? true
            }
            let pattern = SchemaFormat.named(name)?.pattern.flatMap(rule.checker.pattern)
            return rule.value.node.string.flatMap { pattern?.isFound(in: $0) } ?? true
        },

        "minItems": { $0.length(of: "array") { $0 >= $1 } },
        "maxItems": { $0.length(of: "array") { $0 <= $1 } },
        "uniqueItems": { rule in
            let values = rule.value.parts.map(\.value.node.value.plain)
            return !rule.value.node.isArray || rule.node.scalar?.bool != true
                || Set(values).count == values.count
        },
        "contains": { rule in
            let found = rule.value.parts.count {
                rule.checker.fault(of: $0.value, in: rule.node) == nil
            }
            return !rule.value.node.isArray
                || Double(found) >= rule.schema["minContains"]?.number ?? 1
                    && Double(found) <= rule.schema["maxContains"]?.number ?? .infinity
        },

        "minProperties": { $0.length(of: "object") { $0 >= $1 } },
        "maxProperties": { $0.length(of: "object") { $0 <= $1 } },
        "dependentRequired": hasDependent,
    ]

    private static let hasDependent: @Sendable (Rule) -> Bool = { rule in
        rule.node.members.allSatisfy {
            !rule.value.has($0.key) || $0.value.strings.allSatisfy(rule.value.has)
        }
    }

    /// The faults by keywords that have schemas or names, told with what is missing in them.
    private static let innerRules: [String: @Sendable (Rule) -> SchemaFault?] = [
        "oneOf": { rule in
            switch rule.node.elements.lazy.filter(rule.fits).prefix(2).count {
            case 0: SchemaFault("oneOf", rule.node, .keyword)
            case 1: nil
            default: SchemaFault("it fits more than one schema of oneOf", rule.node, .ambiguous)
            }
        },
        "if": conditional, "dependentSchemas": conditional,
        "dependencies": { rule in
            hasDependent(rule)
                ? conditional(rule) : SchemaFault(rule.keyword, rule.node, .keyword)
        },
        "required": { rule in
            guard rule.value.node.isObject else { return nil }
            return rule.node.elements.first { name in
                guard let key = name.string, !rule.value.has(key) else { return false }
                let parts = try? rule.checker.parts(of: .key(key), in: rule.parts).get()
                return parts?.isWriteOnly != true
            }.map { SchemaFault("required", $0, .keyword) }
        },
        "propertyNames": { rule in
            rule.value.parts.lazy.compactMap { step, _ in
                step.key.flatMap {
                    rule.checker.fault(of: SchemaValue(.string($0)), in: rule.node)
                }?
                .below(step)
            }.first
        },
        "unevaluatedItems": { $0.value.node.isArray ? unevaluated($0) : nil },
        "unevaluatedProperties": { $0.value.node.isObject ? unevaluated($0) : nil },
    ]

    private static let conditional: @Sendable (Rule) -> SchemaFault? = { rule in
        let schemas = rule.checker.conditional(rule.schema, for: rule.value)
        return rule.checker.fault(of: rule.value, in: schemas)
    }

    private static let unevaluated: @Sendable (Rule) -> SchemaFault? = { rule in
        let seen = rule.checker.evaluated(
            rule.value, by: rule.schema, before: (rule.keyword, rule.node))
        return rule.value.parts.lazy.filter { !seen.contains($0.step) }.compactMap {
            rule.checker.fault(of: $0.value, in: rule.node)?.below($0.step)
        }.first
    }
}
