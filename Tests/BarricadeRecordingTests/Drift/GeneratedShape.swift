import Barricade

@testable import TestSupport

/// A shape of JSON made at random, and values of it.
indirect enum GeneratedShape: Sendable {
    case bool, number, text, date, uuid
    case word([String])
    case nullable(GeneratedShape)
    case list(GeneratedShape)
    /// Values by keys that are data.
    case map(GeneratedShape)
    case object([(key: String, value: GeneratedShape, isOptional: Bool)])

    /// Makes a shape: an object at first, a value without others in it at last.
    init(depth: Int = 0, using random: inout SeededGenerator) {
        let choices = depth == 0 ? 10..<14 : depth < 4 ? 0..<14 : 0..<6
        switch Int.random(in: choices, using: &random) {
        case 0: self = .bool
        case 1: self = .number
        case 2: self = .text
        case 3: self = .date
        case 4: self = .uuid
        case 5: self = .word(Array(Self.words.shuffled(using: &random).prefix(3)))
        case 6: self = .map(GeneratedShape(depth: depth + 1, using: &random))
        case 7, 8: self = .list(GeneratedShape(depth: depth + 1, using: &random))
        case 9:
            let value = GeneratedShape(depth: depth + 1, using: &random)
            if case .nullable = value { self = value } else { self = .nullable(value) }
        default:
            let count = Int.random(in: 1...7, using: &random)
            self = .object(
                Self.keys.shuffled(using: &random).prefix(count).map { key in
                    (
                        key, GeneratedShape(depth: depth + 1, using: &random),
                        Int.random(in: 0..<4, using: &random) == 0
                    )
                })
        }
    }

    private static let keys = [
        "id", "name", "first_name", "price", "isNew", "created-at", "tags", "owner", "größe", "a b",
    ]
    private static let words = ["open", "in_progress", "DONE", "eBook", "paper-back"]
    private static let texts = [
        "", "Fog", "The Sea, the Sea", "42", "Ada Lovelace", "12,50 €", "https://a.com/b",
        "x@y.org",
    ]

    /// Returns a value.
    func value(using random: inout SeededGenerator) -> JSONValue {
        switch self {
        case .bool: return .bool(.random(using: &random))
        case .number:
            return .random(using: &random)
                ? .integer(.random(in: -9...9_999, using: &random))
                : .number(.random(in: -1...1, using: &random))
        case .text: return .string(Self.texts.randomElement(using: &random) ?? "")
        case .date: return .string(Self.date(using: &random))
        case .uuid: return .string(Self.uuid(using: &random))
        case .word(let words): return .string(words.randomElement(using: &random) ?? "")
        case .nullable(let shape):
            return Bool.random(using: &random) ? .null : shape.value(using: &random)
        case .list(let shape):
            return .array(
                (0..<Int.random(in: 0...4, using: &random)).map { _ in
                    shape.value(using: &random)
                })
        case .map(let shape):
            var members: [String: JSONValue] = [:]
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                members[Self.date(using: &random)] = shape.value(using: &random)
            }
            return .object(members)
        case .object(let members):
            var object: [String: JSONValue] = [:]
            for (key, value, isOptional) in members
            where !isOptional || Bool.random(using: &random) {
                object[key] = value.value(using: &random)
            }
            return .object(object)
        }
    }

    /// Returns values that together have all that values of this shape can have.
    func all(using random: inout SeededGenerator) -> [JSONValue] {
        switch self {
        case .bool, .number, .date, .uuid:
            return [value(using: &random)]
        case .text:
            return [.string("Fog, and more")]
        case .word(let words):
            return words.map { .string($0) }
        case .nullable(let shape):
            return [.null] + shape.all(using: &random)
        case .list(let shape):
            // Again and again, so that words are known to be few.
            let elements = (0..<4).flatMap { _ in shape.all(using: &random) }
            return [.array([]), .array(elements)]
        case .map(let shape):
            var members: [String: JSONValue] = [:]
            for (day, value) in shape.all(using: &random).enumerated() {
                members[String(format: "20%02d-01-01", day)] = value
            }
            return [.object(members)]
        case .object(let members):
            let columns = members.map { $0.value.all(using: &random) }
            let isOptional = members.contains(where: \.isOptional)
            return (0..<(columns.map(\.count).max() ?? 0) + (isOptional ? 1 : 0)).map { row in
                var object: [String: JSONValue] = [:]
                for (member, values) in zip(members, columns)
                where row < values.count || !member.isOptional {
                    object[member.key] = values[min(row, values.count - 1)]
                }
                return .object(object)
            }
        }
    }

    private static func date(using random: inout SeededGenerator) -> String {
        String(
            format: "%d-%02d-%02d", Int.random(in: 1990...2040, using: &random),
            Int.random(in: 1...12, using: &random), Int.random(in: 1...28, using: &random))
    }

    private static func uuid(using random: inout SeededGenerator) -> String {
        let bits = (random.next(), random.next())
        return withUnsafeBytes(of: bits) { UUID(uuid: $0.load(as: uuid_t.self)).uuidString }
    }
}
