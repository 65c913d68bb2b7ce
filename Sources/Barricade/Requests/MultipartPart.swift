public import Foundation

/// One part of a multipart form (RFC 7578).
public struct MultipartPart: Sendable, Hashable {
    /// The field's name; empty where the part gives none.
    public let name: String
    /// The file's name; `nil` for a part that is no file.
    public let fileName: String?
    /// The content type; `text/plain` where the part gives none (RFC 7578, section 4.4).
    public let contentType: String
    /// All header fields of the part.
    public let headers: HTTPHeaders
    /// The content, as it is.
    public let data: Data

    /// The content as text in UTF-8; `nil` where it is not.
    public var text: String? { String(data: data, encoding: .utf8) }
}

extension MultipartPart {
    /// Reads the parts of a body (RFC 2046, section 5.1.1); text before and after them is dropped.
    static func read(_ body: Data, boundary: String) throws(BarricadeError) -> [MultipartPart] {
        let dashes = Data("--\(boundary)".utf8)
        guard var position = firstDelimiter(dashes, in: body) else {
            throw .unreadableBody("multipart body does not hold its boundary --\(boundary)")
        }
        var parts: [MultipartPart] = []
        while true {
            // Behind a delimiter: "--" ends the body, a line break begins a part.
            if body[position...].starts(with: Data("--".utf8)) { return parts }
            guard let lineEnd = body[position...].firstRange(of: newline) else {
                throw truncated(parts.count, body)
            }
            let start = lineEnd.upperBound
            // The line break that ends this delimiter may be the one before the next.
            guard let end = body[lineEnd.lowerBound...].firstRange(of: newline + dashes) else {
                throw truncated(parts.count, body)
            }
            let bytes = end.lowerBound < start ? Data() : body[start..<end.lowerBound]
            parts.append(try part(bytes, number: parts.count + 1))
            position = end.upperBound
        }
    }

    private static let newline = Data("\r\n".utf8)

    private static func firstDelimiter(_ dashes: Data, in body: Data) -> Data.Index? {
        if body.starts(with: dashes) { return body.startIndex + dashes.count }
        return body.firstRange(of: newline + dashes)?.upperBound
    }

    private static func truncated(_ parts: Int, _ body: Data) -> BarricadeError {
        .unreadableBody("multipart body ends within part \(parts + 1) (offset \(body.count))")
    }

    private static func part(_ bytes: Data, number: Int) throws(BarricadeError) -> MultipartPart {
        let head: Data
        let content: Data
        if bytes.starts(with: newline) {
            (head, content) = (Data(), bytes.dropFirst(newline.count))
        } else if let end = bytes.firstRange(of: newline + newline) {
            (head, content) = (bytes[..<end.lowerBound], bytes[end.upperBound...])
        } else {
            throw .unreadableBody(
                "part \(number) of the multipart body has no empty line after its headers")
        }
        var headers = HTTPHeaders()
        for line in String(decoding: head, as: UTF8.self).split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers.append(
                String(line[..<colon]),
                line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        }
        let disposition = ContentType.split(headers["Content-Disposition"] ?? "")
        let parameters = ContentType.parameters(disposition.dropFirst())
        return MultipartPart(
            name: unescaped(parameters["name"] ?? ""),
            fileName: parameters["filename"].map(unescaped),
            contentType: headers["Content-Type"] ?? "text/plain", headers: headers,
            data: Data(content))
    }

    /// Browsers write quotes and line breaks in names as percent escapes (WHATWG HTML, 4.10.22.8).
    private static func unescaped(_ name: String) -> String {
        name.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
    }
}
