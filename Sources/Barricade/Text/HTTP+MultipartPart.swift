public import Foundation

extension HTTP {
    /// One part of a multipart form (RFC 7578).
    public struct MultipartPart: Sendable, Hashable {
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

extension HTTP.MultipartPart {
    /// Reads the parts of a body (RFC 2046, section 5.1.1); drops text before and after them.
    package static func read(
        _ body: Data, boundary: String
    ) throws(BarricadeError) -> [HTTP.MultipartPart] {
        // The first delimiter needs no line break before it.
        let text = newline + body
        let delimiter = newline + Data("--\(boundary)".utf8)
        guard var position = text.range(of: delimiter)?.upperBound else {
            throw .unreadableBody(
                "multipart body does not hold its boundary --\(boundary.shortened)")
        }
        var parts: [HTTP.MultipartPart] = []
        // After a delimiter, "--" ends the body, and a line break starts a part.
        while !text[position...].starts(with: "--".utf8) {
            // The line break after this delimiter may also be the one before the next.
            guard let lineEnd = text.range(of: newline, in: position..<text.endIndex),
                let end = text.range(of: delimiter, in: lineEnd.lowerBound..<text.endIndex)
            else {
                throw .unreadableBody(
                    "multipart body ends within part \(parts.count + 1) (offset \(body.count))")
            }
            let start = lineEnd.upperBound
            let bytes = text[start..<max(start, end.lowerBound)]
            parts.append(try part(bytes, number: parts.count + 1))
            position = end.upperBound
        }
        return parts
    }

    private static let newline = Data("\r\n".utf8)

    private static func part(
        _ bytes: Data, number: Int
    ) throws(BarricadeError) -> HTTP.MultipartPart {
        let head: Data
        let content: Data
        if bytes.starts(with: newline) {
            (head, content) = (Data(), bytes.dropFirst(newline.count))
        } else if let end = bytes.range(of: newline + newline) {
            (head, content) = (bytes[..<end.lowerBound], bytes[end.upperBound...])
        } else if bytes.suffix(newline.count) == newline {
            // Only headers: RFC 2046 does not require the empty line if nothing follows it.
            (head, content) = (bytes.dropLast(newline.count), Data())
        } else {
            throw .unreadableBody(
                "part \(number) of the multipart body has no empty line after its headers")
        }
        let headers = headers(of: head)
        let disposition = ContentType.split(headers["Content-Disposition"] ?? "")
        let parameters = ContentType.parameters(disposition.dropFirst())
        return HTTP.MultipartPart(
            name: unescaped(parameters["name"] ?? ""),
            fileName: parameters["filename*"].flatMap(ContentType.extendedValue)
                ?? parameters["filename"].map(unescaped),
            contentType: headers["Content-Type"] ?? "text/plain", headers: headers,
            data: Data(content))
    }

    /// Reads the lines of a head; a line that starts with a blank continues the one before it,
    /// after a space (RFC 822, section 3.1.1).
    private static func headers(of head: Data) -> HTTP.Headers {
        var lines: [String] = []
        var rest = head
        while !rest.isEmpty {
            let lineEnd = rest.range(of: newline) ?? rest.endIndex..<rest.endIndex
            let line = Substring(decoding: rest[..<lineEnd.lowerBound], as: UTF8.self)
            let isFolded = rest.first == UInt8(ascii: " ") || rest.first == UInt8(ascii: "\t")
            rest = rest[lineEnd.upperBound...]
            if isFolded, !lines.isEmpty {
                lines[lines.count - 1] += " \(line.trimmed)"
            } else {
                lines.append(String(line))
            }
        }
        var headers = HTTP.Headers()
        for line in lines {
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
