import Barricade
import BarricadeCommon
import Foundation

/// Makes a value that fits a schema, always the same; each schema's value is made once.
final class SchemaSampler {
    let checker: SchemaChecker
    private var known: [Key: Result] = [:]
    /// The levels at which schemas are being made, by the references to them.
    private var open: [Turn: [String: Int]] = [:]
    /// How often a value was ended early, since it leads to one that is open.
    private var cuts = 0
    /// The further attempts that the present body may take.
    private var attempts = 0

    private static let mostAttempts = 2_000
    /// The most levels with optional parts, and with required ones, for threads with small stacks.
    private static let (fullLevels, deepest) = (24, 48)
    /// The most values with optional parts, and with required ones.
    private static let (usualSize, largestSize) = (500, 50_000)

    /// How much of a schema is made.
    private enum Turn: Hashable {
        case whole
        /// A recursive schema for the second time: it leads to no schema that is open.
        case second
        case required
    }

    private struct Context: Hashable {
        var turn = Turn.whole
        /// The number of choices that have been made for the schemas.
        var chosen = 0
        /// A number for other values of the same schema.
        var variant = 0
        /// The member that a discriminator wants.
        var mark: SchemaMark?
    }

    private struct Key: Hashable {
        let schemas: [Int]
        let context: Context
    }

    private struct Result {
        let value: SchemaValue
        /// Whether it was ended early by what was open around it.
        let isCut: Bool
    }

    /// The end of a value that would have no end.
    private struct Ending: Error {
        let reason: String
    }

    init(_ document: OpenAPIDocument) {
        checker = SchemaChecker(document)
    }

    private var document: OpenAPIDocument { checker.document }

    /// Returns a value for a schema, with its faults.
    ///
    /// - Throws: `PassingReason` if there is none.
    func example(of schema: JSONNode) throws -> SchemaValue {
        attempts = 0
        open = [:]
        do {
            return try make([schema], Context(), level: 0)
        } catch let ending as Ending {
            throw PassingReason(ending.reason)
        }
    }

    // MARK: Any value

    private func make(
        _ schemas: [JSONNode], _ context: Context, level: Int
    ) throws -> SchemaValue {
        let parts = try checker.parts(of: schemas)
        var context = context
        let offsets = parts.nodes.map(\.offset) + [-context.chosen]
        if parts.isScalar {
            context.turn = .whole
            let key = Key(schemas: offsets, context: context)
            let value = try known[key]?.value ?? newValue(parts, schemas, context, level)
            known[key] = Result(value: value, isCut: false)
            return value
        }
        let name = schemas.last?.reference ?? ""
        let isOpen = { (turn: Turn) in self.open[turn]?[name].map { $0 < level } ?? false }
        if level > Self.fullLevels, context.turn != .required {
            cuts += 1
            return try shortened(schemas, context, level)
        }
        guard level + context.chosen <= Self.deepest else {
            throw end("its smallest body has too many levels")
        }
        if context.turn == .whole, isOpen(.whole) {
            context.turn = .second
        } else if context.turn == .second, isOpen(.whole) {
            throw end(never(parts))
        }
        if isOpen(context.turn) { throw end(never(parts)) }

        let key = Key(schemas: offsets, context: context)
        if let known = known[key], !(known.isCut && level == 0) {
            guard level + known.value.height > Self.fullLevels + 8 else { return known.value }
            guard context.turn != .required else {
                throw end("its smallest body has too many levels")
            }
            return try shortened(schemas, context, level)
        }
        let before = cuts
        let outer = open[context.turn]?[name]
        if !name.isEmpty { open[context.turn, default: [:]][name] = level }
        defer { open[context.turn]?[name] = outer }
        let value = try newValue(parts, schemas, context, level)
        known[key] = Result(value: value, isCut: level > 0 && cuts != before)
        return value
    }

    /// Makes what is required, below too many levels.
    private func shortened(
        _ schemas: [JSONNode], _ context: Context, _ level: Int
    ) throws -> SchemaValue {
        var context = context
        context.turn = .required
        let value = try make(schemas, context, level: level)
        return value.node.scalar == nil ? value.adding(.left("levels", schemas)) : value
    }

