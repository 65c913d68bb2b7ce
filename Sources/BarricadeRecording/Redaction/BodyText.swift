import Barricade
import Foundation

/// A body that is text, in the encoding in which it was written.
struct BodyText {
    let text: String
    private let encoding: String.Encoding
    private let mark: Data

    var isUTF8: Bool { encoding == .utf8 }

    /// Reads a body; `nil` if it is no text.
    ///
    /// - Parameter charset: The charset that its content type names.
    init?(_ data: Data, charset: String?) {
        let (marked, mark) = Self.encoding(of: data)
        let content = data.dropFirst(mark.count)
        let declared = charset.flatMap { Self.encodings[$0.lowercased()] }
        let known: (String?, String.Encoding)
        switch marked {
        case .utf8?: known = (String(utf8: content), .utf8)
        case let marked?: known = (String(data: content, encoding: marked), marked)
        case nil:
            // All encodings without a mark have ASCII in them: that tells most images at once.
            guard data.withUnsafeBytes({ $0.allSatisfy(\.isReadable) }) else { return nil }
            if let text = String(utf8: data) {
                known = (text, .utf8)
            } else {
                known = (declared.flatMap { String(data: data, encoding: $0) }, declared ?? .utf8)
            }
        }
        guard let text = known.0, text.isReadable else { return nil }
        self.text = text
        encoding = known.1
        self.mark = Data(mark)
    }

    /// Returns the encoding that the first bytes tell; `nil` if they do not.
    private static func encoding(of data: Data) -> (encoding: String.Encoding?, mark: [UInt8]) {
        if let known = marks.first(where: { data.starts(with: $0.mark) }) {
            return (known.encoding, known.mark)
        }
        // JSON in UTF-16 without a mark: every second byte is zero (RFC 4627, section 3).
        let isZero = data.prefix(4).map { $0 == 0 }
        if data.count % 2 == 0 {
            if isZero == [false, true, false, true] { return (.utf16LittleEndian, []) }
            if isZero == [true, false, true, false] { return (.utf16BigEndian, []) }
        }
        return (nil, [])
    }

    private static let marks: [(mark: [UInt8], encoding: String.Encoding)] = [
        ([0xEF, 0xBB, 0xBF], .utf8), ([0xFF, 0xFE, 0, 0], .utf32LittleEndian),
        ([0, 0, 0xFE, 0xFF], .utf32BigEndian), ([0xFF, 0xFE], .utf16LittleEndian),
        ([0xFE, 0xFF], .utf16BigEndian),
    ]

    private static let encodings: [String: String.Encoding] = [
        "iso-8859-1": .isoLatin1, "latin1": .isoLatin1, "windows-1252": .windowsCP1252,
        "us-ascii": .isoLatin1,
    ]

    /// Returns another text in the same encoding.
    func data(of text: String) -> Data {
        mark + (text.data(using: encoding) ?? Data(text.utf8))
    }
}
