import Foundation

/// The rules for masking secrets, which messages and the log never show.
///
/// In a URL, secrets are the user and password; the values of query items, form fields and
/// parameters of path segments (`;name=value`) with secret-looking names; and what is secret by its
/// form anywhere, such as tokens and e-mail addresses. The same is true of a URL within a value.
package enum Secrets {
    package static let mask = "•••"

    /// The depth to which URLs within values are searched; deeper values are masked.
    private static let deepest = 4

    /// Returns a URL, or the beginning of one, with its secrets masked.
    package static func masked(url text: String) -> String {
        isPlain(text) ? text : masked(url: text[...], depth: 0)
    }

    /// Returns a value with its secrets masked, if it is a token or a URL.
    package static func masked(value text: String) -> String {
        masked(value: text[...], depth: 0)
    }

    // MARK: URLs

    /// Returns whether a URL has nothing to mask, as most paths, without taking it apart.
    private static func isPlain(_ text: String) -> Bool {
        var last = UInt8(ascii: "/")
        var length = 0
        var hasDigit = false
        for index in text.utf8.indices {
            let byte = text.utf8[index]
            switch byte {
            // The marks of a user, a parameter, a value, a query, a fragment, an encoding and a
            // phone number.
            case UInt8(ascii: "@"), UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "?"),
                UInt8(ascii: "#"), UInt8(ascii: "%"), UInt8(ascii: "+"):
                return false
            // The first letters of a token.
            case UInt8(ascii: "e"), UInt8(ascii: "b"):
                if last == UInt8(ascii: "/"), isTokenStart(text[index...]) { return false }
            default:
                break
            }
            length = byte == UInt8(ascii: "/") ? 0 : length + 1
            hasDigit = length > 0 && (hasDigit || byte.isDigit)
            // A segment of this length may be a number or a key.
            if length > 24 || hasDigit && length > 10 { return false }
            last = byte
        }
        return true
    }

    private static func masked(url text: Substring, depth: Int) -> String {
        let end = text.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        let place = maskedPlace(text[..<(end ?? text.endIndex)])
        guard let end else { return place }
        let start = text.utf8.index(after: end)
        // The fragment is not sent, but it may contain the token of a sign-in.
        let parts = text[start...].utf8.split(
            separator: UInt8(ascii: "#"), maxSplits: 1, omittingEmptySubsequences: false)
        return place + text[end..<start]
            + parts.map { maskedItems(Substring($0), depth: depth) }.joined(separator: "#")
    }

    /// Masks the part before the query: users, including those of a URL within the path, and
    /// segments.
    private static func maskedPlace(_ text: Substring) -> String {
        var rest = text
        var shown = ""
        if rest.utf8.starts(with: "//".utf8) {
            shown =
                "//" + takeAuthority(of: &rest, from: rest.utf8.index(rest.startIndex, offsetBy: 2))
        }
        while let separator = rest.schemeSeparator {
            shown += maskedSegments(rest[..<separator.lowerBound]) + "://"
            shown += takeAuthority(of: &rest, from: separator.upperBound)
        }
        return shown + (shown.isEmpty ? maskedOpaque(rest) : maskedSegments(rest))
    }

    private static func takeAuthority(
        of text: inout Substring, from start: Substring.Index
    ) -> String {
        let rest = text[start...]
        let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        text = rest[end...]
        guard let at = rest[..<end].utf8.lastIndex(of: UInt8(ascii: "@")) else {
            return String(rest[..<end])
        }
        return mask + rest[at..<end]
    }

    /// Masks the user in `mailto:ada@example.com`, and in `user:password@host` without a scheme.
    private static func maskedOpaque(_ text: Substring) -> String {
        let end = text.utf8.firstIndex(of: UInt8(ascii: "/")) ?? text.endIndex
        guard let colon = text[..<end].utf8.firstIndex(of: UInt8(ascii: ":")),
            let at = text[colon..<end].utf8.lastIndex(of: UInt8(ascii: "@"))
        else { return maskedSegments(text) }
        return text[...colon] + mask + maskedSegments(text[at...])
    }

    private static func maskedSegments(_ path: Substring) -> String {
        mapped(path, splitAt: "/") { masked(segment: $0) }
    }

    /// Returns a segment of a path with its secrets masked.
    package static func masked(segment: Substring) -> String {
        mapped(segment, splitAt: ";") { part in
            // A part with a comma is not a name: `data:image/png;base64,…`.
            part.utf8.contains(UInt8(ascii: "=")) && !part.utf8.contains(UInt8(ascii: ","))
                ? maskedItem(part, depth: deepest)
                : maskedToken(part) ?? maskedFindings(in: part)
        }
    }

    // MARK: Items

    private static func maskedItems(_ text: Substring, depth: Int) -> String {
        // Some servers treat semicolons as ampersands.
        mapped(text, splitAt: "&;") { maskedItem($0, depth: depth) }
    }

    private static func maskedItem(_ item: Substring, depth: Int) -> String {
        // The end of a token may look like an item without a value.
        if let token = maskedToken(item) { return token }
        let written = WrittenItem(item.utf8)
        guard let value = written.value else { return masked(value: item, depth: depth) }
        let name = Substring(written.name)
        let shown =
            isSecret(PercentEncoding.readable(name))
            ? mask : masked(value: Substring(value), depth: depth)
        return "\(name)=\(shown)"
    }

    private static func masked(value: Substring, depth: Int) -> String {
        // The parts of a key would look like those of a URL.
        if value.contains("-----BEGIN ") {
            return maskedFindings(in: value)
        }
        guard value.utf8.contains(where: "%:/?#=@.".utf8.contains) else {
            return maskedFindings(in: value)
        }
        if let token = maskedToken(value) { return token }
        let text = PercentEncoding.readable(value)
        let isURL = text.utf8.contains(where: ":/?#=@".utf8.contains)
        guard isURL || text.utf8.contains(UInt8(ascii: "%")) else {
            return maskedFindings(in: value)
        }
        if depth > deepest { return mask }
        let shown: String
        if !isURL {
            // Encoded more than once, or with a meaningless percent sign.
            shown = text == value ? text : masked(value: text[...], depth: depth + 1)
        } else if text.utf8.contains(where: "?#".utf8.contains) || text.contains("://")
            || !text.utf8.contains(UInt8(ascii: "="))
        {
            shown = masked(url: text[...], depth: depth + 1)
        } else {
            shown = maskedItems(text[...], depth: depth + 1)
        }
        guard shown != text else { return String(value) }
        return value.utf8.contains(UInt8(ascii: "%")) ? encoded(shown) : shown
    }

    private static func encoded(_ text: String) -> String {
        text.components(separatedBy: mask)
            .map(PercentEncoding.encoded)
            .joined(separator: mask)
    }

    private static func mapped(
        _ text: Substring, splitAt separators: StaticString, _ change: (Substring) -> String
    ) -> String {
        var shown = ""
        var start = text.startIndex
        let bytes = UnsafeBufferPointer(
            start: separators.utf8Start, count: separators.utf8CodeUnitCount)
        for index in text.utf8.indices where bytes.contains(text.utf8[index]) {
            shown += change(text[start..<index])
            shown.unicodeScalars.append(Unicode.Scalar(text.utf8[index]))
            start = text.utf8.index(after: index)
        }
        return shown + change(text[start...])
    }

    // MARK: Tokens

    /// Masks what is secret by its form; an address that is masked already stays.
    private static func maskedFindings(in text: Substring) -> String {
        let readable = PercentEncoding.readable(text)
        let bytes = Array(readable.utf8)
        let findings = findings(in: bytes)
        guard !findings.isEmpty else { return String(text) }
        var shown = ""
        var end = 0
        for finding in findings {
            let found = String(decoding: bytes[finding.range], as: UTF8.self)
            guard !found.contains(mask) else { continue }
            shown += String(decoding: bytes[end..<finding.range.lowerBound], as: UTF8.self) + mask
            end = finding.range.upperBound
        }
        guard end > 0 else { return String(text) }
        shown += String(decoding: bytes[end...], as: UTF8.self)
        return readable == text ? shown : encoded(shown)
    }

    /// Masks a JSON Web Token (RFC 7519), or the token in a chat bot's `bot123456:AA…`; `nil` if
    /// the text is neither.
    private static func maskedToken(_ text: Substring) -> String? {
        guard isTokenStart(text) else { return nil }
        let text = PercentEncoding.readable(text)
        guard text.utf8.first == UInt8(ascii: "b") else {
            let parts = text.utf8.split(
                separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            return parts.count >= 3 && parts.allSatisfy { $0.allSatisfy(isTokenByte) } ? mask : nil
        }
        let rest = text.utf8.dropFirst(3)
        let secret = rest.drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let isToken =
            secret.count < rest.count && secret.count > 1 && secret.first == UInt8(ascii: ":")
            && secret.dropFirst().allSatisfy(isTokenByte)
        return isToken ? "bot\(mask)" : nil
    }

    private static func isTokenStart(_ text: Substring) -> Bool {
        text.utf8.starts(with: "eyJ".utf8) || text.utf8.starts(with: "bot".utf8)
    }

    /// Returns whether it is a byte of base64 for URLs, or its padding.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        byte.isTokenByte || byte == UInt8(ascii: "=")
    }
}
