import Barricade
import BarricadeFolder

@testable import TestSupport

extension ScratchFolder {
    /// Makes a folder with a manifest and the body file `a.json`.
    static func manifest(_ text: String) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(text, to: "barricade.json")
        try folder.write(#"{"id": 1, "name": "Ada"}"#, to: "a.json")
        try folder.write("Fog", to: "search/some.txt")
        return folder
    }

    var location: FileLocation { .directory(url) }

    /// The texts of all files in it and below it, by their paths.
    func texts() throws -> [String: String] {
        try FileManager.default.subpathsOfDirectory(atPath: url.path)
            .reduce(into: [:]) { $0[$1] = try? read($1) }
    }
}

/// A manifest of one piece, which begins at the first column of line 2.
enum ManifestText {
    static func root(_ members: String) -> String { "{\n\(members)\n}" }

    static func set(_ set: String) -> String { "{\"version\": 1, \"sets\": [\n\(set)\n]}" }

    static func clause(_ clause: String) -> String {
        set("{\"name\": \"S\", \"responses\": [{\"name\": \"R\"}], \"on\":\n\(clause)\n}")
            .replacing("[\n{\"name\"", with: "[{\"name\"", maxReplacements: 1)
    }

    static func responses(_ responses: String) -> String {
        "{\"version\": 1, \"sets\": [{\"name\": \"S\", \"on\": \"GET /\", \"responses\": [\n\(responses)\n]}]}"
    }

    static func preset(_ preset: String) -> String {
        """
        {"version": 1, "sets": [{"name": "S", "on": "GET /", "responses": [{"name": "R"}]}], "presets": [
        \(preset)
        ]}
        """
    }
}

extension ManifestText {
    /// A manifest with all there is besides clauses and responses, laid out as it is written.
    static let all = """
        {
          "$schema": "./barricade.schema.json",
          "comment": "What the shop can answer.",
          "version": 1,
          "sets": [
            {
              "comment": "The account.",
              "name": "Login",
              "on": {
                "comment": "Not from the web.",
                "all": ["POST /login", { "not": { "header": ["Origin"] } }]
              },
              "group": "Account",
              "default": "Locked",
              "delay": 0.25,
              "responses": [
                { "name": "Success", "file": "a.json" },
                {
                  "comment": "After three tries.",
                  "name": "Locked",
                  "status": 423,
                  "headers": [["Retry-After", "60"]],
                  "json": { "code": 7, "at": [1.0, 2] },
                  "setting": [{ "comment": "Now.", "at": "/code", "value": 8 }]
                },
                { "name": "Slow", "file": "a.json", "delay": { "comment": "Slow.", "uniform": [1, 2] } },
                { "name": "204", "status": 204, "recorded": "0123" }
              ]
            },
            "search/set.json",
            {
              "comment": "Kept in memory.",
              "resource": "Books",
              "at": "/books",
              "group": "Shop",
              "itemsKey": "books",
              "pageSize": 2,
              "ignoredQueryItems": ["key"],
              "items": [
                { "title": "Fog", "id": "b1" },
                { "id": "b2", "title": "Salt" }
              ],
              "responses": [{ "name": "Sold Out", "status": 410 }]
            }
          ],
          "presets": [
            { "comment": "No network.", "name": "Offline", "everySet": "Offline" },
            { "name": "Locked out", "select": { "Login": "Locked", "Search": "None" } }
          ]
        }

        """

    /// A set in a file of its own, laid out as it is written.
    static let setFile = """
        {
          "$schema": "../barricade.schema.json",
          "comment": "Finds books.",
          "name": "Search",
          "on": "GET /search",
          "responses": [
            { "name": "Some", "file": "search/some.txt" },
            { "name": "None", "json": [] }
          ]
        }

        """
}
