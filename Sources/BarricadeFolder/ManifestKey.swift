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
        shape = ManifestShape.Key(
            name: name, isRequired: isRequired, meaning: meaning, valueSchema: form.schema)
        read = { place, entry in entry[keyPath: property] = form.read(place) }
        write = { entry in entry[keyPath: property].map(form.write) }
    }
}

/// A result builder for keys, so that the compiler sees them one by one.
@resultBuilder
enum ManifestKeyBuilder<Entry> {
    static func buildExpression(_ key: ManifestKey<Entry>) -> ManifestKey<Entry> { key }
    static func buildBlock(_ keys: ManifestKey<Entry>...) -> [ManifestKey<Entry>] { keys }
}
