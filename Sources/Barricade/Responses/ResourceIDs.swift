import Foundation

/// Where the ids of items come from that are created without one.
public struct ResourceIDs<Model: Identifiable & Sendable>: Sendable {
    enum Kind: Sendable {
        case automatic
        case given
        case made(@Sendable ([Model]) throws -> Model.ID)
    }

    let kind: Kind

    /// The resource makes them: numbers count on, UUIDs and strings are fresh.
    ///
    /// Numbers are never given out twice. Fresh ones follow from the barricade's seed.
    public static var automatic: ResourceIDs { ResourceIDs(kind: .automatic) }

    /// The client gives them: a POST without one gets 422.
    public static var given: ResourceIDs { ResourceIDs(kind: .given) }

    /// The closure makes them, of the items that are there: `.made { "c\($0.count + 1)" }`.
    public static func made(
        by make: @escaping @Sendable ([Model]) throws -> Model.ID
    ) -> ResourceIDs {
        ResourceIDs(kind: .made(make))
    }
}

extension ResourceFormat {
    /// Returns an id of its type that counts on from a number or is fresh; `nil` where neither can be.
    func nextID<ID: Codable>(
        _ type: ID.Type, after highest: Int, using random: RandomSource
    ) -> ID? {
        guard id(type, from: 1) != nil else {
            return id(type, from: .string(random.uuid().uuidString.lowercased()))
        }
        let (next, isTooHigh) = highest.addingReportingOverflow(1)
        return isTooHigh ? nil : id(type, from: .integer(next))
    }

    /// Returns the highest of the ids that are whole numbers; 0 where there is none above.
    func highestNumber(among ids: [some Encodable]) throws -> Int {
        guard case .array(let written) = try JSONReader.read(try encoder.encode(ids)) else {
            return 0
        }
        return written.reduce(0) { highest, id in
            if case .integer(let number) = id { max(highest, number) } else { highest }
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
