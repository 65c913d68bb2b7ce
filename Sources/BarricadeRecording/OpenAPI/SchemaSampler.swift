import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

/// Makes a value that fits a schema, always the same; each schema's value is made once.
///
/// It makes a value of the likeliest form, lets the checker judge it, and tries the next form if
/// it does not fit.
final class SchemaSampler {
    let checker: SchemaChecker
    private var known: [Key: (value: SchemaValue, isCut: Bool)] = [:]
    /// The levels at which schemas are being made, by the references to them.
    private var open: [Extent: [String: Int]] = [:]
    /// How often a value was ended early, by what was open around it.
    private var cuts = 0
    /// The values of the present body that did not fit.
    private var failures = 0

    /// The limits of one body.
    private enum Budget {
        /// The most values that do not fit, before the rest of the alternatives is left out.
        static let failures = 2_000
        /// The most levels with optional parts, and with required ones, for small stacks.
        static let (levels, requiredLevels) = (24, 48)
        /// The most values with optional parts, and with required ones.
        static let (values, requiredValues) = (500, 50_000)
    }

    /// How much of a schema is made.
    private enum Extent: Hashable {
        case whole
        /// A recursive schema for the second time: it leads to no schema that is open.
        case second
        case required
    }

    /// Which of the values of a schema is made.
    private struct Form: Hashable {
        var extent = Extent.whole
        /// The number of choices that have been made for the schemas.
        var chosen = 0
        /// A number for other values of the same schema.
        var variant = 0
    }

    private struct Key: Hashable {
        let schemas: Int
        let form: Form
    }

    /// The end of a value that would have no end.
    private struct Ending: Error {
        let reason: String
    }

    init(_ document: OpenAPIDocument) {
        checker = SchemaChecker(document)
    }

    /// Returns a value for a schema, with its faults.
    ///
    /// - Throws: `PassingReason` if there is none.
    func example(of schema: JSONNode) throws -> SchemaValue {
        (failures, open) = (0, [:])
        do {
            return try make([schema], Form(), level: 0)
        } catch let ending as Ending {
            throw PassingReason(ending.reason)
        }
    }

    // MARK: Any value

    private func make(_ schemas: [JSONNode], _ form: Form, level: Int) throws -> SchemaValue {
        let parts = try checker.parts(of: schemas)
        var form = form
        // A value without parts is the same everywhere.
        if parts.isScalar { form.extent = .whole }
        let isDeep = !parts.isScalar && level > Budget.levels
        if isDeep, form.extent != .required {
            cuts += 1
            return try makeRequired(schemas, form, level, tooMany: "levels")
        }
        guard level + form.chosen <= Budget.requiredLevels else {
            throw end("its smallest body has too many levels")
        }
        let name = schemas.last?.reference ?? ""
        let isOpen = { (extent: Extent) in self.open[extent]?[name].map { $0 < level } ?? false }
        let isSecond = form.extent == .whole && isOpen(.whole)
        if isSecond { form.extent = .second }
        if isOpen(form.extent) || form.extent == .second && !isSecond && isOpen(.whole) {
            throw end("its schema \(name.shortened(to: 100)) never ends")
        }

        let key = Key(schemas: parts.id, form: form)
        // A value that was ended early is made whole for a body of its own.
        if let known = known[key], !(known.isCut && level == 0),
            level + known.value.height <= Budget.requiredLevels
        {
            return known.value
        }
        let (before, outer) = (cuts, open[form.extent]?[name])
        if !name.isEmpty { open[form.extent, default: [:]][name] = level }
        defer { open[form.extent]?[name] = outer }
        let value = try newValue(parts, schemas, form, level)
        known[key] = (value, level > 0 && cuts != before)
        return value
    }

    /// Makes what is required, since the whole is too large; returns a larger value as it is.
    private func makeRequired(
        _ schemas: [JSONNode], _ form: Form, _ level: Int, tooMany parts: String,
        orElse whole: SchemaValue? = nil
    ) throws -> SchemaValue {
        var form = form
        form.extent = .required
        let value = try make(schemas, form, level: level)
        if let whole, value.size >= whole.size { return whole }
        if value.node.scalar != nil { return value }
        return value.adding(
            SchemaFault(
                "it has only what is required, since the body would have too many \(parts)",
                schemas[0], isCut: true))
    }

    private func end(_ reason: String) -> Ending {
        cuts += 1
        return Ending(reason: reason)
    }

