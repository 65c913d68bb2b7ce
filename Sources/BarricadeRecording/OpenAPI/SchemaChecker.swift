import Barricade
import BarricadeCommon
import Foundation

/// Tells whether values fit the schemas of a document; each value is judged once by each schema.
final class SchemaChecker {
    let document: OpenAPIDocument
    private var known: [Pair: (value: SchemaValue, fault: SchemaFault?)] = [:]
    private var parts: [Int: Result<SchemaParts, any Error>] = [:]
    private var patterns: [String: SchemaPattern?] = [:]
    private var listed: [Int: Set<JSONValue>] = [:]
    private var given: [Int: SchemaValue] = [:]

    /// The most levels of schemas, for threads with small stacks.
    private static let deepest = 100

    private struct Pair: Hashable {
        let schema: Int
        let value: ObjectIdentifier
    }

    init(_ document: OpenAPIDocument) {
        self.document = document
    }

    func parts(of schemas: [JSONNode]) throws -> SchemaParts {
        guard schemas.count == 1, let schema = schemas.first else {
            return try SchemaParts(schemas, in: document)
        }
        let result = parts[schema.offset] ?? Result { try SchemaParts(schemas, in: document) }
        parts[schema.offset] = result
        return try result.get()
    }

    /// Returns a value that a document names.
    func value(_ node: JSONNode) -> SchemaValue {
        let value = given[node.offset] ?? SchemaValue(reading: node)
        given[node.offset] = value
        return value
    }

    func pattern(_ text: String) -> SchemaPattern? {
        if let known = patterns[text] { return known }
        let pattern = SchemaPattern(text)
        patterns[text] = .some(pattern)
        return pattern
    }

    /// Returns the first fault of a value; `nil` if it fits all schemas.
    func fault(of value: SchemaValue, in schemas: [JSONNode], level: Int = 0) -> SchemaFault? {
        schemas.lazy.compactMap { self.fault(of: value, in: $0, level) }.first
    }

    private func fault(
        of value: SchemaValue, in schema: JSONNode, _ level: Int
    ) -> SchemaFault? {
        if let bool = schema.scalar?.bool { return bool ? nil : .breaking("the schema", schema) }
        let pair = Pair(schema: schema.offset, value: ObjectIdentifier(value))
        if let known = known[pair], !schema.range.isEmpty { return known.fault }
        guard level < Self.deepest else {
            return SchemaFault(reason: "its schema has too many levels to check", node: schema)
        }
        // A schema that leads to itself adds nothing.
        known[pair] = (value, nil)
        let fault = newFault(of: value, in: schema, level + 1)
        if fault != nil { known[pair] = (value, fault) }
        return fault
    }

    private func newFault(
        of value: SchemaValue, in schema: JSONNode, _ level: Int
    ) -> SchemaFault? {
        do {
            let parts = try parts(of: [schema])
            for node in parts.nodes {
                for rule in node.members where Self.keywords.contains(rule.key) {
                    let fault = fault(of: value, by: rule, in: node, parts, level)
                    if let fault { return fault }
                }
                if node.scalar?.bool == false { return .breaking("the schema", node) }
            }
            return nil
        } catch {
            return SchemaFault(
                reason: (error as? PassingReason)?.text ?? "\(error)", node: schema)
        }
    }

    private static let keywords: Set<String> = [
        "type", "enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
        "multipleOf", "minLength", "maxLength", "pattern", "format", "minItems", "maxItems",
        "uniqueItems", "items", "prefixItems", "contains", "minProperties", "maxProperties",
        "required", "properties", "patternProperties", "additionalProperties", "propertyNames",
        "dependentRequired", "dependentSchemas", "oneOf", "anyOf", "not", "if", "writeOnly",
        "unevaluatedProperties",
    ]

    /// Returns the fault by one keyword.
    private func fault(
        of value: SchemaValue, by member: JSONNode.Member, in schema: JSONNode,
        _ parts: SchemaParts, _ level: Int
    ) -> SchemaFault? {
        let (keyword, rule) = (member.key, member.value)
        let fits = { (other: JSONNode) in self.fault(of: value, in: other, level) == nil }
        let isKept: Bool
        switch keyword {
        case "type": isKept = Self.isType(of: value, in: schema)
        case "enum":
            let values = listed[rule.offset] ?? Set(rule.elements.map { Self.plain($0.value) })
            listed[rule.offset] = values
            isKept = values.contains(Self.plain(value.node.value))
        case "const": isKept = Self.plain(rule.value) == Self.plain(value.node.value)
        case "oneOf":
            isKept = rule.elements.lazy.filter(fits).prefix(2).count == 1
        case "anyOf": isKept = rule.elements.contains(where: fits)
        case "not": isKept = !fits(rule)
        case "if":
            guard let branch = schema.member(fits(rule) ? "then" : "else") else { return nil }
            return fault(of: value, in: branch, level)
        // What is only written is not in a response; later versions only hope so.
        case "writeOnly":
            isKept = !(document.leavesOutWriteOnly && rule.scalar?.bool == true)
        default:
            if let number = value.number {
                isKept = Self.fits(number, keyword, rule, in: schema)
            } else if let text = value.node.string {
                isKept = self.fits(text, keyword, rule)
            } else if value.node.isArray {
                return fault(ofArray: value, keyword, rule, in: schema, level)
            } else if value.node.isObject {
                return fault(ofObject: value, keyword, rule, in: schema, parts, level)
            } else {
                return nil
            }
        }
        return isKept ? nil : .breaking(keyword, rule)
    }

