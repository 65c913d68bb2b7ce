import Barricade
package import Foundation

/// Bytes as base64, in either alphabet (RFC 4648, sections 4 and 5).
package struct Base64Text {
    package let data: Data
    private let isForURLs: Bool
    private let isPadded: Bool

    /// Reads a text, which may have line breaks; `nil` if it is not base64.
    package init?(_ text: some StringProtocol) {
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
    package func encoded(_ data: Data) -> String {
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
    package var isBase64: Bool {
        isTokenByte || self == UInt8(ascii: "+") || self == UInt8(ascii: "/")
    }
}
