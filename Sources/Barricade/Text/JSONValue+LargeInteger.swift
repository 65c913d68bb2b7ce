import Foundation

extension JSONValue {
    /// An integer that does not fit `Int`, with all its digits.
    public struct LargeInteger: Sendable, Hashable {
        /// The decimal digits, after a minus sign if it is negative.
        public let digits: String

        /// Reads a JSON number, `18446744073709551615` or `1e20`; `nil` if it is not an integer,
        /// fits `Int`, or exceeds `Double`.
        package init?(_ text: String) {
            guard let digits = Self.digits(of: text), Int(digits) == nil else { return nil }
            self.digits = digits
        }
    }

    /// Reads a JSON number with a point or an exponent, or one that does not fit `Int`.
    ///
    /// Below 2^53, a `Double` represents integers exactly.
    package init(number text: String) {
        let number = Double(text) ?? .nan
        guard number.magnitude >= 0x1p53, let digits = LargeInteger.digits(of: text) else {
            self = .number(number)
            return
        }
        self =
            Int(digits).map(JSONValue.integer)
            ?? LargeInteger(digits).map(JSONValue.largeInteger) ?? .number(number)
    }
}

extension JSONValue.LargeInteger {
    package var isNegative: Bool { digits.hasPrefix("-") }

    /// The nearest `Double`.
    var double: Double { Double(digits) ?? .nan }

    /// The number for encoders; `nil` if it has too many digits for `Decimal`.
    var decimal: Decimal? {
        digits.utf8.count - (isNegative ? 1 : 0) <= 38 ? Decimal(string: digits) : nil
    }

    /// Returns whether a number equals this one, by value or as written: `1e23` is not exactly
    /// 10^23.
    func isEqual(to number: Double) -> Bool {
        double == number
            && (digits == String(format: "%.0f", number) || digits == Self.digits(of: "\(number)"))
    }

    package static func < (left: Self, right: Self) -> Bool {
        guard left.isNegative == right.isNegative else { return left.isNegative }
        let isLess = (left.digits.utf8.count, left.digits) < (right.digits.utf8.count, right.digits)
        return left.isNegative ? left != right && !isLess : isLess
    }

    /// Returns the digits of a JSON number; `nil` if it is not an integer, or too large.
    fileprivate static func digits(of text: String) -> String? {
        guard Double(text)?.isFinite == true, !text.hasPrefix("+"),
            text.utf8.allSatisfy("+-.0123456789eE".utf8.contains)
        else { return nil }
        let sign = text.hasPrefix("-") ? "-" : ""
        let parts = text.dropFirst(sign.count).split { $0 == "e" || $0 == "E" }
        guard let mantissa = parts.first, let exponent = parts.count > 1 ? Int(parts[1]) : 0 else {
            return nil
        }
        let point = mantissa.firstIndex(of: ".") ?? mantissa.endIndex
        let fraction = mantissa[point...].dropFirst()
        var digits = String((mantissa[..<point] + fraction).drop { $0 == "0" })
        guard !digits.isEmpty else { return "0" }
        // Both are small: the number is finite, and the text has limited length.
        let zeros = exponent - fraction.utf8.count
        if zeros < 0 {
            let rest = digits.suffix(-zeros)
            guard rest.utf8.count == -zeros, rest.utf8.allSatisfy({ $0 == UInt8(ascii: "0") })
            else { return nil }
            digits.removeLast(-zeros)
        } else {
            digits += String(repeating: "0", count: zeros)
        }
        return sign + digits
    }
}
