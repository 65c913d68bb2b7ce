import Barricade
import BarricadeFolder
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

    @Test func bothRefuseAMistake() throws {
        let schema = try schema()
        for bad in BadManifest.inSchema {
            #expect(!schema.accepts(try json(bad.text)), sourceLocation: bad.location)
        }
        for bad in BadManifest.beyondSchema {
            // What is not even JSON has no value.
            guard let value = try? json(bad.text) else { continue }
            #expect(schema.accepts(value), sourceLocation: bad.location)
        }
        #expect(BadManifest.beyondSchema.count >= 40)
        #expect(BadManifest.inSchema.count >= 60)
    }

    @Test func itAcceptsWhatIsReadAndIsForTheFilesOfSetsToo() throws {
        let schema = try schema()
        // All of them are read in the tests of responses, clauses and written folders.
        let texts =
            ManifestResponse.all.map(\.manifest)
            + ManifestClausesTests.cases.map { ManifestText.clause($0.text) } + [ManifestText.all]
        #expect(try texts.filter { !schema.accepts(try json($0)) } == [])
        #expect(schema.accepts(try json(ManifestText.setFile)))
        #expect(schema.accepts(["resource": "Books", "at": "/books"]))
        #expect(!schema.accepts(["$schema": "x", "name": "S", "on": "/"]))
        #expect(!schema.accepts(["resource": "Books", "at": "/books", "name": "S"]))
    }
}
