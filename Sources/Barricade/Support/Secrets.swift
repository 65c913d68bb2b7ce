import Foundation

/// The rules for masking secrets, which messages and the log never show.
///
/// In a URL, secrets are the user and password; the values of query items, form fields and
/// parameters of path segments (`;name=value`) with secret-looking names; and words that are secret
/// by their form anywhere, such as tokens and e-mail addresses. The same is true of a URL within a
/// value.
package enum Secrets {
    package static let mask = "•••"
    private static let maskBytes = Array(mask.utf8)

    /// The depth to which URLs within values are searched; deeper values are masked.
    private static let deepest = 4

    // All in bytes: code for them is much smaller than for text, and no combining mark can hide a
    // separator.
    private typealias Bytes = ArraySlice<UInt8>

    /// Returns a URL, or the beginning of one, with its secrets masked.
    package static func masked(url text: String) -> String {
        String(decoding: masked(url: Array(text.utf8)[...], depth: 0), as: UTF8.self)
    }

    /// Returns a value with its secrets masked, if it is a token or a URL.
    package static func masked(value text: String) -> String {
        String(decoding: masked(value: Array(text.utf8)[...], depth: 0), as: UTF8.self)
    }

    // MARK: URLs

    private static func masked(url text: Bytes, depth: Int) -> [UInt8] {
        let end = text.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        guard let end else { return maskedPlace(text) }
        // Some servers treat semicolons as ampersands. The fragment is not sent, but it may contain
        // the token of a sign-in.
        return maskedPlace(text[..<end]) + [text[end]]
            + mapped(text[(end + 1)...], splitAt: "&;#") { maskedItem($0, depth: depth) }
    }

    /// Masks the part before the query: users, including those of a URL within the path, and
    /// segments.
    private static func maskedPlace(_ text: Bytes) -> [UInt8] {
        mapped(text, splitAt: "/") { segment in
            // A user comes after `//`, or after a colon: `mailto:ada@example.com`.
            let before = text[..<segment.startIndex]
            let colon = before.isEmpty ? segment.firstIndex(of: UInt8(ascii: ":")) : nil
            let isAuthority = before.suffix(2) == [UInt8(ascii: "/"), UInt8(ascii: "/")]
            let start = isAuthority ? segment.startIndex : colon.map { $0 + 1 }
            guard let start, let at = segment[start...].lastIndex(of: UInt8(ascii: "@")) else {
                return masked(segment: segment)
            }
            return segment[..<start] + maskBytes + segment[at...]
        }
    }

    /// Returns a segment of a path with its secrets masked.
    private static func masked(segment: Bytes) -> [UInt8] {
        mapped(segment, splitAt: ";") { part in
            // A part with a comma is not a name: `data:image/png;base64,…`.
            part.contains(UInt8(ascii: "=")) && !part.contains(UInt8(ascii: ","))
                ? maskedItem(part, depth: deepest) : maskedWords(in: part)
        }
    }

    private static func maskedItem(_ item: Bytes, depth: Int) -> [UInt8] {
        guard let equals = item.firstIndex(of: UInt8(ascii: "=")) else {
            return masked(value: item, depth: depth)
        }
        let value = item[(equals + 1)...]
        // The padding of a token makes no item.
        if value.allSatisfy({ $0 == UInt8(ascii: "=") }) {
            let shown = maskedWords(in: item)
            if shown[...] != item { return shown }
        }
        let isSecret = isSecret(PercentEncoding.readable(Array(item[..<equals])))
        return item[...equals] + (isSecret ? maskBytes : masked(value: value, depth: depth))
    }

    private static func masked(value: Bytes, depth: Int) -> [UInt8] {
        let text = readable(value)
        let isURL = text.contains(where: ":/?#=@".utf8.contains)
        // Encoded more than once, or with a meaningless percent sign.
        let isEncoded = text != value && text.contains(UInt8(ascii: "%"))
        guard isURL || isEncoded else { return maskedWords(in: value) }
        if depth > deepest { return maskBytes }
        let shown: [UInt8]
        if !isURL {
            shown = masked(value: text, depth: depth + 1)
        } else if text.contains(where: "?#".utf8.contains)
            || text.range(ofBytes: Array("://".utf8)) != nil
            || !text.contains(UInt8(ascii: "="))
        {
            shown = masked(url: text, depth: depth + 1)
        } else {
            shown = mapped(text, splitAt: "&;") { maskedItem($0, depth: depth + 1) }
        }
        return written(shown, insteadOf: text, in: value)
    }

    private static func readable(_ value: Bytes) -> Bytes {
        Array(PercentEncoding.readable(Array(value)).utf8)[...]
    }

    /// Returns what is shown in place of a text, encoded if the text was.
    private static func written(
        _ shown: [UInt8], insteadOf text: Bytes, in value: Bytes
    ) -> [UInt8] {
        guard shown[...] != text else { return Array(value) }
        guard text != value else { return shown }
        let parts = String(decoding: shown, as: UTF8.self).components(separatedBy: mask)
        return Array(parts.map(PercentEncoding.encoded).joined(separator: mask).utf8)
    }

    private static func mapped(
        _ text: Bytes, splitAt separators: String, _ change: (Bytes) -> [UInt8]
    ) -> [UInt8] {
        var shown: [UInt8] = []
        var rest = text
        while let end = rest.firstIndex(where: separators.utf8.contains) {
            shown += change(rest[..<end]) + [rest[end]]
            rest = rest[(end + 1)...]
        }
        return shown + change(rest)
    }

    // MARK: Words

    private static func maskedWords(in text: Bytes) -> [UInt8] {
        // The shortest is an address such as `a@b.de`.
        if text.count < 6 { return Array(text) }
        let readable = readable(text)
        var shown: [UInt8] = []
        var start = 0
        for end in 0...readable.count where end == readable.count || !isPart(end, of: readable) {
            shown += masked(word: readable[start..<end]) + readable[end...].prefix(1)
            start = end + 1
        }
        return written(shown, insteadOf: readable, in: text)
    }

    /// Returns whether a byte is part of a word; a space is, between the digits of a number.
    private static func isPart(_ index: Int, of text: Bytes) -> Bool {
        let byte = text[index]
        if byte == UInt8(ascii: " "), index > 0, index + 1 < text.count {
            return text[index - 1].isDigit && text[index + 1].isDigit
        }
        return byte.isTokenByte || byte >= 0x80 || ".:@+=~".utf8.contains(byte)
    }

    /// Masks a word that is secret by its form; of a chat bot's `bot123456:AA…`, the token.
    private static func masked(word: Bytes) -> [UInt8] {
        if word.starts(with: Array("bot".utf8)) {
            let end = word.dropFirst(3).drop(while: \.isDigit)
            if end.startIndex > word.startIndex + 3, end.first == UInt8(ascii: ":"), end.count > 1 {
                return Array("bot\(mask)".utf8)
            }
        }
        return isSecret(Array(word)) ? maskBytes : Array(word)
    }

    /// Returns whether a word is a token, a long random string, or a number of a person.
    private static func isSecret(_ word: [UInt8]) -> Bool {
        // A JSON Web Token (RFC 7519).
        if word.starts(with: Array("eyJ".utf8)) {
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
            let groups = word.split(separator: UInt8(ascii: "-")).map(\.count)
            return groups == [3, 2, 4] && others == 2
                || (15...16).contains(digits.count) && (3...6).contains(digits[0] & 15)
                    && word.allSatisfy { $0.isDigit || "- ".utf8.contains($0) }
                    && luhnSum(digits) % 10 == 0
        }
        // A key of Amazon's or GitLab's, an international bank account number, or any long random
        // string, which has few marks.
        return word.count >= 20
            && ["AKIA", "ASIA", "glpat-"].contains { word.starts(with: Array($0.utf8)) }
            || (15...34).contains(word.count) && letters == capitals && others == 0
                && word.prefix(2).allSatisfy(\.isCapital) && word[2...3].allSatisfy(\.isDigit)
            || word.count >= 32 && !digits.isEmpty && capitals > 0 && letters > capitals
                && others < word.count / 10
    }

    /// Returns the sum in which every second digit from the right counts double (ISO/IEC 7812).
    package static func luhnSum(_ digits: [UInt8]) -> Int {
        var sum = 0
        for (place, digit) in digits.reversed().enumerated() {
            let digit = Int(digit & 15)
            sum += place % 2 == 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
        }
        return sum
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
        let bytes = Array(name.lowercased().utf8).filter { $0.isAlphanumeric || $0 >= 0x80 }
        let plain = String(decoding: bytes, as: UTF8.self)
        return fragments.contains { bytes[...].range(ofBytes: $0) != nil }
            || wholeNames.contains(plain)
            || ([plain] + words(of: name)).contains(where: isSecretWord)
    }

    /// Parts that occur only in secret names.
    private static let fragments = [
        "token", "secret", "passw", "passphrase", "passcode", "apikey", "appkey", "signature",
        "credential", "session", "sessid", "privatekey", "accesskey", "accountkey", "masterkey",
        "signingkey", "encryptionkey", "licensekey", "authorization", "codeverifier",
        "samlresponse", "samlrequest", "recoverycode", "backupcode", "verificationcode",
        "securitycode", "accesscode", "authcode", "telephone", "phonenumber", "mobilenumber",
        "mnemonic",
    ].map { Array($0.utf8) }

    /// Words that make a name secret, in the singular.
    private static let secretWords: Set<String> = [
        "pass", "pwd", "passwd", "sig", "hmac", "jwt", "otp", "totp", "csrf", "xsrf", "assertion",
        "seed", "cvv", "cvc", "card", "iban", "ssn", "email", "mail", "phone", "msisdn", "cookie",
        "auth", "bearer", "passport",
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
        var word = ""
        // Scalars are many times faster than characters, and as good for names.
        var rest = name.unicodeScalars[...]
        var isAfterCapital = false
        while let scalar = rest.popFirst() {
            let properties = scalar.properties
            // An acronym ends before the capital letter of the next word.
            let isStart =
                properties.isUppercase
                && (!isAfterCapital || rest.first?.properties.isLowercase == true)
            if isStart || !properties.isAlphabetic {
                if !word.isEmpty { words.append(word.lowercased()) }
                word = ""
            }
            if properties.isAlphabetic { word.unicodeScalars.append(scalar) }
            isAfterCapital = properties.isUppercase
        }
        return word.isEmpty ? words : words + [word.lowercased()]
    }
}
