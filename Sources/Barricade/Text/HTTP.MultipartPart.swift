public import Foundation

extension HTTP {
    /// One part of a multipart form (RFC 7578).
    public struct MultipartPart: Sendable, Equatable {
        /// The field's name; empty if the part has none.
        public let name: String
        /// The file's name; `nil` for a part that is not a file.
        ///
        /// A name with a charset, `filename*=UTF-8''%E2%82%AC.txt` (RFC 8187), wins.
        public let fileName: String?
        /// The content type; `text/plain` if the part has none (RFC 7578, section 4.4).
        public let contentType: String
        /// All header fields of the part.
        public let headers: HTTP.Headers
        /// The content.
        public let data: Data

        /// The content as UTF-8 text; `nil` if it is not valid.
        public var text: String? { String(data: data, encoding: .utf8) }
    }
}

extension [HTTP.MultipartPart] {
    /// The first part with that name; `nil` if there is none.
    public subscript(name: String) -> HTTP.MultipartPart? { first { $0.name == name } }
}

extension HTTP.MultipartPart {
    /// Reads the parts of a body (RFC 2046, section 5.1.1); drops text before and after them.
    package static func read(
        _ data: Data, boundary: String
    ) throws(BarricadeError) -> [HTTP.MultipartPart] {
        // A line break comes before each delimiter but one at the start.
        let body = newline + data
        let delimiter = newline + Array("--\(boundary)".utf8)
        guard var position = body[...].range(ofBytes: delimiter)?.upperBound else {
            throw .unreadableBody(
                "multipart body does not hold its boundary --\(boundary.shortened)")
        }
        var parts: [HTTP.MultipartPart] = []
        while true {
            // After a delimiter, "--" ends the body, and a line break starts a part.
            if body[position...].starts(with: Array("--".utf8)) { return parts }
            let number = parts.count + 1
            // The line break after this delimiter may also be the one before the next.
            guard let start = body[position...].range(ofBytes: newline)?.lowerBound,
                let end = body[start...].range(ofBytes: delimiter)
            else {
                throw .unreadableBody(
                    "multipart body ends within part \(number) (offset \(data.count))")
            }
            parts.append(try part(body[start..<end.lowerBound + newline.count], number: number))
            position = end.upperBound
        }
    }

    private static let newline = Array("\r\n".utf8)

    /// Reads a part, with the line breaks around it.
    package static func part(
        _ bytes: ArraySlice<UInt8>, number: Int
    ) throws(BarricadeError) -> HTTP.MultipartPart {
        // If nothing follows the headers, their empty line may also be the break that follows.
        guard let end = bytes.range(ofBytes: newline + newline) else {
            throw .unreadableBody(
                "part \(number) of the multipart body has no empty line after its headers")
        }
        let headers = headers(of: bytes[..<end.lowerBound])
        let disposition = ContentType.split(headers["Content-Disposition"] ?? "")
        let parameters = ContentType.parameters(disposition.dropFirst())
        return HTTP.MultipartPart(
            name: unescaped(parameters["name"] ?? ""),
            fileName: parameters["filename*"].flatMap(ContentType.extendedValue)
                ?? parameters["filename"].map(unescaped),
            contentType: headers["Content-Type"] ?? "text/plain", headers: headers,
            data: Data(bytes[end.upperBound...].dropLast(newline.count)))
    }

    /// Reads the lines of a head; a line that starts with a blank continues the one before it,
    /// after a space (RFC 822, section 3.1.1).
    private static func headers(of head: ArraySlice<UInt8>) -> HTTP.Headers {
        let text = String(decoding: head, as: UTF8.self).replacingOccurrences(
            of: "\r\n[ \t]+", with: " ", options: .regularExpression)
        var headers = HTTP.Headers()
        for line in text.components(separatedBy: "\r\n") {
            guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { continue }
            headers.append(
                String(line[..<colon]), line[line.utf8.index(after: colon)...].trimmed)
        }
        return headers
    }

    /// Browsers percent-encode quotes and line breaks in names (WHATWG HTML, 4.10.22.8).
    private static func unescaped(_ name: String) -> String {
        guard name.utf8.contains(UInt8(ascii: "%")) else { return name }
        let escapes = [("%22", "\""), ("%0D", "\r"), ("%0A", "\n")]
        return escapes.reduce(into: name) { name, escape in
            // Not by `Character`, since a combining mark may follow.
            name.unicodeScalars.replace(escape.0.unicodeScalars, with: escape.1.unicodeScalars)
        }
    }
}