    private func newValue(
        _ parts: SchemaParts, _ schemas: [JSONNode], _ form: Form, _ level: Int
    ) throws -> SchemaValue {
        var values: [SchemaValue] = []
        for node in parts.given where values.count <= form.variant {
            let value = checker.value(node)
            if checker.fault(of: value, in: schemas) == nil { values.append(value) }
        }
        let isListed = !(parts["enum"] + parts["const"]).isEmpty
        if let value = values.last, isListed || form.variant < values.count { return value }

        let choices = parts.choices(in: checker.document)
        if form.chosen < choices.count {
            return try makeChoice(choices[form.chosen], schemas, form, level)
        }
        var first: SchemaValue?
        for type in parts.types {
            for candidate in candidates(type, parts, form, level) {
                let value = try candidate()
                // A part that does not fit has been told.
                guard value.fits, let fault = checker.fault(of: value, in: schemas) else {
                    return value
                }
                first = first ?? value.adding(fault)
                failures += 1
            }
        }
        return first ?? SchemaValue(.null, [.breaking("type", schemas[0])])
    }

    /// Returns the ways to make a value of a type, the best first.
    private func candidates(
        _ type: String, _ parts: SchemaParts, _ form: Form, _ level: Int
    ) -> AnySequence<() throws -> SchemaValue> {
        switch type {
        case "object":
            let sizes = form.extent == .required ? [true] : [false, true]
            return AnySequence(
                sizes.map { isSmall in
                    { try self.makeObject(parts, isSmall: isSmall, form, level) }
                })
        case "array": return AnySequence([{ try self.makeArray(parts, form, level) }])
        case "string" where !parts["contentSchema"].isEmpty:
            // JSON in a text has its own schema.
            let inner = Form(extent: form.extent)
            let schemas = parts["contentSchema"]
            return AnySequence([
                {
                    let value = try self.make(schemas, inner, level: level + 1)
                    return SchemaValue(.string(value.node.compact))
                }
            ])
        default:
            let scalars = parts.scalars(of: type, variant: form.variant, checker.pattern)
            return AnySequence(scalars.lazy.map { scalar in { SchemaValue(scalar) } })
        }
    }

    /// Makes a value of the first alternative that has one that fits.
    private func makeChoice(
        _ alternatives: [[JSONNode]], _ schemas: [JSONNode], _ form: Form, _ level: Int
    ) throws -> SchemaValue {
        var inner = form
        inner.chosen += 1
        var result: Result<SchemaValue, any Error>?
        for index in alternatives.indices where index == 0 || failures < Budget.failures {
            if index > 0 { failures += 1 }
            let alternative = alternatives[(index + form.variant) % alternatives.count]
            let next = Result { try make(schemas + alternative, inner, level: level) }
            if case .success(let value) = next, value.fits { return value }
            if case .success = result { continue }
            result = next
        }
        guard let result else { throw PassingReason("it has no alternatives") }
        return try result.get()
    }

    // MARK: Arrays and objects

    /// The parts of an array or an object that is being made.
    private struct Whole {
        var form: Form
        let level: Int
        var parts: [SchemaValue.Part] = []
        var faults: [SchemaFault] = []
        var size = 1
    }

    /// Makes a part of an array or an object; `nil` for an optional one without a value.
    private func makePart(
        _ step: JSONPath.Step, _ schemas: [JSONNode], isRequired: Bool, of whole: inout Whole
    ) throws -> SchemaValue? {
        do {
            let value = try make(schemas, whole.form, level: whole.level + 1)
            guard whole.size + value.size <= Budget.requiredValues else {
                throw end("its smallest body has too many values")
            }
            return value
        } catch let error as PassingReason {
            let fault = SchemaFault(error.text, schemas[0])
            if isRequired { return SchemaValue(.string("text"), [fault]) }
            whole.faults.append(fault.below(step))
        } catch  where !isRequired {}
        return nil
    }

