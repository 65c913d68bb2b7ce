import Barricade
import Foundation

/// The source of ids for items that are created without one.
public struct ResourceIDs<Model: Identifiable & Sendable>: Sendable {
    package enum Kind: Sendable {
        case automatic
        case given
        case made(@Sendable ([Model]) throws -> Model.ID)
    }

    package let kind: Kind

    /// The resource makes ids: the next number, or a new UUID or string.
    ///
    /// No number is used twice. New UUIDs and strings follow from the barricade's seed.
    public static var automatic: ResourceIDs { ResourceIDs(kind: .automatic) }

    /// The client chooses ids: a POST without one gets 422.
    public static var given: ResourceIDs { ResourceIDs(kind: .given) }

    /// The closure makes ids, given the current items: `.made { "c\($0.count + 1)" }`.
    public static func made(
        by make: @escaping @Sendable ([Model]) throws -> Model.ID
    ) -> ResourceIDs {
        ResourceIDs(kind: .made(make))
    }
}

extension ResourceFormat {
    /// Returns the next number or a new random id; `nil` if the type allows neither.
    func nextID<ID: Codable>(
        _ type: ID.Type, after highest: Int, using random: RandomSource
    ) -> ID? {
        guard id(type, from: 1) != nil else {
            return id(type, from: .string(random.uuid().uuidString.lowercased()))
        }
        return highest < .max ? id(type, from: .integer(highest + 1)) : nil
    }

    /// Returns the ids that are whole numbers above 0.
    func numbers(among ids: [some Encodable]) throws -> [Int] {
        let written = try JSONReader.read(try encoder.encode(ids)).array ?? []
        return written.compactMap { id in
            if case .integer(let number) = id, number > 0 { number } else { nil }
        }
    }

    private func id<ID: Decodable>(_ type: ID.Type, from json: JSONValue) -> ID? {
        try? value([ID].self, from: [json]).first
    }
}

extension RandomSource {
    /// Returns a random UUID (RFC 9562, version 4).
    func uuid() -> UUID {
        var bytes = [next(), next()].flatMap { bits in
            (0..<8).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) }
        }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
