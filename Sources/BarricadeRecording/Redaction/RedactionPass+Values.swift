import Barricade
import BarricadeCommon
import Foundation

/// Values whose names are secret.
extension RedactionPass {
    /// Returns what stands for a value with a secret name.
    ///
    /// - Parameter isInherited: Whether the name is that of an object or array around it.
    mutating func value(
        _ text: String, named name: String, isInherited: Bool = false
    ) -> String {
        guard !text.isEmpty else { return text }
        guard !HarmlessValue.is(text, named: name, isInherited: isInherited) else {
            return self.text(text)
        }
        if depth < Self.deepest, let json = secretJSON(text) { return json }
        let trimmed = text.trimmingSpace
        if trimmed != text, HarmlessValue.isDistinctive(trimmed, isInherited: isInherited) {
            learn(trimmed, shape(of: trimmed))
        }
        if let scheme = scheme(of: text) {
            let rest = String(text.dropFirst(scheme.count))
            guard !rest.trimmingSpace.isEmpty else { return text }
            if rest.first == " " { learn(rest.trimmingSpace, shape(of: rest.trimmingSpace)) }
            if scheme.lowercased() == "basic " { learnBasic(rest) }
            learnParameters(of: rest)
            let isKnown = HarmlessValue.isDistinctive(rest, isInherited: isInherited)
            return scheme + secret(rest, isKnown: isKnown)
        }
        let bytes = text.utf8
        if text[...].schemeSeparator != nil, !bytes.contains(0x20) { return secretURL(text) }
        if bytes.contains(UInt8(ascii: "=")) {
            if RedactionRules.isCookie(name) { return cookies(text) }
            // Parts of it may be sent alone.
            if bytes.contains(UInt8(ascii: ";")), !isRedacting { _ = cookies(text) }
        }
        let findings = Secrets.findings(in: Array(text.utf8))
        if let finding = findings.first, finding.range == 0..<text.utf8.count {
            return secret(text, finding.shape)
        }
        for finding in findings {
            learn(String(decoding: Array(text.utf8)[finding.range], as: UTF8.self), finding.shape)
        }
        let isKnown =
            HarmlessValue.isDistinctive(text, isInherited: isInherited)
            && !HarmlessValue.isLabel(text, of: name)
        return secret(text, isKnown: isKnown)
    }

    /// Returns JSON in a secret string, of which all values are secret; `nil` if it is not JSON.
    private mutating func secretJSON(_ text: String) -> String? {
        depth += 1
        defer { depth -= 1 }
        return json(text, isSecret: true)
    }

    // MARK: Credentials

    private static let schemes: Set<String> = [
        "apikey", "aws4-hmac-sha256", "basic", "bearer", "digest", "dpop", "negotiate", "ntlm",
        "token",
    ]

    /// Returns the scheme of an `Authorization` field, with the space after it.
    private func scheme(of text: String) -> String? {
        guard let space = text.firstIndex(of: " "),
            Self.schemes.contains(text[..<space].lowercased())
        else { return nil }
        return String(text[...space])
    }

    /// Gets to know the values in `username="ada", response="6629…"`.
    private mutating func learnParameters(of text: String) {
        let bytes = Array(text.utf8)
        for item in Assignment.all(in: bytes, of: .value, where: { _ in true }) {
            let value = String(decoding: bytes[item.value], as: UTF8.self)
            let name = String(decoding: bytes[item.name], as: UTF8.self).lowercased()
            guard !Self.plainParameters.contains(name),
                HarmlessValue.isDistinctive(value, isInherited: true)
            else { continue }
            learn(value, shape(of: value))
        }
    }

    /// Parameters that are no secrets (RFC 7616, RFC 5849).
    private static let plainParameters: Set<String> = [
        "algorithm", "cnonce", "nc", "nonce", "oauth_signature_method", "oauth_timestamp",
        "oauth_version", "opaque", "qop", "realm", "uri", "version",
    ]

    /// Gets to know a user and a password.
    private mutating func learnBasic(_ text: String) {
        guard let data = Base64Text(text)?.data else { return }
        let parts = String(decoding: data, as: UTF8.self).split(separator: ":", maxSplits: 1)
        for part in parts where HarmlessValue.isDistinctive(String(part), isInherited: false) {
            learn(String(part), shape(of: String(part)))
        }
    }

    // MARK: Cookies

    /// Returns the cookies of a `Cookie` field.
    mutating func cookies(_ text: String) -> String {
        text.split(at: ";").map { cookie(String($0)) }.joined(separator: ";")
    }

    /// Returns a cookie, `name=value`, with its value replaced.
    mutating func cookie(_ text: String) -> String {
        guard let equals = text.firstIndex(of: "=") else { return self.text(text) }
        let name = text[..<equals]
        let value = text[text.index(after: equals)...].trimmed
        let plain =
            value.hasPrefix("\"") && value.hasSuffix("\"") && value.count > 1
            ? String(value.dropFirst().dropLast()) : value
        guard !plain.isEmpty else { return text }
        // A choice such as `theme=dark` is no secret, but stays out all the same.
        let isNamed = names.isSecret(name.trimmed)
        let isKnown = HarmlessValue.isDistinctive(plain, isInherited: !isNamed)
        let readable = PercentEncoding.readable(plain[...])
        if readable != plain, isKnown { _ = secret(readable) }
        return "\(name)=\(secret(plain, shape(of: plain), isKnown: isKnown))"
    }

    /// Returns the form of a text that is one secret as a whole.
    func shape(of text: String) -> Secrets.Shape? {
        let finding = Secrets.findings(in: Array(text.utf8)).first
        return finding?.range == 0..<text.utf8.count ? finding?.shape : nil
    }
}

extension RedactionRules {
    /// Returns whether a name is that of cookies.
    static func isCookie(_ name: String) -> Bool { name.lowercased().contains("cookie") }
}
