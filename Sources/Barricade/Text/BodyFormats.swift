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

extension HTTP.MultipartPart {
    /// Reads the parts of a body (RFC 2046, section 5.1.1); drops text before and after them.
    package static func read(
        _ body: Data, boundary: String
    ) throws(BarricadeError) -> [HTTP.MultipartPart] {
        let body = Array(body)
        let delimiter = Array("\r\n--\(boundary)".utf8)
        guard var position = firstDelimiter(delimiter, in: body) else {
            throw .unreadableBody(
                "multipart body does not hold its boundary --\(boundary.shortened)")
        }
        var parts: [HTTP.MultipartPart] = []
        while true {
            // After a delimiter, "--" ends the body, and a line break starts a part.
            if body[position...].starts(with: Array("--".utf8)) { return parts }
            guard let lineEnd = body[position...].range(ofBytes: newline) else {
                throw truncated(parts.count, body)
            }
            let start = lineEnd.upperBound
            // The line break after this delimiter may also be the one before the next.
            guard let end = body[lineEnd.lowerBound...].range(ofBytes: delimiter) else {
                throw truncated(parts.count, body)
            }
            let bytes = end.lowerBound < start ? [] : body[start..<end.lowerBound]
            parts.append(try part(bytes, number: parts.count + 1))
            position = end.upperBound
        }
    }

    private static let newline = Array("\r\n".utf8)

    private static func firstDelimiter(_ delimiter: [UInt8], in body: [UInt8]) -> Int? {
        let dashes = delimiter.dropFirst(newline.count)
        if body.starts(with: dashes) { return dashes.count }
        return body[...].range(ofBytes: delimiter)?.upperBound
    }

    private static func truncated(_ parts: Int, _ body: [UInt8]) -> BarricadeError {
        .unreadableBody("multipart body ends within part \(parts + 1) (offset \(body.count))")
    }

    private static func part(
        _ bytes: ArraySlice<UInt8>, number: Int
    ) throws(BarricadeError) -> HTTP.MultipartPart {
        let head: ArraySlice<UInt8>
        let content: ArraySlice<UInt8>
        if bytes.starts(with: newline) {
            (head, content) = ([], bytes.dropFirst(newline.count))
        } else if let end = bytes.range(ofBytes: newline + newline) {
            (head, content) = (bytes[..<end.lowerBound], bytes[end.upperBound...])
        } else if bytes.suffix(newline.count).elementsEqual(newline) {
            // Only headers: RFC 2046 does not require the empty line if nothing follows it.
            (head, content) = (bytes.dropLast(newline.count), [])
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
    private static func headers(of head: ArraySlice<UInt8>) -> HTTP.Headers {
        var lines: [String] = []
        for line in String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n") {
            let isFolded =
                line.utf8.first == UInt8(ascii: " ") || line.utf8.first == UInt8(ascii: "\t")
            if isFolded, !lines.isEmpty {
                lines[lines.count - 1] += " \(line[...].trimmed)"
            } else {
                lines.append(line)
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

/// A parser of `application/x-www-form-urlencoded` (WHATWG URL, section 5.1).
package enum FormFields {
    /// Returns the fields in order; invalid UTF-8 becomes U+FFFD, as in browsers.
    ///
    /// The value is `nil` if there is no `=`.
    package static func read(_ data: Data) -> [URLQueryItem] {
        Array(data).split(separator: UInt8(ascii: "&")).map { item in
            let equals = item.firstIndex(of: UInt8(ascii: "="))
            return URLQueryItem(
                name: decoded(item[..<(equals ?? item.endIndex)]),
                value: equals.map { decoded(item[($0 + 1)...]) })
        }
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        PercentEncoding.readable(
            bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 })
    }
}

/// A parser of GraphQL documents that finds the operation's name (GraphQL, October 2021).
package struct GraphQLDocument {
    private var rest: ArraySlice<UInt8>

    /// Returns the name of the first operation; `nil` if there is no name or no operation.
    static func operationName(in text: String) -> String? {
        var document = GraphQLDocument(rest: Array(text.utf8)[...])
        return document.operationName()
    }

    /// Returns whether a text can be the name of an operation.
    package static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !first.isDigit else { return false }
        return text.utf8.allSatisfy(isNameByte)
    }

    private mutating func operationName() -> String? {
        while let keyword = next() {
            guard Self.beginsName(keyword) else { return nil }
            guard ["query", "mutation", "subscription"].contains(keyword) else {
                guard skipDefinition() else { return nil }
                continue
            }
            guard let name = next(), Self.beginsName(name), let mark = next(),
                ["{", "(", "[", "@"].contains(mark)
            else { return nil }
            return name
        }
        return nil
    }

    /// Skips up to the brace that ends a definition; returns false if there is none.
    private mutating func skipDefinition() -> Bool {
        var depth = 0
        while let token = next(), depth >= 0 {
            switch token {
            case "{", "(", "[": depth += 1
            case "}", ")", "]": depth -= 1
            default: continue
            }
            if depth == 0, token == "}" { return true }
        }
        return false
    }

    /// Reads a name or a byte of punctuation; skips comments, blanks and strings.
    private mutating func next() -> String? {
        while let byte = rest.first {
            if Self.isNameByte(byte) {
                let name = rest.prefix(while: Self.isNameByte)
                rest = rest[name.endIndex...]
                return String(decoding: name, as: UTF8.self)
            }
            switch byte {
            case UInt8(ascii: "#"):
                rest = rest.drop { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
            case UInt8(ascii: "\""):
                skipString()
            case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), 0xEF, 0xBB, 0xBF:
                rest = rest.dropFirst()
            default:
                rest = rest.dropFirst()
                return String(Unicode.Scalar(byte))
            }
        }
        return nil
    }

    private mutating func skipString() {
        let quotes = Array("\"\"\"".utf8)
        let isBlock = rest.starts(with: quotes)
        rest = rest.dropFirst(isBlock ? 3 : 1)
        while let byte = rest.first {
            if byte == UInt8(ascii: "\\") {
                let isQuotes = isBlock && rest.dropFirst().starts(with: quotes)
                rest = rest.dropFirst(isQuotes ? 4 : isBlock ? 1 : 2)
            } else if isBlock ? rest.starts(with: quotes) : byte == UInt8(ascii: "\"") {
                rest = rest.dropFirst(isBlock ? 3 : 1)
                return
            } else {
                rest = rest.dropFirst()
            }
        }
    }

    private static func beginsName(_ token: String) -> Bool {
        token.utf8.first.map(isNameByte) == true
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || byte == UInt8(ascii: "_")
    }
}
