import Barricade
import Foundation

/// A search for known secrets in all ways in which text may be written.
///
/// Those are: as it is, percent-encoded, escaped for JSON and XML, each also several times; in
/// hexadecimal digits and base64, also over several lines; and UTF-16.
struct SecretSearch {
    private let index: SecretIndex

    init(_ index: SecretIndex) {
        self.index = index
    }

    /// Returns whether a secret stands in a text.
    func finds(in text: some ContiguousBytes) -> Bool {
        text.withUnsafeBytes { finds(in: $0.assumingMemoryBound(to: UInt8.self)) }
    }

    func finds(in text: String) -> Bool {
        var text = text
        return text.withUTF8 { finds(in: $0) }
    }

    func finds(in text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !index.isEmpty else { return false }
        if index.finds(in: text) { return true }
        guard text.contains(where: Self.hides) else { return false }
        return findsHidden(in: Array(text))
    }

    /// Returns whether a secret stands in bytes that are no text as a whole, such as an image's.
    ///
    /// Escapes are undone only where some bytes in a row can be read.
    func finds(inBinary data: Data) -> Bool {
        guard !index.isEmpty else { return false }
        let bytes = Array(data)
        if finds(as: bytes) || findsEscaped(Self.readable(bytes)) { return true }
        guard bytes.contains(0) else { return false }
        let narrow = Self.readable(bytes.filter { $0 != 0 })
        return finds(as: narrow) || findsEscaped(narrow)
    }

    /// Returns the rows of readable ASCII in which a secret has room, with a zero after each.
    private static func readable(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var start = 0
        for index in 0...bytes.count {
            let isReadable =
                index < bytes.count && bytes[index] < 0x80 && bytes[index].isReadable
            guard !isReadable else { continue }
            if index - start >= SecretIndex.window {
                result += bytes[start..<index]
                result.append(0)
            }
            start = index + 1
        }
        return result
    }

    /// Returns whether a byte may be part of an escape, or of UTF-16.
    private static func hides(_ byte: UInt8) -> Bool {
        switch byte {
        case 0, UInt8(ascii: "%"), UInt8(ascii: "\\"), UInt8(ascii: "&"), UInt8(ascii: "+"): true
        default: false
        }
    }

    private func findsHidden(in bytes: [UInt8]) -> Bool {
        if findsEscaped(bytes) { return true }
        guard bytes.contains(0) else { return false }
        let narrow = bytes.filter { $0 != 0 }
        return finds(as: narrow) || findsEscaped(narrow)
    }

    private func finds(as bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { index.finds(in: $0) }
    }

    private func findsEscaped(_ bytes: [UInt8]) -> Bool {
        var text = bytes
        for _ in 0..<RedactionPass.deepest {
            var hasChanged = false
            for escaping in EscapedText.Escaping.allCases {
                guard let decoded = EscapedText.decoded(text, escaping) else { continue }
                if finds(as: decoded) { return true }
                text = decoded
                hasChanged = true
            }
            if text.contains(UInt8(ascii: "+")) {
                let spaced = text.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }
                if finds(as: spaced) { return true }
            }
            if !hasChanged { return false }
        }
        return false
    }
}
