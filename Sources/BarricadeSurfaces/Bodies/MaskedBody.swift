package import Barricade
import BarricadeCommon
package import Foundation

/// Bodies with their secrets masked, otherwise as they were written.
enum MaskedBody {
    /// Masks a body by its kind; bytes that are not text stay.
    static func data(_ body: Data, _ type: ContentType?) -> Data {
        guard let (parts, boundary) = HTTP.MultipartPart.all(in: body, type) else {
            return text(in: body, type?.name)
        }
        let written = parts.map { part in
            let head = part.headers.fields.map { "\($0.name): \($0.value)\r\n" }.joined()
            let content =
                part.isSecret
                ? Data(Secrets.mask.utf8)
                : text(in: part.data, ContentType(parsing: part.contentType)?.name)
            return Data("--\(boundary)\r\n\(head)\r\n".utf8) + content + Data("\r\n".utf8)
        }
        return Data(written.joined()) + Data("--\(boundary)--\r\n".utf8)
    }

    private static func text(in body: Data, _ type: String?) -> Data {
        String(data: body, encoding: .utf8).map { Data(text($0, type).utf8) } ?? body
    }

    /// Masks a text by its kind.
    static func text(_ text: String, _ type: String?) -> String {
        if type == "application/x-www-form-urlencoded" {
            return String(Secrets.masked(url: "?\(text)").dropFirst())
        }
        return isJSON(Data(text.utf8), type) ? json(Array(text.utf8)) : words(of: text)
    }

    /// Whether a body is JSON by its type or its first byte.
    static func isJSON(_ body: Data, _ type: String?) -> Bool {
        if let type, MediaType.isJSON(type) { return true }
        let start = body.first { !" \t\r\n".utf8.contains($0) }
        return start == UInt8(ascii: "{") || start == UInt8(ascii: "[")
    }

    /// Masks the values of members with secret-looking names, and values that are secret by their
    /// form; masks all that follows a fault.
    ///
    /// The text need not be whole: what was read of it keeps its order and spelling.
    private static func json(_ bytes: [UInt8]) -> String {
        var shown: [UInt8] = []
        var written = 0
        func mask(_ range: Range<Int>, as text: String) {
            shown += bytes[written..<range.lowerBound]
            shown += text.utf8
            written = range.upperBound
        }
        let secret = JSONValue.string(Secrets.mask).description
        var (depth, end, isSecret) = (0, 0, false)
        /// The open container that is masked as a whole.
        var masked: (depth: Int, start: Int)?
        do {
            try JSONReader.read(bytes) { part, range in
                end = range.upperBound
                switch part {
                case .key(let name):
                    isSecret = Secrets.isSecret(name)
                    return
                case .start:
                    depth += 1
                    if isSecret, masked == nil { masked = (depth, range.lowerBound) }
                case .scalar(let value) where masked == nil:
                    if isSecret {
                        mask(range, as: secret)
                    } else if value.masked != value {
                        mask(range, as: value.masked.description)
                    }
                case .scalar: break
                case .end:
                    if let whole = masked, whole.depth == depth {
                        mask(whole.start..<range.upperBound, as: secret)
                        masked = nil
                    }
                    depth -= 1
                }
                isSecret = false
            }
            shown += bytes[written...]
        } catch {
            let start = masked?.start ?? end
            mask(start..<bytes.count, as: start < bytes.count ? " \(Secrets.mask)" : "")
        }
        return String(decoding: shown, as: UTF8.self)
    }

    /// Masks words that are secret by their form, and secret-looking items of URLs.
    private static func words(of text: String) -> String {
        let marks = "\"'<>()".unicodeScalars
        var shown = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while !rest.isEmpty {
            let word = rest.prefix { !$0.properties.isWhitespace && !marks.contains($0) }
            rest = rest[word.endIndex...]
            shown += Secrets.masked(value: String(Substring(word))).unicodeScalars
            if let mark = rest.popFirst() { shown.append(mark) }
        }
        return String(shown)
    }
}

extension HTTP.MultipartPart {
    /// Whether all of it is masked: it is secret by its name, or has parts, which are not read.
    var isSecret: Bool {
        Secrets.isSecret(name)
            || ContentType(parsing: contentType)?.name.hasPrefix("multipart/") == true
    }

    /// Reads the parts of a body, the last of which may be cut; `nil` if it has none.
    static func all(
        in body: Data, _ type: ContentType?
    ) -> (parts: [HTTP.MultipartPart], boundary: String)? {
        guard let type, type.name.hasPrefix("multipart/"),
            let boundary = type.parameters["boundary"], !boundary.isEmpty
        else { return nil }
        // Wherever a body is cut, this ends the head, the part and the body.
        let end = Data("\r\n\r\n\r\n--\(boundary)--".utf8)
        let whole = try? read(body, boundary: boundary)
        let parts = whole ?? (try? read(body + end, boundary: boundary))
        return parts.flatMap { $0.isEmpty ? nil : ($0, boundary) }
    }
}

extension BarricadeRequest {
    /// The body with its secrets masked; `nil` if the log has none.
    package var maskedBodyData: Data? {
        body.data.map { MaskedBody.data($0, contentType) }
    }
}

extension LoggedReply {
    /// The header fields, with cookies and what looks secret masked.
    package var maskedHeaders: [HTTP.Headers.Field] {
        headers.fields.map { field in
            let isSecret =
                field.name.lowercased().hasPrefix("set-cookie") || Secrets.isSecret(field.name)
            return HTTP.Headers.Field(
                field.name, isSecret ? Secrets.mask : Secrets.masked(value: field.value))
        }
    }

    /// The kept bytes of the body with their secrets masked.
    package var maskedBody: Data {
        MaskedBody.data(body, headers.contentType)
    }
}
