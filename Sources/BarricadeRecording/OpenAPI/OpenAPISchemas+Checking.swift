import Barricade
import BarricadeCommon
import Foundation

extension OpenAPISchemas {
    /// Returns whether a value fits all schemas.
    ///
    /// It may fit several alternatives of `oneOf`, since many documents have such.
    func accepts(_ value: JSONValue, _ schemas: [JSONNode], level: Int = 0) -> Bool {
        guard level < Self.deepest * 2, let parts = try? parts(of: schemas) else { return false }
        return parts.nodes.allSatisfy { schema in
            schema.scalar?.bool ?? accepts(value, schema, level + 1)
        }
    }

    private func accepts(_ value: JSONValue, _ schema: JSONNode, _ level: Int) -> Bool {
        let fits = { (other: JSONNode) in self.accepts(value, [other], level: level) }
        guard Self.isType(of: value, in: schema),
            schema.member("enum")?.elements.contains(where: { $0.value == value }) ?? true,
            schema.member("const").map({ $0.value == value }) ?? true,
            schema["oneOf"]?.elements.contains(where: fits) ?? true,
            schema["anyOf"]?.elements.contains(where: fits) ?? true,
            !(schema["not"].map(fits) ?? false)
        else { return false }
        switch value {
        case .null, .bool: return true
        case .integer, .number, .largeInteger:
            return Self.acceptsNumber(value.double ?? 0, schema)
        case .string(let text):
            let format = SchemaFormat.all[schema["format"]?.string ?? ""]?.pattern
            return Self.isIn("Length", text.unicodeScalars.count, schema)
                && [format, schema["pattern"]?.string].allSatisfy { isFound($0, in: text) }
        case .array(let elements):
            let firsts = schema["prefixItems"]?.elements ?? []
            let others = schema.member("items").map { [$0] } ?? []
            return Self.isIn("Items", elements.values.count, schema)
                && !(schema.isTrue("uniqueItems")
                    && Set(elements.values).count < elements.values.count)
                && elements.values.enumerated().allSatisfy { index, element in
                    accepts(
                        element, index < firsts.count ? [firsts[index]] : others, level: level)
                }
        case .object(let members):
            let properties = schema["properties"]
            let others = schema.member("additionalProperties").map { [$0] } ?? []
            return Self.isIn("Properties", members.values.count, schema)
                && (schema["required"]?.strings ?? []).allSatisfy {
                    members.values[$0] != nil || properties?[$0]?.isTrue("writeOnly") == true
                }
                && members.values.allSatisfy { key, member in
                    accepts(member, properties?.member(key).map { [$0] } ?? others, level: level)
                }
        }
    }

    private static func isType(of value: JSONValue, in schema: JSONNode) -> Bool {
        guard let types = schema["type"]?.strings else { return true }
        // The kinds are "a string", "null" and so on.
        return types.contains(where: value.kind.lowercased().hasSuffix)
            || value.isNull && schema.isTrue("nullable")
            || types.contains("integer") && value.double.map { $0.rounded() == $0 } == true
    }

    /// Returns whether a count is within a pair of keywords, such as `minItems` and `maxItems`.
    private static func isIn(_ noun: String, _ count: Int, _ schema: JSONNode) -> Bool {
        Double(count) >= schema["min\(noun)"]?.number ?? 0
            && Double(count) <= schema["max\(noun)"]?.number ?? .infinity
    }

    private static func acceptsNumber(_ number: Double, _ schema: JSONNode) -> Bool {
        let low = schema["minimum"]?.number ?? -.infinity
        let high = schema["maximum"]?.number ?? .infinity
        let step = schema["multipleOf"]?.number ?? 0
        // The exclusive ones are Booleans in OpenAPI 3.0, and numbers in 3.1.
        return number >= low && number <= high
            && !(number == low && schema.isTrue("exclusiveMinimum"))
            && !(number == high && schema.isTrue("exclusiveMaximum"))
            && number > schema["exclusiveMinimum"]?.number ?? -.infinity
            && number < schema["exclusiveMaximum"]?.number ?? .infinity
            && (schema["format"]?.string != "int32" || Int32(exactly: number) != nil)
            && (step <= 0 || abs((number / step).rounded() - number / step) < 1e-9)
    }

    /// An expression that cannot be read is ignored.
    private func isFound(_ pattern: String?, in text: String) -> Bool {
        guard let pattern else { return true }
        let expression = expressions[pattern] ?? (try? NSRegularExpression(pattern: pattern))
        expressions[pattern] = expression
        let all = NSRange(text.startIndex..., in: text)
        return expression.map { $0.firstMatch(in: text, range: all) != nil } ?? true
    }
}
