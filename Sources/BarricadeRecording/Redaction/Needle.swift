import Barricade
import Foundation

/// A text to search for: a known secret, or one of the forms in which it may be written.
struct Needle: Sendable {
    /// A way to write a secret.
    enum Form: Sendable {
        case plain, percentEncoded, hexadecimal, base64
    }

    let form: Form
    let bytes: [UInt8]
    let replacement: String
    /// Whether letters and digits around it make it part of another word.
    private let isWord: Bool

    private init(_ form: Form, _ bytes: [UInt8], _ replacement: String, isWord: Bool = false) {
        self.form = form
        self.bytes = bytes
        self.replacement = replacement
        self.isWord = isWord
    }

    /// Returns a secret in all forms.
    static func all(of secret: String, _ replacement: String) -> [Needle] {
        let bytes = Array(secret.utf8)
        // It would be found in too many harmless texts.
        guard bytes.count >= SecretIndex.window else { return [] }
        let percent = Array(PercentEncoding.encoded(secret).utf8)
        return [
            Needle(.plain, bytes, replacement, isWord: isOneWord(bytes)),
            Needle(.percentEncoded, percent, replacement, isWord: isOneWord(percent)),
            Needle(.hexadecimal, bytes.hexadecimalDigits, replacement),
        ] + base64(of: bytes).map { Needle(.base64, $0, replacement) }
    }

    /// Short words of letters or digits alone are also parts of harmless ones.
    private static func isOneWord(_ bytes: [UInt8]) -> Bool {
        bytes.count < 12 && (bytes.allSatisfy(\.isLetter) || bytes.allSatisfy(\.isDigit))
    }

    /// Returns what stands in base64 wherever the secret starts in the encoded bytes, in both
    /// alphabets.
    private static func base64(of bytes: [UInt8]) -> [[UInt8]] {
        (0..<3).flatMap { offset -> [[UInt8]] in
            let data = Data(Array(repeating: 0, count: offset) + bytes)
            let text = Array(data.base64EncodedString().utf8)
            // The characters at the ends also hold bits of what is around the secret.
            let sure = Array(text[[0, 2, 3][offset]..<(data.count * 8 / 6)])
            let forURLs = sure.map { byte in
                byte == UInt8(ascii: "+")
                    ? UInt8(ascii: "-") : byte == UInt8(ascii: "/") ? UInt8(ascii: "_") : byte
            }
            return forURLs == sure ? [sure] : [sure, forURLs]
        }
    }

    /// Returns whether it stands in a text, given that its first bytes do, whatever their case.
    func stands(at start: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        let end = start + bytes.count
        guard end <= text.count else { return false }
        let isExact = form == .base64
        for index in bytes.indices {
            let (left, right) = (bytes[index], text[start + index])
            guard left == right || !isExact && left.folded == right.folded else { return false }
        }
        guard isWord else { return true }
        return (start == 0 || !text[start - 1].isAlphanumeric)
            && (end == text.count || !text[end].isAlphanumeric)
    }
}

extension Collection<UInt8> {
    /// The bytes in hexadecimal digits, in lower case.
    var hexadecimalDigits: [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    }
}
