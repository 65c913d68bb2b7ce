public import Foundation

/// A JSON value, written as a literal, with variables if needed, and read by subscript (RFC 8259).
///
/// ```swift
/// let (city, count) = ("Oslo", 2)
/// let value: JSONValue = ["city": .string(city), "title": "Hello \(city)", "n": JSONValue(count)]
/// let name = value["city"]?.string
/// ```
///
/// ``init(_:encoder:)`` takes a variable of any `Encodable` type.
///
/// A value has at most 512 levels of arrays and objects, as many as `JSONDecoder` reads. A deeper
/// one is kept without its content: it equals no JSON, and to write it is an error.
public enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    /// A whole number of up to 38 digits that does not fit `Int`.
    case largeInteger(LargeInteger)
    case string(String)
    /// Made by ``array(_:)``.
    case array(content: Content<[JSONValue]>)
    /// Made by ``object(_:)``.
    case object(content: Content<[String: JSONValue]>)

    /// A whole number of up to 38 digits that does not fit `Int`.
    public struct LargeInteger: Sendable, Hashable {
        /// The digits; `-` comes before those of a negative number.
        public let digits: String

        package var value: Decimal { Decimal(string: digits) ?? .nan }
    }

    /// The elements of an array or the members of an object.
    public struct Content<Values: Sendable>: Sendable {
        /// The elements or members; empty if there would be more than 512 levels.
        public let values: Values
        /// The number of levels of arrays and objects, of which this is one.
        fileprivate let depth: Int

        /// - Parameter depth: The number of levels within.
        fileprivate init(_ values: Values, orElse empty: Values, over depth: Int) {
            // Every value that is too deep has one level more than allowed.
            self.depth = min(depth, JSONValue.deepest) + 1
            self.values = depth < JSONValue.deepest ? values : empty
        }
    }

    /// Makes an array.
    public static func array(_ elements: [JSONValue]) -> JSONValue {
        .array(content: Content(elements, orElse: [], over: depth(of: elements)))
    }

    /// Makes an object.
    public static func object(_ members: [String: JSONValue]) -> JSONValue {
        .object(content: Content(members, orElse: [:], over: depth(of: members.values)))
    }
}

extension JSONValue {
    /// The most levels of arrays and objects, so that recursive code, such as the release of a
    /// value, needs only a small stack.
    static let deepest = 512

    private static func depth(of values: some Sequence<JSONValue>) -> Int {
        values.reduce(0) { max($0, $1.depth) }
    }

    /// The number of levels of arrays and objects.
    var depth: Int {
        switch self {
        case .array(let elements): elements.depth
        case .object(let members): members.depth
        default: 0
        }
    }

    /// Whether it has more levels than a value may have, and so no content.
    var isTooDeep: Bool { depth > Self.deepest }

    /// The reason why it cannot be written; `nil` if it can, or if only a value in it cannot.
    private var problem: String? {
        if case .number(let number) = self, !number.isFinite { return "JSON has no \(number)." }
        return isTooDeep ? "A JSON value has at most \(Self.deepest) levels." : nil
    }

    /// The kind, for messages.
    package var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a Boolean"
        case .integer, .number, .largeInteger: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSONValue: Hashable {
    // Not synthesized, which would recurse.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        var rest = [(left, right)]
        while let pair = rest.popLast() {
            switch pair {
            case (.null, .null): break
            case (.bool(let left), .bool(let right)) where left == right: break
            case (.integer(let left), .integer(let right)) where left == right: break
            case (.number(let left), .number(let right)) where left == right: break
            case (.largeInteger(let left), .largeInteger(let right)) where left == right: break
            case (.string(let left), .string(let right)) where left == right: break
            case (.array(let left), .array(let right))
            where left.depth == right.depth && left.values.count == right.values.count:
                rest += zip(left.values, right.values)
            case (.object(let left), .object(let right))
            where left.depth == right.depth && left.values.count == right.values.count:
                for (key, value) in left.values {
                    guard let other = right.values[key] else { return false }
                    rest.append((value, other))
                }
            default: return false
            }
        }
        return true
    }

    // All levels would need recursion; values that differ further down have the same hash.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(depth)
        hasher.combine(scalar)
        hasher.combine(array?.map(\.scalar))
        hasher.combine(object?.mapValues(\.scalar))
    }

    private var scalar: AnyHashable? {
        bool.map(AnyHashable.init) ?? double.map(AnyHashable.init) ?? string.map(AnyHashable.init)
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringInterpolation,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(nilLiteral: ()) { self = .null }

    public init(booleanLiteral value: Bool) { self = .bool(value) }

    public init(integerLiteral value: Int) { self = .integer(value) }

    public init(floatLiteral value: Double) { self = .number(value) }

    public init(stringLiteral value: String) { self = .string(value) }

    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// Makes an object; if a key occurs twice, the last value counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}

// MARK: - Coding

extension JSONValue: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let integer = try? container.decode(Int.self) {
            self = .integer(integer)
        } else if let number = try? container.decode(Double.self) {
            let isLarge = (0x1p63..<1e38).contains(number.magnitude)
            let decimal = isLarge ? try? container.decode(Decimal.self) : nil
            self = decimal.map { JSONValue(number: "\($0)") } ?? .number(number)
        } else if let string = try? container.decode(String.self) {
            self = .string(string)
        } else if let array = try? container.decode([JSONValue].self) {
            self = .array(array)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        if let problem {
            throw EncodingError.invalidValue(
                self, .init(codingPath: encoder.codingPath, debugDescription: problem))
        }
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let bool): try container.encode(bool)
        case .integer(let integer): try container.encode(integer)
        case .number(let number): try container.encode(number)
        case .largeInteger(let integer): try container.encode(integer.value)
        case .string(let string): try container.encode(string)
        case .array(let elements): try container.encode(elements.values)
        case .object(let members): try container.encode(members.values)
        }
    }
}

