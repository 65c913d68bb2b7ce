import Barricade

/// The rows of base64 digits in a text (RFC 4648, both alphabets), hexadecimal ones among them.
///
/// A row may go on in the next line. Shorter ones than a secret has are passed over.
struct DigitRows: IteratorProtocol {
    /// The least number of digits: those of ``SecretIndex/window`` bytes.
    private static let shortest = 8

    /// The values of the digits by their bytes; 255 for other bytes.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        for (value, digit) in digits.utf8.enumerated() { values[Int(digit)] = UInt8(value) }
        values[Int(UInt8(ascii: "-"))] = 62
        values[Int(UInt8(ascii: "_"))] = 63
        return values
    }()

    private let text: UnsafeBufferPointer<UInt8>
    private let values = Self.values
    private var index = 0

    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
    }

    /// Returns the next row, with its padding; `nil` at the end.
    mutating func next() -> Range<Int>? {
        while index < text.count {
            guard isDigit(at: index) else {
                index += 1
                continue
            }
            let start = index
            skipDigits()
            while let next = nextLine() {
                index = next
                skipDigits()
            }
            guard index - start >= Self.shortest else { continue }
            while index < text.count, text[index] == UInt8(ascii: "=") { index += 1 }
            return start..<index
        }
        return nil
    }

    private func isDigit(at index: Int) -> Bool { values[Int(text[index])] < 64 }

    private mutating func skipDigits() {
        while index < text.count, isDigit(at: index) { index += 1 }
    }

    /// Returns where the row goes on in the next line; `nil` if it does not.
    private func nextLine() -> Int? {
        guard index < text.count, text[index] == 0x0A || text[index] == 0x0D else { return nil }
        var next = index
        while next < text.count, text[next].isSpace { next += 1 }
        return next < text.count && isDigit(at: next) ? next : nil
    }

    /// Returns the lines of a row that has several, without the blanks around them.
    func lines(of row: Range<Int>) -> [Range<Int>] {
        let lines = text[row].split(whereSeparator: \.isSpace).map(\.indices)
        return lines.count > 1 ? lines.filter { $0.count >= Self.shortest } : []
    }

    /// Returns the values of the digits of base64 in a row.
    func base64(_ row: Range<Int>) -> DigitValues {
        DigitValues(
            digits: text[row].lazy.map { values[Int($0)] }.filter { $0 < 64 }, bitsPerDigit: 6)
    }

    /// Returns the values of the hexadecimal digits in each part of a row that is long enough.
    func hexadecimal(_ row: Range<Int>) -> [DigitValues] {
        let shortest = 2 * SecretIndex.window
        guard row.count >= shortest else { return [] }
        var parts: [[UInt8]] = []
        var part: [UInt8] = []
        for byte in text[row] where !byte.isSpace {
            if let value = byte.hexDigitValue {
                part.append(value)
            } else {
                if part.count >= shortest { parts.append(part) }
                part.removeAll(keepingCapacity: true)
            }
        }
        if part.count >= shortest { parts.append(part) }
        return parts.map { DigitValues(digits: $0, bitsPerDigit: 4) }
    }
}

/// Digits in a row, by their values.
struct DigitValues {
    private let digits: [UInt8]
    private let bitsPerDigit: Int

    init(digits: some Sequence<UInt8>, bitsPerDigit: Int) {
        self.digits = Array(digits)
        self.bitsPerDigit = bitsPerDigit
    }

    /// Returns whether a closure accepts one of the starts that a secret may have.
    ///
    /// Secrets start at any byte that is encoded; those before it need not be a multiple of three.
    ///
    /// - Parameter accepts: Gets the first ``SecretIndex/window`` bytes in a number, in lower case,
    ///   and the bit at which they start.
    func contains(where accepts: (_ start: UInt64, _ bit: Int) -> Bool) -> Bool {
        let width = SecretIndex.window * 8
        var bits: UInt64 = 0
        for (index, digit) in digits.enumerated() {
            bits = bits << UInt64(bitsPerDigit) | UInt64(digit)
            let end = (index + 1) * bitsPerDigit
            // Bytes start at every second bit of a digit of base64, at the first of other digits.
            var spare = 0
            while spare < bitsPerDigit, end - spare >= width {
                let start = (bits >> UInt64(spare)) & SecretIndex.mask
                if accepts(start.folded, end - spare - width) { return true }
                spare += bitsPerDigit == 6 ? 2 : bitsPerDigit
            }
        }
        return false
    }

    /// Returns the byte that starts at a bit; `nil` if the digits end before.
    func byte(at bit: Int) -> UInt8? {
        let (index, skipped) = bit.quotientAndRemainder(dividingBy: bitsPerDigit)
        guard index + 1 < digits.count else { return nil }
        let both = Int(digits[index]) << bitsPerDigit | Int(digits[index + 1])
        return UInt8(truncatingIfNeeded: both >> (2 * bitsPerDigit - 8 - skipped))
    }
}

extension UInt64 {
    /// Its bytes, those that are ASCII letters in lower case.
    fileprivate var folded: UInt64 {
        let low = self & 0x7F7F_7F7F_7F7F_7F7F
        let isAboveZ = low &+ 0x2525_2525_2525_2525
        let isFromA = low &+ 0x3F3F_3F3F_3F3F_3F3F
        let isASCII = ~self & 0x8080_8080_8080_8080
        return self | (isASCII & (isFromA ^ isAboveZ)) >> 2
    }
}
