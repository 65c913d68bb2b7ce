import Barricade

/// URLs, queries and forms.
extension RedactionPass {
    /// Returns a URL in a text, absolute or relative, without secrets: values with secret names are
    /// replaced, and all those of a signed URL.
    ///
    /// - Parameter isSecret: Whether its own name is secret, so that all values are replaced.
    mutating func url(_ text: String, isSecret: Bool = false) -> String {
        var parts = place(of: text, isPattern: false)
        let isSigned = isSecret || !Secrets.signedQueries(in: Array(text.utf8)).isEmpty
        parts.query = parts.query.map { items($0, isSigned: isSigned) }
        parts.fragment = parts.fragment.map { $0.contains("=") ? items($0) : self.text($0) }
        return parts.text
    }

    /// Returns the URL of a request, or the target of a redirect: only allowed values stay.
    ///
    /// - Returns: The URL; the same with the values that tell what was asked for, `nil` without a
    ///   query; and the same with moments too, `nil` if there are none.
    mutating func requestURL(_ text: String) -> (url: String, target: String?, moments: String?) {
        var parts = place(of: text, isPattern: true)
        let items = parts.query?.split(at: "&").map { requestItem($0) } ?? []
        if let fragment = parts.fragment, !isRedacting { _ = self.items(fragment) }
        parts.fragment = nil
        guard !items.isEmpty else { return (parts.text, nil, nil) }
        func written(_ use: ItemUse) -> String {
            let kept = items.compactMap { $0.use >= use ? $0.text : $0.name }
            parts.query = kept.isEmpty ? nil : kept.joined(separator: "&")
            return parts.text
        }
        let hasMoments = items.contains { $0.use == .differing }
        return (written(.always), written(.telling), hasMoments ? written(.differing) : nil)
    }

    /// Returns a URL without its user, and with the secrets in its path replaced.
    private mutating func place(of text: String, isPattern: Bool) -> URLParts {
        var parts = URLParts(text)
        for item in parts.user?.split(separator: ":", maxSplits: 1) ?? [] {
            learn(PercentEncoding.readable(item))
        }
        parts.user = nil
        parts.path = path(parts.path, isPattern: isPattern)
        return parts
    }

    // MARK: The path

    /// The replacement of a segment of a request's path that holds a secret.
    static let secretSegment = ":secret"

    private mutating func path(_ path: String, isPattern: Bool) -> String {
        var previous = ""
        return path.split(at: "/").map { segment in
            defer { previous = String(segment) }
            return self.segment(segment, after: previous, isPattern: isPattern)
        }.joined(separator: "/")
    }

    private mutating func segment(
        _ segment: Substring, after previous: String, isPattern: Bool
    ) -> String {
        let isWords = segment.utf8.allSatisfy { $0.isLetter && !$0.isCapital || $0 == 0x2D }
        guard segment.utf8.count >= 6, !isWords || !known.isEmpty, segment != Self.secretSegment
        else {
            return String(segment)
        }
        let parts = segment.split(at: ";")
        if parts.count > 1 {
            let rest = parts.dropFirst().map { items(String($0)) }
            return ([self.segment(parts[0], after: previous, isPattern: isPattern)] + rest)
                .joined(separator: ";")
        }
        let plain = decodedAgain(segment)
        let kept = pieces(of: plain, after: previous)
        guard kept != plain else { return String(segment) }
        return isPattern ? Self.secretSegment : PercentEncoding.encoded(kept)
    }

    /// Returns a text decoded up to three times.
    private func decodedAgain(_ text: Substring) -> String {
        var plain = PercentEncoding.readable(text)
        for _ in 0..<2 where plain.utf8.contains(UInt8(ascii: "%")) {
            plain = PercentEncoding.readable(plain[...])
        }
        return plain
    }

    /// Returns a segment with each of its pieces judged by the one before it, such as `token:f00d`
    /// or `ada:f00d@host`, and the first by the segment before: `/reset-password/f00d`.
    private mutating func pieces(of text: String, after previous: String) -> String {
        if isReference(text, isPlain: true) { return url(text) }
        var (rest, kept, last) = (text[...], "", previous)
        while let end = rest.utf8.firstIndex(where: { "!$&'()*,:;=@|".utf8.contains($0) }) {
            let isPassword = rest[end] == "@" && kept.last == ":"
            let piece = String(rest[..<end])
            kept += self.piece(
                piece, named: isPassword ? "password" : last, isInherited: kept.isEmpty)
            kept.append(rest[end])
            // The name of a quoted piece stands before the quote.
            (last, rest) = (piece.isEmpty ? last : piece, rest[end...].dropFirst())
        }
        kept += piece(String(rest), named: last, isInherited: kept.isEmpty)
        return self.text(kept, isCertain: false)
    }

    private mutating func piece(
        _ piece: String, named name: String, isInherited: Bool
    ) -> String {
        let meaning = judgement.meaning(of: name)
        guard Secrets.digits(in: piece) == nil,
            judgement.isSecret(piece, named: name, meaning, isInherited: isInherited)
        else { return piece }
        let isNamed = meaning != .plain && !Judgement.isKey(piece)
        return secret(piece, by: isNamed ? .name : .randomness)
    }

    // MARK: Items

    /// The use of the value of an item in a request's query.
    private enum ItemUse: Comparable {
        case none
        /// It is a moment, which counts only if replies differ by it.
        case differing
        /// It tells what was asked for.
        case telling
        /// It is allowed.
        case always
    }

    /// Returns the name of an item, its text, and the use of what the name leaves out.
    ///
    /// Without its name, no request would have it, so an item with a secret name is left out.
    private mutating func requestItem(
        _ text: Substring
    ) -> (name: String?, text: String, use: ItemUse) {
        let item = WrittenItem(text.utf8)
        let name = PercentEncoding.readable(Substring(item.name))
        // The version of a file, or the time of the request.
        if item.value == nil, Secrets.isMoment(name) { return (nil, String(text), .differing) }
        let keptName = item.value == nil ? bare(name) : self.value(name, named: "")
        guard keptName == name else { return (nil, "", .none) }
        let writtenName = String(Substring(item.name))
        guard let value = item.value else { return (writtenName, writtenName, .none) }
        let plain = decoded(Substring(value))
        let outer = part
        part = "query item \(keptName)"
        defer { part = outer }
        let isExcepted = rules.isExcepted(name)
        // A value that changes is left out, so its own notes are of no use.
        guard isExcepted || withoutNotes({ $0.value(plain, named: name) }) == plain else {
            note(.dropped)
            return (writtenName, writtenName, .none)
        }
        let isMoment = Secrets.isMoment(plain) && !isExcepted
        let use: ItemUse =
            rules.allowsQueryItem(name) ? .always : isMoment ? .differing : .telling
        return (writtenName, "\(writtenName)=\(Substring(value))", use)
    }

    /// Returns the items of a query or a form, with secret values replaced.
    mutating func items(_ text: String, isSigned: Bool = false) -> String {
        text.split(at: "&").map { item in
            self.item(item, isSigned: isSigned)
        }.joined(separator: "&")
    }

    private mutating func item(_ text: Substring, isSigned: Bool) -> String {
        let item = WrittenItem(text.utf8)
        guard let value = item.value else { return self.value(String(text), named: "") }
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
