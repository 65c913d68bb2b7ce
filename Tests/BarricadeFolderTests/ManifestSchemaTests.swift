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
        let (beyond, others) = (
            BadManifest.all.filter(\.isBeyondSchema), BadManifest.all.filter { !$0.isBeyondSchema }
        )
        let refused = beyond.map(\.text).filter { text in
            guard let value = try? json(text) else { return false }
            return !schema.accepts(value)
        }
        let accepted = try others.map(\.text).filter { schema.accepts(try json($0)) }
        #expect([refused, accepted] == [[], []])
        #expect(beyond.count >= 40 && others.count >= 60)
    }

    @Test func itAcceptsWhatIsReadAndIsForTheFilesOfSetsToo() throws {
        let schema = try schema()
        // All of them are read in the tests of responses, clauses and written folders.
        let texts =
            ManifestResponse.all.map(\.manifest)
            + ManifestClausesTests.cases.map { ManifestText.clause($0.text) } + [ManifestText.all]
        let refused = try texts.filter { !schema.accepts(try json($0)) }
        #expect(refused == [])
        let files: [JSONValue] = [
            try json(ManifestText.setFile), ["resource": "Books", "at": "/books"],
            ["$schema": "x", "name": "S", "on": "/"],
            ["resource": "Books", "at": "/books", "name": "S"],
        ]
        let isAccepted = files.map(schema.accepts)
        #expect(isAccepted == [true, true, false, false])
    }
}
