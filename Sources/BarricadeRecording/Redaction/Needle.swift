import Barricade
import Foundation

/// A known secret in one of the two ways in which text is written, and what stands for it.
struct Needle: Sendable {
    let text: String
    /// What stands for it, written in the same way.
    let replacement: String
    /// Whether it must stand alone: as short letters or digits it may be part of harmless words.
    private let isWord: Bool

    private init(_ text: String, _ replacement: String) {
        self.text = text
        self.replacement = replacement
        isWord = Self.isOneWord(text.utf8)
    }

    /// The number of its bytes.
    var count: Int { text.utf8.count }

    /// Returns a secret as it is, and percent-encoded if that differs.
    static func all(of secret: String, _ replacement: String) -> [Needle] {
        let plain = Needle(secret, replacement)
        let encoded = PercentEncoding.encoded(secret)
        guard encoded != secret else { return [plain] }
        return [plain, Needle(encoded, PercentEncoding.encoded(replacement))]
    }

    /// Short words of letters or digits alone are also parts of harmless ones.
    private static func isOneWord(_ bytes: String.UTF8View) -> Bool {
        bytes.count < 12 && (bytes.allSatisfy(\.isLetter) || bytes.allSatisfy(\.isDigit))
    }

    /// Returns whether nothing around a place in a text makes it part of another word.
    func mayStand(at start: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard isWord else { return true }
        let end = start + count
        return (start == 0 || !text[start - 1].isAlphanumeric)
            && (end == text.count || !text[end].isAlphanumeric)
    }
}
