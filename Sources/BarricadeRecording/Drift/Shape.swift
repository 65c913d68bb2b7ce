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
    /// The members by their keys; all elements of an array, or members of a map, share one.
    private(set) var children: [JSONPath.Step: Shape] = [:]
    /// Whether the keys of objects are data, such as dates.
    private(set) var isMap = false
    /// How often each text occurs here; `nil` if any text may follow.
    private var texts: [String: Int]? = [:]
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

    /// The words, in order, and whether they repeat often enough to assume that there are no
    /// others; `nil` if any text may follow.
    var words: (all: [String], areFew: Bool)? {
        guard let texts else { return nil }
        let total = texts.values.reduce(0, +)
        let areFew = 2 * total >= 3 * texts.count
        return areFew || total < 8 ? (texts.orderedKeys, areFew) : nil
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
            texts?[text, default: 0] += 1
            if !text.isConstant || texts?.count ?? 0 > 12 { texts = nil }
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
        guard let first = members.values.first else { return false }
        if members.keys.allSatisfy(\.isIdentifierKey) { return true }
        if members.keys.allSatisfy(\.isCodeKey), Set(members.values.map(Kind.init)).count == 1 {
            return true
        }
        // Three objects with the same keys are probably entries, not members.
        let keys = Set(first.object?.keys.map { $0 } ?? [])
        return members.count > 2 && keys.count > 1
            && members.values.allSatisfy { $0.object.map { Set($0.keys) } == keys }
    }
}

/// The format of a text that apps decode as another type; the raw value is its name in messages.
enum TextFormat: String, Sendable {
    case empty = "empty text"
    /// `2025-01-31`
    case date = "a date"
    /// `2025-01-31T09:30:15Z` (RFC 3339)
    case dateAndTime = "a date and time"
    /// `2025-01-31T09:30:15.250Z`, which decoders of dates without fractions refuse.
    case preciseDateAndTime = "a date and time with fractions of a second"
    /// `2025-01-31T09:30:15`
    case localDateAndTime = "a date and time without a time zone"
    case uuid = "a UUID"
    case other = "other text"

    init(_ text: String) {
        self =
            text.isEmpty
            ? .empty : Secrets.isUUID(text) ? .uuid : Self.date(text.utf8) ?? .other
    }

    private static func date(_ text: String.UTF8View) -> TextFormat? {
        guard (10...35).contains(text.count), text.first?.isDigit == true else { return nil }
        let mask = String(decoding: text.map { $0.isDigit ? UInt8(ascii: "0") : $0 }, as: UTF8.self)
        if mask == "0000-00-00" { return .date }
        let starts = ["0000-00-00T00:00", "0000-00-00t00:00", "0000-00-00 00:00"]
        let rest = mask.dropFirst(16)
        guard starts.contains(where: mask.hasPrefix), rest.allSatisfy({ ":0.,+-Zz".contains($0) })
        else { return nil }
        if !rest.contains(where: { "+-Zz".contains($0) }) { return .localDateAndTime }
        return rest.contains { ".,".contains($0) } ? .preciseDateAndTime : .dateAndTime
    }
}

extension String {
    /// Whether a key is data: a date, a number, an identifier such as 5f2b8a9c or order-1042, or one
    /// that the import of an OpenAPI document has made: key1.
    fileprivate var isIdentifierKey: Bool {
        let number = utf8.dropFirst(hasPrefix("key") ? 3 : 0)
        return utf8.count(where: \.isDigit) >= 3
            || !number.isEmpty && number.allSatisfy(\.isDigit)
    }

    /// Whether a key is a code of a country, currency or language: `EUR`, `de-AT`.
    fileprivate var isCodeKey: Bool {
        let code = utf8.dropFirst(utf8.count == 5 && contains { "-_".contains($0) } ? 3 : 0)
        return (2...3).contains(code.count) && code.allSatisfy(\.isCapital)
    }

    /// Whether it looks like a constant, `open`, `in_progress`, `ACTIVE`, and not like a name.
    fileprivate var isConstant: Bool {
        isToken
            && !(utf8.first?.isCapital == true && utf8.contains { $0.isLetter && !$0.isCapital })
    }

    /// Whether it is one short word without digits.
    var isToken: Bool {
        utf8.count <= 32 && utf8.first?.isLetter == true
            && utf8.allSatisfy { $0.isLetter || "_-.".utf8.contains($0) }
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
