import Barricade
import BarricadeFolder
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct ManifestFaultsTests {
    private func error(of folder: ScratchFolder) -> BarricadeError? {
        let error = BarricadeError.thrown { try Barricade(folder: folder.location) }
        #expect(error?.code == .unusableFolder)
        return error
    }

    @Test func aMistakeIsSaidWithItsPlace() throws {
        let folder = try ScratchFolder.manifest("")
        try folder.write("", to: "folder/b.json")
        try FileManager.default.createSymbolicLink(
            at: folder.file("link.json"), withDestinationURL: URL(fileURLWithPath: "/etc/hosts"))
        for bad in BadManifest.all {
            try folder.write(bad.text, to: "barricade.json")
            let count = bad.messages.count == 1 ? "1 mistake" : "\(bad.messages.count) mistakes"
            let lines = ["The folder \(folder.url.path) has \(count):"] + bad.messages
            let error = error(of: folder)
            #expect(
                error?.message == lines.joined(separator: "\n  "), sourceLocation: bad.location)
        }
    }

    @Test(arguments: [(80, "80", "30"), (201, "more than 200", "more than 150")])
    func aLongListIsCutShort(count: Int, counted: String, more: String) throws {
        let responses = (1...count).map { #"{"name": "\#($0)", "status": 1000}"# }
        let folder = try ScratchFolder.manifest(
            ManifestText.responses(responses.joined(separator: ",\n")))
        let lines = error(of: folder)?.message.components(separatedBy: "\n") ?? []
        let expected: [String] = [
            "The folder \(folder.url.path) has \(counted) mistakes:",
            "  barricade.json:9:25, $.sets[0].responses[7].status: wants a whole number from 200 to 599, got 1000.",
            "  and \(more) more",
        ]
        let told = lines.indices.filter { [0, 8].contains($0) || $0 > 50 }.map { lines[$0] }
        #expect(told == expected)
    }

    @Test func mistakesInSetsOwnFilesNameThemAndNothingIsRegistered() throws {
        let folder = try ScratchFolder.manifest(
            ManifestText.set(
                #""b/set.json", {"name": "A", "on": "/", "responses": [{}]}, "#
                    + #"{"name": "Good", "on": "/", "responses": [{"name": "R"}]}"#))
        try folder.write("{\n  \"name\": \"A\",\n  \"no\": 1}", to: "b/set.json")
        #expect(
            error(of: folder)?.message == """
                The folder \(folder.url.path) has 4 mistakes:
                  barricade.json:2:54, $.sets[1].responses[0]: wants a key "name".
                  b/set.json:1:1, $: wants a key "on".
                  b/set.json:1:1, $: wants a key "responses".
                  b/set.json:3:3, $.no: is no key of a set. Known: "on", "name", "group", "delay", "comment", "default", "responses".
                """)
        // Nor is the set registered that has none.
        let barricade = Barricade()
        #expect(throws: BarricadeError.self) { try barricade.register(folder: folder.location) }
        #expect(barricade.sets.isEmpty)
    }

    @Test func aManifestThatIsMissingTooLargeOrTooDeepIsNotRead() throws {
        let folder = try ScratchFolder()
        let missing = BarricadeError.thrown {
            try ResponseSet.sets(in: [folder.location, .directory("/nowhere")])
        }
        let large = try ScratchFolder.manifest("")
        // It takes no room, since nothing is written.
        try #require(truncate(large.file("barricade.json").path, 33 << 20) == 0)
        let clauses = repeatElement(#"{"not": "#, count: 200).joined()
        let deep = try ScratchFolder.manifest(
            ManifestText.clause(clauses + "\"/\"" + String(repeating: "}", count: 200)))
        let found: [String?] = [missing?.message, error(of: large)?.message]
        #expect(
            found == [
                """
                No file "barricade.json" was found. Tried:
                  \(folder.file("barricade.json").path)
                  /nowhere/barricade.json
                """,
                """
                The folder \(large.url.path) cannot be read: barricade.json has more than 32 MB, the \
                most that a file of sets may have. Keep bodies and items in files of their own
                """,
            ])
        #expect(error(of: deep)?.message.hasSuffix(": is nested too deeply.") == true)
    }
}
