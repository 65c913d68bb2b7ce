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
        let plain = String(decoding: bytes, as: UTF8.self)
        return bytes.indices.contains { index in
            fragments[bytes[index]]?.contains { bytes[index...].starts(with: $0) } ?? false
        } || wholeNames.contains(plain) || ([plain] + words(of: name)).contains(where: isSecretWord)
    }

    /// Parts that occur only in secret names, by their first letters.
    private static let fragments: [UInt8: [[UInt8]]] = Dictionary(
        grouping: fragmentTexts.map { Array($0.utf8) }, by: { $0[0] })

    private static let fragmentTexts = [
        "token", "secret", "passw", "passphrase", "passcode", "apikey", "appkey", "signature",
        "credential", "session", "sessid", "privatekey", "accesskey", "accountkey", "masterkey",
        "signingkey", "encryptionkey", "licensekey", "authorization", "codeverifier",
        "samlresponse", "samlrequest", "recoverycode", "backupcode", "verificationcode",
        "securitycode", "accesscode", "authcode", "telephone", "phonenumber", "mobilenumber",
        "mnemonic",
    ]

    /// Words that make a name secret, in the singular.
    private static let secretWords: Set<String> = [
        "pass", "pwd", "passwd", "sig", "hmac", "jwt", "otp", "totp", "csrf", "xsrf", "assertion",
        "seed", "cvv", "cvc", "card", "iban", "ssn", "email", "mail", "phone", "msisdn", "cookie",
        "auth", "bearer", "passport",
    ]

    /// Names that are secret, but harmless as a word in other names: `country_code`, `sort_key`.
    private static let wholeNames: Set<String> = ["code", "key", "mobile", "pin", "sid"]

    /// The least number of bytes in a name that is secret.
    package static let shortestName =
        (fragmentTexts + secretWords + wholeNames).map(\.utf8.count).min() ?? 0

    private static func isSecretWord(_ word: String) -> Bool {
        secretWords.contains(word)
            || word.hasSuffix("s") && secretWords.contains(String(word.dropLast()))
    }

    /// Splits a name: `SAMLResponse` and `user_email2` have two words, `X-Amz-Date` has three.
    package static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        // Scalars are many times faster than characters, and as good for names.
        let scalars = Array(name.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let last = index > 0 ? scalars[index - 1].properties : nil
            let next = index + 1 < scalars.count ? scalars[index + 1].properties : nil
            // An acronym ends before the capital letter of the next word.
            let isStart =
                scalar.properties.isUppercase
                && (last?.isUppercase != true || next?.isLowercase == true)
            if isStart || !scalar.properties.isAlphabetic {
                if !word.isEmpty { words.append(word.lowercased()) }
                word = ""
            }
            if scalar.properties.isAlphabetic { word.unicodeScalars.append(scalar) }
        }
        return word.isEmpty ? words : words + [word.lowercased()]
    }
}
