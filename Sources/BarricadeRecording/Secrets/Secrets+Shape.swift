import Barricade
import Foundation

extension Secrets {
    /// A form that makes a text secret, whatever its name.
    enum Shape: Sendable, Equatable {
        /// A JSON Web Token (RFC 7519).
        case jsonWebToken
        /// A key with the prefix of a known service, of this many bytes.
        case serviceKey(prefix: Int)
        /// A key or certificate between lines of dashes (RFC 7468).
        case pem
        /// The text after `Bearer` or `Basic`.
        case credentials
        case emailAddress
        /// The number of a payment card, with or without spaces or dashes.
        case cardNumber
        case iban
        /// A phone number that starts with a plus sign.
        case phoneNumber
        case socialSecurityNumber
    }

    /// A secret in a text.
    struct Finding {
        let shape: Shape
        /// The bytes.
        let range: Range<Int>

        init(_ shape: Shape, _ range: Range<Int>) {
            (self.shape, self.range) = (shape, range)
        }
    }

    /// Returns the secrets in a text, by their form, in order, without overlaps.
    static func findings(in text: [UInt8]) -> [Finding] {
        // The shortest is an address such as `a@b.de`.
        guard text.count >= 6 else { return [] }
        var finder = SecretFinder(text)
        return finder.findings()
    }

    /// Returns the form of a text that as a whole is one secret.
    static func shape(of text: String) -> Shape? {
        let finding = findings(in: Array(text.utf8)).first
        return finding?.range == 0..<text.utf8.count ? finding?.shape : nil
    }
}

/// A search for secrets by their form, at each start of a word.
struct SecretFinder {
    let text: [UInt8]
    private var found: [Secrets.Finding] = []
    /// The end of the bytes that are known to hold no JSON Web Token.
    var tokenlessEnd = 0

    init(_ text: [UInt8]) {
        self.text = text
    }

    mutating func findings() -> [Secrets.Finding] {
        var index = 0
        var isInWord = false
        while index < text.count {
            let byte = text[index]
            let finding: Secrets.Finding? =
                if byte == UInt8(ascii: "@") {
                    emailAddress(around: index, after: found.last?.range.upperBound ?? 0)
                } else if isInWord {
                    nil
                } else {
                    finding(at: index)
                }
            if let finding {
                found.append(finding)
                index = finding.range.upperBound
                isInWord = true
            } else {
                index += 1
                isInWord = byte.isAlphanumeric
            }
        }
        return found
    }

    /// Returns a secret that starts here; the byte before is not part of a word.
    private mutating func finding(at start: Int) -> Secrets.Finding? {
        switch text[start] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            cardNumber(at: start) ?? socialSecurityNumber(at: start) ?? serviceKey(at: start)
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
            jsonWebToken(at: start) ?? serviceKey(at: start) ?? credentials(at: start)
                ?? iban(at: start)
        case UInt8(ascii: "+"): phoneNumber(at: start)
        case UInt8(ascii: "-"): pem(at: start)
        default: nil
        }
    }
}

extension SecretFinder {
    /// Returns whether a text occurs here.
    func has(_ other: String, at start: Int) -> Bool {
        text[start...].starts(with: other.utf8)
    }

    /// Returns the end of the run of such bytes that starts here.
    func end(from start: Int, while isPart: (UInt8) -> Bool) -> Int {
        var index = start
        while index < text.count, isPart(text[index]) { index += 1 }
        return index
    }

    /// Returns whether no word continues here.
    func isEnd(_ index: Int) -> Bool {
        index >= text.count || !text[index].isAlphanumeric
    }
}
