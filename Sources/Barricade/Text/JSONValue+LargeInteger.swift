import Foundation

extension JSONValue {
    /// A whole number that `Int` does not hold, with all its digits.
    public struct LargeInteger: Sendable, Hashable {
        /// The digits in base ten, behind a minus sign where it is negative.
        public let digits: String

        /// Reads a number as JSON has it, `18446744073709551615` or `1e20`; `nil` where it is not
        /// whole, where `Int` holds it, or where it is too large for `Double`.
        init?(_ text: String) {
            guard let digits = Self.digits(of: text), Int(digits) == nil else { return nil }
            self.digits = digits
        }
    }

    /// Reads a number that JSON writes with a point or an exponent, or that `Int` does not hold.
    ///
    /// Below 2^53 a `Double` is exact where the number is whole.
    init(number text: String) {
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
    var isNegative: Bool { digits.hasPrefix("-") }

    /// The nearest number of that type.
    var double: Double { Double(digits) ?? .nan }

    /// The number as encoders take it; `nil` where it has more digits than that holds.
    var decimal: Decimal? {
        digits.utf8.count - (isNegative ? 1 : 0) <= 38 ? Decimal(string: digits) : nil
    }

    /// Whether a number is this one, by its value or as it is written: `1e23` is not 10^23 exactly.
    func isEqual(to number: Double) -> Bool {
        double == number
            && (digits == String(format: "%.0f", number) || digits == Self.digits(of: "\(number)"))
    }

    static func < (left: Self, right: Self) -> Bool {
        guard left.isNegative == right.isNegative else { return left.isNegative }
        let isLess = (left.digits.utf8.count, left.digits) < (right.digits.utf8.count, right.digits)
        return left.isNegative ? left != right && !isLess : isLess
    }

    /// Returns the digits of a number as JSON has it; `nil` where it is not whole, or too large.
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
        // Both are small: the number is finite, and the text as long as it is.
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
