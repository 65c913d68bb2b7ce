import Barricade
import BarricadeCommon
import Foundation

/// A JSON Web Token (RFC 7519), three parts of base64 with dots between them.
enum JSONWebToken {
    /// Returns a token with the same names and types, but without what it says.
    ///
    /// Dates stay, since clients look at them to renew a token.
    static func replacement(of token: String, _ number: Int) -> String {
        let parts = token.split(at: ".")
        let header = parts.first.flatMap { object(in: $0) } ?? ["alg": "none"]
        let kept = header.filter { ["alg", "typ", "enc"].contains($0.key) }
        let claims = parts.dropFirst().first.flatMap { object(in: $0) } ?? [:]
        let length = parts.last?.utf8.count ?? 0
        return [encoded(kept), encoded(claims.mapValues { $0 }, hiding: true)].joined(
            separator: ".")
            + "." + Replacement.opaque(number, length: length)
    }

    /// Returns the JSON object in a part; `nil` if there is none, as in an encrypted token.
    static func object(in part: Substring) -> [String: JSONValue]? {
        guard let data = Base64Text(part)?.data else { return nil }
        return (try? JSONReader.read(data))?.object
    }

    private static let dates: Set<String> = ["auth_time", "exp", "iat", "nbf", "updated_at"]

    private static func encoded(
        _ members: [String: JSONValue], hiding: Bool = false
    ) -> String {
        let shown = members.reduce(into: [String: JSONValue]()) { shown, member in
            shown[member.key] =
                !hiding || dates.contains(member.key) && member.value.isNumber
                ? member.value : hidden(member.value)
        }
        return Base64Text.encoded(
            Data(JSONNode(.object(shown)).compact.utf8), isForURLs: true, isPadded: false)
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

extension JSONValue {
    fileprivate var isNumber: Bool {
        switch self {
        case .integer, .number: true
        default: false
        }
    }
}
