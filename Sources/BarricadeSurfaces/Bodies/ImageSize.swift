import Foundation

/// The size of an image, read from its first bytes.
///
/// The model also runs where the platform has no image reader.
enum ImageSize {
    private typealias Found = (format: String, width: Int, height: Int)

    /// Returns the format and the size in words: `PNG image, 640 × 480`.
    ///
    /// It reads PNG, GIF, JPEG and WebP; `nil` means anything else, or that the bytes do not reach
    /// the size.
    static func words(_ data: Data) -> String? {
        let bytes = Array(data.prefix(256 << 10))
        let found = png(bytes) ?? gif(bytes) ?? jpeg(bytes) ?? webP(bytes)
        guard let found, found.width > 0, found.height > 0 else { return nil }
        return "\(found.format) image, \(found.width) × \(found.height)"
    }

    private static func png(_ bytes: [UInt8]) -> Found? {
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        guard bytes.starts(with: start), bytes.count >= 24,
            bytes[12..<16].elementsEqual("IHDR".utf8)
        else { return nil }
        return ("PNG", big(bytes, 16..<20), big(bytes, 20..<24))
    }

    private static func gif(_ bytes: [UInt8]) -> Found? {
        guard bytes.starts(with: "GIF8".utf8), bytes.count >= 10 else { return nil }
        return ("GIF", little(bytes, 6..<8), little(bytes, 8..<10))
    }

    /// Finds the frame header among the segments (ITU T.81, annex B).
    private static func jpeg(_ bytes: [UInt8]) -> Found? {
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        var offset = 2
        while offset + 9 <= bytes.count, bytes[offset] == 0xFF {
            let marker = bytes[offset + 1]
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                let size = offset + 5
                return ("JPEG", big(bytes, size + 2..<size + 4), big(bytes, size..<size + 2))
            }
            let length = big(bytes, offset + 2..<offset + 4)
            guard length >= 2 else { return nil }
            offset += 2 + length
        }
        return nil
    }

    /// Reads the header of one of its three formats (RFC 9649).
    private static func webP(_ bytes: [UInt8]) -> Found? {
        guard bytes.count >= 30, bytes.starts(with: "RIFF".utf8) else { return nil }
        switch String(decoding: bytes[8..<16], as: UTF8.self) {
        case "WEBPVP8X":
            return ("WebP", little(bytes, 24..<27) + 1, little(bytes, 27..<30) + 1)
        case "WEBPVP8 ":
            return ("WebP", little(bytes, 26..<28) & 0x3FFF, little(bytes, 28..<30) & 0x3FFF)
        case "WEBPVP8L":
            let sizes = little(bytes, 21..<25)
            return ("WebP", sizes & 0x3FFF + 1, sizes >> 14 & 0x3FFF + 1)
        default: return nil
        }
    }

    private static func big(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
        bytes[range].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func little(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
        bytes[range].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
