import Barricade
import Foundation

extension Replacement {
    /// Whether the original is a replacement already, which must not be replaced again.
    ///
    /// Numbers of few digits cannot be told from secrets.
    var isOwn: Bool { ownNumber != nil }

    /// The number of the replacement that the original is; `nil` if it is a secret.
    var ownNumber: Int? {
        switch family {
        case .emailAddress:
            Self.number(in: original, from: "user-", to: "@example.com")
        case .token:
            original.split(at: ".").last.flatMap(Self.opaqueNumber)
        case .key:
            original.range(of: "redacted0").flatMap { Int(original[$0.upperBound...]) }
        case .pem:
            Self.pemNumber(original)
        case .identifier:
            Self.number(in: original, from: "00000000-0000-4000-8000-", to: "")
        case .hexadecimal:
            original.hasPrefix(Self.zeros) ? Int(original) : nil
        case .card:
            Self.zeros(in: identity.dropFirst()) >= 8 ? Int(identity.dropFirst().dropLast()) : nil
        case .iban:
            Self.zeros(in: identity.dropFirst(4)) >= 8 ? Int(identity.dropFirst(4)) : nil
        case .digits(let count):
            count >= 8 && identity.first == "1" && Self.zeros(in: identity.dropFirst()) >= count / 2
                ? Int(identity.dropFirst())
                : identity.hasPrefix("00000") && count == 9 ? Int(identity) : nil
        case .opaque:
            Self.opaqueNumber(original[...])
        }
    }

    private static func zeros(in text: Substring) -> Int { text.prefix { $0 == "0" }.count }

    private static func number(in text: String, from start: String, to end: String) -> Int? {
        guard text.hasPrefix(start), text.hasSuffix(end) else { return nil }
        return Int(text.dropFirst(start.count).dropLast(end.count))
    }

    /// Reads `redacted-1` and `redacted-1-xxx`.
    private static func opaqueNumber(_ text: Substring) -> Int? {
        guard text.hasPrefix("redacted-") else { return nil }
        let parts = text.dropFirst(9).split(
            separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard let number = parts.first.flatMap({ Int($0) }), number > 0,
            parts.count == 1 || parts[1].allSatisfy({ $0 == "x" })
        else { return nil }
        return number
    }

    private static func pemNumber(_ text: String) -> Int? {
        let lines = text.replacing("\\n", with: "\n").split { $0 == "\n" || $0 == " " }
        for line in lines {
            guard let data = Data(base64Encoded: String(line)),
                let body = String(data: data, encoding: .utf8)
            else { continue }
            if let number = opaqueNumber(body[...]) { return number }
        }
        return nil
    }
}