    /// Returns a value in which 1.0 is 1.
    private static func plain(_ value: JSONValue) -> JSONValue {
        if case .number = value, let int = value.int { .integer(int) } else { value }
    }

    private static func isType(of value: SchemaValue, in schema: JSONNode) -> Bool {
        guard let types = schema["type"]?.strings else { return true }
        switch value.node.content {
        case .array: return types.contains("array")
        case .object: return types.contains("object")
        case .scalar(.null): return types.contains("null") || schema.isTrue("nullable")
        case .scalar(.bool): return types.contains("boolean")
        case .scalar(.string): return types.contains("string")
        case .scalar(let number):
            return types.contains("number")
                || types.contains("integer") && number.double.map { $0 == $0.rounded() } == true
        }
    }

    // MARK: Scalars

    private static func fits(
        _ number: Decimal, _ keyword: String, _ rule: JSONNode, in schema: JSONNode
    ) -> Bool {
        if keyword == "format" {
            return SchemaFormat.range(of: rule.string ?? "")?.contains(number) ?? true
        }
        // The exclusive ones are Booleans in OpenAPI 3.0, and numbers later.
        let isStrict = rule.scalar?.bool == true
        let bound = keyword == "exclusiveMinimum" ? "minimum" : "maximum"
        guard let limit = (isStrict ? schema.member(bound) ?? rule : rule).decimal else {
            return true
        }
        switch keyword {
        case "minimum": return number >= limit
        case "maximum": return number <= limit
        case "exclusiveMinimum": return number > limit
        case "exclusiveMaximum": return number < limit
        case "multipleOf": return limit <= 0 || (number / limit).isWhole
        default: return true
        }
    }

    private func fits(_ text: String, _ keyword: String, _ rule: JSONNode) -> Bool {
        let length = Double(text.unicodeScalars.count)
        switch keyword {
        case "minLength": return length >= rule.number ?? 0
        case "maxLength": return length <= rule.number ?? .infinity
        case "pattern": return pattern(rule.string ?? "")?.isFound(in: text) ?? false
        case "format":
            let format = SchemaFormat.named(rule.string ?? "")?.pattern
            return format.flatMap { pattern($0) }?.isFound(in: text) ?? true
        default: return true
        }
    }

    // MARK: Arrays and objects

    private func fault(
        ofArray value: SchemaValue, _ keyword: String, _ rule: JSONNode, in schema: JSONNode,
        _ level: Int
    ) -> SchemaFault? {
        let count = value.elements.count
        let isKept: Bool
        switch keyword {
        case "minItems": isKept = Double(count) >= rule.number ?? 0
        case "maxItems": isKept = Double(count) <= rule.number ?? .infinity
        case "uniqueItems":
            isKept =
                rule.scalar?.bool != true || Set(value.elements.map(\.node.value)).count == count
        case "contains":
            let found = value.elements.count { fault(of: $0, in: rule, level) == nil }
            isKept =
                Double(found) >= schema["minContains"]?.number ?? 1
                && Double(found) <= schema["maxContains"]?.number ?? .infinity
        case "items", "prefixItems":
            let firsts = schema["prefixItems"]?.elements.count ?? 0
            let own = keyword == "items" ? firsts..<max(count, firsts) : 0..<min(firsts, count)
            return own.lazy.compactMap { [self] index in
                let rule = keyword == "items" ? rule : rule.elements[index]
                return fault(of: value.elements[index], in: rule, level)?.below("[\(index)]")
            }.first
        default: return nil
        }
        return isKept ? nil : .breaking(keyword, rule)
    }

