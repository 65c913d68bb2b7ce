import Barricade
import BarricadeCommon

/// URLs, queries and forms.
extension RedactionPass {
    enum URLUse {
        /// The URL of a request, or the target of a redirect: only allowed values stay.
        case request
        /// A URL in a text: values with secret names are replaced, and all those of a signed URL.
        case text
        /// A URL under a secret name: all values are replaced.
        case secretText
    }

    /// Returns a URL, absolute or relative, without secrets.
    mutating func url(_ text: String, as use: URLUse) -> String {
        var parts = URLParts(text)
        if let user = parts.user {
            for item in user.split(separator: ":", maxSplits: 1) {
                learn(PercentEncoding.readable(item))
            }
            parts.user = nil
        }
        parts.path = path(parts.path, as: use)
        if let query = parts.query {
            let isSigned =
                use == .secretText || !Secrets.signedQueries(in: Array(text.utf8)).isEmpty
            parts.query =
                use == .request
                ? query.split(at: "&").map { requestItem($0) }.joined(separator: "&")
                : items(query, isSigned: isSigned)
        }
        if let fragment = parts.fragment {
            let kept = fragment.contains("=") ? items(fragment) : self.text(fragment)
            parts.fragment = use == .request ? nil : kept
        }
        return parts.text
    }

    // MARK: The path

    /// The replacement of a segment of a request's path that holds a secret.
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
        let isWords = segment.utf8.allSatisfy { $0.isLetter && !$0.isCapital || $0 == 0x2D }
        guard segment.utf8.count >= 6, !isWords || !known.isEmpty, segment != Self.secretSegment
        else {
            return String(segment)
        }
        let parts = segment.split(at: ";")
        if parts.count > 1 {
            let rest = parts.dropFirst().map { items(String($0)) }
            return ([self.segment(parts[0], after: previous, as: use)] + rest)
                .joined(separator: ";")
        }
        let plain = PercentEncoding.readable(segment)
        // `/reset-password/f00d…`: a name, and its value.
        let isNamed = judgement.standing(of: previous) != .plain && !Judgement.isKey(plain)
        let isSecret = judgement.isSecret(plain, named: previous, isInherited: true)
        let kept =
            isSecret && Secrets.digits(in: plain) == nil
            ? secret(plain, shape(of: plain), by: isNamed ? .name : .randomness)
            : self.text(plain, isCertain: false)
        guard kept != plain else { return String(segment) }
        return use == .request ? Self.secretSegment : PercentEncoding.encoded(kept)
    }

    // MARK: Items

    /// Returns an item of a request's query: the name only, unless its value is allowed.
    private mutating func requestItem(_ text: Substring) -> String {
        let item = WrittenItem(text: text)
        let name = PercentEncoding.readable(Substring(item.name))
        let keptName = self.text(name, isCertain: false)
        let writtenName = keptName == name ? String(Substring(item.name)) : "redacted"
        guard let value = item.value else {
            harmlessItems.append(writtenName)
            return writtenName
        }
        let plain = decoded(Substring(value))
        let outer = part
        part = "query item \(keptName)"
        let noted = report
        defer { part = outer }
        let kept = self.value(plain, named: name)
        let isHarmless = kept == plain && rules.tellsQueryItemApart(name)
        harmlessItems.append(isHarmless ? "\(writtenName)=\(Substring(value))" : writtenName)
        guard rules.allowsQueryItem(name), isHarmless else {
            report = noted
            note(.dropped)
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
        guard let value = item.value else { return self.text(String(text), isCertain: false) }
        let name = Self.lastName(in: decoded(Substring(item.name)))
        guard !rules.isExcepted(name) else { return String(text) }
        let plain = decoded(Substring(value))
        steps.append(.key(name))
        defer { steps.removeLast() }
        let kept =
            isSigned && plain.utf8.count >= 8 ? secret(plain) : self.value(plain, named: name)
        return kept == plain
            ? String(text) : "\(Substring(item.name))=\(PercentEncoding.encoded(kept))"
    }

    /// Returns `password` of `user[password]`.
    private static func lastName(in name: String) -> String {
        guard name.hasSuffix("]"), let open = name.lastIndex(of: "[") else { return name }
        let last = name[name.index(after: open)...].dropLast()
        return last.isEmpty || Int(last) != nil ? String(name[..<open]) : String(last)
    }

    private func decoded(_ text: Substring) -> String {
        guard text.utf8.contains(UInt8(ascii: "+")) else { return PercentEncoding.readable(text) }
        return PercentEncoding.readable(text.replacing(["+": " "])[...])
    }
}
