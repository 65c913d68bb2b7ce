import Barricade
import BarricadeCommon

/// A value that an object of a manifest is read into, key by key.
protocol ManifestEntry: Sendable {
    /// The object that it was read from, if its type keeps it.
    var place: ManifestPlace? { get set }

    /// Makes the entry of an object without keys.
    init()
}

extension ManifestEntry {
    typealias Key = ManifestKey<Self>

    var place: ManifestPlace? {
        get { nil }
        set {}
    }
}

/// A kind of object in a manifest: its keys, in the order in which they are written.
struct ManifestObject<Entry: ManifestEntry>: Sendable {
    private let shape: ManifestShape
    /// Those of the keys, apart, since a copy of a key takes longer than most of them.
    private let reads: [@Sendable (ManifestPlace, inout Entry) -> Void]
    private let writes: [@Sendable (Entry) -> JSONNode?]

    /// - Parameters:
    ///   - name: The object in words, for messages: `a response`.
    ///   - habits: The advice on keys that people may expect, for messages.
    init(
        _ name: String, rules: [ManifestRule] = [], habits: [String: String] = [:],
        @ManifestKeyBuilder<Entry> keys: () -> [ManifestKey<Entry>]
    ) {
        let keys = keys()
        reads = keys.map(\.read)
        writes = keys.map(\.write)
        shape = ManifestShape(name: name, keys: keys.map(\.shape), rules: rules, habits: habits)
    }

    var form: ManifestForm<Entry> {
        ManifestForm(read: { read($0) }, write: { write($0) }, schema: { schema() })
    }

    /// Returns the form of the values that are read into entries, and written from them.
    func form<Value>(
        _ value: @escaping @Sendable (Entry) -> Value?,
        _ entry: @escaping @Sendable (Value) -> Entry
    ) -> ManifestForm<Value> {
        form.converted(reading: { read, _ in value(read) }, writing: entry)
    }

    func read(_ place: ManifestPlace) -> Entry? {
        var entry = Entry()
        entry.place = place
        return shape.read(place) { reads[$0]($1, &entry) } ? entry : nil
    }

    func write(_ entry: Entry) -> JSONNode {
        shape.object(of: writes.map { $0(entry) })
    }

    /// - Parameter isFile: Whether the object may be a whole file.
    func schema(isFile: Bool = false) -> JSONValue {
        shape.schema(isFile: isFile)
    }
}

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

    /// Makes a key that is left out if it has its usual value.
    init<Value: Equatable & Sendable>(
        _ name: String, _ property: any WritableKeyPath<Entry, Value> & Sendable,
        _ form: ManifestForm<Value>, unless usual: Value, _ meaning: String = ""
    ) {
        self.init(name, form, meaning) { value, entry in
            entry[keyPath: property] = value
        } write: { entry in
            entry[keyPath: property] == usual ? nil : entry[keyPath: property]
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
