import Barricade

/// Header fields.
extension RedactionPass {
    /// Returns the fields that are kept; learns the secrets in all fields.
    ///
    /// - Parameters:
    ///   - list: Those that are kept.
    ///   - isKept: Returns whether another one is kept.
    mutating func headers(
        _ headers: HTTP.Headers, keeping list: HeaderList,
        or isKept: (inout RedactionPass, HTTP.Headers.Field) -> Bool = { _, _ in false }
    ) -> HTTP.Headers {
        var result = HTTP.Headers()
        for field in headers.fields {
            part = "header \(field.name.shortened)"
            if list.contains(field.name) || isKept(&self, field) {
                result.append(field.name, value(of: field))
            } else if isRedacting {
                note(.dropped)
            } else {
                _ = value(of: field)
            }
        }
        return result
    }

    /// The fields of a connection, of its ends and of the moment, which a recording does not repeat.
    private static let passing = HeaderList([
        "access-control-*", "age", "alt-svc", "connection", "content-length", "date", "expires",
        "keep-alive", "p3p", "pragma", "proxy-*", "server", "te", "trailer", "transfer-encoding",
        "upgrade", "via", "x-powered-by",
    ])

    /// Returns whether a field that is on no list says something harmless: words and small numbers, or
    /// a path of the server.
    mutating func isHarmless(_ field: HTTP.Headers.Field) -> Bool {
        let value = field.value.trimmingSpace
        let lower = field.name.lowercased()
        let name = lower.hasPrefix("x-") ? String(lower.dropFirst(2)) : lower
        guard !value.isEmpty, value.utf8.count <= 100,
            judgement.meaning(of: field.name) == .plain,
            judgement.meaning(of: name) == .plain,
            !Self.passing.contains(field.name)
        else { return false }
        let isPath = value.hasPrefix("/") && !value.contains("?")
        let pieces = value.utf8.split { !$0.isAlphanumeric && $0 != 0x2E && $0 < 0x80 }
        let words = pieces.filter { piece in
            piece.count > (pieces.count == 1 ? 9 : 6)
                || !piece.allSatisfy { $0.isDigit || $0 == 0x2E }
        }
        let isPlain =
            !value.contains("://") && Randomness(Array(words.joined(separator: [0x20]))).isWords
        guard isPath || isPlain || field.isNamed("Content-Range") else { return false }
        return withoutNotes { $0.value(of: field) } == field.value
    }

    mutating func value(of field: HTTP.Headers.Field) -> String {
        switch field.name.lowercased() {
        case "set-cookie": return setCookie(field.value)
        case "cookie":
            return field.value.split(at: ";").map { cookie(String($0)) }.joined(separator: ";")
        case "location", "content-location", "referer": return target(field.value)
        case "link": return link(field.value)
        default:
            let isSecret = judgement.isSecret(field.name)
            let judged = isSecret ? field.value : parameters(field.value)
            let plain = PercentEncoding.readable(judged[...])
            let kept = value(plain, named: field.name)
            return kept == plain ? judged : kept
        }
    }

    /// Returns a text with its parameters, `name=value` or `name="value"`, judged by their names.
    private mutating func parameters(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var edits: [TextEdit] = []
        var end = 0
        while let mark = bytes[end...].firstIndex(of: UInt8(ascii: "=")) {
            let start = bytes[end..<mark].lastIndex { !$0.isTokenByte }.map { $0 + 1 } ?? end
            let isQuoted = bytes[(mark + 1)...].first == UInt8(ascii: "\"")
            let first = mark + (isQuoted ? 2 : 1)
            end =
                bytes[first...].firstIndex { isQuoted ? $0 == 0x22 : " ,;\"".utf8.contains($0) }
                ?? bytes.count
            let name = String(decoding: bytes[start..<mark], as: UTF8.self)
            let written = String(decoding: bytes[first..<end], as: UTF8.self)
            // A boundary is random, and has to fit the body.
            guard name.lowercased() != "boundary" else { continue }
            let kept = value(written, named: name)
            if kept != written { edits.append(TextEdit(range: first..<end, text: kept)) }
        }
        return edits.isEmpty ? text : edits.applied(to: bytes)
    }

    private static let attributes: Set<String> = [
        "domain", "expires", "httponly", "max-age", "partitioned", "path", "priority", "samesite",
        "secure",
    ]

    /// Returns a cookie with its known attributes.
    private mutating func setCookie(_ text: String) -> String {
        let parts = text.split(at: ";").map(String.init)
        let kept = parts.dropFirst().filter { part in
            Self.attributes.contains(part.prefix { $0 != "=" }.trimmed.lowercased())
        }
        return ([cookie(parts[0])] + kept.map { parameters($0) }).joined(separator: ";")
    }

    /// Returns a cookie, `name=value`, with its value replaced.
    private mutating func cookie(_ text: String) -> String {
        let written = WrittenItem(text[...].utf8)
        let name = Substring(written.name).trimmed
        guard let value = written.value else { return bare(name) }
        let keptName = self.value(name, named: "")
        let plain = Substring(value).trimmed.replacing(["\"": ""])
        guard !plain.isEmpty else { return text }
        let isCredential = judgement.isSecret(name)
        learn(PercentEncoding.readable(plain[...]), isCredential: isCredential)
        let start = keptName == name ? Substring(written.name) : keptName[...]
        return "\(start)=\(secret(plain, isCredential: isCredential))"
    }

    /// Returns the URL of another request, with the values by which replies to it are told apart.
    private mutating func target(_ text: String) -> String {
        let read = requestURL(text)
        return read.target ?? read.url
    }

    /// Returns links, `<https://…>; rel="next"`, with targets redacted like those of redirects.
    private mutating func link(_ text: String) -> String {
        let parts = text.split(at: "<")
        return parts.dropFirst().reduce(self.text(String(parts[0]))) { result, part in
            let target = part.prefix { $0 != ">" }
            return "\(result)<\(self.target(String(target)))"
                + parameters(String(part.dropFirst(target.count)))
        }
    }
}
