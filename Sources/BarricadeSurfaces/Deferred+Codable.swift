package import Barricade

extension Deferred: Equatable where Value: Equatable {
    package static func == (left: Deferred, right: Deferred) -> Bool { left.value == right.value }
}

extension Deferred: Hashable where Value: Hashable {
    package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

// Coded as the value alone.
extension Deferred: Encodable where Value: Encodable {
    package func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension Deferred: Decodable where Value: Decodable {
    package init(from decoder: any Decoder) throws {
        let value = try Value(from: decoder)
        self.init { value }
    }
}
