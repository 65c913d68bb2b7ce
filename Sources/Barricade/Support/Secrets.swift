import Foundation

/// The rules for masking secrets, which messages and the log never show.
///
/// In a URL, secrets are the user and password; the values of query items, form fields and
/// parameters of path segments (`;name=value`) with secret-looking names; and words that are secret
/// by their form anywhere, such as tokens and e-mail addresses. A query item without a value, or a
/// fragment, is masked unless it is short. The same is true of a URL within a value.
package enum Secrets {
    package static let mask = "•••"

    /// The depth to which URLs within values are searched; deeper values are masked.
    private static let deepest = 4

    /// Returns a URL, or the beginning of one, with its secrets masked.
    package static func masked(url text: String) -> String {
        masked(url: text[...], depth: 0)
    }

    /// Returns a value with its secrets masked, if it is a token or a URL.
    package static func masked(value text: String) -> String {
        masked(value: text[...], depth: 0)
    }

    // MARK: URLs

    private static func masked(url text: Substring, depth: Int) -> String {
        let end = text.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        guard let end else { return maskedPlace(text) }
        let start = text.utf8.index(after: end)
        // Some servers treat semicolons as ampersands. The fragment is not sent, but it may contain
        // the token of a sign-in.
        return maskedPlace(text[..<end]) + text[end..<start]
            + mapped(text[start...], splitAt: "&;#") { maskedItem($0, depth: depth) }
    }

    /// Masks the part before the query: users, including those of a URL within the path, and
    /// segments.
    private static func maskedPlace(_ text: Substring) -> String {
        var isFirst = true
        var isAfterEmpty = false
        return mapped(text, splitAt: "/") { segment in
            // A user comes after `//`, or after a colon: `mailto:ada@example.com`.
            let colon = isFirst ? segment.utf8.firstIndex(of: UInt8(ascii: ":")) : nil
            let start = isAfterEmpty ? segment.startIndex : colon.map(segment.utf8.index(after:))
            (isFirst, isAfterEmpty) = (false, !isFirst && segment.isEmpty)
            guard let start, let at = segment[start...].utf8.lastIndex(of: UInt8(ascii: "@")) else {
                return masked(segment: segment)
            }
            return segment[..<start] + mask + segment[at...]
        }
    }

    private static let marks = ByteSet(
        (0...UInt8.max).filter { !$0.isAlphanumeric && !"-_".utf8.contains($0) })
    /// All but what names of hosts and schemes have.
    private static let unusual = ByteSet(
        (0...UInt8.max).filter { !$0.isLetter && !".:-".utf8.contains($0) || $0.isCapital })

    /// Returns a segment of a path with its secrets masked.
    private static func masked(segment: Substring) -> String {
        // Most are short words, and no rule is for those.
        let (text, size) = (String(segment), segment.utf8.count)
        if size < 11 && marks.isAbsent(from: text) || size < 20 && unusual.isAbsent(from: text) {
            return text
        }
        return mapped(segment, splitAt: ";") { part in
            // A part with a comma is not a name: `data:image/png;base64,…`.
            part.utf8.contains(UInt8(ascii: "=")) && !part.utf8.contains(UInt8(ascii: ","))
                ? maskedItem(part, depth: deepest) : maskedWords(in: part)
        }
    }

    private static func maskedItem(_ item: Substring, depth: Int) -> String {
        let written = WrittenItem(item.utf8)
        guard let value = written.value else {
            // It may be a token rather than a name.
            let isWord = item.utf8.count < (item.utf8.contains(where: \.isDigit) ? 8 : 20)
            return isWord ? masked(value: item, depth: depth) : mask
        }
        // The padding of a token makes no item.
        if value.allSatisfy({ $0 == UInt8(ascii: "=") }) {
            let shown = maskedWords(in: item)
            if shown != item { return shown }
        }
        let name = Substring(written.name)
        let isSecret = isSecret(PercentEncoding.readable(name))
        return "\(name)=\(isSecret ? mask : masked(value: Substring(value), depth: depth))"
    }

    private static func masked(value: Substring, depth: Int) -> String {
        let text = PercentEncoding.readable(value)
        let isURL = text.utf8.contains(where: ":/?#=@".utf8.contains)
        // Encoded more than once, or with a meaningless percent sign.
        let isEncoded = text != value && text.utf8.contains(UInt8(ascii: "%"))
        guard isURL || isEncoded else { return maskedWords(in: value) }
        if depth > deepest { return mask }
        let shown: String
        if !isURL {
            shown = masked(value: text[...], depth: depth + 1)
        } else if text.utf8.contains(where: "?#".utf8.contains) || text.contains("://")
            || !text.utf8.contains(UInt8(ascii: "="))
        {
            shown = masked(url: text[...], depth: depth + 1)
        } else {
            shown = mapped(text[...], splitAt: "&;") { maskedItem($0, depth: depth + 1) }
        }
        return written(shown, insteadOf: text, in: value)
    }

    /// Returns what is shown in place of a text, encoded if the text was.
    private static func written(
        _ shown: String, insteadOf text: String, in value: Substring
    ) -> String {
        guard shown != text else { return String(value) }
        guard text != value else { return shown }
        return shown.components(separatedBy: mask).map(PercentEncoding.encoded)
            .joined(separator: mask)
    }

    private static func mapped(
        _ text: Substring, splitAt separators: String, _ change: (Substring) -> String
    ) -> String {
        var shown = ""
        var rest = text.utf8
        while let end = rest.firstIndex(where: separators.utf8.contains) {
            let next = rest.index(after: end)
            shown += change(Substring(rest[..<end]))
            shown += Substring(rest[end..<next])
            rest = rest[next...]
        }
        shown += change(Substring(rest))
        return shown
    }

    // MARK: Words

    private static func maskedWords(in text: Substring) -> String {
        // The shortest is an address such as `a@b.de`.
        if text.utf8.count < 6 { return String(text) }
        let readable = PercentEncoding.readable(text)
        let bytes = Array(readable.utf8)
        var shown = ""
        var start = 0
        for end in 0...bytes.count where end == bytes.count || !isPart(end, of: bytes) {
            shown += masked(word: bytes[start..<end])
            if end < bytes.count { shown.unicodeScalars.append(Unicode.Scalar(bytes[end])) }
            start = end + 1
        }
        return written(shown, insteadOf: readable, in: text)
    }

    /// Returns whether a byte is part of a word; a space is, between the digits of a number.
    private static func isPart(_ index: Int, of text: [UInt8]) -> Bool {
        let byte = text[index]
        if byte == UInt8(ascii: " "), index > 0, index + 1 < text.count {
            return text[index - 1].isDigit && text[index + 1].isDigit
        }
        return byte.isTokenByte || byte >= 0x80 || ".:@+=~".utf8.contains(byte)
    }

    /// Masks a word that is secret by its form; of a chat bot's `bot123456:AA…`, the token.
    private static func masked(word: ArraySlice<UInt8>) -> String {
        if word.starts(with: "bot".utf8) {
            let end = word.dropFirst(3).drop(while: \.isDigit)
            if end.startIndex > word.startIndex + 3, end.first == UInt8(ascii: ":"), end.count > 1 {
                return "bot\(mask)"
            }
        }
        return isSecret(Array(word)) ? mask : String(decoding: word, as: UTF8.self)
    }

    /// Returns whether a word is a token, a long random string, or a number of a person.
    private static func isSecret(_ word: [UInt8]) -> Bool {
        // A JSON Web Token (RFC 7519).
        if word.starts(with: "eyJ".utf8) {
            return word.count { $0 == UInt8(ascii: ".") } >= 2
        }
        if let at = word.firstIndex(of: UInt8(ascii: "@")) {
            // Images for several resolutions are called `icon@2x.png`.
            let domain = word[(at + 1)...]
            return at > 0 && domain.first?.isLetter == true && domain.contains(UInt8(ascii: "."))
        }
        let digits = word.filter(\.isDigit)
        let (capitals, others) = (word.count(where: \.isCapital), word.count { !$0.isAlphanumeric })
        let letters = word.count - digits.count - others
        if letters == 0, word.first == UInt8(ascii: "+") { return (8...15).contains(digits.count) }
        // A social security number of the United States, or the number of a payment card.
        if letters == 0 {
            let isHyphen = { word[$0] == UInt8(ascii: "-") }
            return word.count == 11 && others == 2 && isHyphen(3) && isHyphen(6)
                || (15...16).contains(digits.count) && (3...6).contains(digits[0] & 15)
                    && word.allSatisfy { $0.isDigit || "- ".utf8.contains($0) }
                    && luhnSum(digits) % 10 == 0
        }
        // A key of Amazon's or GitLab's, an international bank account number, or any long random
        // string, which has few marks.
        return word.count >= 20
            && ["AKIA", "ASIA", "glpat-"].contains { word.starts(with: $0.utf8) }
            || (15...34).contains(word.count) && letters == capitals && others == 0
                && word.prefix(2).allSatisfy(\.isCapital) && word[2...3].allSatisfy(\.isDigit)
            || word.count >= 32 && !digits.isEmpty && capitals > 0 && letters > capitals
                && others < word.count / 10
    }

    /// Returns the sum in which every second digit from the right counts double (ISO/IEC 7812).
    package static func luhnSum(_ digits: some BidirectionalCollection<UInt8>) -> Int {
        zip(0..., digits.reversed()).reduce(0) { sum, item in
            let (place, digit) = (item.0, Int(item.1 & 15))
            guard place % 2 == 1 else { return sum + digit }
            return sum + (digit > 4 ? digit * 2 - 9 : digit * 2)
        }
    }
}

