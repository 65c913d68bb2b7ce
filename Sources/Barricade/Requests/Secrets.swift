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

    /// Returns a URL's text with user and password removed and secret query values masked.
    static func masked(url text: String) -> String {
        var text = text
        if let scheme = text.range(of: "://") {
            let rest = text[scheme.upperBound...]
            let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
            if let at = rest[..<end].lastIndex(of: "@") {
                text.replaceSubrange(scheme.upperBound...at, with: "\(mask)@")
            }
        }
        guard let mark = text.firstIndex(of: "?") else { return text }
        let items = text[text.index(after: mark)...].split(
            separator: "&", omittingEmptySubsequences: false)
        let masked = items.map { item -> String in
            guard let equals = item.firstIndex(of: "="),
                isSecret(RequestTarget.decoded(item[..<equals]))
            else { return String(item) }
            return "\(item[..<equals])=\(mask)"
        }
        return "\(text[...mark])\(masked.joined(separator: "&"))"
    }
}
