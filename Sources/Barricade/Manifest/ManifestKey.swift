/// A key of an object in a manifest, and the property of the entry for it.
struct ManifestKey<Entry>: Sendable {
    let name: String
    let isRequired: Bool
    let read: @Sendable (ManifestPlace, inout Entry) -> Void
    /// Writes the value; `nil` leaves the key out.
    let write: @Sendable (Entry) -> JSONNode?
    let schema: @Sendable () -> JSONValue

    /// - Parameter meaning: The description that an editor shows.
    init<Value>(
        _ name: String, _ property: any WritableKeyPath<Entry, Value?> & Sendable,
        _ form: ManifestForm<Value>, isRequired: Bool = false, _ meaning: String = ""
    ) {
        self.name = name
        self.isRequired = isRequired
        read = { place, entry in entry[keyPath: property] = form.read(place) }
        write = { entry in entry[keyPath: property].map(form.write) }
        schema = {
            guard !meaning.isEmpty, var members = form.schema().object else { return form.schema() }
            // Beside a reference, draft 7 allows nothing.
            if members["$ref"] != nil { members = ["allOf": [.object(members)]] }
            members["description"] = .string(meaning)
            return .object(members)
        }
    }
}

/// A result builder for keys, so that the compiler sees them one by one.
@resultBuilder
enum ManifestKeyBuilder<Entry> {
    static func buildExpression(_ key: ManifestKey<Entry>) -> ManifestKey<Entry> { key }
    static func buildBlock(_ keys: ManifestKey<Entry>...) -> [ManifestKey<Entry>] { keys }
}
