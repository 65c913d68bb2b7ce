import Barricade

/// The shape of JSON at one place, learnt from several documents.
///
/// A document fits if each of its values is like one that has been learnt at that place, and if it
/// has every key that all learnt objects have there.
struct Shape: Sendable {
    /// The type of a value.
    enum Kind: Int, Sendable, Hashable {
        case null, bool, number, text, array, object

        init(_ value: JSONValue) {
            switch value {
            case .null: self = .null
            case .bool: self = .bool
            case .integer, .number, .largeInteger: self = .number
            case .string: self = .text
            case .array: self = .array
            case .object: self = .object
            }
        }
    }

    /// A value within, and the number of objects or arrays that have it.
    struct Child: Sendable {
        var shape = Shape()
        var count = 0
    }

    /// The documents that have a value here.
    private(set) var sources = Sources()
    /// The types that values have here, and the documents that have them.
    private(set) var kinds: [Kind: Sources] = [:]
    private(set) var formats: Set<TextFormat> = []
    private(set) var vocabulary = Vocabulary()
    /// The members by their keys; all elements of arrays, or members of maps, as one.
    private(set) var children: [JSONPath.Step: Child] = [:]
    /// The number of objects that have keys of their own, unlike maps.
    private(set) var objectCount = 0
    /// Whether the keys of objects are data, such as dates.
    private(set) var isMap = false

    /// The depth up to which values are learnt and compared, since that recurses.
    static let deepest = 64

    /// The keys that all objects have, in order.
    var requiredKeys: [String] {
        keys.filter { children[.key($0)]?.count == objectCount }
    }

    /// The keys of objects, in order.
    var keys: [String] {
        children.keys.compactMap { if case .key(let key) = $0 { key } else { nil } }.sorted()
    }

    /// Returns the shape of the values at a step below; `nil` if there are none.
    subscript(step: JSONPath.Step) -> Shape? { children[step]?.shape }

    /// Learns a value of a document.
    ///
    /// - Parameter source: The number of the document; documents are learnt one after the other.
    mutating func learn(_ value: JSONValue, from source: Int, depth: Int = 0) {
        guard depth < Self.deepest else { return }
        sources.add(source)
        kinds[Kind(value), default: Sources()].add(source)
        switch value {
        case .string(let text):
            formats.insert(TextFormat(text))
            vocabulary.add(text)
        case .array(let elements):
            for element in elements.values { learn(element, at: .all, from: source, depth) }
        case .object(let members) where MapKeys.areData(members.values):
            isMap = true
            for member in members.values.values { learn(member, at: .all, from: source, depth) }
        case .object(let members):
            objectCount += 1
            for (key, member) in members.values {
                learn(member, at: .key(key), from: source, depth)
            }
        case .null, .bool, .integer, .number, .largeInteger:
            break
        }
    }

    private mutating func learn(
        _ value: JSONValue, at step: JSONPath.Step, from source: Int, _ depth: Int
    ) {
        children[step, default: Child()].count += 1
        children[step]?.shape.learn(value, from: source, depth: depth + 1)
    }
}

/// Some of several documents: the first of them, and how many there are.
struct Sources: Sendable {
    private(set) var first: Int?
    private(set) var count = 0
    private var latest: Int?

    mutating func add(_ source: Int) {
        guard source != latest else { return }
        first = first ?? source
        latest = source
        count += 1
    }
}
