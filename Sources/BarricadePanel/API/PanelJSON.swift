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

/// The JSON object in the body of a request; it allows no unknown members.
protocol RequestShape: Decodable {
    /// The names of its members.
    static var members: [String] { get }
    /// The members that may be `null`, which means something else than none.
    static var nullableMembers: [String] { get }
}

extension RequestShape {
    static var nullableMembers: [String] { [] }
}

/// A decoder of an object that refuses unknown members, and `null` that means nothing.
struct Closed<Value: RequestShape>: Decodable {
    let value: Value

    private struct Member: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            nil
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Member.self)
        let members = container.allKeys.map(\.stringValue)
        if let unknown = members.sorted().first(where: { !Value.members.contains($0) }) {
            throw Problem(
                .badRequest, .malformedBody,
                """
                The body of the request has a member "\(unknown.shortened)" that means nothing here.
                \(NameSuggestion.known(nearestTo: unknown, among: Value.members)).
                """,
                nearest: NameSuggestion.nearestFirst(to: unknown, among: Value.members))
        }
        for key in container.allKeys where try container.decodeNil(forKey: key) {
            guard !Value.nullableMembers.contains(key.stringValue) else { continue }
            throw Problem(
                .unprocessableContent, .unacceptableValue,
                "The member \"\(key.stringValue)\" of the body is null; leave it out instead.")
        }
        value = try Value(from: decoder)
    }
}
