import Foundation

/// The format and the size of an image, read from its first bytes.
///
/// The model also runs where the platform has no image reader.
package struct ImageSize: Sendable, Hashable, CustomStringConvertible {
    package let format: String
    package let width: Int
    package let height: Int

    /// Reads PNG, GIF, JPEG and WebP; `nil` for anything else, or if the bytes do not reach the size.
    init?(_ data: Data) {
        let bytes = Array(data.prefix(256 << 10))
        let found = Self.png(bytes) ?? Self.gif(bytes) ?? Self.jpeg(bytes) ?? Self.webP(bytes)
        guard let found, found.width > 0, found.height > 0 else { return nil }
        self = found
    }

    private init(_ format: String, _ width: Int, _ height: Int) {
        self.format = format
        self.width = width
        self.height = height
    }

    package var description: String { "\(format) image, \(width) × \(height)" }

    private static func png(_ bytes: [UInt8]) -> ImageSize? {
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        guard bytes.starts(with: start), bytes.count >= 24,
            bytes[12..<16].elementsEqual("IHDR".utf8)
        else { return nil }
        return ImageSize("PNG", number(bytes[16..<20]), number(bytes[20..<24]))
    }

    private static func gif(_ bytes: [UInt8]) -> ImageSize? {
        guard bytes.starts(with: "GIF8".utf8), bytes.count >= 10 else { return nil }
        return ImageSize(
            "GIF", number(bytes[6..<8].reversed()), number(bytes[8..<10].reversed()))
    }

    /// Finds the frame header among the segments (ITU T.81, annex B).
    private static func jpeg(_ bytes: [UInt8]) -> ImageSize? {
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        var place = 2
        while place + 9 <= bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                return ImageSize(
                    "JPEG", number(bytes[place + 7..<place + 9]),
                    number(bytes[place + 5..<place + 7]))
            }
            let length = number(bytes[place + 2..<place + 4])
            guard length >= 2 else { return nil }
            place += 2 + length
        }
        return nil
    }

    /// Reads the header of one of its three formats (RFC 9649).
    private static func webP(_ bytes: [UInt8]) -> ImageSize? {
        guard bytes.count >= 30, bytes.starts(with: "RIFF".utf8) else { return nil }
        func little(_ range: Range<Int>) -> Int { number(bytes[range].reversed()) }
        switch String(decoding: bytes[8..<16], as: UTF8.self) {
        case "WEBPVP8X": return ImageSize("WebP", little(24..<27) + 1, little(27..<30) + 1)
        case "WEBPVP8 ":
            return ImageSize("WebP", little(26..<28) & 0x3FFF, little(28..<30) & 0x3FFF)
        case "WEBPVP8L":
            let sizes = little(21..<25)
            return ImageSize("WebP", sizes & 0x3FFF + 1, sizes >> 14 & 0x3FFF + 1)
        default: return nil
        }
    }

    private static func number(_ bytes: some Sequence<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
