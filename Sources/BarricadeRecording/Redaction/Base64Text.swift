import Barricade
import Foundation

/// Bytes as base64, in either alphabet (RFC 4648, sections 4 and 5).
struct Base64Text {
    let data: Data
    private let isForURLs: Bool
    private let isPadded: Bool

    /// Reads a text, which may have line breaks; `nil` if it is not base64.
    init?(_ text: some StringProtocol) {
        self.init(Array(text.utf8))
    }

    init?(_ bytes: [UInt8]) {
        var bytes = bytes.filter { $0 != 0x0A && $0 != 0x0D }
        isPadded = bytes.last == UInt8(ascii: "=")
        while bytes.last == UInt8(ascii: "=") { bytes.removeLast() }
        guard !bytes.isEmpty, bytes.count % 4 != 1, bytes.allSatisfy(\.isBase64) else { return nil }
        isForURLs = bytes.contains { "-_".utf8.contains($0) }
        let standard = bytes.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        let padding = Array(repeating: UInt8(ascii: "="), count: (4 - bytes.count % 4) % 4)
        guard let data = Data(base64Encoded: Data(standard + padding)) else { return nil }
        self.data = data
    }

    /// Returns other bytes in the same alphabet.
    func encoded(_ data: Data) -> String {
        Self.encoded(data, isForURLs: isForURLs, isPadded: isPadded || data.count % 3 == 0)
    }

    static func encoded(_ data: Data, isForURLs: Bool, isPadded: Bool) -> String {
        var text = data.base64EncodedString()
        if !isPadded { text = String(text.prefix { $0 != "=" }) }
        guard isForURLs else { return text }
        return text.replacing(["+": "-", "/": "_"])
    }
}

extension UInt8 {
    /// Whether it is of one of the alphabets, without padding.
    var isBase64: Bool {
        isTokenByte || self == UInt8(ascii: "+") || self == UInt8(ascii: "/")
    }
}
