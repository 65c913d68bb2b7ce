import Barricade
import Foundation

/// An independent reading of the schemas of an OpenAPI document, which checks values.
///
/// It is stricter than the import: of `oneOf`, exactly one alternative must fit.
struct SchemaChecker {
    let root: JSONValue

    /// Returns the first place where a value does not fit a schema; `nil` if it fits.
    func fault(in value: JSONValue, _ schema: JSONValue, at place: String = "$") -> String? {
        if let bool = schema.bool { return bool ? nil : "\(place): nothing may be here" }
        var schema = schema
        if let reference = schema["$ref"]?.string {
            guard let target = target(of: reference) else { return "\(place): \(reference)?" }
            if let fault = fault(in: value, target, at: place) { return fault }
            if root["openapi"]?.string?.hasPrefix("3.0") == true { return nil }
            schema["$ref"] = nil
        }
        for (keyword, rule) in (schema.object ?? [:]).sorted(by: { $0.key < $1.key }) {
            let isMet =
                switch keyword {
                case "type":
                    (rule.array ?? [rule]).contains { isType($0.string ?? "", value) }
                        || value.isNull && schema["nullable"]?.bool == true
                case "enum": rule.array?.contains(value) ?? false
                case "const": rule == value
                case "not": fault(in: value, rule, at: place) != nil
                case "anyOf": fits(value, rule) >= 1
                case "oneOf": fits(value, rule) == 1
                default: isMet(keyword, rule, value, schema)
                }
            guard isMet else {
                return "\(place): \(keyword) \(rule)".shortened(to: 300)
                    + " got \(value)".shortened(to: 100)
            }
            if keyword == "allOf" {
                for part in rule.array ?? [] {
                    if let fault = fault(in: value, part, at: place) { return fault }
                }
            }
        }
        return faultWithin(value, schema, place)
    }

    private func fits(_ value: JSONValue, _ rule: JSONValue) -> Int {
        (rule.array ?? []).count { fault(in: value, $0) == nil }
    }

    private func faultWithin(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> String? {
        for (key, member) in (value.object ?? [:]).sorted(by: { $0.key < $1.key }) {
            let rule = schema["properties"]?[key] ?? schema["additionalProperties"] ?? true
            if let fault = fault(in: member, rule, at: "\(place).\(key)") { return fault }
        }
        for (index, element) in (value.array ?? []).enumerated() {
            let rule = schema["prefixItems"]?[index] ?? schema["items"] ?? true
            if let fault = fault(in: element, rule, at: "\(place)[\(index)]") { return fault }
        }
        return nil
    }

    private func target(of reference: String) -> JSONValue? {
        guard reference.hasPrefix("#/") else { return nil }
        return reference.dropFirst(2).split(separator: "/", omittingEmptySubsequences: false)
            .reduce(root) { value, token in
                let key = (token.removingPercentEncoding ?? String(token))
                    .replacing("~1", with: "/").replacing("~0", with: "~")
                return value?[key] ?? Int(key).flatMap { value?[$0] }
            }
    }

    private func isType(_ type: String, _ value: JSONValue) -> Bool {
        switch type {
        case "object": value.object != nil
        case "array": value.array != nil
        case "string": value.string != nil
        case "null": value.isNull
        case "boolean": value.bool != nil
        case "integer": value.double.map { $0 == $0.rounded() } ?? false
        default: value.double != nil
        }
    }

    private func isMet(
        _ keyword: String, _ rule: JSONValue, _ value: JSONValue, _ schema: JSONValue
    ) -> Bool {
        let (text, number, elements, members) = (
            value.string, value.double, value.array, value.object
        )
        return switch keyword {
        case "minLength": (text?.unicodeScalars.count ?? .max) >= rule.int ?? 0
        case "maxLength": (text?.unicodeScalars.count ?? 0) <= rule.int ?? .max
        case "minItems": (elements?.count ?? .max) >= rule.int ?? 0
        case "maxItems": (elements?.count ?? 0) <= rule.int ?? .max
        case "minProperties": (members?.count ?? .max) >= rule.int ?? 0
        case "maxProperties": (members?.count ?? 0) <= rule.int ?? .max
        case "uniqueItems" where rule.bool == true:
            elements.map { Set($0).count == $0.count } ?? true
        case "minimum":
            number.map {
                let least = rule.double ?? 0
                return schema["exclusiveMinimum"]?.bool == true ? $0 > least : $0 >= least
            } ?? true
        case "maximum":
            number.map {
                let most = rule.double ?? 0
                return schema["exclusiveMaximum"]?.bool == true ? $0 < most : $0 <= most
            } ?? true
        case "exclusiveMinimum": number.flatMap { n in rule.double.map { n > $0 } } ?? true
        case "exclusiveMaximum": number.flatMap { n in rule.double.map { n < $0 } } ?? true
        case "multipleOf":
            number.map { abs(remainder($0, rule.double ?? 1)) < 1e-9 } ?? true
        case "pattern":
            text.map { isFound(rule.string ?? "", in: $0) } ?? true
        case "format": text.map { isOfFormat(rule.string ?? "", $0) } ?? isInRange(rule, number)
        case "required":
            members.map { members in
                (rule.array ?? []).compactMap(\.string).allSatisfy {
                    members[$0] != nil || schema["properties"]?[$0]?["writeOnly"]?.bool == true
                }
            } ?? true
        default: true
        }
    }

    private func isInRange(_ format: JSONValue, _ number: Double?) -> Bool {
        format.string != "int32" || number.map { Int32(exactly: $0) != nil } ?? true
    }

    /// An expression that Foundation cannot read is ignored.
    private func isFound(_ pattern: String, in text: String) -> Bool {
        guard let expression = try? NSRegularExpression(pattern: pattern) else { return true }
        return expression.numberOfMatches(
            in: text, range: NSRange(text.startIndex..., in: text)) > 0
    }

    private func isOfFormat(_ format: String, _ text: String) -> Bool {
        switch format {
        case "date-time":
            return [true, false].contains { hasDecimals in
                (try? Date.ISO8601FormatStyle(includingFractionalSeconds: hasDecimals).parse(
                    text)) != nil
            } || text.contains(".")
        case "date":
            return text.wholeMatch(of: #/\d{4}-(\d\d)-(\d\d)/#).map { $0.1 <= "12" && $0.2 <= "31" }
                ?? false
        case "uuid": return UUID(uuidString: text) != nil
        case "email": return text.split(separator: "@").count == 2
        case "uri", "url": return text.contains(":")
        case "byte": return text.utf8.allSatisfy { $0 != 32 && $0 != UInt8(ascii: "-") }
        case "ipv4": return text.split(separator: ".").compactMap { UInt8($0) }.count == 4
        case "ipv6": return text.contains(":")
        default: return true
        }
    }
}
