public import Foundation

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
            ?? .largeInteger(LargeInteger(value: decimal))
    }
}