extension JSONEncoder {
    /// The default encoder of bodies: with sorted keys, and without escaped slashes.
    package static var forBodies: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

// MARK: - Writing

extension JSONValue: CustomStringConvertible {
    /// The value as JSON text, the members of objects by name.
    public var description: String { (try? text()) ?? "a value that JSON cannot hold" }

    /// Returns the text that the default encoder would write, but without recursion.
    package func text() throws(BarricadeError) -> String {
        var text = ""
        // The tokens still to write, each with the value that follows it, the next one last.
        var rest: [(token: String, value: JSONValue?)] = [("", self)]
        while let (token, value) = rest.popLast() {
            text += token
            if let problem = value?.problem { throw BarricadeError(.invalidDefinition, problem) }
            switch value {
            case nil: break
            case .null: text += "null"
            case .bool(let bool): text += bool ? "true" : "false"
            case .integer(let integer): text += "\(integer)"
            case .number(let number): text += Self.digits(of: number)
            case .largeInteger(let integer): text += integer.digits
            case .string(let string): text += Self.quoted(string)
            case .array(let elements):
                text += "["
                rest.append(("]", nil))
                for (index, element) in elements.values.enumerated().reversed() {
                    rest.append((index > 0 ? "," : "", element))
                }
            case .object(let members):
                text += "{"
                rest.append(("}", nil))
                for (index, key) in members.values.orderedKeys.enumerated().reversed() {
                    let comma = index > 0 ? "," : ""
                    rest.append((comma + Self.quoted(key) + ":", members.values[key]))
                }
            }
        }
        return text
    }

    private static func digits(of number: Double) -> String {
        let digits = "\(number)"
        return digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
    }

    /// Returns a text as JSON.
    package static func quoted(_ text: String) -> String {
        // Most texts have nothing to escape, and the encoder is slow.
        if text.isPlainInJSON { return "\"" + text + "\"" }
        return String(decoding: (try? JSONEncoder.forBodies.encode(text)) ?? Data(), as: UTF8.self)
    }
}

extension JSONValue {
    /// The member of an object: `value["user"]?["name"]`; `nil` if there is none.
    ///
    /// Setting it to `nil` removes the member. A value that is no object stays as it is.
    public subscript(key: String) -> JSONValue? {
        get { object?[key] }
        set {
            guard var members = object else { return }
            members[key] = newValue
            self = .object(members)
        }
    }

    /// The element of an array, from 0: `value[0]`; `nil` if there is none.
    ///
    /// Setting it to `nil` removes the element. A value that is no array, or an array without that
    /// element, stays as it is.
    public subscript(index: Int) -> JSONValue? {
        get {
            guard let array, array.indices.contains(index) else { return nil }
            return array[index]
        }
        set {
            guard var elements = array, elements.indices.contains(index) else { return }
            if let newValue { elements[index] = newValue } else { elements.remove(at: index) }
            self = .array(elements)
        }
    }

    /// Whether it is `null`.
    public var isNull: Bool { if case .null = self { true } else { false } }

    /// The value as a Boolean; `nil` for any other value, including 1 and 0.
    public var bool: Bool? {
        if case .bool(let bool) = self { bool } else { nil }
    }

    /// The value as an integer, also if it is 1.0; `nil` if it is not an integer, or does not fit
    /// `Int`.
    public var int: Int? {
        switch self {
        case .integer(let integer): integer
        case .number(let number): Int(exactly: number)
        default: nil
        }
    }

    /// The value as a number; `nil` for any other value.
    public var double: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        case .largeInteger(let integer): Double(integer.digits)
        default: nil
        }
    }

    /// The value as text; `nil` for any other value.
    public var string: String? {
        if case .string(let string) = self { string } else { nil }
    }

    /// The elements of an array; `nil` for any other value.
    public var array: [JSONValue]? {
        if case .array(let elements) = self, !isTooDeep { elements.values } else { nil }
    }

    /// The members of an object; `nil` for any other value.
    public var object: [String: JSONValue]? {
        if case .object(let members) = self, !isTooDeep { members.values } else { nil }
    }
}

extension JSONValue {
    /// Makes JSON from a variable: `["n": JSONValue(count), "user": JSONValue(user)]`.
    ///
    /// Whole numbers keep all their digits; `nil` becomes `null`. The default encoder writes a date
    /// as `JSONDecoder` reads it, in seconds since 2001. A value that cannot be encoded becomes
    /// NaN, which JSON does not have: its response fails with that reason.
    public init(_ value: some Encodable, encoder: JSONEncoder? = nil) {
        if let value = value as? JSONValue {
            self = value
        } else {
            let data = try? (encoder ?? .forBodies).encode(value)
            self = data.flatMap { try? JSONReader.read($0) } ?? .number(.nan)
        }
    }

    /// Makes a number from an integer.
    public static func number(_ integer: Int) -> JSONValue { .integer(integer) }

    /// Reads a JSON number.
    ///
    /// Below 2^53, a `Double` represents integers exactly, and a `Decimal` below 10^38.
    package init(number text: String) {
        if let integer = Int(text) {
            self = .integer(integer)
            return
        }
        let number = Double(text) ?? .nan
        // A decimal number is described by all its digits, without an exponent.
        guard (0x1p53..<1e38).contains(number.magnitude), let decimal = Decimal(string: text),
            !"\(decimal)".contains(".")
        else {
            self = .number(number)
            return
        }
        self =
            Int("\(decimal)").map(JSONValue.integer)
            ?? .largeInteger(LargeInteger(digits: "\(decimal)"))
    }
}
