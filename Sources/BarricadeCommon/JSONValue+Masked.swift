package import Barricade
import Foundation

extension JSONValue {
    /// The value with secrets masked, by their form or secret-looking names, also in JSON within
    /// strings.
    package var masked: JSONValue {
        switch self {
        case .string(let text): .string(Self.maskedDocument(text) ?? Secrets.masked(value: text))
        case .array(let elements): .array(elements.values.map(\.masked))
        case .object(let members):
            .object(
                Dictionary(
                    uniqueKeysWithValues: members.values.map { name, value in
                        (name, Secrets.isSecret(name) ? .string(Secrets.mask) : value.masked)
                    }))
        case .integer, .number, .largeInteger:
            Secrets.masked(value: description) == description ? self : .string(Secrets.mask)
        default: self
        }
    }

    /// Returns a JSON document in a string, masked; `nil` if it is not one, or has nothing to mask.
    private static func maskedDocument(_ text: String) -> String? {
        guard let first = text.utf8.first, "{[".utf8.contains(first),
            let value = try? JSONReader.read(Data(text.utf8))
        else { return nil }
        let masked = value.masked
        return masked == value ? nil : masked.description
    }
}
