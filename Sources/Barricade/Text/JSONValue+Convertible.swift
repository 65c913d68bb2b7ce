import Foundation

extension JSONValue {
    /// A type that converts to JSON with `JSONValue(…)`; conform your own types to it.
    public protocol Convertible {
        /// The value as JSON.
        var jsonValue: JSONValue { get }
    }

    /// Makes JSON from a variable: `["n": JSONValue(count), "tags": JSONValue(tags)]`.
    ///
    /// Integers keep all their digits; `nil` becomes `null`.
    public init(_ value: some Convertible) {
        self = value.jsonValue
    }

    /// Makes JSON from a number of any other type, such as a `Decimal`: `JSONValue(number: price)`.
    ///
    /// Its description has to be a number as JSON writes it.
    public init(number: some SignedNumeric & CustomStringConvertible) {
        self.init(number: "\(number)")
    }

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
            ?? .largeInteger(LargeInteger(value: decimal))
    }
}

extension JSONValue: JSONValue.Convertible {
    public var jsonValue: JSONValue { self }
}

extension String: JSONValue.Convertible {}
extension Substring: JSONValue.Convertible {}
extension JSONValue.Convertible where Self: StringProtocol {
    public var jsonValue: JSONValue { .string(String(self)) }
}

extension Bool: JSONValue.Convertible {
    public var jsonValue: JSONValue { .bool(self) }
}

extension Int: JSONValue.Convertible {}
extension Int8: JSONValue.Convertible {}
extension Int16: JSONValue.Convertible {}
extension Int32: JSONValue.Convertible {}
extension Int64: JSONValue.Convertible {}
extension UInt: JSONValue.Convertible {}
extension UInt8: JSONValue.Convertible {}
extension UInt16: JSONValue.Convertible {}
extension UInt32: JSONValue.Convertible {}
extension UInt64: JSONValue.Convertible {}
extension JSONValue.Convertible where Self: BinaryInteger {
    public var jsonValue: JSONValue {
        Int(exactly: self).map(JSONValue.integer) ?? JSONValue(number: "\(self)")
    }
}

extension Double: JSONValue.Convertible {
    public var jsonValue: JSONValue { .number(self) }
}

extension Float: JSONValue.Convertible {
    /// The number as written: 0.1, not its exact value 0.10000000149.
    public var jsonValue: JSONValue { .number(Double("\(self)") ?? Double(self)) }
}

extension Optional: JSONValue.Convertible where Wrapped: JSONValue.Convertible {
    public var jsonValue: JSONValue { map(\.jsonValue) ?? .null }
}

extension Array: JSONValue.Convertible where Element: JSONValue.Convertible {
    public var jsonValue: JSONValue { .array(map(\.jsonValue)) }
}

extension Dictionary: JSONValue.Convertible
where Key == String, Value: JSONValue.Convertible {
    public var jsonValue: JSONValue { .object(mapValues(\.jsonValue)) }
}
