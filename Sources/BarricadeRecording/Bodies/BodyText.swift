import Barricade
import Foundation

/// A text body and its encoding.
struct BodyText {
    /// The text, with its byte order mark.
    let text: String
    private let encoding: String.Encoding

    var isUTF8: Bool { encoding == .utf8 }

    /// Reads a body; `nil` if it is not text.
    init?(_ data: Data) {
        // JSON in UTF-16 without a mark has a zero in each second byte (RFC 4627, section 3).
        let isZero = data.prefix(4).map { $0 == 0 }
        if data.starts(with: [0xFF, 0xFE]) || isZero == [false, true, false, true] {
            encoding = .utf16LittleEndian
        } else if data.starts(with: [0xFE, 0xFF]) || isZero == [true, false, true, false] {
            encoding = .utf16BigEndian
        } else {
            // All other encodings contain ASCII; most images have bytes that text cannot have.
            guard data.withUnsafeBytes({ $0.allSatisfy(\.isReadable) }) else { return nil }
            encoding = String(utf8: data) == nil ? .isoLatin1 : .utf8
        }
        let read = encoding == .utf8 ? String(utf8: data) : String(data: data, encoding: encoding)
        guard let read, read.utf8.allSatisfy(\.isReadable) else { return nil }
        text = read
    }

    /// Returns another text in the same encoding.
    func data(of text: String) -> Data { text.data(using: encoding) ?? Data(text.utf8) }
}