    private func makeObject(
        _ parts: SchemaParts, isSmall: Bool, _ form: Form, _ level: Int
    ) throws -> SchemaValue {
        var required = Set(parts["required"].flatMap(\.strings))
        var keys = parts["properties"].flatMap(\.members).map(\.key)
        if isSmall { keys.removeAll { !required.contains($0) } }
        keys += parts["required"].flatMap(\.strings)
        for rule in parts["dependentRequired"].flatMap(\.members) where keys.contains(rule.key) {
            keys += rule.value.strings
            required.formUnion(rule.value.strings)
        }
        let others = parts["additionalProperties"] + parts["patternProperties"]
        let isMap = keys.isEmpty && !isSmall && others.contains(where: \.isObject)
        let least = max(parts.limit("minProperties", max) ?? 0, isMap ? 1 : 0)
        keys += try otherKeys(parts, least - Set(keys).count, level)

        let most = max(parts.limit("maxProperties", min) ?? .max, required.count)
        let inner = Form(extent: form.extent, variant: form.variant)
        var whole = Whole(form: inner, level: level)
        var seen: Set<String> = []
        for key in keys where seen.insert(key).inserted {
            let isRequired = required.contains(key)
            let schemas = checker.schemas(of: .key(key), in: parts)
            if checker.isWriteOnly(key, in: parts) || !isRequired && whole.parts.count >= most
                || schemas.contains(where: { $0.scalar?.bool == false })
            {
                continue
            }
            let value = try makePart(.key(key), schemas, isRequired: isRequired, of: &whole)
            guard let value else { continue }
            whole.parts.append((.key(key), value))
            whole.size += value.size
        }
        shrink(&whole, parts)
        return SchemaValue(isArray: false, whole.parts, whole.faults)
    }

    /// Leaves out what is not required of the largest members, until there are few enough values,
    /// or little more than the largest has.
    private func shrink(_ whole: inout Whole, _ parts: SchemaParts) {
        guard whole.size > Budget.values else { return }
        let largest = whole.parts.indices.map(\.self).ordered { [parts = whole.parts] in
            -parts[$0].value.size
        }
        let most = max(Budget.values, whole.parts[largest[0]].value.size + Budget.values / 5)
        for index in largest where whole.size > most {
            let (step, value) = whole.parts[index]
            let small = try? makeRequired(
                checker.schemas(of: step, in: parts), whole.form, whole.level + 1,
                tooMany: "values", orElse: value)
            guard let small else { continue }
            whole.size += small.size - value.size
            whole.parts[index].value = small
        }
    }

    /// Returns names for members that have none.
    private func otherKeys(_ parts: SchemaParts, _ count: Int, _ level: Int) throws -> [String] {
        let isClosed = parts["additionalProperties"].allSatisfy { $0.scalar?.bool == false }
        let patterns = isClosed ? parts["patternProperties"].flatMap(\.members).map(\.key) : []
        let text = JSONNode(members: [("type", .text("string"))])
        return try (0..<max(count, 0)).compactMap { index in
            var rules = parts["propertyNames"]
            if !patterns.isEmpty {
                let pattern = patterns[index % patterns.count]
                rules.append(JSONNode(members: [("pattern", .text(pattern))]))
            }
            if rules.isEmpty { return "key\(index + 1)" }
            let form = Form(variant: index / max(patterns.count, 1))
            return try make([text] + rules, form, level: level + 1).node.string
        }
    }

    private func makeArray(
        _ parts: SchemaParts, _ form: Form, _ level: Int
    ) throws -> SchemaValue {
        let (firsts, items) = (parts["prefixItems"].first?.elements.count ?? 0, parts["items"])
        let contained = parts["contains"]
        let found = contained.isEmpty ? 0 : max(parts.limit("minContains", max) ?? 1, 1)
        let least = max(parts.limit("minItems", max) ?? 0, found)
        let isBlank = items.isEmpty || items.contains { $0.scalar?.bool == false }
        let usual = form.extent == .required ? 0 : max(firsts, isBlank ? 0 : 1)
        let count = min(max(least, usual), parts.limit("maxItems", min) ?? .max)
        let isUnique = parts["uniqueItems"].contains { $0.scalar?.bool == true }

        let inner = Form(extent: form.extent, variant: form.variant)
        var whole = Whole(form: inner, level: level)
        var seen: Set<JSONValue> = []
        // Some values are the same as earlier ones.
        let lastVariant = form.variant + 3 * (least + 10)
        while whole.parts.count < count, whole.form.variant < lastVariant {
            let index = whole.parts.count
            let schemas =
                checker.schemas(of: .index(index), in: parts)
                + (firsts..<firsts + found ~= index ? contained : [])
            let value = try makePart(
                .index(index), schemas, isRequired: index < least, of: &whole)
            guard let value else { break }
            if isUnique {
                whole.form.variant += 1
                guard seen.insert(value.node.value).inserted else { continue }
            }
            whole.parts.append((.index(index), value))
            whole.size += value.size
        }
        return SchemaValue(isArray: true, whole.parts, whole.faults)
    }
}
