import Barricade
import BarricadeFolder
import Foundation

/// The replacement of a secret: a text of the same kind and about the same length.
///
/// It is made from a number, not from the secret, so that it does not reveal the secret.
struct Replacement: Sendable {
    /// The kinds, each with its own numbers.
    enum Family: Sendable, Hashable {
        case emailAddress, token, key, identifier, hexadecimal, card, iban
        case digits(Int)
        case opaque
    }

    let original: String
    let family: Family
    private let shape: Secrets.Shape?

    /// - Parameter shape: The form of the whole text; `nil` seeks one.
    init(of original: String, _ shape: Secrets.Shape? = nil) {
        self.original = original
        self.shape = shape ?? Secrets.shape(of: original)
        family = Self.family(of: original, self.shape)
    }

    /// Whether it is secret by its form, so that it cannot be a word.
    var isShaped: Bool { shape != nil && shape != .credentials && shape != .phoneNumber }

    /// A hash that is the same for equal secrets, however they are written.
    var identity: Int {
        var hasher = Hasher()
        hasher.combine(family)
        switch family {
        case .digits, .card: hasher.combine(original.filter(\.isWholeNumber))
        case .iban: hasher.combine(original.filter { $0 != " " }.lowercased())
        default: hasher.combine(original.lowercased())
        }
        return hasher.finalize()
    }

    private static func family(of text: String, _ shape: Secrets.Shape?) -> Family {
        switch shape {
        case .emailAddress: return .emailAddress
        case .jsonWebToken: return .token
        case .serviceKey: return .key
        case .cardNumber: return .card
        case .iban: return .iban
        default: break
        }
        let bytes = text.utf8
        if Secrets.isUUID(text) { return .identifier }
        let isHexadecimal = bytes.count >= 16 && bytes.allSatisfy { $0.hexDigitValue != nil }
        // Their replacement has no letters.
        if isHexadecimal, bytes.contains(where: \.isLetter) || text.hasPrefix(zeros) {
            return .hexadecimal
        }
        let isNumber = bytes.allSatisfy { $0.isDigit || " +-./()".utf8.contains($0) }
        let digits = isNumber ? bytes.count(where: \.isDigit) : 0
        return digits > 0 ? .digits(digits) : .opaque
    }

    private static let zeros = "000000000000"
    private static let mark = Array("redacted".utf8)

    /// Returns the text with a number, from 1.
    func text(_ number: Int) -> String {
        let count = original.utf8.count
        switch family {
        case .emailAddress: return "user-\(number)@example.com"
        case .token: return Self.token(original, number)
        case .key: return key(number)
        case .identifier: return "00000000-0000-4000-8000-\(Self.padded(number, to: 12))"
        case .hexadecimal: return Self.padded(number, to: count)
        case .card: return digits(cardDigits(number))
        case .iban: return iban(number)
        case .digits(let count):
            // JSON has no numbers that start with zero.
            let start = shape == .socialSecurityNumber || count < 2 ? "" : "1"
            return digits(start + Self.padded(number, to: count - start.utf8.count))
        case .opaque: return Self.opaque(number, length: count)
        }
    }

    // MARK: Forms

    /// The most bytes of a key; longer texts are documents.
    static let longest = 4_096

    /// Returns `redacted-1`, or `redacted-1-xxx` for a longer text.
    static func opaque(_ number: Int, length: Int) -> String {
        let text = "redacted-\(number)"
        let rest = min(length, 512) - text.utf8.count
        return rest > 1 ? text + Substring(filling.utf8.prefix(rest)) : text
    }

    private static let filling = "-" + String(repeating: "x", count: 512)

    private static func padded(_ number: Int, to count: Int) -> String {
        let digits = "\(number)".suffix(max(count, 0))
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }

