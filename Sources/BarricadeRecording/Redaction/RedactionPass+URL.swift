import Barricade

/// URLs, queries and forms.
extension RedactionPass {
    enum URLUse {
        /// The URL of a request, or the target of a redirect: only allowed values stay.
        case request
        /// A URL in a text: values with secret names go, and all of a signed URL.
        case text
    }

    /// Returns a URL, absolute or relative, without secrets.
    mutating func url(_ text: String, as use: URLUse) -> String {
        var parts = URLParts(text)
        if let user = parts.user {
            for item in user.split(separator: ":", maxSplits: 1) {
                _ = value(readable(item), named: "password")
            }
            parts.user = nil
        }
        parts.path = path(parts.path, as: use)
        if let query = parts.query {
            parts.query = self.query(query, as: use)
        }
        if let fragment = parts.fragment {
            let kept = fragment.contains("=") ? items(fragment) : self.text(fragment)
            parts.fragment = use == .request ? nil : kept
        }
        return parts.text
    }

    /// Returns a secret URL: only the server stays.
    mutating func secretURL(_ text: String) -> String {
        let parts = URLParts(text)
        for segment in parts.path.split(separator: "/") where segment.utf8.count >= 12 {
            let isWord = segment.utf8.allSatisfy { $0.isLetter || $0 == 0x2D || $0 == 0x2E }
            if !isWord { _ = secret(readable(segment)) }
        }
        let rest = String(parts.path.dropFirst())
        let isBare = parts.user == nil && parts.query == nil && parts.fragment == nil
        if isBare, rest.isEmpty {
            // The name of a server is no secret, but what has no server may be one as a whole.
            let isWeb = ["http://", "https://", "ws://", "wss://"].contains(
                parts.start.lowercased())
            return isWeb ? text : secret(text)
        }
        if isBare, Replacement(of: rest, nil).isOwn { return text }
        _ = url(text, as: .text)
        return "\(parts.start)\(parts.host)/\(secret(text))"
    }

    // MARK: The path

    /// What stands for a segment of a request's path that holds a secret.
    static let secretSegment = ":secret"

    private mutating func path(_ path: String, as use: URLUse) -> String {
        var previous = ""
        return path.split(at: "/").map { segment in
            defer { previous = String(segment) }
            return self.segment(segment, after: previous, as: use)
        }.joined(separator: "/")
    }

    private mutating func segment(
        _ segment: Substring, after previous: String, as use: URLUse
    ) -> String {
        guard segment.utf8.count >= SecretIndex.window, segment != Self.secretSegment else {
            return String(segment)
        }
        let parts = segment.split(at: ";")
        if parts.count > 1 {
            let rest = parts.dropFirst().map { items(String($0)) }
            return ([self.segment(parts[0], after: previous, as: use)] + rest)
                .joined(separator: ";")
        }
        let plain = readable(segment)
        // `/reset-password/f00d…`: a name, and its value.
        let isNamed = Randomness.isMixed(plain) && names.isSecret(previous)
        let kept = isNamed ? secret(plain) : text(plain)
        guard kept != plain else { return String(segment) }
        return use == .request
            ? Self.secretSegment : EscapedText.encoded(kept, inPlaceOf: segment.utf8, .percent)
    }

    // MARK: Items

    private mutating func query(_ query: String, as use: URLUse) -> String {
        guard use == .request else {
            let isSigned = query.split(at: "&").contains { item in
                Self.signatures.contains(
                    PercentEncoding.readable(Substring(WrittenItem(text: item).name)).lowercased())
            }
            return items(query, isSigned: isSigned)
        }
        return query.split(at: "&").map {
            requestItem($0)
        }.joined(separator: "&")
    }

    private static let signatures: Set<String> = [
        "hmac", "sig", "signature", "x-amz-signature", "x-goog-signature", "x-oss-signature",
    ]

    /// Returns an item of a request's query: the name only, unless its value is allowed.
    private mutating func requestItem(_ text: Substring) -> String {
        let item = WrittenItem(text: text)
        let name = readable(Substring(item.name))
        let keptName = self.text(name)
        let writtenName = keptName == name ? String(Substring(item.name)) : "redacted"
        guard let value = item.value else {
            harmlessItems.append(writtenName)
            return writtenName
        }
        let plain = decoded(Substring(value))
        let outer = part
        part = "query item \(keptName)"
        let noted = noteCount
        defer { part = outer }
        let kept =
            names.isSecret(name) ? self.value(plain, named: name) : self.text(plain)
        let isHarmless = kept == plain
        harmlessItems.append(isHarmless ? "\(writtenName)=\(Substring(value))" : writtenName)
        guard rules.allowsQueryItem(name), isHarmless else {
            noteDropped(since: noted)
            return writtenName
        }
        return "\(writtenName)=\(Substring(value))"
    }

    /// Returns the items of a query or a form, with secret values replaced.
    mutating func items(_ text: String, isSigned: Bool = false) -> String {
        text.split(at: "&").map { item in
            self.item(item, isSigned: isSigned)
        }.joined(separator: "&")
    }

    private mutating func item(_ text: Substring, isSigned: Bool) -> String {
        let item = WrittenItem(text: text)
        let name = decoded(Substring(item.name))
        let keptName = self.text(name)
        let writtenName =
            keptName == name ? String(Substring(item.name)) : PercentEncoding.encoded(keptName)
        guard let value = item.value else { return writtenName }
        let plain = decoded(Substring(value))
        steps.append(.key(keptName))
        defer { steps.removeLast() }
        let kept =
            names.isSecret(Self.lastName(in: name))
            ? self.value(plain, named: name)
            : isSigned ? secret(plain, isKnown: false) : self.text(plain)
        let written =
            kept == plain
            ? String(Substring(value)) : EscapedText.encoded(kept, inPlaceOf: value, .percent)
        return "\(writtenName)=\(written)"
    }

    /// Returns `password` of `user[password]`.
    private static func lastName(in name: String) -> String {
        guard name.hasSuffix("]"), let open = name.lastIndex(of: "[") else { return name }
        let last = name[name.index(after: open)...].dropLast()
        return last.isEmpty || Int(last) != nil ? String(name[..<open]) : String(last)
    }

    private mutating func decoded(_ text: Substring) -> String {
        guard text.utf8.contains(UInt8(ascii: "+")) else { return readable(text) }
        hasFindings = true
        return PercentEncoding.readable(text.replacing(["+": " "])[...])
    }

    /// Returns a text without percent-encoding.
    mutating func readable(_ text: Substring) -> String {
        if text.utf8.contains(UInt8(ascii: "%")) { hasFindings = true }
        return PercentEncoding.readable(text)
    }
}
