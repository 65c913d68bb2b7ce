import Barricade

/// The rows of base64 digits in a text (RFC 4648, both alphabets), hexadecimal ones among them.
///
/// A row may go on in the next line. Shorter ones than a secret has are passed over.
struct DigitRows: IteratorProtocol {
    /// The least number of digits: those of ``SecretIndex/window`` bytes.
    private static let shortest = 8

    private let text: UnsafeBufferPointer<UInt8>
    private let values = DigitNotation.base64.values
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

    /// Returns the lines of a row that are long enough, without the blanks around them; `nil` if it
    /// has only one.
    func lines(of row: Range<Int>) -> [Range<Int>]? {
        guard digits(in: row).contains(where: { $0.isSpace }) else { return nil }
        return text[row].split { $0.isSpace }.map { $0.startIndex..<$0.endIndex }
            .filter { $0.count >= Self.shortest }
    }

    /// Returns the bytes of a row, or of a line of it.
    func digits(in range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: text[range])
    }
}

/// A way to write bytes in digits (RFC 4648).
struct DigitNotation {
    /// The values of the digits by their bytes; 255 for other bytes.
    let values: [UInt8]
    let bitsPerDigit: Int

    /// Base64 in both alphabets.
    static let base64 = Self(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", bitsPerDigit: 6)
    static let hexadecimal = Self("0123456789abcdef", "0123456789ABCDEF", bitsPerDigit: 4)

    private init(_ digits: String..., bitsPerDigit: Int) {
        var values = [UInt8](repeating: 255, count: 256)
        for digits in digits {
            for (value, digit) in digits.utf8.enumerated() { values[Int(digit)] = UInt8(value) }
        }
        self.values = values
        self.bitsPerDigit = bitsPerDigit
    }
}

/// A text read as digits, without blanks in it; other bytes are passed over.
struct DigitText {
    private let text: UnsafeBufferPointer<UInt8>
    private let values: [UInt8]
    private let bitsPerDigit: Int

    init(_ text: UnsafeBufferPointer<UInt8>, _ notation: DigitNotation) {
        self.text = text
        values = notation.values
        bitsPerDigit = notation.bitsPerDigit
    }

    /// Returns whether a closure accepts one of the starts that a secret may have.
    ///
    /// Secrets start at any byte that is encoded; those before it need not be a multiple of three.
    ///
    /// - Parameter accepts: Gets the first ``SecretIndex/window`` bytes in a number, in lower case,
    ///   and the bit at which they start.
    @inline(__always)
    func contains(where accepts: (_ start: UInt64, _ bit: Int) -> Bool) -> Bool {
        let width = SecretIndex.window * 8
        // Bytes start at every second bit of a digit of base64, at the first of other digits.
        let step = bitsPerDigit == 6 ? 2 : bitsPerDigit
        var bits: UInt64 = 0
        var count = 0
        for index in text.indices {
            let value = values[Int(text[index])]
            guard value != 255 else {
                count = 0
                continue
            }
            bits = bits << UInt64(bitsPerDigit) | UInt64(value)
            count += bitsPerDigit
            for spare in stride(from: 0, to: min(bitsPerDigit, count - width + 1), by: step) {
                let start = (bits >> UInt64(spare)) & SecretIndex.mask
                if accepts(start.folded, (index + 1) * bitsPerDigit - spare - width) { return true }
            }
        }
        return false
    }

    /// Returns the byte that starts at a bit; `nil` if the digits end before.
    func byte(at bit: Int) -> UInt8? {
        let (index, skipped) = bit.quotientAndRemainder(dividingBy: bitsPerDigit)
        guard index + 1 < text.count else { return nil }
        let (first, second) = (values[Int(text[index])], values[Int(text[index + 1])])
        guard first != 255, second != 255 else { return nil }
        let both = Int(first) << bitsPerDigit | Int(second)
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
