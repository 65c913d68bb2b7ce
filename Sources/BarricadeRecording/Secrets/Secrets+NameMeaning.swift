import Barricade

extension Secrets {
    /// The meaning of a name for its values.
    enum NameMeaning: Sendable {
        case plain
        /// A checksum or a trace, which are random but not secret: `etag`, `commit_sha`.
        case harmless
        /// A secret name with another meaning: `session_count`, `code`.
        case doubtful
        case secret
        /// A secret that may be any word.
        case password

        /// Whether it is a secret, so that the value beside the name is judged by it.
        var isSecret: Bool { self == .secret || self == .password }
    }

    /// Returns the meaning of a name for its values.
    static func meaning(of name: String) -> NameMeaning {
        let plain = plain(name)
        guard isSecret(name) else {
            return harmlessEnds.contains { plain.hasSuffix($0) } ? .harmless : .plain
        }
        let words = words(of: name)
        guard let last = words.last, !["code", "key"].contains(plain) else { return .doubtful }
        // The last word decides: a `session_id` is secret, a `session_count` is not.
        guard words.count == 1 || neutralWords.contains(last) || isSecret(word: last)
        else {
            return .doubtful
        }
        let isPassword =
            passwords.areFound(in: Array(plain.utf8)) || words.contains("pass")
            || words.contains("pw")
        return isPassword ? .password : .secret
    }

    private static let harmlessEnds = [
        "checksum", "commit", "digest", "etag", "ifmatch", "ifrange", "integrity", "md5",
        "nonematch", "requestid", "sha", "sha1", "sha256", "sha256hash", "sha512", "shasum",
        "traceid",
    ]

    private static let passwords = Fragments([
        "passw", "passphrase", "passcode", "pwd", "secret", "credential", "mnemonic", "seedphrase",
        "recoverycode", "backupcode", "verificationcode", "securitycode", "accesscode", "authcode",
    ])

    /// Last words of names that do not change the meaning.
    private static let neutralWords: Set<String> = [
        "address", "code", "codes", "confirm", "confirmation", "data", "hash", "hint", "id", "ids",
        "key", "keys", "new", "no", "number", "numbers", "old", "phrase", "string", "v", "value",
        "values", "verifier", "word",
    ]

    /// Words of names whose values are short numbers.
    static let shortNumbers: Set<String> = ["cvc", "cvv", "otp", "pin", "totp"]

    /// Returns a name for comparison: without case, `_` and `-`.
    static func plain(_ name: String) -> String {
        let bytes = name.lowercased().utf8.filter {
            $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Replies that hand out tokens

    /// Returns whether a path hands out tokens, by its last two segments.
    static func handsOutTokens(_ path: String) -> Bool {
        path.utf8.split(separator: UInt8(ascii: "/")).suffix(2).contains { segment in
            let name = String(Substring(segment.prefix { $0 != UInt8(ascii: ".") }))
            return tokenPaths.contains(plain(name))
                || words(of: name).contains(where: tokenPaths.contains)
        }
    }

    private static let tokenPaths: Set<String> = [
        "authenticate", "authorize", "login", "logon", "oauth", "refresh", "session", "signin",
        "sso", "token",
    ]

    /// Returns whether keys belong to a reply that hands out tokens.
    static func areOfTokens(_ keys: some Sequence<String>) -> Bool {
        let plain = Set(keys.map { self.plain($0) })
        return !plain.isDisjoint(with: tokenKeys) || plain.isSuperset(of: ["access", "refresh"])
    }

    private static let tokenKeys: Set<String> = [
        "accesstoken", "devicecode", "expiresin", "idtoken", "refreshtoken", "tokentype",
    ]

    /// Returns, by a quick check, whether a key may be one of a reply with tokens.
    static func mayBeOfTokens(_ key: String) -> Bool {
        (6...16).contains(key.utf8.count)
            && key.utf8.first.map { "adeirt".utf8.contains($0 | 0x20) } == true
    }
}
