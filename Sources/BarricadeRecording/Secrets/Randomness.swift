import Barricade
import Foundation

/// The randomness of a text: its changes between small letters, capitals and digits.
///
/// A word changes only after its first letter, a number never, a key about every second byte.
struct Randomness {
    private enum Kind {
        case small, capital, digit, mark

        init(_ byte: UInt8) {
            let isSmall = byte.isLetter || byte >= 0x80
            self = byte.isDigit ? .digit : byte.isCapital ? .capital : isSmall ? .small : .mark
        }

        static let all = (0...UInt8.max).map { Kind($0) }
    }

    private let count: Int
    private var small = 0
    private var capitals = 0
    private var digits = 0
    private var changes = 0
    private var hasOthers = false
    private(set) var hasSpace = false

    init(_ text: some Collection<UInt8>) {
        let bytes = Array(text)
        let kinds = Kind.all
        count = bytes.count
        var last = Kind.mark
        var capitalsInRow = 0
        for byte in bytes {
            let kind = kinds[Int(byte)]
            // The first capital of a word changes nothing: `iPhone15` has two changes, `Id5tG` three.
            let isWord = last == .capital && kind == .small && capitalsInRow == 1
            if kind != last, kind != .mark, last != .mark, !isWord { changes += 1 }
            switch kind {
            case .small: small += 1
            case .capital: capitals += 1
            case .digit: digits += 1
            case .mark:
                hasSpace = hasSpace || byte.isSpace
                hasOthers = hasOthers || !byte.isBase64 && !"=.~".utf8.contains(byte)
            }
            capitalsInRow = kind == .capital ? capitalsInRow + 1 : 0
            last = kind
        }
    }

    private var size: Int { small + capitals + digits }

    /// Whether it has only letters and marks, and changes like words, such as `camelCase`.
    var isWords: Bool { digits == 0 && (size < 8 || changes * 6 < size) && size <= 60 }

    var hasDigit: Bool { digits > 0 }

    /// Whether it is too random to be a word: at least eight letters and digits in short runs.
    var isRandom: Bool { size >= 8 && size > digits && changes * 4 >= size }

    /// Whether it is random enough to be a key, whatever its name.
    ///
    /// Keys have 115 bits and more: 20 bytes of three kinds, or 28 of two, such as hexadecimal digits.
    /// Shorter ones of two kinds are identifiers, such as ULIDs.
    var isKey: Bool {
        let kinds = [small, capitals, digits].count { $0 > 0 }
        return (20...Replacement.longest).contains(count) && !hasOthers
            && (kinds == 3 && size >= 18 || kinds == 2 && size >= 28) && changes * 9 >= size * 2
    }
}

/// Bytes as base64, in either alphabet (RFC 4648, sections 4 and 5).
struct Base64Text {
    let data: Data
    private let isForURLs: Bool
    private let isPadded: Bool

    /// Reads a text, which may have line breaks; `nil` if it is not base64.
    init?(_ text: some StringProtocol) {
        var bytes = text.utf8.filter { $0 != 0x0A && $0 != 0x0D }
        isPadded = bytes.last == UInt8(ascii: "=")
        while bytes.last == UInt8(ascii: "=") { bytes.removeLast() }
        guard !bytes.isEmpty, bytes.count % 4 != 1, bytes.allSatisfy(\.isBase64) else { return nil }
        isForURLs = bytes.contains { "-_".utf8.contains($0) }
        let standard = bytes.map { $0 == 0x2D ? 0x2B : $0 == 0x5F ? 0x2F : $0 }
        let padding = Array(repeating: UInt8(ascii: "="), count: (4 - bytes.count % 4) % 4)
        guard let data = Data(base64Encoded: Data(standard + padding)) else { return nil }
        self.data = data
    }

    /// Returns other bytes in the same alphabet.
    func encoded(_ data: Data) -> String {
        Self.encoded(data, isForURLs: isForURLs, isPadded: isPadded || data.count % 3 == 0)
    }

    static func encoded(_ data: Data, isForURLs: Bool, isPadded: Bool) -> String {
        let bytes = data.base64EncodedString().utf8.filter { isPadded || $0 != 0x3D }
        return String(
            decoding: bytes.map { isForURLs ? ($0 == 0x2B ? 0x2D : $0 == 0x2F ? 0x5F : $0) : $0 },
            as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether it is a digit of either base64 alphabet, but not padding.
    var isBase64: Bool {
        isTokenByte || self == UInt8(ascii: "+") || self == UInt8(ascii: "/")
    }
}
