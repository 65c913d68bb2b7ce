import Barricade
import BarricadeCommon
import BarricadeResources

/// The whole of a manifest.
struct RootEntry: ManifestEntry {
    static let newestVersion = 1

    var schema: String?
    var version: Int?
    package var sets: [ItemEntry]?
    var presets: [PresetItem]?

    static let object = ManifestObject<RootEntry>("a manifest") {
        ManifestKey("$schema", \.schema, .text, "The JSON Schema, for editors.")
        ManifestKey(
            "version", \.version, .integer(1...newestVersion), isRequired: true,
            "The version of the format.")
        ManifestKey(
            "sets", \.sets, ItemEntry.form.list("set"), isRequired: true,
            "The sets, in the order in which they are asked; a path is that of a set's own file.")
        ManifestKey("presets", \.presets, PresetItem.form.list("preset"))
    }
}

/// A preset in a manifest, with its place.
struct PresetItem: Sendable {
    var entry: PresetEntry
    package var place: ManifestPlace?

    static let form = ManifestForm<PresetItem>(
        read: { place in
            PresetEntry.object.read(place).map { PresetItem(entry: $0, place: place) }
        },
        write: { PresetEntry.object.write($0.entry) },
        schema: { ["$ref": "#/definitions/preset"] })
}
