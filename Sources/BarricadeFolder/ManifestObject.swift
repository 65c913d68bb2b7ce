import Barricade
import BarricadeCommon
import BarricadeResources

/// A value that an object of a manifest is read into, key by key.
protocol ManifestEntry: Sendable {
    /// Makes the entry of an object without keys.
    init()
}

/// A kind of object in a manifest: its keys, in the order in which they are written.
struct ManifestObject<Entry: ManifestEntry>: Sendable {
    private let shape: ManifestShape
    private let keys: [ManifestKey<Entry>]

    /// - Parameters:
    ///   - name: The object in words, for messages: `a response`.
    ///   - habits: The advice on keys that people may expect, for messages.
    init(
        _ name: String, rules: [ManifestRule] = [], habits: [String: String] = [:],
        @ManifestKeyBuilder<Entry> keys: () -> [ManifestKey<Entry>]
    ) {
        self.keys = keys()
        shape = ManifestShape(
            name: name, keys: self.keys.map(\.shape), rules: rules, habits: habits)
    }

    var form: ManifestForm<Entry> {
        ManifestForm(read: { read($0) }, write: { write($0) }, schema: { schema() })
    }

    func read(_ place: ManifestPlace) -> Entry? {
        guard let values = shape.values(in: place) else { return nil }
        var entry = Entry()
        for (index, value) in values { keys[index].read(value, &entry) }
        return entry
    }

    func write(_ entry: Entry) -> JSONNode {
        shape.object(of: keys.map { $0.write(entry) })
    }

    /// - Parameter isFile: Whether the object may be a whole file.
    func schema(isFile: Bool = false) -> JSONValue {
        shape.schema(isFile: isFile)
    }
}
