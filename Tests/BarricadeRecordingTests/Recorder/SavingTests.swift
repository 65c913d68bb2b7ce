import BarricadeFolder
import Barricade
import BarricadeRecording
import Foundation
import LoopbackServer
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Recordings that are saved to a folder, and saved again.
@Suite(.takingTurns, .timeLimit(.minutes(20))) struct SavingTests {
    private let folder: ScratchFolder
    /// What the server answers, by path.
    private let replies = Locked<[String: String]>([:])
    private let server: ScriptedServer

    init() throws {
        folder = try ScratchFolder()
        server = try ScriptedServer { [replies] request in
            guard let text = replies.withLock({ $0[request.path] }) else {
                return .init(.notFound)
            }
            return .json(text)
        }
    }

    private func answer(_ path: String, _ text: String) {
        replies.withLock { $0[path] = text }
    }

    /// Records requests to paths, and saves the recording.
    @discardableResult
    private func record(
        _ paths: String..., pruning: Bool = false, at barricade: Barricade? = nil,
        _ configure: (inout Recording.Settings) -> Void = { _ in }
    ) async throws -> Recording {
        let barricade = barricade ?? Barricade.open()
        let recording = barricade.record(.live, configure: configure)
        for path in paths { try await barricade.get(try server.url(path)) }
        recording.stop()
        try recording.save(to: folder.url, pruning: pruning)
        return recording
    }

    private func edit(_ path: String, _ old: String, _ new: String) throws {
        let text = try folder.read(path)
        #expect(text.contains(old))
        try folder.write(text.replacing(old, with: new), to: path)
    }

    private var location: FileLocation { .directory(folder.url) }

    @Test func writesAFolderPerSet() async throws {
        answer("/books/7", #"{"price":1.50,"title":"Fog","id":7}"#)
        try await record("/books/7", "/books/8")
        let tree = try folder.tree()
        #expect(
            tree.keys.sorted() == [
                "barricade.json", "barricade.schema.json", "get-books-id/200.json",
                "get-books-id/set.json",
            ])
        #expect(
            tree["get-books-id/200.json"] == """
                {
                  "price": 1.50,
                  "title": "Fog",
                  "id": 7
                }

                """)
        let set = try #require(tree["get-books-id/set.json"])
        let digest = #/"recorded": "[0-9a-f]{16}"/#
        #expect(
            set.replacing(digest, with: #""recorded": "…""#) == """
                {
                  "$schema": "../barricade.schema.json",
                  "name": "GET /books/:id",
                  "on": "GET http://\(server.host)/books/:id",
                  "default": "As Recorded",
                  "responses": [
                    {
                      "name": "200",
                      "file": "get-books-id/200.json",
                      "recorded": "…",
                      "for": ["/books/7"]
                    },
                    { "name": "404", "status": 404, "recorded": "…", "for": ["/books/8"] },
                    {
                      "name": "As Recorded",
                      "sequence": [
                        { "name": "200", "file": "get-books-id/200.json", "for": ["/books/7"] },
                        { "name": "404", "status": 404, "for": ["/books/8"] }
                      ],
                      "recorded": "…"
                    }
                  ]
                }

                """)
    }

    @Test func recordingTheSameAgainChangesNothing() async throws {
        answer("/books", #"[{"id": 1}]"#)
        answer("/me", #"{"name": "Ada"}"#)
        try await record("/books", "/me", "/missing")
        let before = try folder.stamps()
        try await record("/me", "/missing", "/books")
        #expect(try folder.stamps() == before)
        // Nor through a barricade with the sets of the folder.
        let barricade = try Barricade(folder: location) { $0.unmatchedPolicy = .passThrough }
        for set in barricade.sets { try barricade.setMode(.recording, for: set.name) }
        let recording = try await record("/me", "/missing", "/books", at: barricade)
        #expect(recording.report.counts == "0 recorded, 3 the same again")
        #expect(try folder.stamps() == before)
        #expect(try Barricade(folder: location).validate() == [])
    }

    @Test func aChangedReplyReplacesTheRecordedOne() async throws {
        answer("/a", "[1]")
        answer("/b", "[1]")
        try await record("/a", "/b")
        let before = try folder.tree()
        answer("/a", "[2]")
        try await record("/a", "/b")
        let after = try folder.tree()
        let changed = before.keys.filter { before[$0] != after[$0] }.sorted()
        #expect(changed == ["get-a/200.json", "get-a/set.json"])
        #expect(before.keys == after.keys)
        #expect(after["get-a/200.json"] == "[\n  2\n]\n")
    }

    @Test func repliesForOtherItemsOfASetStayBesideEachOther() async throws {
        for id in 1...9 { answer("/books/\(id)", "{\"id\": \(id)}") }
        try await record("/books/1", "/books/2")
        try await record("/books/2", "/books/9")
        let responses = try #require(try Barricade(folder: location).sets.first).responses
        #expect(responses.map(\.name) == ["200", "200 (2)", "As Recorded", "200 (3)"])
        #expect(try folder.read("get-books-id/200.json").contains("1"))
        #expect(try folder.read("get-books-id/200-2.json").contains("2"))
        #expect(try folder.read("get-books-id/200-3.json").contains("9"))

        // That of the same item is replaced, wherever it stands.
        answer("/books/2", "{\"id\": 22}")
        try await record("/books/2")
        #expect(try folder.read("get-books-id/200-2.json").contains("22"))
        #expect(try folder.tree().keys.count { $0.hasPrefix("get-books-id/200") } == 3)
    }

    @Test func anEditedReplyIsNotTwoInTurn() async throws {
        for id in 1...9 { answer("/books/\(id)", "{\"id\": \(id)}") }
        try await record("/books/1", "/books/2")
        try edit("get-books-id/200.json", "1", "100")
        try await record("/books/1", "/books/9")
        let set = try #require(try Barricade(folder: location).sets.first)
        #expect(set.responses.map(\.name) == ["200", "200 (2)", "As Recorded", "200 (3)"])
        let barricade = try Barricade(folder: location)
        let bodies = [
            try await barricade.get(try server.url("/books/1")).text,
            try await barricade.get(try server.url("/books/9")).text,
        ]
        #expect(bodies == ["{\n  \"id\": 100\n}\n", "{\n  \"id\": 9\n}\n"])
    }

    @Test func volatilePlacesKeepTheirOldValues() async throws {
        answer("/a", #"{"at": 1, "n": 1, "list": [{"at": 2, "x": 1}]}"#)
        try await record("/a") { $0.volatilePaths = ["$..at"] }
        let before = try folder.stamps()
        answer("/a", #"{"at": 8, "n": 1, "list": [{"at": 9, "x": 1}]}"#)
        try await record("/a") { $0.volatilePaths = ["$..at"] }
        #expect(try folder.stamps() == before)
        answer("/a", #"{"at": 8, "n": 2, "list": [{"at": 9, "x": 2}, {"at": 7, "x": 3}]}"#)
        try await record("/a") { $0.volatilePaths = ["$..at"] }
        #expect(
            try folder.read("get-a/200.json") == """
                {
                  "at": 1,
                  "n": 2,
                  "list": [
                    { "at": 2, "x": 2 },
                    { "at": 7, "x": 3 }
                  ]
                }

                """)
    }

    @Test func whatPeopleEditStays() async throws {
        answer("/a", "[1]")
        try await record("/a", "/missing")
        // A body, a name of a response with its delay, a set's name and pattern, a comment, a preset.
        try folder.write("[\"mine\"]", to: "get-a/200.json")
        try edit("get-missing/set.json", #""name": "404""#, #""name": "Gone", "delay": 2"#)
        try edit("get-a/set.json", #""name": "GET /a""#, #""comment": "Ours.", "name": "A""#)
        try edit(
            "get-missing/set.json", "http://\(server.host)/missing",
            "http://\(server.host)/:word")
        try edit(
            "barricade.json", "]\n}\n",
            #"], "presets": [{ "comment": "P.", "name": "P", "select": { "A": "200" } }]}"#)
        // Read and written once, for the layout.
        try Barricade(folder: location).write(to: folder.url)
        let before = try folder.stamps()
        try await record("/missing")
        #expect(try folder.stamps() == before)
        // An edit stands for the reply that was edited.
        try await record("/a")
        #expect(try folder.stamps() == before)
        answer("/a", "[2]")
        try await record("/a")
        let barricade = try Barricade(folder: location)
        #expect(barricade.sets.map(\.name) == ["A", "GET /missing"])
        #expect(barricade.sets[0].responses.map(\.name) == ["200", "200 (2)"])
        #expect(barricade.sets[1].responses.map(\.name) == ["Gone"])
        #expect(barricade.sets[1].responses[0].delay == .fixed(.seconds(2)))
        #expect(try folder.read("get-a/200.json") == "[\"mine\"]")
        #expect(try folder.read("get-a/200-2.json") == "[\n  2\n]\n")
        #expect(try folder.read("get-a/set.json").contains(#""comment": "Ours.""#))
        #expect(try folder.read("barricade.json").contains(#""comment": "P.""#))
        // And again: the added one is the recording's own.
        answer("/a", "[3]")
        try await record("/a")
        #expect(try folder.read("get-a/200-2.json") == "[\n  3\n]\n")
        #expect(try folder.tree()["get-a/200-3.json"] == nil)
    }

    @Test func nothingIsRemovedUnlessAskedFor() async throws {
        answer("/a", "[1]")
        answer("/b", "[1]")
        answer("/c", "[1]")
        try await record("/a", "/b", "/c", "/missing")
        try folder.write("[\"mine\"]", to: "get-b/200.json")
        try folder.write("a file of mine", to: "get-c/notes.txt")
        let names = Set(try folder.tree().keys)
        try await record("/a")
        #expect(Set(try folder.tree().keys) == names)
        try await record("/a", pruning: true)
        #expect(
            try folder.tree().keys.sorted() == [
                "barricade.json", "barricade.schema.json", "get-a/200.json", "get-a/set.json",
                "get-b/200.json", "get-b/set.json", "get-c/notes.txt",
            ])
        #expect(try Barricade(folder: location).sets.map(\.name) == ["GET /a", "GET /b"])
    }

    @Test func tellsWhatItHasChangedAndRemoved() async throws {
        answer("/a", "[1]")
        answer("/b", "[1]")
        try await record("/a", "/b")
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        try await barricade.get(try server.url("/a"))
        recording.stop()
        let changes = try recording.save(to: folder.url, pruning: true)
        #expect(changes.removed == ["get-b/200.json", "get-b/set.json"])
        #expect("\(changes)" == "1 file changed, 2 removed")
        #expect(try recording.save(to: folder.url, pruning: true).isEmpty)
    }

    @Test func repliesInTurnThatDidNotComeAgainArePruned() async throws {
        answer("/a", "[1]")
        answer("/b", "[1]")
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        try await barricade.get(try server.url("/b"))
        answer("/b", "[2]")
        try await barricade.get(try server.url("/b"))
        recording.stop()
        try recording.save(to: folder.url)
        #expect(try Barricade(folder: location).sets.map(\.responses.count) == [3])
        try await record("/a", pruning: true)
        #expect(try Barricade(folder: location).sets.map(\.name) == ["GET /a"])
        #expect(try folder.tree().keys.allSatisfy { !$0.hasPrefix("get-b/") })
    }

    @Test func responsesThatAreCodeAreLeftOut() async throws {
        answer("/a", "[2]")
        let barricade = Barricade.open(
            ResponseSet("Set A", on: .get("/a"), default: "Handler") {
                CannedResponse("One", json: [1])
                CannedResponse("Handler") { _ in CannedResponse(json: [3]) }
            })
        try barricade.setMode(.recording, for: "Set A")
        try await record("/a", at: barricade)
        let read = try Barricade(folder: location)
        #expect(read.sets.map(\.name) == ["Set A"])
        #expect(read.sets[0].responses.map(\.name) == ["One", "200"])
        #expect(try folder.tree().keys.contains("set-a/set.json"))
    }

    @Test func namesHaveNoValuesAndSuitEveryFileSystem() async throws {
        let long = String(repeating: "a", count: 80)
        for path in ["/Caf%C3%A9", "/cafe", "/\(long)", "/x/1A2b3c4d-0000-0000-0000-000000000000"] {
            answer(path, "[]")
        }
        try await record(
            "/Caf%C3%A9", "/cafe?q=values", "/\(long)", "/x/1A2b3c4d-0000-0000-0000-000000000000",
            "/x/../set")
        let names = Set(try folder.tree().keys.compactMap { $0.split(separator: "/").first })
        #expect(
            names.subtracting(["barricade.json", "barricade.schema.json"]).sorted() == [
                "get-\(String(repeating: "a", count: 56))", "get-cafe", "get-cafe-2", "get-set",
                "get-x-id",
            ])
    }

    // MARK: What goes wrong

    @Test func aBrokenFolderStaysAsItIs() async throws {
        answer("/a", "[1]")
        try folder.write("{\"version\": 1,\n \"sets\": [7]}", to: "barricade.json")
        let before = try folder.stamps()
        let error = await #expect(throws: BarricadeError.self) { try await record("/a") }
        let path = folder.url.resolvingSymlinksInPath().path
        #expect(error?.code == .unusableFolder)
        #expect(
            error?.message == """
                The folder \(path) cannot be written: The folder \(path) has 1 mistake:
                  barricade.json:2:11, $.sets[0]: wants an object, got 7.
                """)
        #expect(try folder.stamps() == before)
    }

    @Test func aFolderThatCannotBeWrittenLosesNothing() async throws {
        answer("/a", "[1]")
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        try await barricade.get(try server.url("/a"))
        // A file stands where its parent should be, whoever runs the test.
        let file = try folder.write("", to: "file")
        #expect(throws: BarricadeError.self) {
            try recording.save(to: file.appendingPathComponent("Responses"))
        }
        try recording.save(to: folder.file("Responses"))
        #expect(try folder.names() == ["Responses", "file"])
        #expect(try Barricade(folder: .directory(folder.file("Responses"))).sets.count == 1)
    }

    @Test func twoRecordingsMayBeSavedAtOnce() async throws {
        for number in 0..<8 { answer("/p\(number)/x", "[\(number)]") }
        let recordings = try await withThrowingTaskGroup(of: Recording.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let barricade = Barricade.open()
                    let recording = barricade.record(.live)
                    try await barricade.get(try server.url("/p\(number)/x"))
                    recording.stop()
                    return recording
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let faults = Locked(0)
        let url = folder.file("Responses")
        DispatchQueue.concurrentPerform(iterations: recordings.count) { index in
            do { try recordings[index].save(to: url) } catch { faults.withLock { $0 += 1 } }
        }
        #expect(faults.withLock { $0 } == 0)
        #expect(try Barricade(folder: .directory(url)).sets.count == 8)
        #expect(try folder.names() == ["Responses"])
    }
}
