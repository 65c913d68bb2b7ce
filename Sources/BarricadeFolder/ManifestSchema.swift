import Barricade
import BarricadeCommon
import BarricadeResources

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
