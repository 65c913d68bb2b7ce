@testable import TestSupport

/// Secrets of many kinds, made by a seeded generator, so that none is anybody's.
struct SecretCorpus {
    struct Secret: Sendable {
        let kind: String
        /// A name whose value it may be; `nil` if its form alone tells that it is secret.
        let name: String?
        let value: String
        /// Whether only a reply that hands out tokens tells that it is secret.
        var isOfTokens = false
    }

    private var random: SeededGenerator
    private(set) var secrets: [Secret] = []

    static let perKind = 6

    init(seed: UInt64 = 7) {
        random = SeededGenerator(seed: seed)
        for _ in 0..<Self.perKind {
            for (name, pattern) in Self.named { add(name, name, pattern) }
            for (kind, pattern) in Self.formed { add(kind, nil, pattern) }
        }
        for _ in 0..<Self.perKind {
            for (kind, pattern) in Self.keys { add(kind, nil, pattern) }
            for (kind, pattern) in Self.ofTokens {
                secrets.append(
                    Secret(kind: kind, name: nil, value: text(pattern), isOfTokens: true))
            }
        }
    }

    var kinds: Set<String> { Set(secrets.map(\.kind)) }

    /// One of each kind that messages mask, too.
    var masked: [Secret] { Array(secrets.prefix(Self.named.count + Self.formed.count)) }

    private mutating func add(_ kind: String, _ name: String?, _ pattern: String) {
        secrets.append(Secret(kind: kind, name: name, value: text(pattern)))
    }

    /// Kinds that are secret by their name.
    private static let named = [
        ("password", "aaaaaaa-99"), ("passwd", "aaAA99!!xx"), ("passcode", "999999"),
        ("passphrase", "aaaaaa aaaaa aaaaaaa aaaa"), ("secret", "xxxxxxxxxxxxxxxx"),
        ("client_secret", "hhhhhhhhhhhhhhhhhhhhhhhh"), ("accessToken", "BBBBBBBBBBBBBBBBBBBBBBB"),
        ("refresh_token", "BBBBBBBBBBBBB/BBBBBBBBB="), ("id-token-hint", "BBBBBBBBBBBBBBBBBB"),
        ("apiKey", "hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh"), ("appkey", "aaaaaa99aaaaaa"),
        ("otp", "999999"), ("sessionId", "BBBBBBBBBBBBBBBBBBBBBBBBBB"), ("sid", "xxxxxxxxxxx9"),
        ("csrf_token", "BBBBBBBBBBBBBBBBBBBBBBBBBB"), ("xsrf", "hhhhhhhhhhhhhhh9"),
        ("signature", "BBBBBBBBBBBBBBBBBBBBBBBBBB/B=="), ("hmac", "hhhhhhhhhhhhhhhhhhhhhhhh"),
        ("cookie", "aaaaa=BBBBBBBBBBBBBBBBBBB; bbb=BBBBBBBBBB99"),
        ("auth", "xxxxxxxxxxxxxx9"), ("credentials", "aaaaaaa:aaaaaa99"),
        ("privateKey", "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB"),
        ("seed_phrase", "aaaaa aaaaaa aaaa aaaaaaa aaaaa"),
        ("phone", "0999 9999999"), ("recoveryCode", "aaaa-9999-aaaa"), ("ssn", "999999999"),
        ("cvv_token", "99999999"), ("passport_number", "A9|9999999"),
        ("emails", "aaaaaaaa.at.aaaaaa99"),
        ("code_verifier", "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBB"),
        ("SAMLResponse", "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB"),
        ("user_password", "aaaaaaaaaa"), ("mobile_number", "+49 999 9999999"), ("pin", "9999"),
        ("jwt", "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB99"), ("bearer", "hhhhhhhhhhhhhhhhhhhhhhh9"),
    ]