    private func never(_ parts: SchemaParts) -> String {
        "its schema \((parts.references.last ?? "").shortened(to: 100)) never ends"
    }

    private func end(_ reason: String) -> Ending {
        cuts += 1
        return Ending(reason: reason)
    }

    private func newValue(
        _ parts: SchemaParts, _ schemas: [JSONNode], _ context: Context, _ level: Int
    ) throws -> SchemaValue {
        let fits = { (value: SchemaValue) in
            self.checker.fault(of: value, in: schemas) == nil
        }
        let given = parts.given.lazy.map(checker.value).filter(fits)
        let values = Array(given.prefix(context.variant + 1))
        if context.variant < values.count { return values[context.variant] }
        if let value = values.last, !(parts["enum"] + parts["const"]).isEmpty { return value }

        var context = context
        var choices = parts.choices
        if let family = document.family(of: parts) {
            if family.children.isEmpty {
                context.mark = context.mark ?? family.mark
            } else {
                choices.append(
                    .init(alternatives: family.children, discriminator: family.discriminator))
            }
        }
        if context.chosen < choices.count {
            return try makeChoice(choices[context.chosen], schemas, context, level)
        }
        var first: SchemaValue?
        for candidate in candidates(parts, context, level) {
            guard let value = try candidate() else { continue }
            // A part that does not fit has been told.
            guard value.fits else {
                if value.node.scalar == nil { return value }
                first = first ?? value
                continue
            }
            guard let fault = checker.fault(of: value, in: schemas) else { return value }
            first = first ?? value.adding(fault)
            attempts += 1
        }
        return first ?? SchemaValue(.string("text"), [.breaking("type", schemas[0])])
    }

    private typealias Candidate = () throws -> SchemaValue?

    /// Returns the ways to make a value, the best first.
    private func candidates(
        _ parts: SchemaParts, _ context: Context, _ level: Int
    ) -> [Candidate] {
        parts.types.flatMap { type -> [Candidate] in
            switch type {
            case "object":
                let isWhole = context.turn != .required
                return (isWhole ? [false, true] : [true]).map { isSmall in
                    { try self.makeObject(parts, isSmall, context, level) }
                }
            case "array": return [{ try self.makeArray(parts, context, level) }]
            case "null": return [{ SchemaValue(.null) }]
            case "boolean":
                let first = context.variant % 2 == 0
                return [first, !first].map { bool in { SchemaValue(.bool(bool)) } }
            case "string":
                return [{ try self.makeText(parts, context, level) }]
            default:
                return parts.numbers(isInteger: type == "integer", variant: context.variant).map {
                    number in { SchemaValue(number) }
                }
            }
        }
    }

    /// Makes a value of the first alternative that has one that fits.
    private func makeChoice(
        _ choice: SchemaParts.Choice, _ schemas: [JSONNode], _ context: Context, _ level: Int
    ) throws -> SchemaValue {
        var best: SchemaValue?
        var reason: any Error = PassingReason("it has no alternatives")
        let all = choice.alternatives
        for index in all.indices {
            if index > 0 { attempts += 1 }
            guard attempts < Self.mostAttempts || index == 0 else { break }
            let alternative = all[(index + context.variant) % all.count]
            var inner = context
            inner.chosen += 1
            inner.mark = choice.mark(of: alternative) ?? context.mark
            do {
                let value = try make(schemas + alternative, inner, level: level)
                if value.fits { return value }
                best = best ?? value
            } catch {
                reason = error
            }
        }
        guard let best else { throw reason }
        return best
    }

    // MARK: Objects

