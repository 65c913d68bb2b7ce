import Barricade
import BarricadeCommon
import BarricadeResources

extension ResourceEntry {
    /// An item of a resource in a manifest: any JSON object with an id.
    struct Item<ID: Codable & Hashable & Sendable>: Codable, Identifiable, Sendable {
        package let id: ID
        package let json: JSONValue
        /// The item as written in the manifest; `nil` for one that a request made.
        var source: JSONNode?

        init(from decoder: any Decoder) throws {
            json = try JSONValue(from: decoder)
            let key = Key(
                stringValue: CodingUserInfoKey.manifestIDKey.flatMap {
                    decoder.userInfo[$0] as? String
                } ?? "id")
            id = try decoder.container(keyedBy: Key.self).decode(ID.self, forKey: key)
        }

        func encode(to encoder: any Encoder) throws {
            try json.encode(to: encoder)
        }

        private struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }

            init(stringValue: String) {
                self.stringValue = stringValue
            }

            init?(intValue: Int) { nil }
        }
    }
}

extension CodingUserInfoKey {
    /// The user-info key for the key of an item's id.
    static let manifestIDKey = CodingUserInfoKey(rawValue: "Barricade.id")
}
