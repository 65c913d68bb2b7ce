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
    /// The level of the value that is being made.
    private var level = 0
    /// The levels at which schemas are being made, by what tells them apart.
    private var open: [Extent: [Int: Int]] = [:]
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
    enum Extent: Hashable {
        case whole
        /// A recursive schema for the second time: it leads to no schema that is open.
        case second
        case required
    }

    /// Which of the values of a schema is made.
    struct Form: Hashable {
        var extent = Extent.whole
        /// The number of choices that have been made for the schemas.
        var chosen = 0
        /// A number for other values of the same schema.
        var variant = 0

        /// The form of its parts.
        var inner: Form { Form(extent: extent, variant: variant) }
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
        (failures, level, open) = (0, 0, [:])
        do {
            return try make(checker.parts(of: [schema]), Form())
        } catch let ending as Ending {
            throw PassingReason(ending.reason)
        }
    }

    // MARK: Any value

    private func make(_ parts: SchemaParts, _ form: Form) throws -> SchemaValue {
        guard level + form.chosen <= Budget.requiredLevels else {
            throw end("its smallest body has too many levels")
        }
        // A value without parts is the same everywhere.
        var form = parts.isScalar ? Form(extent: .required, variant: form.variant) : form
        if level > Budget.levels, form.extent != .required {
            cuts += 1
            return try makeRequired(parts, form, tooMany: "levels")
        }
        let isAround = form.extent != .required && isOpen(parts, .whole)
        if form.extent == .whole, isAround {
            form.extent = .second
        } else if isAround || isOpen(parts, form.extent) {
            throw end("its schema \(parts.name?.text.shortened(to: 100) ?? "") never ends")
        }
        // A value that was ended early is made whole for a body of its own.
        if let known = parts.values[form], !(known.isCut && level == 0),
            level + known.value.height <= Budget.requiredLevels
        {
            return known.value
        }
        let (before, id) = (cuts, parts.name?.id)
        let outer = id.flatMap { open[form.extent]?[$0] }
        if let id { open[form.extent, default: [:]][id] = level }
        defer { if let id { open[form.extent]?[id] = outer } }
        let value = try newValue(parts, form)
        parts.values[form] = (value, level > 0 && cuts != before)
        // A fault is told of each schema.
        if parts.isScalar, value.faults.isEmpty, form.variant == 0 { checker.keep(parts) }
        return value
    }

    private func isOpen(_ parts: SchemaParts, _ extent: Extent) -> Bool {
        parts.name.flatMap { open[extent]?[$0.id] }.map { $0 < level } ?? false
    }

    private func makeInner(_ parts: SchemaParts, _ form: Form) throws -> SchemaValue {
        level += 1
        defer { level -= 1 }
        return try make(parts, form)
    }

    /// Makes what is required, since the whole is too large.
    private func makeRequired(
        _ parts: SchemaParts, _ form: Form, tooMany things: String
    ) throws -> SchemaValue {
        var form = form
        form.extent = .required
        let value = try make(parts, form)
        if value.node.scalar != nil { return value }
        let reason = "it has only what is required, since the body would have too many \(things)"
        return value.adding(SchemaFault(reason, parts.nodes[0], .cut))
    }

    private func end(_ reason: String) -> Ending {
        cuts += 1
        return Ending(reason: reason)
    }

    private func newValue(_ parts: SchemaParts, _ form: Form) throws -> SchemaValue {
        let (given, passedOver) = given(by: parts, form)
        if given == nil {
            let choices = parts.choices(in: checker.document)
            if form.chosen < choices.count {
                return try makeChoice(choices[form.chosen], parts.schemas, form)
            }
        }
        return try passedOver.reduce(given ?? makeNew(parts, form)) { $0.adding($1) }
    }

    /// Returns a value that the schemas name, if one fits, and the examples that gave way.
    private func given(
        by parts: SchemaParts, _ form: Form
    ) -> (value: SchemaValue?, passedOver: [SchemaFault]) {
        let examples = parts.examples.whole
        var (values, passedOver): ([SchemaValue], [SchemaFault]) = ([], [])
        for (index, node) in parts.given.enumerated() where values.count <= form.variant {
            let value = checker.value(node)
            let fault = checker.fault(of: value, in: parts.schemas)
            if fault == nil { values.append(value) }
            guard index < examples.count else { continue }
            // The name that a discriminator has for a schema is no rule of the document.
            if let fault, value.type != "null", !fault.node.range.isEmpty {
                passedOver.append(fault.passingOver(node))
            } else if fault == nil {
                passedOver = []
            }
        }
        let isListed = !parts["enum"].isEmpty || !parts["const"].isEmpty
        return (isListed || form.variant < values.count ? values.last : nil, passedOver)
    }

    /// Makes a value of the first type that has one that fits.
    private func makeNew(_ parts: SchemaParts, _ form: Form) throws -> SchemaValue {
        let schemas = parts.schemas
        var (made, first): (SchemaValue?, SchemaValue?)
        for type in parts.types where made == nil {
            try makeValues(type, parts, form) { value in
                // A part that does not fit has been told.
                if value.fits, let fault = checker.fault(of: value, in: schemas, partsFit: true) {
                    first = first ?? value.adding(fault)
                    failures += 1
                } else {
                    made = value
                }
                return made != nil
            }
        }
        return made ?? first ?? SchemaValue(.null, [SchemaFault("type", schemas[0], .keyword)])
    }

    /// Makes values of a type, the best first, until one is taken.
    private func makeValues(
        _ type: String, _ parts: SchemaParts, _ form: Form, isTaken: (SchemaValue) -> Bool
    ) throws {
        switch type {
        case "object":
            let isWhole = form.extent != .required
            if isWhole, isTaken(try makeObject(parts, form, isSmall: false)) { return }
            _ = isTaken(try makeObject(parts, form, isSmall: true))
        case "array":
            _ = isTaken(try makeArray(parts, form))
        case "string" where !parts["contentSchema"].isEmpty:
            // JSON in a text has its own schema.
            let schemas = try checker.parts(of: parts["contentSchema"])
            let inner = try makeInner(schemas, Form(extent: form.extent))
            _ = isTaken(SchemaValue(.string(inner.compact)))
        default:
            let scalars = parts.scalars(of: type, variant: form.variant, checker.pattern)
            _ = scalars.first { isTaken(SchemaValue($0)) }
        }
    }

    /// Makes a value of the first alternative that has one that fits.
    private func makeChoice(
        _ alternatives: [[JSONNode]], _ schemas: [JSONNode], _ form: Form
    ) throws -> SchemaValue {
        var inner = form
        inner.chosen += 1
        var result = Result<SchemaValue, any Error>.failure(PassingReason("it has no alternatives"))
        for index in alternatives.indices where index == 0 || failures < Budget.failures {
            if index > 0 { failures += 1 }
            let alternative = alternatives[(index + form.variant) % alternatives.count]
            let next = Result { try make(checker.parts(of: schemas + alternative), inner) }
            if case .success(let value) = next, value.fits { return value }
            if case .success = result { continue }
            result = next
        }
        return try result.get()
    }

    // MARK: Arrays and objects

    /// The parts of an array or an object that is being made.
    private struct Whole {
        var form: Form
        var parts: [SchemaValue.Part] = []
        var faults: [SchemaFault] = []
        var size = 1

        mutating func append(_ step: JSONPath.Step, _ value: SchemaValue) {
            parts.append((step, value))
            size += value.size
        }
    }

    /// Makes a part of an array or an object; `nil` for an optional one without a value.
    private func makePart(
        _ step: JSONPath.Step, _ inner: Result<SchemaParts, any Error>, of parts: SchemaParts,
        isRequired: Bool, in whole: inout Whole
    ) throws -> SchemaValue? {
        do {
            let value = try makeInner(inner.get(), whole.form)
            guard whole.size + value.size <= Budget.requiredValues else {
                throw end("its smallest body has too many values")
            }
            return value
        } catch let error as PassingReason {
            let fault = SchemaFault(error.text, checker.schemas(of: step, in: parts)[0])
            if isRequired { return SchemaValue(.string("text"), [fault]) }
            whole.faults.append(fault.below(step))
        } catch  where !isRequired {}
        return nil
    }

    private func makeObject(
        _ parts: SchemaParts, _ form: Form, isSmall: Bool
    ) throws -> SchemaValue {
        let members = try parts.members[isSmall] ?? members(of: parts, isSmall: isSmall)
        parts.members[isSmall] = members
        let required = members.count(where: \.isRequired)
        let most = max(parts.limit("maxProperties", min) ?? .max, required)
        var whole = Whole(form: form.inner)
        for member in members where member.isRequired || whole.parts.count < most {
            let value = try makePart(
                member.step, member.parts, of: parts, isRequired: member.isRequired, in: &whole)
            if let value { whole.append(member.step, value) }
        }
        shrink(&whole, parts)
        return SchemaValue(isArray: false, whole.parts, whole.faults)
    }

    /// Returns the members of an object, or of one with only those that are required.
    private func members(of parts: SchemaParts, isSmall: Bool) throws -> [SchemaParts.Member] {
        var required = Set(parts["required"].flatMap(\.strings))
        var keys = parts["properties"].flatMap { $0.members.map(\.key) }
        if isSmall { keys.removeAll { !required.contains($0) } }
        keys += parts["required"].flatMap(\.strings)
        let examples = parts.examples.ofParts
        if !isSmall { keys += examples.flatMap { $0.members.map(\.key) } }
        let dependent = ["dependentRequired", "dependencies"].flatMap(parts.members(of:))
        for rule in dependent where keys.contains(rule.key) {
            keys += rule.value.strings
            required.formUnion(rule.value.strings)
        }
        let others = parts["additionalProperties"] + parts["patternProperties"]
        let isMap = keys.isEmpty && !isSmall && others.contains(where: \.isObject)
        let least = max(parts.limit("minProperties", max) ?? 0, isMap ? 1 : 0)
        if least > 0 { keys += try otherKeys(parts, least - Set(keys).count) }

        var seen: Set<String> = []
        return keys.compactMap { key in
            guard seen.insert(key).inserted else { return nil }
            var inner = checker.parts(of: .key(key), in: parts)
            // Of examples of parts, the last counts.
            if let example = examples.lazy.reversed().compactMap({ $0.member(key) }).first {
                let given = JSONNode(members: [("example", example)])
                inner = Result { [inner] in try checker.parts(of: [given] + inner.get().schemas) }
            }
            let known = try? inner.get()
            let isNone = known?.schemas.contains { $0.scalar?.bool == false } == true
            if isNone || known?.isWriteOnly == true { return nil }
            return (.key(key), inner, required.contains(key))
        }
    }

    /// Leaves out what is not required of the largest members, until there are few enough values,
    /// or little more than the largest has.
    private func shrink(_ whole: inout Whole, _ parts: SchemaParts) {
        guard whole.size > Budget.values else { return }
        level += 1
        defer { level -= 1 }
        let sizes = whole.parts.map(\.value.size)
        let largest = sizes.indices.map(\.self).ordered { -sizes[$0] }
        let most = max(Budget.values, sizes[largest[0]] + Budget.values / 5)
        for index in largest where whole.size > most {
            let step = whole.parts[index].step
            let small = try? makeRequired(
                checker.parts(of: step, in: parts).get(), whole.form, tooMany: "values")
            guard let small, small.size < sizes[index] else { continue }
            whole.size += small.size - sizes[index]
            whole.parts[index].value = small
        }
    }

    /// Returns names for members that have none.
    private func otherKeys(_ parts: SchemaParts, _ count: Int) throws -> [String] {
        let isClosed = parts["additionalProperties"].allSatisfy { $0.scalar?.bool == false }
        let patterns = isClosed ? parts.members(of: "patternProperties").map(\.key) : []
        return try (0..<max(count, 0)).compactMap { index in
            var rules = parts["propertyNames"]
            if !patterns.isEmpty {
                rules.append(JSONNode(["pattern": .string(patterns[index % patterns.count])]))
            }
            if rules.isEmpty { return "key\(index + 1)" }
            let form = Form(variant: index / max(patterns.count, 1))
            let name = try checker.parts(of: [JSONNode(["type": "string"])] + rules)
            return try makeInner(name, form).node.string
        }
    }

    private func makeArray(_ parts: SchemaParts, _ form: Form) throws -> SchemaValue {
        let items = parts["items"]
        let firsts = (parts["prefixItems"] + items).map(\.elements.count).max() ?? 0
        let contained = parts["contains"]
        let found = contained.isEmpty ? 0 : max(parts.limit("minContains", max) ?? 1, 1)
        let least = max(parts.limit("minItems", max) ?? 0, found)
        let isBlank = items.isEmpty || items.contains { $0.scalar?.bool == false }
        let usual = form.extent == .required ? 0 : max(firsts, isBlank ? 0 : 1)
        let count = min(max(least, usual), parts.limit("maxItems", min) ?? .max)
        let isUnique = parts["uniqueItems"].contains { $0.scalar?.bool == true }

        var whole = Whole(form: form.inner)
        var seen: Set<JSONValue> = []
        // Some values are the same as earlier ones.
        let lastVariant = form.variant + 3 * (least + 10)
        while whole.parts.count < count, whole.form.variant < lastVariant {
            let index = whole.parts.count
            var inner = checker.parts(of: .index(index), in: parts)
            if firsts..<firsts + found ~= index {
                inner = Result { [inner] in try checker.parts(of: inner.get().schemas + contained) }
            }
            let value = try makePart(
                .index(index), inner, of: parts, isRequired: index < least, in: &whole)
            guard let value else { break }
            if isUnique {
                whole.form.variant += 1
                guard seen.insert(value.node.value).inserted else { continue }
            }
            whole.append(.index(index), value)
        }
        return SchemaValue(isArray: true, whole.parts, whole.faults)
    }
}