extension Secrets {
    /// Returns whether a query item or form field with this name is secret.
    ///
    /// It splits a name into words at changes of case and at characters that are not letters, so
    /// that `user_email` and `userEmail` are secret, but `emailed` is not. It finds compound words,
    /// such as `accesstoken`, anywhere in a name.
    package static func isSecret(_ name: String) -> Bool {
        // No real name is so long, and checking it would be slow.
        guard name.utf8.count <= 256 else { return true }
        let bytes = name.lowercased().utf8.filter { $0.isAlphanumeric || $0 >= 0x80 }
        return isSecret(word: String(decoding: bytes, as: UTF8.self))
            || words(of: name).contains(where: isSecretWord)
    }

    /// Returns whether a word in lower case is a secret name.
    package static func isSecret(word: String) -> Bool {
        fragments.areFound(in: Array(word.utf8)) || wholeNames.contains(word) || isSecretWord(word)
    }

    /// The fields of requests about the representation that is wanted or sent (RFC 9110, sections 8, 12
    /// and 14), whose values tell nobody's secret.
    private static let shownFields: Set<String> = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control",
        "content-encoding", "content-language", "content-length", "content-type", "expect", "host",
        "if-modified-since", "if-unmodified-since", "prefer", "range", "user-agent",
    ]

    /// Whether messages show the values of a header field.
    static func areShown(field name: String) -> Bool {
        shownFields.contains(name.lowercased())
    }

    /// Parts of names, by their first letters.
    package struct Fragments: Sendable {
        private let texts: [UInt8: [[UInt8]]]

        package init(_ texts: [String]) {
            self.texts = Dictionary(grouping: texts.map { Array($0.utf8) }, by: { $0[0] })
        }

        package func areFound(in name: [UInt8]) -> Bool {
            name.indices.contains { index in
                texts[name[index]]?.contains { name[index...].starts(with: $0) } ?? false
            }
        }
    }

    /// Parts that occur only in secret names.
    private static let fragments = Fragments([
        "token", "secret", "passw", "passphrase", "passcode", "apikey", "appkey", "signature",
        "credential", "session", "sessid", "privatekey", "accesskey", "accountkey", "masterkey",
        "signingkey", "encryptionkey", "licensekey", "authorization", "codeverifier",
        "samlresponse", "samlrequest", "recoverycode", "backupcode", "verificationcode",
        "securitycode", "accesscode", "authcode", "telephone", "phonenumber", "mobilenumber",
        "mnemonic",
    ])

    /// Words that make a name secret, in the singular.
    private static let secretWords: Set<String> = [
        "pass", "pwd", "passwd", "sig", "hmac", "jwt", "otp", "totp", "csrf", "xsrf", "assertion",
        "seed", "cvv", "cvc", "card", "iban", "ssn", "email", "mail", "phone", "msisdn", "cookie",
        "auth", "bearer", "passport", "pw",
    ]

    /// Names that are secret, but harmless as a word in other names: `country_code`, `sort_key`.
    private static let wholeNames: Set<String> = ["code", "key", "mobile", "pin", "sid"]

    private static func isSecretWord(_ word: String) -> Bool {
        secretWords.contains(word)
            || word.hasSuffix("s") && secretWords.contains(String(word.dropLast()))
    }

    /// Splits a name: `SAMLResponse` and `user_email2` have two words, `X-Amz-Date` has three.
    package static func words(of name: String) -> [String] {
        var words: [String] = []
        let bytes = Array(name.utf8)
        // The bytes of the word, and those of the scalar.
        var (start, end) = (0, 0)
        func endWord() {
            guard start < end else { return }
            words.append(String(decoding: bytes[start..<end], as: UTF8.self).lowercased())
        }
        // Scalars are many times faster than characters, and as good for names.
        let scalars = Array(name.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let last = index > 0 ? scalars[index - 1] : nil
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            // An acronym ends before the capital letter of the next word.
            let isStart =
                scalar.isCapital && (last?.isCapital != true || next?.isSmall == true)
            if isStart || !scalar.isLetter {
                endWord()
                start = end
            }
            end += UTF8.width(scalar)
            if !scalar.isLetter { start = end }
        }
        endWord()
        return words
    }
}

extension Unicode.Scalar {
    /// The byte of an ASCII character, which needs no look into Unicode's tables.
    private var byte: UInt8? { isASCII ? UInt8(value) : nil }
    fileprivate var isCapital: Bool { byte?.isCapital ?? properties.isUppercase }
    fileprivate var isLetter: Bool { byte?.isLetter ?? properties.isAlphabetic }
    fileprivate var isSmall: Bool { byte == nil ? properties.isLowercase : isLetter && !isCapital }
}
