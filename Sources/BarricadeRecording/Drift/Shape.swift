import Barricade

/// The shape of JSON at one place, learnt from several documents.
///
/// A document fits if each of its values is like one learnt at that place, and if it has every key
/// that all objects learnt there have.
struct Shape: Sendable {
    /// The type of a value; the raw value is its name in messages.
    enum Kind: String, Sendable, CaseIterable {
        case bool = "true or false"
        case number = "a number"
        case text
        case array = "an array"
        case object = "an object"
        case null

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

    /// The types that values have here, and the numbers of the documents that have them.
    private(set) var kinds: [Kind: [Int]] = [:]
    private(set) var formats: Set<TextFormat> = []
    private(set) var words = Words()
    /// The members by their keys; all elements of an array, or members of a map, share one.
    private(set) var children: [JSONPath.Step: Shape] = [:]
    /// Whether the keys of objects are data, such as dates.
    private(set) var isMap = false
    private var count = 0
    /// The number of objects that are not maps.
    private var objectCount = 0

    /// The depth up to which values are learnt and compared, to limit recursion.
    static let deepest = 64

    /// The keys of objects, in order.
    var keys: [String] {
        children.keys.compactMap { if case .key(let key) = $0 { key } else { nil } }.sorted()
    }

    /// The keys that all objects have, in order.
    var requiredKeys: [String] {
        keys.filter { children[.key($0)]?.count == objectCount }
    }

    /// The numbers of the documents that have a value here.
    var sources: [Int] { Set(kinds.values.joined()).sorted() }

    /// The types for messages: `text or null`.
    var typeNames: String {
        Kind.allCases.filter { kinds[$0] != nil }.map(\.rawValue).alternatives
    }

    /// Learns a value of a document.
    ///
    /// - Parameter source: The number of the document; documents are learnt one after the other.
    mutating func learn(_ value: JSONValue, from source: Int, depth: Int = 0) {
        guard depth < Self.deepest else { return }
        count += 1
        let kind = Kind(value)
        if kinds[kind]?.last != source { kinds[kind, default: []].append(source) }
        func learn(_ value: JSONValue, at step: JSONPath.Step) {
            children[step, default: Shape()].learn(value, from: source, depth: depth + 1)
        }
        switch value {
        case .string(let text):
            formats.insert(TextFormat(text))
            words.learn(text)
        case .array(let elements):
            for element in elements.values { learn(element, at: .all) }
        case .object(let members) where Self.isMap(members.values):
            isMap = true
            for member in members.values.values { learn(member, at: .all) }
        case .object(let members):
            objectCount += 1
            for (key, member) in members.values { learn(member, at: .key(key)) }
        case .null, .bool, .integer, .number, .largeInteger:
            break
        }
    }

    /// Returns whether an object maps data to values, rather than having members of its own.
    static func isMap(_ members: [String: JSONValue]) -> Bool {
        guard !members.isEmpty else { return false }
        if members.keys.allSatisfy(\.isIdentifierKey) { return true }
        if members.keys.allSatisfy(\.isCodeKey), Set(members.values.map(Kind.init)).count == 1 {
            return true
        }
        // Three objects with the same keys are probably entries, not members.
        guard members.count > 2, let first = members.values.first?.object, first.count > 1 else {
            return false
        }
        return members.values.allSatisfy { $0.object.map { Set($0.keys) } == Set(first.keys) }
    }

    /// The words at one place, if there are few.
    struct Words: Sendable {
        private var counts: [String: Int] = [:]
        private var total = 0
        private var isOpen = false

        /// The number of texts that shows whether words repeat.
        private static let enough = 8

        /// The words, in order; `nil` if any text may follow.
        var all: [String]? { isOpen || total >= Self.enough && !areFew ? nil : counts.orderedKeys }

        /// Whether words repeat often enough to assume that there are no others.
        var areFew: Bool { 2 * total >= 3 * counts.count }

        mutating func learn(_ text: String) {
            guard !isOpen else { return }
            total += 1
            counts[text, default: 0] += 1
            isOpen = counts.count > 12 || !text.isConstant
        }
    }
}

extension [String] {
    /// The texts as alternatives: `a, b or c`; the first eight of them.
    var alternatives: String {
        guard let last, count > 1 else { return first ?? "nothing" }
        if count > 8 { return prefix(8).joined(separator: ", ") + " or one of \(count - 8) more" }
        return dropLast().joined(separator: ", ") + " or \(last)"
    }
}
