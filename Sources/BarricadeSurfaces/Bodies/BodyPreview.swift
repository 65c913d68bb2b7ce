package import Foundation

/// A readable body: indented JSON, text, an image's size, or bytes in hexadecimal.
package struct BodyPreview: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case empty
        case json
        case text
        case image(ImageSize)
        case hexadecimal
    }

    package let kind: Kind
    /// The body as text; empty for an image.
    package let text: String
    /// The bytes of a complete image; `nil` otherwise.
    package let image: Data?
    /// The size of the whole body in words: `12 KB`.
    package let size: String
    /// Whether bytes are missing at the end.
    package let isCut: Bool
    /// A problem with the body, such as invalid JSON or an unreadable image; usually `nil`.
    package let note: String?

    /// The most bytes of a body that a screen shows at first.
    package static let firstBytes = 32 << 10
    /// The most bytes of a body that it shows on demand; more would freeze it.
    package static let mostBytes = 2 << 20
    /// The most bytes that are shown in hexadecimal.
    private static let longestHexadecimal = 4 << 10

    /// Makes a preview of the first bytes of a body.
    ///
    /// - Parameter size: The size of the whole body; `nil` if it is unknown.
    package init(_ body: Data, size: Int?, contentType: String?) {
        let type =
            contentType?.split(separator: ";").first?.lowercased()
            .trimmingCharacters(in: .whitespaces) ?? ""
        self.size = size?.inBytes ?? "size unknown"
        var isCut = size != body.count
        var (image, note): (Data?, String?)
        let imageSize = ImageSize(body)
        if body.isEmpty, !isCut {
            (kind, text) = (.empty, "")
        } else if let imageSize {
            (kind, text) = (.image(imageSize), "")
            image = isCut ? nil : body
        } else if let decoded = BodyText.decode(body, isCut: isCut) {
            let isJSON = type == "application/json" || type.hasSuffix("+json")
            if isJSON, !isCut, !BodyText.isJSON(body) {
                note = "The content type is JSON, but the body is not."
            }
            if type.hasPrefix("image/"), type != "image/svg+xml" {
                note = "The content type is \(type), but the body is text."
            }
            kind = isJSON && note == nil ? .json : .text
            text = kind == .json ? JSONIndenter.indent(decoded) : decoded
        } else {
            if type.hasPrefix("image/") {
                note = "The size of the image is not known here."
            }
            kind = .hexadecimal
            text = HexDump.text(of: body.prefix(Self.longestHexadecimal))
            isCut = isCut || body.count > Self.longestHexadecimal
        }
        self.isCut = isCut
        self.image = image
        self.note = note
    }

    /// The kind and size in words: `JSON, 12 KB`, `PNG image, 640 × 480, 12 KB`.
    package var summary: String {
        switch kind {
        case .empty: "No body"
        case .json: "JSON, \(size)"
        case .text: "Text, \(size)"
        case .image(let image): "\(image), \(size)"
        case .hexadecimal: "Bytes, \(size)"
        }
    }

    /// Returns the lines that contain a text, with their numbers, ignoring case.
    package func lines(containing search: String, limit: Int = 200) -> [(number: Int, text: String)]
    {
        guard !search.isEmpty else { return [] }
        var found: [(number: Int, text: String)] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        where line.localizedCaseInsensitiveContains(search) {
            found.append((index + 1, String(line)))
            if found.count == limit { break }
        }
        return found
    }
}

/// The text in a body.
enum BodyText {
    /// Returns bytes as UTF-8; `nil` if they are not text.
    ///
    /// - Parameter isCut: Whether the last character may have been cut.
    static func decode(_ data: Data, isCut: Bool) -> String? {
        var bytes = data[...]
        if isCut {
            // A character has at most four bytes; all but the first begin with the bits 10.
            let tail = bytes.suffix(3).reversed().prefix { $0 & 0xC0 == 0x80 }.count
            let lead = bytes.dropLast(tail).last ?? 0
            let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1
            if length > tail + 1 { bytes = bytes.dropLast(tail + 1) }
        }
        guard let text = String(data: Data(bytes), encoding: .utf8) else { return nil }
        let isText = !text.unicodeScalars.contains { scalar in
            scalar.value < 0x20 && !"\t\n\r\u{0C}\u{1B}".unicodeScalars.contains(scalar)
        }
        return isText ? text : nil
    }

    static func isJSON(_ data: Data) -> Bool {
        (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil
    }
}