    private func makeObject(
        _ parts: SchemaParts, _ isSmall: Bool, _ context: Context, _ level: Int
    ) throws -> SchemaValue {
        var required = Set(parts["required"].flatMap(\.strings))
        var keys = parts["properties"].flatMap(\.members).map(\.key)
        if isSmall { keys.removeAll { !required.contains($0) } }
        keys += parts["required"].flatMap(\.strings)
        if let mark = context.mark { keys.append(mark.key) }
        for rule in parts["dependentRequired"].flatMap(\.members) where keys.contains(rule.key) {
            keys += rule.value.strings
            required.formUnion(rule.value.strings)
        }
        let least = parts.limit("minProperties", max) ?? 0
        let others = parts["additionalProperties"] + parts["patternProperties"]
        let isMap = keys.isEmpty && !isSmall && others.contains(where: \.isObject)
        keys += try otherKeys(parts, max(isMap ? 1 : 0, least - Set(keys).count), level)

        var seen: Set<String> = []
        var faults: [SchemaFault] = []
        var members: [(key: String, value: SchemaValue)] = []
        let most = parts.limit("maxProperties", min) ?? .max
        for key in keys where seen.insert(key).inserted {
            let isRequired = required.contains(key)
            let own = checker.schemas(of: key, in: parts)
            if checker.isWriteOnly(key, in: parts) { continue }
            if own.contains(where: { $0.scalar?.bool == false }) { continue }
            if !isRequired, members.count >= max(most, required.count) { continue }
            do {
                members.append((key, try member(key, own, context, level)))
            } catch let error as PassingReason {
                let fault = SchemaFault(reason: error.text, node: own.first ?? parts.nodes[0])
                if isRequired {
                    members.append((key, SchemaValue(.string("text"), [fault])))
                } else {
                    faults.append(fault.below(".\(key)"))
                }
            } catch  where !isRequired {
                continue
            }
        }
        try shrink(&members, parts, &faults, level)
        return SchemaValue(members: members, faults)
    }

    private func member(
        _ key: String, _ schemas: [JSONNode], _ context: Context, _ level: Int
    ) throws -> SchemaValue {
        if let mark = context.mark, mark.key == key {
            let value = SchemaValue(.string(mark.text))
            if checker.fault(of: value, in: schemas) == nil { return value }
        }
        let inner = Context(turn: context.turn, variant: context.variant)
        return try make(schemas, inner, level: level + 1)
    }

    /// Returns names for members that have none.
    private func otherKeys(_ parts: SchemaParts, _ count: Int, _ level: Int) throws -> [String] {
        guard count > 0 else { return [] }
        let names = parts["propertyNames"]
        let pattern = parts["patternProperties"].flatMap(\.members).first?.key
        let isClosed = parts["additionalProperties"].contains { $0.scalar?.bool == false }
        return try (0..<count).compactMap { index in
            if !names.isEmpty {
                let inner = Context(variant: index)
                let name = try make(names + [.text], inner, level: level + 1)
                return name.node.string
            }
            guard let pattern, isClosed || parts["additionalProperties"].isEmpty else {
                return "key\(index + 1)"
            }
            return checker.pattern(pattern)?.texts(1...50, variant: index).first { _ in true }
        }
    }

    /// Leaves out what is not required of the largest members, until there are few enough values.
    private func shrink(
        _ members: inout [(key: String, value: SchemaValue)], _ parts: SchemaParts,
        _ faults: inout [SchemaFault], _ level: Int
    ) throws {
        var size = members.reduce(1) { $0 + $1.value.size }
        guard size > Self.usualSize else { return }
        for index in members.indices.map(\.self).ordered(by: { -members[$0].value.size }) {
            guard size > Self.usualSize else { break }
            let (key, old) = members[index]
            let schemas = checker.schemas(of: key, in: parts)
            guard let small = try? make(schemas, Context(turn: .required), level: level + 1),
                small.size < old.size
            else { continue }
            size += small.size - old.size
            members[index].value = small
            faults.append(.left("values", schemas).below(".\(key)"))
        }
        if size > Self.largestSize { throw end("its smallest body has too many values") }
    }

    // MARK: Arrays

