package import Foundation

/// A JSON value, written as a literal, with variables if needed, and read by subscript (RFC 8259).
///
/// ```swift
/// let (city, count) = ("Oslo", 2)
/// let value: JSONValue = ["city": .string(city), "title": "Hello \(city)", "n": JSONValue(count)]
/// let name = value["city"]?.string
/// ```
///
/// ``init(_:)`` takes strings, numbers, `Bool`, optionals, and arrays and dictionaries of these.
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case largeInteger(LargeInteger)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringInterpolation,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(nilLiteral: ()) {
        self = .null
    }

    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }

    public init(integerLiteral value: Int) {
        self = .integer(value)
    }

    public init(floatLiteral value: Double) {
        self = .number(value)
    }

    public init(stringLiteral value: String) {
        self = .string(value)
    }

    public init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }

    /// Makes an object; if a key occurs twice, the last value counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}

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
            self = Self.large(number, in: container) ?? .number(number)
        } else if let string = try? container.decode(String.self) {
            self = .string(string)
        } else if let array = try? container.decode([JSONValue].self) {
            self = .array(array)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let bool): try container.encode(bool)
        case .integer(let integer): try container.encode(integer)
        case .number(let number): try container.encode(number)
        case .largeInteger(let integer):
            if let decimal = integer.decimal {
                try container.encode(decimal)
            } else {
                try container.encode(integer.double)
            }
        case .string(let string): try container.encode(string)
        case .array(let array): try container.encode(array)
        case .object(let object): try container.encode(object)
        }
    }

    /// Returns an integer that does not fit `Int`; `nil` for any other number.
    private static func large(
        _ number: Double, in container: any SingleValueDecodingContainer
    ) -> JSONValue? {
        guard (0x1p63...1e38).contains(number.magnitude),
            let decimal = try? container.decode(Decimal.self)
        else { return nil }
        return LargeInteger("\(decimal)").map(JSONValue.largeInteger)
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

extension JSONValue: CustomStringConvertible {
    /// The value as JSON text, the members of objects by name.
    public var description: String {
        // Most texts have nothing to escape, and the encoder is slow.
        if case .string(let text) = self, text.utf8.allSatisfy(\.isPlainInJSON) {
            return "\"\(text)\""
        }
        guard let data = try? JSONEncoder.forBodies.encode(self) else {
            return "a number that JSON cannot hold"
        }
        return String(decoding: data, as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether it stands for itself in a JSON string (RFC 8259, section 7).
    fileprivate var isPlainInJSON: Bool {
        self >= 0x20 && self < 0x7F && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
    }
}
