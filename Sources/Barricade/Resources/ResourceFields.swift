/// Notes the keys that a value writes, also those of optional members that are `nil`.
///
/// A member that is `nil` is not in the JSON, and still a field to filter and sort by.
struct ResourceFields: Encoder {
    private final class Log {
        var keys: [String] = []
    }

    private let log = Log()
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any]

    /// Returns the keys that a value writes at its top, in order, as its type spells them.
    static func keys(of value: some Encodable, userInfo: [CodingUserInfoKey: Any]) -> [String] {
        let encoder = ResourceFields(userInfo: userInfo)
        // What it throws ends the list early; the JSON itself has the rest.
        try? value.encode(to: encoder)
        return encoder.log.keys
    }

    private init(userInfo: [CodingUserInfoKey: Any]) {
        self.userInfo = userInfo
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Members<Key>(log: log, userInfo: userInfo))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        Nothing(userInfo: userInfo)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        Nothing(userInfo: userInfo)
    }

    private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let log: Log
        let userInfo: [CodingUserInfoKey: Any]
        let codingPath: [any CodingKey] = []

        private func note(_ key: Key) {
            log.keys.append(key.stringValue)
        }

        func encodeNil(forKey key: Key) { note(key) }
        func encode<T: Encodable>(_ value: T, forKey key: Key) { note(key) }
        func encodeIfPresent(_ value: Bool?, forKey key: Key) { note(key) }
        func encodeIfPresent(_ value: String?, forKey key: Key) { note(key) }
        func encodeIfPresent(_ value: Double?, forKey key: Key) { note(key) }
        func encodeIfPresent(_ value: Float?, forKey key: Key) { note(key) }
        func encodeIfPresent(_ value: Int?, forKey key: Key) { note(key) }
        func encodeIfPresent(_ value: Int8?, forKey key: Key) { note(key) }
        func encodeIfPresent(_ value: Int16?, forKey key: Key) { note(key) }
        func encodeIfPresent(_ value: Int32?, forKey key: Key) { note(key) }
        func encodeIfPresent(_ value: Int64?, forKey key: Key) { note(key) }
        func encodeIfPresent(_ value: UInt?, forKey key: Key) { note(key) }
        func encodeIfPresent(_ value: UInt8?, forKey key: Key) { note(key) }
        func encodeIfPresent(_ value: UInt16?, forKey key: Key) { note(key) }
        func encodeIfPresent(_ value: UInt32?, forKey key: Key) { note(key) }
        func encodeIfPresent(_ value: UInt64?, forKey key: Key) { note(key) }
        func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) { note(key) }

        func nestedContainer<Other: CodingKey>(
            keyedBy type: Other.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Other> {
            note(key)
            return ResourceFields(userInfo: userInfo).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            note(key)
            return Nothing(userInfo: userInfo)
        }

        func superEncoder() -> any Encoder { ResourceFields(userInfo: userInfo) }

        func superEncoder(forKey key: Key) -> any Encoder {
            note(key)
            return ResourceFields(userInfo: userInfo)
        }
    }

    /// Takes values that have no keys.
    private struct Nothing: UnkeyedEncodingContainer, SingleValueEncodingContainer {
        let userInfo: [CodingUserInfoKey: Any]
        let codingPath: [any CodingKey] = []
        let count = 0

        func encodeNil() {}
        func encode<T: Encodable>(_ value: T) {}

        func nestedContainer<Key: CodingKey>(
            keyedBy type: Key.Type
        ) -> KeyedEncodingContainer<Key> {
            ResourceFields(userInfo: userInfo).container(keyedBy: type)
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
        func superEncoder() -> any Encoder { ResourceFields(userInfo: userInfo) }
    }
}
