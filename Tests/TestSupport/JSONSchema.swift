import Barricade

/// A JSON Schema (draft 7), with the keywords that the project's own schemas use.
struct JSONSchema: Sendable {
    private let root: JSONValue

    private static let annotations: Set<String> = [
        "$schema", "title", "description", "definitions",
    ]

    init(_ root: JSONValue) {
        self.root = root
    }

    func accepts(_ value: JSONValue) -> Bool { accepts(value, root) }

    private func accepts(_ value: JSONValue, _ schema: JSONValue) -> Bool {
        if let bool = schema.bool { return bool }
        let keywords = schema.object ?? [:]
        // Beside a reference, nothing else counts.
        if let reference = keywords["$ref"]?.string {
            let name = reference.replacing("#/definitions/", with: "")
            return accepts(value, root["definitions"]?[name] ?? false)
        }
        return keywords.allSatisfy { keyword, rule in
            accepts(value, keyword, rule, among: schema)
        }
    }

    private func accepts(
        _ value: JSONValue, _ keyword: String, _ rule: JSONValue, among schema: JSONValue
    ) -> Bool {
        switch keyword {
        case _ where Self.annotations.contains(keyword): true
        case "type": (rule.array ?? [rule]).contains { Self.isType($0.string ?? "", value) }
        case "enum": rule.array?.contains(value) ?? false
        case "const": value == rule
        case "minimum": value.double.map { $0 >= rule.double ?? 0 } ?? true
        case "maximum": value.double.map { $0 <= rule.double ?? 0 } ?? true
        case "minLength":
            value.string.map { $0.unicodeScalars.count >= rule.int ?? 0 } ?? true
        case "format": value.string.map { Self.isOfFormat(rule.string ?? "", $0) } ?? true
        case "contentEncoding": value.string.map { Data(base64Encoded: $0) != nil } ?? true
        case "pattern": value.string.map { Self.isFound(rule.string ?? "", in: $0) } ?? true
        case "maxLength":
            value.string.map { $0.unicodeScalars.count <= rule.int ?? 0 } ?? true
        case "minItems": value.array.map { $0.count >= rule.int ?? 0 } ?? true
        case "maxItems": value.array.map { $0.count <= rule.int ?? 0 } ?? true
        case "uniqueItems": value.array.map { Set($0).count == $0.count } ?? true
        case "items", "prefixItems": acceptsItems(of: value, rule)
        case "required":
            value.object.map { members in
                (rule.array ?? []).allSatisfy { members[$0.string ?? ""] != nil }
            } ?? true
        case "properties", "additionalProperties", "dependencies", "dependentSchemas":
            acceptsMembers(of: value, keyword, rule, among: schema)
        case "allOf": rule.array?.allSatisfy { accepts(value, $0) } ?? false
        case "anyOf": rule.array?.contains { accepts(value, $0) } ?? false
        case "oneOf": rule.array?.filter { accepts(value, $0) }.count == 1
        case "not": !accepts(value, rule)
        case "if":
            accepts(value, schema[accepts(value, rule) ? "then" : "else"] ?? true)
        case "then", "else": true
        // A keyword that is not known here must not pass for met.
        default: false
        }
    }

    private func acceptsItems(of value: JSONValue, _ rule: JSONValue) -> Bool {
        guard let elements = value.array else { return true }
        guard let rules = rule.array else { return elements.allSatisfy { accepts($0, rule) } }
        return zip(elements, rules).allSatisfy { accepts($0, $1) }
    }

    private func acceptsMembers(
        of value: JSONValue, _ keyword: String, _ rule: JSONValue, among schema: JSONValue
    ) -> Bool {
        (value.object ?? [:]).allSatisfy { key, member in
            switch keyword {
            case "properties": rule[key].map { accepts(member, $0) } ?? true
            case "dependencies", "dependentSchemas": rule[key].map { accepts(value, $0) } ?? true
            default: schema["properties"]?[key] != nil || accepts(member, rule)
            }
        }
    }

    private static func isType(_ type: String, _ value: JSONValue) -> Bool {
        switch type {
        case "object": value.object != nil
        case "array": value.array != nil
        case "string": value.string != nil
        case "null": value.isNull
        case "boolean": value.bool != nil
        case "integer": value.int != nil
        case "number": value.double != nil
        default: false
        }
    }

    private static func isOfFormat(_ format: String, _ text: String) -> Bool {
        format == "date-time"
            && (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text)) != nil
    }

    private static func isFound(_ pattern: String, in text: String) -> Bool {
        text.range(of: pattern, options: .regularExpression) != nil
    }
}
