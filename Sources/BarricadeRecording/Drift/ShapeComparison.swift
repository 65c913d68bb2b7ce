import Barricade
import BarricadeFolder

/// The two sides at a place, and the numbers of the documents that have the wanted one.
struct ShapeDifference {
    let kind: Drift.Kind
    var place: JSONPath?
    let wants: String
    let got: String
    let sources: [Int]
    /// Whether too little is known to be sure.
    var isDoubtful = false
}

/// A comparison of a document with a shape, which finds each place and kind of difference once.
struct ShapeComparison {
    private var found: [ShapeDifference] = []
    /// The places of lists whose elements were compared.
    private var filled: Set<JSONPath> = []

    /// The most differences to find; nobody reads more.
    private static let most = 100

    /// Compares a document with a shape.
    init(of document: JSONValue, with shape: Shape) {
        compare(document, with: shape, at: JSONPath())
    }

    var differences: [ShapeDifference] { found.filter { !$0.isDoubtful } }

    /// Possible differences, of which too little is known: a word, where few texts are known, and a
    /// list that was always empty.
    var unjudged: [ShapeDifference] {
        found.filter {
            $0.isDoubtful && ($0.kind != .elements || $0.place.map(filled.contains) != true)
        }
    }

    private mutating func note(
        _ kind: Drift.Kind, at place: JSONPath, wants: String, got: String, _ sources: [Int]?,
        isDoubtful: Bool = false
    ) {
        guard found.count < Self.most,
            !found.contains(where: { $0.kind == kind && $0.place == place })
        else { return }
        found.append(
            ShapeDifference(
                kind: kind, place: place, wants: wants, got: got, sources: sources ?? [],
                isDoubtful: isDoubtful))
    }

    private mutating func compare(_ value: JSONValue, with shape: Shape, at place: JSONPath) {
        guard place.steps.count < Shape.deepest else { return }
        let kind = Shape.Kind(value)
        guard shape.kinds[kind] != nil else {
            return note(
                kind == .null ? .null : .type, at: place, wants: shape.typeNames,
                got: shape.name(ofUnknown: value), shape.sources)
        }
        switch value {
        case .string(let text): compare(text, with: shape, at: place)
        case .array(let elements): compare(elements.values, with: shape, at: place)
        case .object(let members): compare(members.values, with: shape, at: place)
        case .null, .bool, .integer, .number, .largeInteger: break
        }
    }

    private mutating func compare(_ elements: [JSONValue], with shape: Shape, at place: JSONPath) {
        let sources = shape.kinds[.array]
        guard let element = shape.children[.all] else {
            guard !elements.isEmpty else { return }
            return note(.elements, at: place, wants: "an empty array", got: "elements", sources)
        }
        guard !elements.isEmpty else {
            return note(
                .elements, at: place, wants: "elements", got: "an empty array", sources,
                isDoubtful: true)
        }
        filled.insert(place)
        for value in elements { compare(value, with: element, at: place.appending(.all)) }
    }

    private mutating func compare(_ text: String, with shape: Shape, at place: JSONPath) {
        let format = TextFormat(text)
        let formats = shape.formats
        // Empty texts do not show the format of others.
        if !formats.contains(format), !formats.contains(.other), formats != [.empty] {
            return note(
                .format, at: place, wants: formats.map(\.rawValue).sorted().alternatives,
                got: format.rawValue, shape.kinds[.text])
        }
        // A word that may be secret is never shown.
        guard let (words, areFew) = shape.words, !words.contains(text), !place.isSecret,
            areFew || text.isToken
        else { return }
        note(
            .word, at: place, wants: words.map { "\"\($0)\"" }.alternatives,
            got: text.isToken
                ? "\"\(Secrets.masked(value: text))\"" : text.isEmpty ? "empty text" : "other text",
            shape.kinds[.text], isDoubtful: !areFew)
    }
}

// MARK: - Objects

extension ShapeComparison {
    private mutating func compare(
        _ members: [String: JSONValue], with shape: Shape, at place: JSONPath
    ) {
        if shape.isMap, shape.keys.isEmpty || Shape.isMap(members) {
            guard let value = shape.children[.all] else { return }
            for key in members.orderedKeys {
                compare(members[key] ?? .null, with: value, at: place.appending(.all))
            }
            return
        }
        let required = shape.requiredKeys
        let missing = required.filter { members[$0] == nil }
        let outer = members.orderedKeys.first { key in
            required.allSatisfy { members[key]?.object?[$0] != nil }
        }
        if let outer, !missing.isEmpty, missing == required {
            let newPlace = place.appending(.key(outer))
            note(
                .nesting, at: place, wants: "its content here", got: "it in \(newPlace)",
                shape.kinds[.object])
            return compare(members[outer] ?? .null, with: shape, at: newPlace)
        }
        let sources = shape.kinds[.object]
        for key in missing {
            let child = shape.children[.key(key)]
            note(
                .missingKey, at: place.appending(.key(key)), wants: child?.typeNames ?? "",
                got: "no such key", child?.sources)
        }
        for key in members.orderedKeys {
            let value = members[key] ?? .null
            let place = place.appending(.key(key))
            if let child = shape.children[.key(key)] {
                compare(value, with: child, at: place)
            } else {
                note(
                    .newKey, at: place, wants: "no such key", got: Shape.Kind(value).rawValue,
                    sources)
            }
        }
    }
}

extension Shape {
    /// Returns the type of a value that has none of the types, for messages.
    fileprivate func name(ofUnknown value: JSONValue) -> String {
        guard case .string(let text) = value else { return Kind(value).rawValue }
        if kinds[.number] != nil, Double(text) != nil { return "a number as text" }
        if kinds[.bool] != nil, ["true", "false"].contains(text) { return "true or false as text" }
        return Kind.text.rawValue
    }
}