    private func fault(
        ofObject value: SchemaValue, _ keyword: String, _ rule: JSONNode, in schema: JSONNode,
        _ parts: SchemaParts, _ level: Int
    ) -> SchemaFault? {
        let has = { (key: String) in value.members.contains { $0.key == key } }
        let all = { [self] (rule: JSONNode?, isOf: @escaping (String) -> Bool) in
            value.members.lazy.filter { isOf($0.key) }.compactMap { key, member in
                (rule ?? self.property(key, of: schema)).flatMap {
                    self.fault(of: member, in: $0, level)?.below(".\(key)")
                }
            }.first
        }
        switch keyword {
        case "minProperties" where Double(value.members.count) < rule.number ?? 0,
            "maxProperties" where Double(value.members.count) > rule.number ?? .infinity:
            return .breaking(keyword, rule)
        case "required":
            let missing = rule.strings.first { !has($0) && !isWriteOnly($0, in: parts) }
            return missing.map {
                SchemaFault(reason: "no value has the required \"\($0)\"", node: rule)
            }
        case "properties": return all(nil) { _ in true }
        case "patternProperties":
            return rule.members.lazy.compactMap { [self] pattern in
                all(pattern.value) { self.isFound(pattern.key, in: $0) }
            }.first
        case "additionalProperties":
            return all(rule) { [self] in !isDeclared($0, in: schema) }
        case "unevaluatedProperties":
            let seen = evaluated(value, by: schema, level)
            return all(rule) { !seen.contains($0) }
        case "propertyNames":
            return value.members.lazy.compactMap { [self] key, _ in
                fault(of: SchemaValue(.string(key)), in: rule, level)?.below(".\(key)")
            }.first
        case "dependentRequired":
            return rule.members.contains { has($0.key) && !$0.value.strings.allSatisfy(has) }
                ? .breaking(keyword, rule) : nil
        case "dependentSchemas":
            return rule.members.lazy.filter { has($0.key) }.compactMap { [self] in
                fault(of: value, in: $0.value, level)
            }.first
        default: return nil
        }
    }

    private func isFound(_ pattern: String, in key: String) -> Bool {
        self.pattern(pattern)?.isFound(in: key) ?? false
    }

    private func property(_ key: String, of schema: JSONNode) -> JSONNode? {
        schema["properties"].flatMap { document.member(key, of: $0) }
    }

    /// Returns the schemas of a member: its own, or those for all others.
    func schemas(of key: String, in parts: SchemaParts) -> [JSONNode] {
        parts.nodes.flatMap { node -> [JSONNode] in
            let own = property(key, of: node).map { [$0] } ?? []
            let patterns = node["patternProperties"]?.members.filter { isFound($0.key, in: key) }
            let all = own + (patterns?.map(\.value) ?? [])
            return all.isEmpty ? node.member("additionalProperties").map { [$0] } ?? [] : all
        }
    }

    private func isDeclared(_ key: String, in schema: JSONNode) -> Bool {
        property(key, of: schema) != nil
            || (schema["patternProperties"]?.members ?? []).contains { isFound($0.key, in: key) }
    }

    /// Returns whether a member is only sent in requests, and so not in responses.
    func isWriteOnly(_ key: String, in parts: SchemaParts) -> Bool {
        document.leavesOutWriteOnly
            && schemas(of: key, in: parts).contains { schema in
                (try? self.parts(of: [schema]))?.nodes.contains { $0.isTrue("writeOnly") } == true
            }
    }

    /// Returns the members that a schema has looked at, by itself or by schemas for the same value.
    private func evaluated(
        _ value: SchemaValue, by schema: JSONNode, _ level: Int
    ) -> Set<String> {
        guard level < Self.deepest, let nodes = try? parts(of: [schema]).nodes else { return [] }
        return nodes.reduce(into: []) { seen, node in
            let isOpen = node.member("additionalProperties") != nil
            seen.formUnion(
                value.members.map(\.key).filter { isOpen || isDeclared($0, in: node) })
            let others =
                ["oneOf", "anyOf"].flatMap { node[$0]?.elements ?? [] }
                + ["if", "then", "else"].compactMap { node.member($0) }
                + (node["dependentSchemas"]?.members.map(\.value) ?? [])
            for other in others where fault(of: value, in: other, level + 1) == nil {
                seen.formUnion(evaluated(value, by: other, level + 1))
            }
        }
    }
}

extension JSONNode {
    /// The number with all its digits; `nil` for anything else.
    var decimal: Decimal? {
        guard scalar?.double != nil, let decimal = Decimal(string: token), decimal.isFinite else {
            return nil
        }
        return decimal
    }
}

extension Decimal {
    func rounded(_ mode: NSDecimalNumber.RoundingMode) -> Decimal {
        var (rounded, number) = (Decimal(), self)
        NSDecimalRound(&rounded, &number, 0, mode)
        return rounded
    }

    var isWhole: Bool { self == rounded(.plain) }
}
