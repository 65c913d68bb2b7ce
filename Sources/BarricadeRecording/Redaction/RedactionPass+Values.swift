import Barricade
import Foundation

/// Values, judged by their names, and texts, in which only certain secrets are replaced.
extension RedactionPass {
    /// Returns a value without secrets.
    ///
    /// - Parameter isInherited: Whether the name belongs to an enclosing object or array.
    mutating func value(
        _ text: String, named name: String, isInherited: Bool = false
    ) -> String {
        guard !text.isEmpty else { return text }
        let meaning = judgement.meaning(of: name)
        // Nothing around it may change it either.
        guard isUnbiased, depth == 0, !handsOutTokens, heading.isEmpty, keyRefusal == nil,
            meaning == .plain
        else { return judged(text, named: name, meaning, isInherited: isInherited) }
        if PlainGlance.isPlain(text) || judgement.isKnown(text) { return text }
        let count = met.count + keys.count
        let kept = judged(text, named: name, meaning, isInherited: isInherited)
        if kept == text, heading.isEmpty, keyRefusal == nil, met.count + keys.count == count {
            judgement.remember(text)
        }
        return kept
    }

    private mutating func judged(
        _ text: String, named name: String, _ standing: Secrets.NameMeaning, isInherited: Bool
    ) -> String {
        if isCollecting, standing.isSecret && !isInherited || Replacement(of: text).isOwn {
            return secret(text)
        }
        let isBesideTokens = handsOutTokens && Judgement.isSecretBesideTokens(text)
        if standing == .harmless, !isBesideTokens { return self.text(text, isCertain: false) }
        let isPlain = !isBesideTokens && standing == .plain
        if isPlain, PlainGlance.isPlain(text) || Secrets.isUUID(text) || Secrets.isDate(text) {
            return knownReplaced(in: text)
        }
        if text.hasPrefix("data:image/") || text.hasPrefix("data:font/") { return text }
        if !isBesideTokens {
            if standing.isSecret, let kept = scheme(text) { return kept }
            if isPlain, let kept = settings(text) { return kept }
            if isReference(text, isPlain: isPlain) {
                return knownReplaced(in: url(text, isSecret: !isPlain))
            }
        }
        if !isPlain,
            isBesideTokens
                || judgement.isSecret(text, named: name, standing, isInherited: isInherited)
        {
            learnParts(of: text)
            return secret(text, by: isBesideTokens ? .tokenReply : .name)
        }
        if let kept = nested(text) { return kept }
        if Judgement.isKey(text) { return secret(text, by: .randomness) }
        return self.text(text, isCertain: false)
    }

    /// Redacts data in a text, `{"a":1}` or its base64; `nil` if there is none.
    private mutating func nested(_ text: String) -> String? {
        guard text.utf8.count >= 6 else { return nil }
        if depth < Self.deepest {
            depth += 1
            defer { depth -= 1 }
            if let kept = data(in: text) { return kept }
        }
        // An encoding is no level of its own.
        let readable = PercentEncoding.readable(text[...])
        if readable != text, !text.utf8.contains(0x20) {
            let kept = value(readable, named: "")
            return kept == readable ? nil : PercentEncoding.encoded(kept)
        }
        guard text.utf8.count >= 12, let encoded = Base64Text(text) else { return nil }
        if MediaSignature.type(of: encoded.data) != nil { return text }
        guard let plain = String(utf8: Array(encoded.data)[...]),
            plain.utf8.allSatisfy(\.isReadable)
        else { return nil }
        let kept = value(plain, named: "")
        return kept == plain ? text : encoded.encoded(Data(kept.utf8))
    }

    /// Returns whether the whole text is a URL, absolute or a path.
    func isReference(_ text: String, isPlain: Bool) -> Bool {
        let bytes = text.utf8
        let separator = text[...].schemeSeparator
        guard separator != nil || text.hasPrefix("/"),
            !bytes.contains(where: { $0.isSpace || "\"<>".utf8.contains($0) })
        else { return false }
        if let separator {
            // Of a database, it may have two: `jdbc:postgresql://…`.
            return text[..<separator.lowerBound].utf8.allSatisfy {
                $0.isAlphanumeric || "+-.:".utf8.contains($0)
            }
        }
        return isPlain || Randomness(bytes).isWords
    }

    // MARK: Credentials

    private static let schemes: Set<String> = [
        "apikey", "aws4-hmac-sha256", "basic", "bearer", "digest", "dpop", "negotiate", "ntlm",
        "token",
    ]

    /// Returns `Bearer …`, whose name means a secret, with its credentials replaced.
    private mutating func scheme(_ text: String) -> String? {
        guard let space = text[...].utf8.firstIndex(of: 0x20),
            Self.schemes.contains(text[..<space].lowercased())
        else { return nil }
        let rest = text[space...].trimmed
        guard !rest.isEmpty else { return nil }
        if let data = Base64Text(rest)?.data, text.lowercased().hasPrefix("basic") {
            // A user and a password.
            for part in String(decoding: data, as: UTF8.self).split(at: ":") {
                learn(String(part), isCredential: true)
            }
        }
        learnParts(of: rest)
        return "\(text[...space])\(secret(rest, isCredential: true))"
    }

