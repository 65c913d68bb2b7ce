import Barricade
import Foundation

/// Values that are not secret although their names look so: `token_type`, `session_count`.
enum HarmlessValue {
    /// Returns whether the last word of a name says that the value is harmless, and it looks so.
    static func `is`(_ text: String, named name: String, isInherited: Bool) -> Bool {
        if ["true", "false", "null", "undefined"].contains(text) || isPlaceholder(text)
            || isRoute(text)
        {
            return true
        }
        guard let word = Secrets.words(of: name).last else { return isInherited && isDate(text) }
        if kinds.contains(word), text.utf8.count <= 24,
            text.utf8.allSatisfy({ $0.isLetter || $0 == UInt8(ascii: "_") || $0 == 0x2D })
        {
            return true
        }
        if addresses.contains(word), isPlainURL(text) { return true }
        if counts.contains(word), text.utf8.count <= 10, Int(text) != nil { return true }
        return (isInherited || dates.contains(word)) && isDate(text)
    }

    /// Returns whether a text only says where the value comes from: `${API_TOKEN}`.
    private static func isPlaceholder(_ text: String) -> Bool {
        guard text.hasPrefix("${"), text.hasSuffix("}") else { return false }
        return text.utf8.dropFirst(2).dropLast().allSatisfy {
            $0.isLetter || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".")
        }
    }

    /// Returns whether a text is a path of words, such as `/api/token`.
    private static func isRoute(_ text: String) -> Bool {
        text.hasPrefix("/")
            && text.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || "/-_.:".utf8.contains($0)
            } && text.split(separator: "/").allSatisfy { $0.utf8.count <= 24 }
    }

    /// Returns whether a text is a URL of words, such as that of a sign-in service.
    private static func isPlainURL(_ text: String) -> Bool {
        let parts = URLParts(text)
        return !parts.host.isEmpty && parts.user == nil && parts.query == nil
            && parts.fragment == nil
            && parts.path.split(separator: "/").allSatisfy {
                $0.utf8.count < 32 && !Randomness.isMixed(String($0))
            }
    }

    /// Returns whether a number with a secret name is harmless: `expires_in`, `total_tokens`.
    static func isNumber(_ text: String, named name: String) -> Bool {
        guard let word = Secrets.words(of: name).last else { return false }
        return text.utf8.count <= 13 && (counts.contains(word) || dates.contains(word))
    }

    /// Returns whether a secret can be told from other text, so that it can be sought.
    static func isDistinctive(_ text: String, isInherited: Bool) -> Bool {
        guard text.utf8.count >= SecretIndex.window, !isDate(text) else { return false }
        let isWord = text.utf8.allSatisfy { $0.isLetter || $0 == UInt8(ascii: "_") || $0 == 0x2D }
        return !isWord || !isInherited && !words.contains(text.lowercased())
    }

    /// Returns whether a text is for people, who read its name in it: `"Cookies"`, `"Your password?"`.
    static func isLabel(_ text: String, of name: String) -> Bool {
        let words = Secrets.words(of: text)
        let isText = text.utf8.allSatisfy {
            $0.isLetter || $0.isSpace || $0 >= 0x80 || ".,:!?'".utf8.contains($0)
        }
        guard isText, !words.isEmpty else { return false }
        let isNamed = Secrets.words(of: name).contains
        return words.count > 1 && text.contains(" ")
            ? words.contains(where: isNamed) : words.allSatisfy(isNamed)
    }

    /// Returns whether a text is a date or a time: `2024-05-01`, `2024-05-01T10:00:00Z`.
    static func isDate(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard (10...35).contains(bytes.count),
            zip(bytes, "0000-00-00".utf8).allSatisfy({
                $1 == UInt8(ascii: "-") ? $0 == $1 : $0.isDigit
            })
        else { return false }
        return bytes.dropFirst(10).allSatisfy { $0.isDigit || "T:.Z+- ".utf8.contains($0) }
    }

    private static let addresses: Set<String> = ["endpoint", "href", "link", "uri", "url"]

    private static let kinds: Set<String> = [
        "brand", "color", "country", "currency", "format", "kind", "label", "language", "locale",
        "method", "mode", "network", "provider", "scheme", "scope", "state", "status", "type",
    ]

    private static let counts: Set<String> = [
        "age", "attempts", "count", "expires", "expiry", "in", "length", "limit", "max", "min",
        "month", "remaining", "size", "tokens", "total", "ttl", "used", "year",
    ]

    private static let dates: Set<String> = [
        "at", "created", "date", "expiration", "expires", "expiry", "issued", "on", "since", "time",
        "until", "updated",
    ]

    /// Words that stand in many texts.
    private static let words: Set<String> = [
        "access", "access_token", "active", "anonymous", "apple", "authorization",
        "authorization_code", "basic", "bearer", "client_credentials", "cookie", "default",
        "deleted", "denied", "digest", "disabled", "email", "enabled", "example", "expired",
        "facebook",
        "failed", "failure", "github", "google", "granted", "hidden", "id_token", "inactive",
        "invalid", "member", "missing", "mobile", "number", "object", "oauth", "optional",
        "password", "pending", "private", "primary", "public", "removed", "redacted", "refresh",
        "refresh_token", "required", "secret", "session", "string", "success", "twitter",
        "undefined", "unknown", "verified",
    ]
}
