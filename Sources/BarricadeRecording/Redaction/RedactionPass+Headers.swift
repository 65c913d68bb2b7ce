import Barricade

/// Header fields.
extension RedactionPass {
    /// Returns the fields of a request that are kept; gets to know the secrets in all of them.
    mutating func requestHeaders(_ headers: HTTP.Headers) -> HTTP.Headers {
        kept(headers) { $0.rules.keepsRequestHeader($1) }
    }

    /// Returns the fields of a reply that are kept; gets to know the secrets in all of them.
    mutating func replyHeaders(_ headers: HTTP.Headers) -> HTTP.Headers {
        kept(headers) { $0.rules.keepsReplyHeader($1) || $1.lowercased() == "set-cookie" }
    }

    private mutating func kept(
        _ headers: HTTP.Headers, _ keeps: (RedactionPass, String) -> Bool
    ) -> HTTP.Headers {
        var result = HTTP.Headers()
        for field in headers.fields {
            part = "header \(field.name.shortened)"
            if keeps(self, field.name) {
                result.append(field.name, value(of: field))
            } else if isRedacting {
                note(.dropped)
            } else {
                _ = value(of: field)
            }
        }
        return result
    }

    private mutating func value(of field: HTTP.Headers.Field) -> String {
        switch field.name.lowercased() {
        case "set-cookie": setCookie(field.value)
        case "cookie": cookies(field.value)
        case "location", "content-location", "referer": url(field.value, as: .request)
        case "link": link(field.value)
        case "content-disposition": disposition(field.value)
        case let name where names.isSecret(name): value(field.value, named: name)
        default: text(field.value)
        }
    }

    private static let attributes: Set<String> = [
        "domain", "expires", "httponly", "max-age", "partitioned", "path", "priority", "samesite",
        "secure",
    ]

    /// Returns a cookie with its attributes; others than the known ones are left out.
    private mutating func setCookie(_ text: String) -> String {
        let parts = text.split(at: ";").map(String.init)
        let cookie = self.cookie(parts.first ?? "")
        let kept = parts.dropFirst().filter { part in
            Self.attributes.contains(part.prefix { $0 != "=" }.trimmed.lowercased())
        }.map { self.text($0) }
        return ([cookie] + kept).joined(separator: ";")
    }

    /// Returns links, `<https://…>; rel="next"`, whose targets are like those of redirects.
    private mutating func link(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            let start = rest.index(after: open)
            result += self.text(String(rest[..<open])) + "<"
            result += url(String(rest[start..<close]), as: .request)
            rest = rest[close...]
        }
        return result + self.text(String(rest))
    }

    /// Returns `attachment; filename="…"` with each parameter read.
    mutating func disposition(_ text: String) -> String {
        text.split(at: ";").map { part in
            guard let equals = part.firstIndex(of: "=") else { return self.text(String(part)) }
            let value = part[part.index(after: equals)...].trimmed
            let isQuoted = value.hasPrefix("\"") && value.hasSuffix("\"") && value.count > 1
            let plain = isQuoted ? String(value.dropFirst().dropLast()) : value
            let kept = self.text(plain)
            return kept == plain
                ? String(part) : "\(part[...equals])\(isQuoted ? "\"\(kept)\"" : kept)"
        }.joined(separator: ";")
    }
}
