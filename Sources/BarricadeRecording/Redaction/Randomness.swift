import Barricade
import Foundation

/// How random a text looks.
enum Randomness {
    /// Returns whether a text looks like a key: reported, but not replaced for that alone.
    static func isSuspicious(_ text: some Collection<UInt8>) -> Bool {
        guard text.count >= 20, text.count <= 512, !isIdentifier(text) else { return false }
        if text.allSatisfy(\.isHexDigit) { return text.count >= 32 && bits(in: text) > 2.5 }
        return text.contains(where: \.isDigit) && text.contains(where: \.isLowercase)
            && text.contains { $0 &- 0x41 < 26 } && bits(in: text) > 3.5
    }

    /// Returns whether the value of a doubtful name, such as `code`, is one of a sign-in.
    static func isCode(_ text: String) -> Bool {
        let bytes = text.utf8
        if bytes.allSatisfy(\.isDigit) { return bytes.count >= 6 }
        guard bytes.allSatisfy(\.isTokenByteOrDot) else { return false }
        if bytes.allSatisfy(\.isHexDigit) { return bytes.count >= 24 && !isIdentifier(bytes) }
        return bytes.count >= 16 && bytes.contains(where: \.isDigit)
            && bytes.contains(where: \.isLowercase) && bytes.contains { $0 &- 0x41 < 26 }
    }

    /// Returns whether a text has letters and digits, at least 12, and is not a UUID.
    static func isMixed(_ text: String) -> Bool {
        text.utf8.count >= 12 && !isIdentifier(text.utf8) && text.utf8.contains(where: \.isDigit)
            && text.utf8.contains(where: \.isLetter)
    }

    /// Returns whether a text has the groups of a UUID.
    private static func isIdentifier(_ text: some Collection<UInt8>) -> Bool {
        text.count == 36
            && text.split(separator: UInt8(ascii: "-")).map(\.count) == [8, 4, 4, 4, 12]
            && text.allSatisfy { $0.isHexDigit || $0 == UInt8(ascii: "-") }
    }

    /// Returns the bits of information in each byte, by how often each occurs.
    private static func bits(in text: some Collection<UInt8>) -> Double {
        var counts = Array(repeating: 0, count: 256)
        for byte in text { counts[Int(byte)] += 1 }
        return counts.reduce(0) { sum, count in
            guard count > 0 else { return sum }
            let share = Double(count) / Double(text.count)
            return sum - share * log2(share)
        }
    }
}

extension UInt8 {
    fileprivate var isLowercase: Bool { self &- 0x61 < 26 }
    fileprivate var isTokenByteOrDot: Bool { isBase64 || self == UInt8(ascii: ".") }
}
