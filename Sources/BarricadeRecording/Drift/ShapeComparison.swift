import Barricade

/// A comparison of a document with a shape, which finds each place and kind of difference once.
struct ShapeComparison {
    private struct Key: Hashable {
        let kind: Drift.Kind
        let place: JSONPath?
    }

    private(set) var differences: [Difference] = []
    private var known: Set<Key> = []

    /// The most differences to find, since nobody reads more.
    private static let most = 100

    /// Compares a document with a shape.
    init(of document: JSONValue, with shape: Shape) {
        compare(document, with: shape, at: JSONPath())
    }

    private mutating func note(_ difference: Difference) {
        let key = Key(kind: difference.kind, place: difference.place)
        guard differences.count < Self.most, known.insert(key).inserted else { return }
        differences.append(difference)
    }

    private mutating func compare(_ value: JSONValue, with shape: Shape, at place: JSONPath) {
        guard place.steps.count < Shape.deepest, differences.count < Self.most else { return }
        let kind = Shape.Kind(value)
        guard shape.kinds[kind] != nil else {
            return note(
                Difference(
                    kind: kind == .null ? .null : .type, place: place,
                    got: "is \(shape.name(ofUnknown: value))", wants: shape.typeNames,
                    sources: shape.sources))
        }
        switch value {
        case .string(let text): compare(text, with: shape, at: place)
        case .array(let elements): compare(elements.values, with: shape, at: place)
        case .object(let members): compare(members.values, with: shape, at: place)
        case .null, .bool, .integer, .number, .largeInteger: break
        }
    }

    private mutating func compare(
        _ elements: [JSONValue], with shape: Shape, at place: JSONPath
    ) {
        guard !elements.isEmpty else { return }
        guard let element = shape[.all] else {
            return note(
                Difference(
                    kind: .elements, place: place, got: "has elements", wants: "none",
                    sources: shape.sources(of: .array)))
        }
        for value in elements { compare(value, with: element, at: place.appending(.all)) }
    }

    private mutating func compare(_ text: String, with shape: Shape, at place: JSONPath) {
        let format = TextFormat(text)
        if !shape.accepts(format) {
            return note(
                Difference(
                    kind: .format, place: place, got: "is \(format.name)",
                    wants: shape.formatNames, sources: shape.sources(of: .text)))
        }
        // A word that may be secret is never shown.
        guard let words = shape.vocabulary.words, !words.contains(text), !place.isSecret else {
            return
        }
        let shown = Vocabulary.isWord(text) ? "\"\(text)\"" : text.isEmpty ? "empty" : "other text"
        note(
            Difference(
                kind: .word, place: place, got: "is \(shown)",
                wants: words.map { "\"\($0)\"" }.alternatives, sources: shape.sources(of: .text)))
    }
}

// MARK: - Objects

extension ShapeComparison {
    private mutating func compare(
        _ members: [String: JSONValue], with shape: Shape, at place: JSONPath
    ) {
        if shape.isMap, shape.keys.isEmpty || MapKeys.areData(members) {
            guard let value = shape[.all] else { return }
            for key in members.orderedKeys {
                compare(members[key] ?? .null, with: value, at: place.appending(.all))
            }
            return
        }
        if !MapKeys.areLikeData(Set(members.keys).union(shape.keys)),
            !compareMoved(members, with: shape, at: place)
        {
            compareKeys(of: members, with: shape, at: place)
        }
        for key in members.orderedKeys {
            guard let child = shape[.key(key)] else { continue }
            compare(members[key] ?? .null, with: child, at: place.appending(.key(key)))
        }
    }

    private mutating func compareKeys(
        of members: [String: JSONValue], with shape: Shape, at place: JSONPath
    ) {
        var new = members.orderedKeys.filter { shape[.key($0)] == nil }
        for key in shape.requiredKeys where members[key] == nil {
            guard let child = shape[.key(key)] else { continue }
            let spelling = new.firstIndex { $0.isSpelling(of: key) }
            guard let spelling else {
                noteMissing(key, child, at: place)
                continue
            }
            let name = new.remove(at: spelling)
            note(
                Difference(
                    kind: .renamedKey, place: place.appending(.key(key)),
                    got: "is called \"\(name.shortened)\"", wants: "\"\(key.shortened)\"",
                    sources: child.sources))
            compare(members[name] ?? .null, with: child, at: place.appending(.key(name)))
        }
        for key in new { noteNew(key, members[key] ?? .null, with: shape, at: place) }
    }

    private mutating func noteMissing(_ key: String, _ child: Shape, at place: JSONPath) {
        note(
            Difference(
                kind: .missingKey, place: place.appending(.key(key)), got: "is missing",
                wants: child.typeNames, sources: child.sources))
    }

    private mutating func noteNew(
        _ key: String, _ value: JSONValue, with shape: Shape, at place: JSONPath
    ) {
        note(
            Difference(
                kind: .newKey, place: place.appending(.key(key)),
                got: "is \(Shape.Kind(value).name)", wants: "missing",
                sources: shape.sources(of: .object)))
    }

    /// Compares members that are all one level further in or out than in the shape; returns false if
    /// they are not.
    private mutating func compareMoved(
        _ members: [String: JSONValue], with shape: Shape, at place: JSONPath
    ) -> Bool {
        let required = shape.requiredKeys
        let missing = required.filter { members[$0] == nil }
        if !required.isEmpty, missing.count == required.count,
            let outer = members.orderedKeys.first(where: { key in
                shape[.key(key)] == nil && members[key]?.object?.has(required) == true
            }), let inner = members[outer]?.object
        {
            let newPlace = place.appending(.key(outer))
            noteNesting(of: place, from: "\(place) itself", to: "\(newPlace)", shape)
            for key in members.orderedKeys where key != outer && shape[.key(key)] == nil {
                noteNew(key, members[key] ?? .null, with: shape, at: place)
            }
            compare(inner, with: shape, at: newPlace)
            return true
        }
        for outer in missing {
            guard let child = shape[.key(outer)], child.sources(of: .object).count > 0,
                !child.requiredKeys.isEmpty, members.has(child.requiredKeys)
            else { continue }
            let oldPlace = place.appending(.key(outer))
            noteNesting(of: oldPlace, from: "\(oldPlace)", to: "\(place)", child)
            for key in missing where key != outer {
                if let other = shape[.key(key)] { noteMissing(key, other, at: place) }
            }
            compare(members.filter { shape[.key($0.key)] == nil }, with: child, at: place)
            return true
        }
        return false
    }

    private mutating func noteNesting(
        of place: JSONPath, from old: String, to new: String, _ shape: Shape
    ) {
        note(
            Difference(
                kind: .nesting, place: place, subject: "the content of \(place)",
                got: "is in \(new)", wants: "in \(old)", sources: shape.sources(of: .object)))
    }
}

extension [String: JSONValue] {
    fileprivate func has(_ keys: [String]) -> Bool { keys.allSatisfy { self[$0] != nil } }
}

extension String {
    /// Returns whether it is another key spelled in another way: `firstName` of `first_name`.
    fileprivate func isSpelling(of other: String) -> Bool {
        let plain = { (text: String) in text.lowercased().filter { $0.isLetter || $0.isNumber } }
        return plain(self) == plain(other)
    }
}