    /// Learns the values in `username="ada", response="6629…"`, and those of cookies.
    private mutating func learnParts(of text: String) {
        guard !isRedacting, text.utf8.contains(UInt8(ascii: "=")) else { return }
        for part in text.utf8.split(whereSeparator: { " ,;&".utf8.contains($0) }) {
            guard let value = WrittenItem(part).value else { continue }
            learn(Substring(value).replacing(["\"": ""]))
        }
    }

    /// Returns what may be a name or a secret, such as a query item without a value; if it is no
    /// word, it is secret.
    mutating func bare(_ text: String) -> String {
        Judgement.isKnowable(text, asCredential: true) && !Secrets.isUUID(text)
            ? secret(text, by: .randomness) : value(text, named: "")
    }

    // MARK: Texts

    /// Returns a text in which known secrets, and those with the form of a secret, are replaced.
    ///
    /// - Parameter isCertain: Whether to skip forms that need context, since the text may be code.
    mutating func text(_ text: String, isCertain: Bool = true) -> String {
        guard text.utf8.count >= 6 else { return text }
        let bytes = Array(text.utf8)
        var findings = Secrets.findings(in: bytes)
        if isCertain { findings.removeAll { !$0.shape.isCertain } }
        var edits: [TextEdit] = []
        for finding in findings {
            let found = String(decoding: bytes[finding.range], as: UTF8.self)
            let kept = secret(found, by: .form, finding.shape)
            if kept != found { edits.append(TextEdit(range: finding.range, text: kept)) }
        }
        for range in Secrets.signedQueries(in: bytes) {
            let query = String(decoding: bytes[range], as: UTF8.self)
            let kept = items(query, isSigned: true)
            guard kept != query else { continue }
            edits.removeAll { $0.range.overlaps(range) }
            edits.append(TextEdit(range: range, text: kept))
        }
        return knownReplaced(in: edits.isEmpty ? text : edits.applied(to: bytes))
    }

    /// Returns a text in which known secrets are replaced.
    mutating func knownReplaced(in text: String) -> String {
        guard mayHoldKnown, !known.isEmpty else { return text }
        var text = text
        let matches = text.withUTF8 { known.matches(in: $0) }
        guard !matches.isEmpty else { return text }
        let bytes = Array(text.utf8)
        let edits = matches.map { match in
            note(.known)
            guard match.needle.isEncoded else {
                return TextEdit(range: match.range, text: match.needle.replacement)
            }
            // The ends of an encoded secret are unclear: replace the whole run.
            let start = bytes[..<match.range.lowerBound].lastIndex { !$0.isBase64 }.map { $0 + 1 }
            let end = bytes[match.range.upperBound...].firstIndex { !$0.isBase64 && $0 != 0x3D }
            let range = (start ?? 0)..<(end ?? bytes.count)
            return TextEdit(range: range, text: Replacement.opaque(1, length: range.count))
        }
        return edits.applied(to: bytes)
    }
}

extension Secrets.Shape {
    /// Whether it needs no context: in code, numbers with a plus or dashes may be sums.
    fileprivate var isCertain: Bool {
        switch self {
        case .jsonWebToken, .serviceKey, .pem, .emailAddress, .cardNumber, .iban: true
        case .credentials, .phoneNumber, .socialSecurityNumber: false
        }
    }
}

/// A quick check that finds most texts without secrets.
enum PlainGlance {
    private static let foreign = ByteSet(
        (0...UInt8.max).filter { byte in
            !byte.isTokenByte && byte < 0x80 && !" .,'!".utf8.contains(byte)
        })
    private static let ends = ByteSet(" ,'!".utf8)
    private static let digits = ByteSet("0123456789".utf8)

    /// Returns whether a text is certainly harmless: only short words and numbers.
    static func isPlain(_ text: String) -> Bool {
        let count = text.utf8.count
        return text.withCString { start in
            guard foreign.distance(from: start) == count else { return false }
            var (place, hasSpace) = (start, false)
            while place - start < count {
                let run = ends.distance(from: place)
                // It may be credentials after `Bearer`, or a longer key.
                if run > 19 || run > 7 && hasSpace && digits.distance(from: place) < run {
                    return false
                }
                place += run
                if place.pointee == 0x20 { hasSpace = true }
                place += 1
            }
            // Longer words may be base64, and longer numbers those of a card or a person.
            guard hasSpace || count < 12 else { return false }
            return digits.distance(from: start) == count
                || text.utf8.reduce(0) { $1.isDigit ? $0 + 1 : $0 } < 9
        }
    }
}
