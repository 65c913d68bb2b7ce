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
    /// No number is used twice. After the type's highest number come the unused ones, from 1. New
    /// UUIDs and strings follow from the barricade's seed.
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
    /// Returns an unused number or a new random id; `nil` if the type allows neither.
    func nextID<ID: Codable>(
        _ type: ID.Type, after used: inout UsedNumbers, using random: RandomSource
    ) -> ID? {
        guard id(type, from: 1) != nil else {
            return id(type, from: .string(random.uuid().uuidString.lowercased()))
        }
        return used.next.flatMap { id(type, from: .integer($0)) }
            ?? id(type, from: .integer(used.nextLeftOut()))
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

/// The whole numbers above 0 that were ever ids of a resource.
struct UsedNumbers: Sendable {
    private var numbers: Set<Int> = []
    private var highest = 0
    /// All numbers below it are used.
    private var lowest = 1

    /// The number after the highest; `nil` if there is none.
    var next: Int? { highest < .max ? highest + 1 : nil }

    /// Returns the lowest unused number.
    mutating func nextLeftOut() -> Int {
        while numbers.contains(lowest) { lowest += 1 }
        return lowest
    }

    mutating func insert(_ used: [Int]) {
        numbers.formUnion(used)
        highest = used.reduce(highest, max)
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