    /// Returns the original with other digits, the last ones of those given.
    private func digits(_ digits: String) -> String {
        var digits = digits.utf8.suffix(original.utf8.count(where: \.isDigit)).makeIterator()
        let bytes = original.utf8.map { $0.isDigit ? digits.next() ?? $0 : $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns digits that start like the original's, with a correct check digit.
    private func cardDigits(_ number: Int) -> String {
        let digits = original.filter(\.isWholeNumber)
        let start = digits.prefix(1) + Self.padded(number, to: digits.utf8.count - 2)
        let sum = Secrets.luhnSum((start + "0").utf8.map { $0 &- 0x30 })
        return "\(start)\((10 - sum % 10) % 10)"
    }

    /// Returns a number of the same country, with correct check digits.
    private func iban(_ number: Int) -> String {
        let plain = Array(original.utf8.filter { $0 != 0x20 })
        let account = Self.padded(number, to: plain.count - 4)
        let remainder = Secrets.ibanRemainder(plain.prefix(2) + Array("00\(account)".utf8))
        var digits = "\(Self.padded(98 - remainder, to: 2))\(account)".utf8.makeIterator()
        let bytes = original.utf8.enumerated().map {
            $0 < 2 || $1 == 0x20 ? $1 : digits.next() ?? $1
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func key(_ number: Int) -> String {
        guard case .serviceKey(let prefix)? = shape else { return Self.opaque(number, length: 0) }
        let start = String(decoding: original.utf8.prefix(prefix), as: UTF8.self) + "redacted"
        let rest = original.utf8.count - start.utf8.count
        return start + Self.padded(number, to: max(rest, "\(number)".utf8.count))
    }

    // MARK: Own

    /// Whether the original is already a replacement, which must not be replaced again.
    ///
    /// Short numbers cannot be told from secrets.
    var isOwn: Bool {
        var digits: String { String(decoding: original.utf8.filter(\.isDigit), as: UTF8.self) }
        let number: Int?
        switch family {
        case .emailAddress: number = Int(original.dropFirst(5).prefix { $0 != "@" })
        case .opaque, .token, .key:
            // Most texts have no "redacted"; this check is faster.
            guard Array(original.utf8)[...].range(ofBytes: Self.mark) != nil else { return false }
            let tail = original.range(of: "redacted", options: .backwards)
            number = tail.flatMap { tail in
                Int(original[tail.upperBound...].drop { $0 == "-" }.prefix(while: \.isWholeNumber))
            }
        case .identifier, .hexadecimal: number = Int(original.suffix(12))
        case .iban: number = Int(digits.dropFirst(2)).flatMap { $0 < 1_000_000 ? $0 : nil }
        case .card:
            number = Int(digits.dropFirst().dropLast()).flatMap { $0 < 1_000_000 ? $0 : nil }
        case .digits(let count):
            let start = shape == .socialSecurityNumber ? 0 : 1
            let zeros = digits.dropFirst(start).prefix(count / 2)
            number =
                count >= 8 && zeros.allSatisfy { $0 == "0" } ? Int(digits.dropFirst(start)) : nil
        }
        return number.map { $0 > 0 && text($0) == original } ?? false
    }
}

extension Replacement {
    /// Returns a JSON Web Token with the same names and types, but without the values.
    ///
    /// Dates stay, since clients read them to renew a token.
    static func token(_ token: String, _ number: Int) -> String {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        let header = parts.first.flatMap { object(in: $0) } ?? ["alg": "none"]
        let claims = parts.dropFirst().first.flatMap { object(in: $0) } ?? [:]
        let kept = header.filter { ["alg", "typ", "enc"].contains($0.key) }
        let hidden = claims.reduce(into: [String: JSONValue]()) { hidden, claim in
            hidden[claim.key] = dates.contains(claim.key) ? claim.value : self.hidden(claim.value)
        }
        let signature = opaque(number, length: parts.last?.utf8.count ?? 0)
        return "\(encoded(kept)).\(encoded(hidden)).\(signature)"
    }

    /// Returns the JSON object in a part; `nil` if there is none, as in an encrypted token.
    private static func object(in part: Substring) -> [String: JSONValue]? {
        Base64Text(part).flatMap { (try? JSONReader.read($0.data))?.object }
    }

    private static let dates: Set<String> = ["auth_time", "exp", "iat", "nbf", "updated_at"]

    private static func encoded(_ members: [String: JSONValue]) -> String {
        Base64Text.encoded(
            Data(JSONNode(.object(members)).compact.utf8), isForURLs: true, isPadded: false)
    }

    private static func hidden(_ value: JSONValue) -> JSONValue {
        switch value {
        case .null, .bool: value
        case .integer, .number, .largeInteger: .integer(0)
        case .string: "redacted"
        case .array(let elements): .array(elements.values.map(hidden))
        case .object(let members): .object(members.values.mapValues(hidden))
        }
    }
}