    private func makeArray(
        _ parts: SchemaParts, _ context: Context, _ level: Int
    ) throws -> SchemaValue {
        let firsts = parts["prefixItems"].first?.elements ?? []
        let (items, contained) = (parts["items"], parts["contains"])
        let found = contained.isEmpty ? 0 : max(parts.limit("minContains", max) ?? 1, 1)
        let least = max(parts.limit("minItems", max) ?? 0, found)
        let most = parts.limit("maxItems", min) ?? .max
        let isBlank = items.isEmpty || items.contains { $0.scalar?.bool == false }
        let usual = context.turn == .required ? 0 : max(firsts.count, isBlank ? 0 : 1)
        let isUnique = parts["uniqueItems"].contains { $0.scalar?.bool == true }
        var elements: [SchemaValue] = []
        var faults: [SchemaFault] = []
        var seen: Set<JSONValue> = []
        var variant = context.variant
        while elements.count < min(max(least, usual), most) {
            let index = elements.count
            let schemas =
                index < firsts.count
                ? [firsts[index]] : items + (index < firsts.count + found ? contained : [])
            let isNeeded = index < least
            do {
                let inner = Context(turn: context.turn, variant: variant)
                let element = try make(schemas, inner, level: level + 1)
                if isUnique {
                    variant += 1
                    guard seen.insert(element.node.value).inserted else {
                        // Some values are the same as earlier ones.
                        if variant < context.variant + 3 * (least + 10) { continue }
                        break
                    }
                }
                elements.append(element)
            } catch let error as PassingReason {
                let fault = SchemaFault(reason: error.text, node: schemas.first ?? parts.nodes[0])
                guard isNeeded else {
                    faults.append(fault.below("[\(index)]"))
                    break
                }
                elements.append(SchemaValue(.string("text"), [fault]))
            } catch  where !isNeeded {
                break
            }
        }
        let value = SchemaValue(elements: elements, faults)
        if value.size > Self.largestSize { throw end("its smallest body has too many values") }
        return value
    }

    // MARK: Texts

    private func makeText(
        _ parts: SchemaParts, _ context: Context, _ level: Int
    ) throws -> SchemaValue {
        // JSON in a text has its own schema.
        if let inner = parts["contentSchema"].first {
            let value = try make([inner], Context(turn: context.turn), level: level + 1)
            return SchemaValue(.string(value.node.compact))
        }
        let patterns =
            parts["pattern"]
            + parts["format"].compactMap {
                $0.string.flatMap(SchemaFormat.named)?.pattern.map { JSONNode(.string($0)) }
            }
        let isFound = { (text: String) in
            patterns.allSatisfy { pattern in
                self.checker.pattern(pattern.string ?? "")?.isFound(in: text) ?? true
            }
        }
        let lengths = parts.lengths
        let usual = parts.texts(variant: context.variant)
        if let text = usual.first(where: {
            lengths.contains($0.unicodeScalars.count) && isFound($0)
        }) {
            return unknownPattern(parts).map { SchemaValue(.string(text), [$0]) }
                ?? SchemaValue(.string(text))
        }
        for pattern in patterns {
            let made = checker.pattern(pattern.string ?? "")?.texts(
                lengths, variant: context.variant)
            if let text = made?.first(where: isFound) { return SchemaValue(.string(text)) }
        }
        let rule = parts["pattern"].first ?? parts["format"].first ?? parts.nodes[0]
        let keyword = parts["pattern"].isEmpty ? "format" : "pattern"
        return SchemaValue(.string("text"), [unknownPattern(parts) ?? .breaking(keyword, rule)])
    }

    /// Returns the fault of a pattern that cannot be read.
    private func unknownPattern(_ parts: SchemaParts) -> SchemaFault? {
        parts["pattern"].first { checker.pattern($0.string ?? "") == nil }.map {
            .breaking("pattern", $0)
        }
    }
}

extension JSONNode {
    /// The schema of any text.
    fileprivate static let text = JSONNode(members: [("type", JSONNode(.string("string")))])
}

extension SchemaFault {
    /// Makes the note that optional parts were left out.
    fileprivate static func left(_ what: String, _ schemas: [JSONNode]) -> SchemaFault {
        SchemaFault(
            reason: "it has only what is required, since the body would have too many \(what)",
            node: schemas.first ?? .text, isCut: true)
    }
}
