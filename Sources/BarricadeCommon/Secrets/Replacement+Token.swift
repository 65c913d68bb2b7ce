import Barricade
import Foundation

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
