import Barricade
import BarricadeCommon
import Foundation

/// What stands for a secret: a text of the same kind and about the same length.
///
/// It is made of a number, not of the secret, so that nothing can be computed from it.
struct Replacement: Sendable, Hashable {
    /// The kinds that are numbered each for itself.
    enum Family: Sendable, Hashable {
        case emailAddress, token, key, pem, identifier, hexadecimal, card, iban
        case digits(Int)
        case opaque
    }

    let original: String
    let family: Family
    private let shape: Secrets.Shape?

    init(of original: String, _ shape: Secrets.Shape?) {
        self.original = original
        self.shape = shape
        family = Self.family(of: original, shape)
    }

    /// The text by which equal secrets are known, however they are written.
    var identity: String {
        switch family {
        case .digits, .card: original.filter(\.isWholeNumber)
        case .iban: original.filter { $0 != " " }.lowercased()
        // Most have no capital letters, and need no copy.
        default:
            original.utf8.contains { $0 != $0.folded || $0 >= 0x80 }
                ? original.lowercased() : original
        }
    }

    private static func family(of text: String, _ shape: Secrets.Shape?) -> Family {
        switch shape {
        case .emailAddress: .emailAddress
        case .jsonWebToken: .token
        case .serviceKey: .key
        case .pem: .pem
        case .cardNumber: .card
        case .iban: .iban
        case .phoneNumber, .socialSecurityNumber: .digits(text.utf8.count(where: \.isDigit))
        case .credentials, nil: family(of: text)
        }
    }

    private static func family(of text: String) -> Family {
        if text.utf8.count == 36, UUID(uuidString: text) != nil { return .identifier }
        let isHexadecimal = text.utf8.count >= 16 && text.utf8.allSatisfy(\.isHexDigit)
        // Its own replacement has no letters.
        if isHexadecimal, text.utf8.contains(where: \.isLetter) || text.hasPrefix(zeros) {
            return .hexadecimal
        }
        let digits = text.utf8.count(where: \.isDigit)
        let isNumber = text.utf8.allSatisfy { $0.isDigit || " +-./()".utf8.contains($0) }
        return digits > 0 && isNumber ? .digits(digits) : .opaque
    }

    static let zeros = "000000000000"

    /// Returns the text with a number, from 1.
    func text(_ number: Int) -> String {
        switch family {
        case .emailAddress: "user-\(number)@example.com"
        case .token: JSONWebToken.replacement(of: original, number)
        case .key: key(number)
        case .pem: pem(number)
        case .identifier: "00000000-0000-4000-8000-\(Self.padded(number, to: 12))"
        case .hexadecimal: Self.padded(number, to: original.utf8.count)
        case .card: digits(cardDigits(number))
        case .iban: iban(number)
        case .digits(let count):
            digits(
                shape == .socialSecurityNumber
                    ? Self.padded(number, to: count) : Self.number(number, ofDigits: count))
        case .opaque: Self.opaque(number, length: original.utf8.count)
        }
    }

    // MARK: Forms

    /// Longer texts are documents, of which none stands for a secret.
    static let longest = 4_096

    /// Returns `redacted-1`, or `redacted-1-xxx` for a longer text.
    static func opaque(_ number: Int, length: Int) -> String {
        let text = "redacted-\(number)"
        let rest = min(length, 512) - text.utf8.count
        return rest > 1 ? "\(text)-\(Substring(filler.utf8.prefix(rest - 1)))" : text
    }

    private static let filler = String(repeating: "x", count: 512)

    /// Returns `1000…01`, a number that JSON can hold.
    private static func number(_ number: Int, ofDigits count: Int) -> String {
        guard count > 1 else { return "\(number % 10)" }
        let digits = "\(number)".suffix(count - 1)
        return "1\(String(repeating: "0", count: count - 1 - digits.count))\(digits)"
    }

    private static func padded(_ number: Int, to count: Int) -> String {
        let digits = "\(number)".suffix(count)
        return String(repeating: "0", count: count - digits.count) + digits
    }

    /// Returns the original with other digits.
    private func digits(_ digits: String) -> String {
        var digits = digits.utf8.makeIterator()
        let bytes = original.utf8.map { $0.isDigit ? digits.next() ?? $0 : $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns digits that start like the original's, with a right check digit.
    private func cardDigits(_ number: Int) -> String {
        let count = original.utf8.count(where: \.isDigit)
        let first = original.prefix { !$0.isWholeNumber }.isEmpty ? original.prefix(1) : "4"
        let digits = first + Self.padded(number, to: count - 2)
        let sum = Secrets.luhnSum((digits + "0").utf8.map { $0 &- 0x30 })
        return "\(digits)\((10 - sum % 10) % 10)"
    }

    /// Returns a number of the same country, with right check digits.
    private func iban(_ number: Int) -> String {
        let plain = original.utf8.filter { $0 != 0x20 }
        let country = plain.prefix(2)
        let account = Array(Self.padded(number, to: plain.count - 4).utf8)
        let remainder = Secrets.ibanRemainder(country + Array("00".utf8) + account)
        var digits =
            (country + Array(Self.padded(98 - remainder, to: 2).utf8) + account).makeIterator()
        let bytes = original.utf8.map { $0 == 0x20 ? $0 : digits.next() ?? $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func key(_ number: Int) -> String {
        guard case .serviceKey(let prefix)? = shape else { return Self.opaque(number, length: 0) }
        let start = String(decoding: original.utf8.prefix(prefix), as: UTF8.self)
        let rest = original.utf8.count - prefix - Self.keyMark.utf8.count
        return start + Self.keyMark + Self.padded(number, to: max(rest, "\(number)".count))
    }

    private static let keyMark = "redacted"

    private func pem(_ number: Int) -> String {
        let lines = original.split(separator: original.contains("\\n") ? "\\n" : "\n")
        let newline = original.contains("\\n") ? "\\n" : "\n"
        let label = original.dropFirst(11).prefix { $0 != "-" }
        let body = Data("redacted-\(number)".utf8).base64EncodedString()
        return ["-----BEGIN \(label)-----", body, "-----END \(label)-----"].joined(
            separator: lines.count > 1 ? newline : " ")
    }
}

extension UInt8 {
    package var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }
}
