import Barricade
import BarricadeCommon
package import Foundation

/// A readable body: indented JSON, the fields or parts of a form, text, an image's size, or bytes
/// in hexadecimal.
///
/// The first bytes decide, then the content type.
package struct BodyPreview: Sendable, Hashable, Encodable {
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
    /// The lines of the text that open an object or array, each with the line that closes it, from 1.
    package private(set) var folds: [[Int]] = []
    /// The kind and size in words: `JSON, 12 KB`, `PNG image, 640 × 480, 12 KB`.
    package private(set) var summary = "No body"
    /// Whether bytes are missing at the end.
    package private(set) var isCut: Bool
    /// A problem with the body, such as invalid JSON or an unreadable image; usually `nil`.
    package private(set) var note: String?

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
        self.init(body, size: size, contentType: contentType, isMasked: isMasked, isPart: false)
    }

    /// - Parameter isPart: Whether it is a part of a form, whose own parts are not read.
    private init(_ body: Data, size: Int?, contentType: String?, isMasked: Bool, isPart: Bool) {
        let type = contentType.flatMap(ContentType.init(parsing:))
        let name = type?.name ?? ""
        isCut = size != body.count
        kind = .text
        var title = "Text"
        if body.isEmpty, !isCut {
            kind = .empty
            return
        } else if let image = ImageSize.words(body) {
            (kind, title) = (.image, image)
            self.image = isCut ? nil : body
        } else if !isPart, let parts = Self.parts(of: body, type, isMasked: isMasked) {
            (kind, title) = (.multipart, parts.count.counted("part"))
            self.parts = parts
            text = parts.map { "\($0.title)\n\($0.body.text)" }.joined(separator: "\n\n")
        } else if let decoded = body.text(isCut: isCut) {
            title = show(decoded, of: name, isMasked: isMasked)
        } else {
            if name.hasPrefix("image/") { note = "The size of the image is not known here." }
            (kind, title) = (.hexadecimal, "Bytes")
            text = body.prefix(Self.longestHexadecimal).hexadecimal
            isCut = isCut || body.count > Self.longestHexadecimal
        }
        summary = "\(title), \(size?.inBytes ?? "size unknown")"
    }

    /// Makes the preview of a body that cannot be read.
    init(unreadable reason: String) {
        (kind, summary, isCut) = (.empty, "Body", false)
        note = "The body cannot be read: \(reason)."
    }

    /// Shows text by its content type, and returns the kind in words.
    private mutating func show(_ decoded: String, of type: String, isMasked: Bool) -> String {
        text = isMasked ? MaskedBody.text(decoded, type) : decoded
        if type == "application/x-www-form-urlencoded" {
            kind = .form
            text = HTTP.Items(form: Data(text.utf8))
                .map { field in field.value.map { "\(field.name) = \($0)" } ?? field.name }
                .joined(separator: "\n")
            return "Form"
        }
        let body = Data(decoded.utf8)
        if MaskedBody.isJSON(body, type) {
            let fault = JSONReader.fault(in: body)
            if fault == nil || isCut && fault?.isEnd == true {
                kind = .json
                (text, folds) = IndentedJSON.read(text)
                return "JSON"
            }
            if let fault, MediaType.isJSON(type) {
                let position = fault.position(in: body)
                note = "The content type is JSON, but the body is not: \(position)."
            }
        } else if type.hasPrefix("image/"), type != "image/svg+xml" {
            note = "The content type is \(type), but the body is text."
        }
        return "Text"
    }

    private static func parts(of body: Data, _ type: ContentType?, isMasked: Bool) -> [Part]? {
        HTTP.MultipartPart.all(in: body, type)?.parts.map { part in
            let file = part.fileName.map { "file \($0.debugDescription)" }
            let title = [part.name, file, part.contentType].compactMap(\.self)
            let isSecret = isMasked && part.isSecret
            let data = isSecret ? Data(Secrets.mask.utf8) : part.data
            return Part(
                title: title.joined(separator: ", "),
                body: BodyPreview(
                    data, size: data.count, contentType: isSecret ? nil : part.contentType,
                    isMasked: isMasked, isPart: true))
        }
    }
}

extension Data {
    /// Returns the bytes as UTF-8; `nil` if they are not text.
    ///
    /// - Parameter isCut: Whether the last character may have been cut.
    func text(isCut: Bool) -> String? {
        // A character has at most four bytes.
        let mayLack = isCut ? 0...3 : 0...0
        let decoded = mayLack.lazy.compactMap { String(data: dropLast($0), encoding: .utf8) }
        guard let text = decoded.first else { return nil }
        let isText = !text.unicodeScalars.contains { scalar in
            scalar.value < 0x20 && !"\t\n\r\u{0C}\u{1B}".unicodeScalars.contains(scalar)
        }
        return isText ? text : nil
    }

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
