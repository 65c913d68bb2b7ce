import Barricade
import BarricadeFolder
import Foundation
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct ManifestSchemaTests {
    /// The schema that lies beside a manifest; decoded once, which takes long.
    private static let written = Result {
        let folder = try ScratchFolder()
        try Barricade().write(to: folder.url)
        return JSONSchema(
            try JSONDecoder().decode(
                JSONValue.self, from: Data(contentsOf: folder.file("barricade.schema.json"))))
    }

    private func schema() throws -> JSONSchema { try Self.written.get() }

    private func json(_ text: String) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    }

    @Test(arguments: BadManifest.all) func bothRefuseAMistake(_ bad: BadManifest) throws {
        let isAccepted = (try? json(bad.text)).map(try schema().accepts) ?? true
        #expect(isAccepted == bad.isBeyondSchema)
    }

    @Test(
        arguments: ManifestResponse.all.map(\.manifest)
            + ManifestClausesTests.cases.map { ManifestText.clause($0.text) }
            + [ManifestText.all])
    func bothAcceptWhatIsRight(_ text: String) throws {
        #expect(try schema().accepts(try json(text)))
        let folder = try ScratchFolder.manifest(text)
        try folder.write(ManifestText.setFile, to: "search/set.json")
        _ = try Barricade(folder: folder.location)
    }

    @Test func itIsForTheFilesOfSetsToo() throws {
        let files: [JSONValue] = [
            try json(ManifestText.setFile), ["resource": "Books", "at": "/books"],
            ["$schema": "x", "name": "S", "on": "/"],
            ["resource": "Books", "at": "/books", "name": "S"],
        ]
        let isAccepted = try files.map(schema().accepts)
        #expect(isAccepted == [true, true, false, false])
    }

    @Test func thereAreEnoughMistakes() {
        let counts = [true, false].map { isBeyond in
            BadManifest.all.filter { $0.isBeyondSchema == isBeyond }.count
        }
        #expect(counts[0] >= 40 && counts[1] >= 60, "\(counts)")
    }
}