    /// Kinds that are secret by their form.
    private static let formed = [
        ("e-mail address", "aaaaaa.aaaaa99@aaaaaaa.org"), ("JSON Web Token", "JWT"),
        ("card number", "CARD"), ("grouped card number", "CARD4"), ("IBAN", "IBAN"),
        ("phone number by form", "+4999999999999"), ("social security number", "299-99-9999"),
        ("Amazon key", "AKIA|UUUUUUUUUUUUUUUU"),
        ("GitHub token", "ghp_|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("GitLab token", "glpat-|xxxxxxxxxxxxxxxxxxxx"),
        ("Slack token", "xoxb-|999999999999-xxxxxxxxxxxxxxxx"),
        ("Stripe key", "sk_live_|xxxxxxxxxxxxxxxxxxxxxxxx"),
        ("Google key", "AIza|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("SendGrid key", "SG.|xxxxxxxxxxxxxxxxxxxxxx.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("npm token", "npm_|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("bot token", "999999999:xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ("Twilio key", "SK|hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh"), ("PEM key", "PEM"),
    ]

    /// Kinds that are secret since they are random, under any name of data.
    private static let keys = [
        ("32 hexadecimal digits", "hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh"),
        (
            "64 hexadecimal digits",
            "hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh"
        ),
        ("24 letters and digits", "aA9xxxxxxxxxxxxxxxxxxxxx"),
        ("43 digits of base64", "aA9BBBBBBBBBBBBBBBBBBBB-BBBBBBBBBBBBBBBB_BBB"),
    ]

    /// Kinds that are secret in a reply that hands out tokens.
    private static let ofTokens = [
        ("short code", "Aa9aA9aAa9"), ("UUID", "hhhhhhhh-hhhh-4hhh-8hhh-hhhhhhhhhhhh"),
        ("word of a device", "UUUU-UUUU"), ("opaque word", "aaaaaaaaaaaa"),
        ("number as text", "9999999999"),
    ]

    // MARK: Texts

    /// Fills a pattern: `a` is a letter, `9` a digit, `h` a hexadecimal digit, `x` a letter or digit,
    /// `B` of base64 for URLs, `U` upper case; others stay, and so does what is before `|`.
    private mutating func text(_ pattern: String) -> String {
        switch pattern {
        case "JWT": return jsonWebToken()
        case "CARD": return card()
        case "CARD4":
            let digits = Array(card())
            return stride(from: 0, to: 16, by: 4).map { String(digits[$0..<$0 + 4]) }
                .joined(separator: " ")
        case "IBAN": return iban()
        case "PEM":
            let lines = (0..<3).map { _ in text(String(repeating: "B", count: 64)) }
            return
                "-----BEGIN PRIVATE KEY-----\n\(lines.joined(separator: "\n"))\n-----END PRIVATE KEY-----"
        default: break
        }
        let parts = pattern.split(separator: "|")
        return parts.dropLast().joined() + filled(String(parts[parts.count - 1]))
    }

    private mutating func filled(_ pattern: String) -> String {
        String(
            pattern.map { character in
                switch character {
                case "a", "b": pick("abcdefghijkmnopqrstuvwxyz")
                case "A": pick("ABCDEFGHJKLMNPQRSTUVWXYZ")
                case "9": pick("123456789")
                case "h": pick("0123456789abcdef")
                case "x": pick("abcdefghijkmnopqrstuvwxyz0123456789ABCDEFGHJKLMNPQRSTUVWXYZ")
                case "B": pick("abcdefghijkmnopqrstuvwxyz0123456789ABCDEFGHJKLMNPQRSTUVWXYZ")
                case "U": pick("ABCDEFGHJKLMNPQRSTUVWXYZ234567")
                default: character
                }
            })
    }

    private mutating func pick(_ characters: String) -> Character {
        characters.randomElement(using: &random) ?? "a"
    }

    private mutating func jsonWebToken() -> String {
        let payload = #"{"sub":"\#(filled("aaaaaaaa99"))","exp":1700000000}"#
        let parts = [#"{"alg":"HS256","typ":"JWT"}"#, payload].map {
            Data($0.utf8).base64EncodedString().replacing("=", with: "").replacing("+", with: "-")
                .replacing("/", with: "_")
        }
        return "\(parts[0]).\(parts[1]).\(filled(String(repeating: "B", count: 43)))"
    }

    private mutating func card() -> String {
        let digits = "4" + filled(String(repeating: "9", count: 14))
        let sum = zip(0..., digits.reversed()).reduce(0) { sum, item in
            let digit = item.1.wholeNumberValue ?? 0
            return sum + (item.0 % 2 == 0 ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit)
        }
        return "\(digits)\((10 - sum % 10) % 10)"
    }

    private mutating func iban() -> String {
        let account = filled(String(repeating: "9", count: 18))
        let remainder = "\(account)131400".reduce(0) { ($0 * 10 + ($1.wholeNumberValue ?? 0)) % 97 }
        let check = 98 - remainder
        return "DE\(check < 10 ? "0" : "")\(check)\(account)"
    }
}
