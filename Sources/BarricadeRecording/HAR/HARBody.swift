import Barricade
import Foundation

/// The bytes of a body, and whether the file had them as text.
struct HARBody {
    let data: Data
    /// Whether it was decoded from text of any charset, and is UTF-8 now.
    let isText: Bool

    static let none = HARBody(data: Data())

    init(data: Data, isText: Bool = false) {
        self.data = data
        self.isText = isText
    }

    /// Reads the text of a body.
    ///
    /// - Parameters:
    ///   - encoding: The encoding that the exporter names: `base64`, or empty.
    ///   - mayBeText: Whether it may be text even if the exporter says that it is base64.
    ///   - mayBeHex: Whether it may be an array of hexadecimal strings, as Polly.JS writes them.
    /// - Throws: The reason why the text cannot be read.
    init(
        _ text: String, encoding: String, mayBeText: Bool, mayBeHex: Bool
    ) throws(PassingReason) {
        let isBase64 = encoding.lowercased() == "base64"
        if mayBeHex, text.utf8.first == UInt8(ascii: "["),
            let bytes = Self.chunks(in: text, areBase64: isBase64)
        {
            self.init(data: bytes)
            return
        }
        switch encoding.lowercased() {
        case "base64":
            // Firefox also marks plain text as base64.
            if let bytes = Self.base64(text) {
                self.init(data: bytes)
            } else if mayBeText {
                self.init(data: Data(text.utf8), isText: true)
            } else {
                throw PassingReason("its body is not the base64 that it says")
            }
        case "", "utf-8", "utf8", "text", "plain":
            self.init(data: Data(text.utf8), isText: true)
        default:
            throw PassingReason(
                "its body is encoded as \"\(encoding.shortened(to: 40))\", which is not known")
        }
    }

    private static func base64(_ text: String) -> Data? {
        if let data = Data(base64Encoded: text) { return data }
        // It may have line breaks.
        guard text.utf8.contains(where: { $0 == 10 || $0 == 13 }) else { return nil }
        return Data(base64Encoded: text.filter { !$0.isWhitespace })
    }

    /// Reads a JSON array of encoded strings; `nil` if the text is anything else.
    private static func chunks(in text: String, areBase64: Bool) -> Data? {
        guard let chunks = try? JSONReader.read(Data(text.utf8)).array, !chunks.isEmpty
        else { return nil }
        var data = Data()
        for chunk in chunks {
            guard let text = chunk.string, let bytes = areBase64 ? base64(text) : hexadecimal(text)
            else { return nil }
            data += bytes
        }
        return data
    }

    private static func hexadecimal(_ text: String) -> Data? {
        guard text.utf8.count.isMultiple(of: 2) else { return nil }
        var data = Data(capacity: text.utf8.count / 2)
        var rest = text.utf8[...]
        while !rest.isEmpty {
            guard let byte = UInt8(hexadecimal: rest.prefix(2)) else { return nil }
            data.append(byte)
            rest = rest.dropFirst(2)
        }
        return data
    }

    /// Whether all bytes are ASCII.
    var isASCII: Bool { data.withUnsafeBytes { $0.allSatisfy { $0 < 0x80 } } }

    /// Returns the body decompressed, if it still is as it was sent.
    ///
    /// - Parameters:
    ///   - coding: The content coding: `gzip`, `deflate`.
    ///   - isRead: Whether the type is text that an app reads, so that the body is not an archive.
    /// - Throws: The reason why it cannot be decompressed.
    func inflated(_ coding: String, isRead: Bool) throws(PassingReason) -> HARBody {
        if isText { return self }
        let isDeflate = coding.lowercased().contains("deflate")
        guard data.starts(with: [0x1F, 0x8B]) else {
            // Deflate has no signature; most exporters decompress it.
            guard isDeflate else { return self }
            return (try? Inflate.data(data, .deflate)).map { HARBody(data: $0) } ?? self
        }
        guard isRead || coding.lowercased().contains("gzip") else { return self }
        do {
            return HARBody(data: try Inflate.data(data, .gzip))
        } catch {
            throw PassingReason("its body is \(error)")
        }
    }
}
