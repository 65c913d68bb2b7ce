import Barricade
import BarricadeCommon
import Foundation

/// The schemas of a document, and the values that are made from them.
final class OpenAPISchemas {
    private let document: OpenAPIDocument
    /// The values of schemas that are only a reference.
    private var known: [String: Result<JSONNode, any Error>] = [:]
    /// The number of values made for the present body.
    private var count = 0
    /// The levels of the present body that have optional members and elements.
    private var fullLevels = 0
    /// The expressions of patterns; `nil` for one that cannot be read.
    var expressions: [String: NSRegularExpression?] = [:]

    private static let mostValues = 500
    /// The most levels of a body, and of alternatives at one place, for threads with small stacks.
    static let deepest = 32

    init(_ document: OpenAPIDocument) {
        self.document = document
    }

    /// Returns a value that fits a schema, always the same.
    ///
    /// It has as many levels with optional members as fit into 500 values; below, only required
    /// ones.
    func example(of schema: JSONNode) throws -> JSONNode {
        guard let reference = schema["$ref"]?.string, schema.members.count == 1 else {
            return try fullest(schema)
        }
        let result = known[reference] ?? Result { try fullest(schema) }
        known[reference] = result
        return try result.get()
    }

    private func fullest(_ schema: JSONNode) throws -> JSONNode {
        (count, fullLevels) = (0, 0)
        var value = try make([schema])
        while true {
            let last = count
            (count, fullLevels) = (0, fullLevels + 1)
            guard let fuller = try? make([schema]), count != last else { return value }
            value = fuller
        }
    }

    func parts(of schemas: [JSONNode]) throws -> SchemaParts {
        try SchemaParts(schemas, in: document)
    }

    // MARK: Making values

    /// - Parameters:
    ///   - chosen: The number of alternatives among the schemas that were chosen already.
    ///   - open: The references around this place.
    private func make(
        _ schemas: [JSONNode], chosen: Int = 0, level: Int = 0, in open: Set<String> = []
    ) throws -> JSONNode {
        count += 1
        guard count <= Self.mostValues, level + chosen < Self.deepest else {
            throw PassingReason("its smallest body has too many values or levels")
        }
        let parts = try parts(of: schemas)
        do {
            if let reference = parts.references.first(where: open.contains) {
                throw PassingReason("its schema \(reference.shortened(to: 100)) never ends")
            }
            if let given = parts.given.first(where: { accepts($0.value, schemas) }) { return given }
            if chosen < parts.choices.count {
                return try makeChoice(parts.choices[chosen], schemas, chosen, level, open)
            }
            let inner = open.union(parts.references)
            let values =
                switch parts.type {
                case "object": [try makeObject(parts, level, inner)]
                case "array": [try makeArray(parts, level, inner)]
                case let type: parts.values(of: type).map { JSONNode($0) }
                }
            if let value = values.first(where: { accepts($0.value, schemas) }) { return value }
            throw PassingReason("no value was found that fits its schema, without an example")
        } catch {
            // Without a type, null is allowed, but seldom meant.
            guard !parts["type"].isEmpty, accepts(.null, schemas) else { throw error }
            return JSONNode(.null)
        }
    }

    /// Makes a value of the first alternative that has one, at best one that fits no other.
    private func makeChoice(
        _ choice: SchemaParts.Choice, _ schemas: [JSONNode], _ chosen: Int, _ level: Int,
        _ open: Set<String>
    ) throws -> JSONNode {
        var best: JSONNode?
        var reason: any Error = PassingReason("it has no alternatives")
        for alternative in choice.alternatives {
            do {
                let value = try make(
                    schemas + [alternative] + choice.mark(of: alternative), chosen: chosen + 1,
                    level: level, in: open)
                let plain = value.value
                let isOnly = { choice.alternatives.count { self.accepts(plain, [$0]) } == 1 }
                if !choice.isExclusive || isOnly() { return value }
                best = best ?? value
            } catch {
                reason = error
            }
        }
        guard let best else { throw reason }
        return best
    }

    private func makeObject(
        _ parts: SchemaParts, _ level: Int, _ open: Set<String>
    ) throws -> JSONNode {
        let required = parts["required"].flatMap(\.strings)
        let others = parts["additionalProperties"].filter(\.isObject)
        let least = Int(parts.limit("minProperties", max) ?? 0)
        var keys = parts["properties"].flatMap(\.members).map(\.key) + required
        if !others.isEmpty {
            keys += (0..<max(least - keys.count, keys.isEmpty ? 1 : 0)).map { "key\($0 + 1)" }
        }
        var seen: Set<String> = []
        var members: [(String, JSONNode)] = []
        for key in keys where seen.insert(key).inserted {
            let own = parts["properties"].compactMap { $0.member(key) }
            let isRequired = required.contains(key) || seen.count <= least
            // A response leaves out what is only written.
            if own.contains(where: { $0.isTrue("writeOnly") }) { continue }
            guard isRequired || level < fullLevels else { continue }
            do {
                let value = try make(own.isEmpty ? others : own, level: level + 1, in: open)
                members.append((key, value))
            } catch  where !isRequired && count <= Self.mostValues {
                continue
            }
        }
        return JSONNode(members: members)
    }

    private func makeArray(
        _ parts: SchemaParts, _ level: Int, _ open: Set<String>
    ) throws -> JSONNode {
        let firsts = parts["prefixItems"].first?.elements ?? []
        let items = parts["items"]
        let least = Int(parts.limit("minItems", max) ?? 0)
        let most = parts.limit("maxItems", min).map { Int($0) } ?? .max
        let usual = level < fullLevels ? max(firsts.count, items.isEmpty ? 0 : 1) : 0
        var elements: [JSONNode] = []
        for index in 0..<min(max(least, usual), most) {
            do {
                let schemas = index < firsts.count ? [firsts[index]] : items
                elements.append(try make(schemas, level: level + 1, in: open))
            } catch  where index >= least && count <= Self.mostValues {
                break
            }
        }
        return JSONNode(elements: elements)
    }
}
