import Barricade
import BarricadeCommon
package import Foundation

/// A readable body: indented JSON, the fields or parts of a form, text, an image's size, or bytes
/// in hexadecimal.
///
/// The first bytes decide, then the content type.
package struct BodyPreview: Sendable, Hashable {
    package enum Kind: String, Sendable, Codable {
        case empty, json, form, multipart, text, image, hexadecimal
    }

    /// A part of a multipart form.
    package struct Part: Sendable, Hashable, Encodable {
        /// The name, the file's name and the content type.
        package let title: String
        package let body: BodyPreview
    }

    package private(set) var kind: Kind
    /// The body as text; of a form, a field in each line; empty for an image.
    package private(set) var text = ""
    /// The parts of a multipart form; empty for other bodies.
    package private(set) var parts: [Part] = []
    /// The bytes of a complete image; `nil` otherwise.
    package private(set) var image: Data?
    /// The size of the whole body in words: `12 KB`.
    package let size: String
    /// Whether bytes are missing at the end.
    package private(set) var isCut: Bool
    /// A problem with the body, such as invalid JSON or an unreadable image; usually `nil`.
    package private(set) var note: String?
    private var imageSize: ImageSize?

    /// The most bytes of a body that a screen shows at first.
    package static let firstBytes = 32 << 10
    /// The most bytes of a body that it shows on demand; more would freeze it.
    package static let mostBytes = 2 << 20
    /// The most bytes that are shown in hexadecimal.
    private static let longestHexadecimal = 4 << 10

    /// Makes a preview of the first bytes of a body.
    ///
    /// - Parameters:
    ///   - size: The size of the whole body; `nil` if it is unknown.
    ///   - isMasked: Whether secrets are masked.
    package init(_ body: Data, size: Int?, contentType: String?, isMasked: Bool = false) {
        let type = contentType.flatMap(ContentType.init(parsing:))
        let name = type?.name ?? ""
        self.size = size?.inBytes ?? "size unknown"
        isCut = size != body.count
        kind = .text
        if body.isEmpty, !isCut {
            kind = .empty
        } else if let imageSize = ImageSize(body) {
            kind = .image
            self.imageSize = imageSize
            image = isCut ? nil : body
        } else if let parts = Self.parts(of: body, type, isMasked: isMasked) {
            kind = .multipart
            self.parts = parts
            text = parts.map { "\($0.title)\n\($0.body.text)" }.joined(separator: "\n\n")
        } else if let decoded = BodyText.decode(body, isCut: isCut) {
            show(decoded, body, of: name, isMasked: isMasked)
        } else {
            if name.hasPrefix("image/") { note = "The size of the image is not known here." }
            kind = .hexadecimal
            text = body.prefix(Self.longestHexadecimal).hexadecimal
            isCut = isCut || body.count > Self.longestHexadecimal
        }
    }

    /// Makes the preview of a body that cannot be read.
    init(unreadable reason: String) {
        (kind, size, isCut, note) = (.empty, "", false, "The body cannot be read: \(reason).")
    }

    private mutating func show(_ decoded: String, _ body: Data, of type: String, isMasked: Bool) {
        let shown = isMasked ? MaskedBody.text(decoded, type) : decoded
        text = shown
        if type == "application/x-www-form-urlencoded" {
            kind = .form
            text = FormFields.read(Data(shown.utf8))
                .map { field in field.value.map { "\(field.name) = \($0)" } ?? field.name }
                .joined(separator: "\n")
        } else if MaskedBody.isJSON(body, type) {
            let fault = JSONReader.fault(in: body)
            if fault == nil || isCut && fault?.isEnd == true {
                kind = .json
                text = JSONIndenter.indent(shown)
            } else if let fault, type.hasSuffix("json") {
                let place = fault.place(in: body)
                note = "The content type is JSON, but the body is not: \(place)."
            }
        } else if type.hasPrefix("image/"), type != "image/svg+xml" {
            note = "The content type is \(type), but the body is text."
        }
    }

    private static func parts(of body: Data, _ type: ContentType?, isMasked: Bool) -> [Part]? {
        guard let type, type.name.hasPrefix("multipart/"),
            let boundary = type.parameters["boundary"], !boundary.isEmpty
        else { return nil }
        return try? HTTP.MultipartPart.read(body, boundary: boundary).map { part in
            let file = part.fileName.map { "file \($0.debugDescription)" }
            let title = [part.name, file, part.contentType].compactMap(\.self)
            let isSecret = isMasked && Secrets.isSecret(part.name)
            let data = isSecret ? Data(Secrets.mask.utf8) : part.data
            return Part(
                title: title.joined(separator: ", "),
                body: BodyPreview(
                    data, size: data.count, contentType: isSecret ? nil : part.contentType,
                    isMasked: isMasked))
        }
    }

    /// The kind and size in words: `JSON, 12 KB`, `PNG image, 640 × 480, 12 KB`.
    package var summary: String {
        switch kind {
        case .empty: note == nil ? "No body" : "Body"
        case .json: "JSON, \(size)"
        case .form: "Form, \(size)"
        case .multipart: "\(parts.count.counted("part")), \(size)"
        case .text: "Text, \(size)"
        case .image: imageSize.map { "\($0), \(size)" } ?? size
        case .hexadecimal: "Bytes, \(size)"
        }
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
}

extension Data {
    /// The bytes in hexadecimal, sixteen in a line, with their offset and their ASCII characters.
    var hexadecimal: String {
        stride(from: 0, to: count, by: 16).map { offset in
            let line = dropFirst(offset).prefix(16)
            let digits = line.map { String(format: "%02x ", $0) }.joined()
            let letters = line.map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: ".") }
            return String(format: "%08x  ", offset)
                + digits.padding(toLength: 49, withPad: " ", startingAt: 0)
                + String(decoding: letters, as: UTF8.self)
        }.joined(separator: "\n")
    }
}
