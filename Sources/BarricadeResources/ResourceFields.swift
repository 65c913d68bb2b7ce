import Barricade

/// An encoder that collects a value's keys, including those of optional members that are `nil`.
///
/// A `nil` member is not in the JSON, but is still a field to filter and sort by.
struct ResourceFields: Encoder {
    private final class Log {
        var keys: [String] = []
    }

    private let log = Log()
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any]

    /// Returns a value's top-level keys, in order, as its type spells them.
    static func keys(of value: some Encodable, userInfo: [CodingUserInfoKey: Any]) -> [String] {
        let encoder = ResourceFields(userInfo: userInfo)
        // An error ends the list early; the JSON has the other keys.
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

    /// A container that ignores values without keys.
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
