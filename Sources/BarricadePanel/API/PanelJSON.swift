import Barricade
import Foundation

/// The JSON of the panel's API.
enum PanelJSON {
    /// Encodes a value; dates are strings with milliseconds (RFC 3339).
    static func data(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(date.formatted(dateFormat))
        }
        return try encoder.encode(value)
    }

    /// Decodes a value from the output of ``data(_:)``.
    static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            return try dateFormat.parse(try container.decode(String.self))
        }
        return try decoder.decode(type, from: data)
    }

    private static let dateFormat = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}
