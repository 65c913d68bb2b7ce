import Barricade
import BarricadeCommon

/// The whole of a manifest.
struct RootEntry: ManifestEntry {
    static let newestVersion = 1

    var schema: String?
    var version: Int?
    var sets: [ItemEntry]?
    var presets: [PresetEntry]?

    static let object = ManifestObject<RootEntry>("a manifest") {
        Key("$schema", \.schema, .text, "The JSON Schema, for editors.")
        Key(
            "version", \.version, .integer(1...newestVersion), isRequired: true,
            "The version of the format.")
        Key(
            "sets", \.sets, ItemEntry.form.list("set"), isRequired: true,
            "The sets, in the order in which they are asked; a path is that of a set's own file.")
        Key("presets", \.presets, PresetEntry.object.form.named("preset").list("preset"))
    }
}

/// An entry among the sets of a manifest: a set, a resource, or the path of a file with one.
struct ItemEntry: Sendable {
    let node: JSONNode
    /// The sets that were read.
    var sets: [ResponseSet] = []
    var place: ManifestPlace?

    static let form = ManifestForm<ItemEntry>(
        read: { place in
            guard !place.node.isObject, let path = place.node.value.string else {
                return ItemEntry(node: place.node, sets: read(place, in: nil), place: place)
            }
            guard place.file.checkPath(path, at: place) else { return nil }
            guard let file = place.file.openFile(path, at: place) else { return nil }
            guard let root = file.root() else { return nil }
            return ItemEntry(node: root.node, sets: read(root, in: path), place: root)
        },
        write: { $0.node },
        schema: {
            ["anyOf": [ManifestForm.file.schema(), ["$ref": "#/definitions/item"]]]
        })

    /// Reads a set, or those of a resource.
    static func read(_ place: ManifestPlace, in file: String?) -> [ResponseSet] {
        let count = place.file.commentCount
        var sets: [ResponseSet] = []
        if place.node.member("resource") != nil {
            sets = ResourceEntry.object.read(place)?.responseSets(at: place) ?? []
        } else if let set = SetEntry.object.read(place)?.responseSet(at: place) {
            sets.append(set)
        }
        let notes = FolderNotes(
            file: file, comments: place.file.comments(below: place.path, after: count))
        for index in 0..<sets.count { sets[index].folderNotes = notes }
        return sets
    }
}

/// The JSON Schema (draft 7) of manifests and of sets' own files, made from their readers.
enum ManifestSchema {
    static let text = JSONNode(value).laidOut

    private static let value: JSONValue = [
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Response sets of Barricade",
        "if": ["anyOf": [["required": ["version"]], ["required": ["sets"]]]],
        "then": RootEntry.object.schema(isFile: true),
        "else": item(isFile: true),
        "definitions": .object(definitions),
    ]

    private static let definitions: [String: JSONValue] = [
        "clause": ClauseEntry.form.schema(),
        "delay": DelayEntry.form.schema(),
        "error": ErrorEntry.form.schema(),
        "expectation": ExpectationEntry.form.schema(),
        "item": item(isFile: false),
        "namedResponse": SetEntry.namedResponse,
        "preset": PresetEntry.object.schema(),
        "response": ResponseEntry.object.schema(),
    ]

    /// A set or a resource.
    private static func item(isFile: Bool) -> JSONValue {
        [
            "if": ["required": ["resource"]],
            "then": ResourceEntry.object.schema(isFile: isFile),
            "else": SetEntry.object.schema(isFile: isFile),
        ]
    }
}
