import Barricade
import BarricadeCommon
import BarricadeResources

/// A key of an object in a manifest, and the property of the entry for it.
struct ManifestKey<Entry>: Sendable {
    let shape: ManifestShape.Key
    let read: @Sendable (ManifestPlace, inout Entry) -> Void
    /// Writes the value; `nil` leaves the key out.
    let write: @Sendable (Entry) -> JSONNode?

    /// - Parameter meaning: The description that an editor shows.
    init<Value>(
        _ name: String, _ property: any WritableKeyPath<Entry, Value?> & Sendable,
        _ form: ManifestForm<Value>, isRequired: Bool = false, _ meaning: String = ""
    ) {
        self.init(name, form, isRequired: isRequired, meaning) { value, entry in
            entry[keyPath: property] = value
        } write: { entry in
            entry[keyPath: property]
        }
    }

    /// - Parameters:
    ///   - read: Stores a value that was read.
    ///   - write: Returns the value; `nil` leaves the key out.
    init<Value>(
        _ name: String, _ form: ManifestForm<Value>, isRequired: Bool = false, _ meaning: String,
        read: @escaping @Sendable (Value, inout Entry) -> Void,
        write: @escaping @Sendable (Entry) -> Value?
    ) {
        shape = ManifestShape.Key(
            name: name, isRequired: isRequired, meaning: meaning, valueSchema: form.schema)
        self.read = { place, entry in
            if let value = form.read(place) { read(value, &entry) }
        }
        self.write = { entry in write(entry).map(form.write) }
    }
}

/// A result builder for keys, so that the compiler checks them one by one.
@resultBuilder
enum ManifestKeyBuilder<Entry> {
    static func buildExpression(_ key: ManifestKey<Entry>) -> ManifestKey<Entry> { key }
    static func buildBlock(_ keys: ManifestKey<Entry>...) -> [ManifestKey<Entry>] { keys }
}
