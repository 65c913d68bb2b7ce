import Foundation

/// Decides what is never printed: the values of headers and query items with secret-looking names.
enum Secrets {
    static let mask = "•••"

    /// Whether a query item or form field of this name holds what nobody else should read.
    static func isSecret(_ name: String) -> Bool {
        let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
        return fragments.contains { plain.contains($0) } || words.contains(plain)
    }

    private static let fragments = [
        "token", "secret", "passw", "passphrase", "apikey", "signature", "credential", "session",
        "privatekey", "accesskey", "authorization",
    ]
    private static let words: Set<String> = [
        "auth", "code", "key", "sig", "pin", "otp", "jwt", "sid",
    ]

    /// Returns a URL's text with user and password removed and secret values masked, of query and
    /// fragment.
    static func masked(url text: String) -> String {
        var text = text
        if let start = authorityStart(of: text) {
            let rest = text.utf8[start...]
            let end = rest.firstIndex(where: "/?#".utf8.contains) ?? rest.endIndex
            if let at = rest[..<end].lastIndex(of: UInt8(ascii: "@")) {
                text.replaceSubrange(start..<at, with: mask)
            }
        }
        guard let mark = text.utf8.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == hash })
        else { return text }
        // The fragment is not sent, but it is where a sign-in may put its token.
        let parts = text[text.utf8.index(after: mark)...].utf8.split(
            separator: hash, maxSplits: 1, omittingEmptySubsequences: false)
        return text[..<text.utf8.index(after: mark)]
            + parts.map { maskedItems(Substring($0)) }.joined(separator: "#")
    }

    /// Where user, password and host begin; a URL may do without a scheme.
    private static func authorityStart(of text: String) -> String.Index? {
        text.utf8.starts(with: "//".utf8)
            ? text.utf8.index(text.startIndex, offsetBy: 2)
            : text.utf8.firstRange(of: "://".utf8)?.upperBound
    }

    private static let hash = UInt8(ascii: "#")

    private static func maskedItems(_ text: Substring) -> String {
        guard text.utf8.contains(UInt8(ascii: "=")) else { return String(text) }
        let items = text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        return items.map { item in
            let item = Substring(item)
            guard let equals = item.utf8.firstIndex(of: UInt8(ascii: "=")),
                isSecret(RequestTarget.decoded(item[..<equals]))
            else { return item }
            return "\(item[..<equals])=\(mask)"
        }.joined(separator: "&")
    }
}
