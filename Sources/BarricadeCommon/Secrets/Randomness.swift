import Barricade

/// The randomness of a text: its changes between small letters, capitals and digits.
///
/// A word changes only after its first letter, a number never, a key about every second byte.
package struct Randomness {
    private enum Kind {
        case small, capital, digit, mark

        init(_ byte: UInt8) {
            let isSmall = byte.isLetter || byte >= 0x80
            self = byte.isDigit ? .digit : byte.isCapital ? .capital : isSmall ? .small : .mark
        }
    }

    private let count: Int
    private var small = 0
    private var capitals = 0
    private var digits = 0
    private var changes = 0
    private var hasOthers = false

    package init(_ text: some Collection<UInt8>) {
        count = text.count
        var last = Kind.mark
        var capitalsInRow = 0
        for byte in text {
            let kind = Kind(byte)
            // The first capital of a word changes nothing: `iPhone15` has two changes, `Id5tG` three.
            let isWord = last == .capital && kind == .small && capitalsInRow == 1
            if kind != last, kind != .mark, last != .mark, !isWord { changes += 1 }
            switch kind {
            case .small: small += 1
            case .capital: capitals += 1
            case .digit: digits += 1
            case .mark: hasOthers = hasOthers || !byte.isBase64 && !"=.~".utf8.contains(byte)
            }
            capitalsInRow = kind == .capital ? capitalsInRow + 1 : 0
            last = kind
        }
    }

    private var size: Int { small + capitals + digits }

    /// Whether it has only letters and marks, and changes like words, such as `camelCase`.
    package var isWords: Bool { digits == 0 && (size < 8 || changes * 6 < size) && size <= 60 }

    package var hasDigit: Bool { digits > 0 }

    /// Whether it is too random to be a word: at least eight letters and digits in short runs.
    package var isRandom: Bool { size >= 8 && size > digits && changes * 4 >= size }

    /// Whether it is random enough to be a key, whatever its name.
    ///
    /// Keys have 115 bits and more: 20 bytes of three kinds, or 28 of two, such as hexadecimal digits.
    /// Shorter ones of two kinds are identifiers, such as ULIDs.
    package var isKey: Bool {
        let kinds = [small, capitals, digits].count { $0 > 0 }
        return (20...Replacement.longest).contains(count) && !hasOthers
            && (kinds == 3 && size >= 18 || kinds == 2 && size >= 28) && changes * 9 >= size * 2
    }
}
