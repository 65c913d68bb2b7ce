import BarricadeFolder
import Barricade
import BarricadeRecording
import LoopbackServer
import Testing

@testable import TestSupport

/// Recordings that are saved to a folder, and saved again.
@Suite(.takingTurns, .timeLimit(.minutes(20))) struct SavingTests {
    private let folder: ScratchFolder
    /// What the server answers, by path; other paths are not found.
    private let replies = Locked<[String: String]>([:])
    private let server: ScriptedServer

    init() throws {
        folder = try ScratchFolder()
        server = try ScriptedServer { [replies] request in
            replies.withLock { $0[request.path] }.map { .json($0) } ?? .init(.notFound)
        }
    }

    private func answer(_ texts: [String: String]) {
        replies.withLock { $0.merge(texts) { $1 } }
    }

    /// Records requests to paths, and saves the recording.
    @discardableResult
    private func record(
        _ paths: String..., pruning: Bool = false, at barricade: Barricade? = nil,
        _ configure: (inout Recording.Settings) -> Void = { _ in }
    ) async throws -> (report: RecordingReport, changes: FolderChanges) {
        let barricade = barricade ?? Barricade.open()
        let recording = barricade.record(.live, configure: configure)
        try await barricade.texts(paths, of: server)
        recording.stop()
        return (recording.report, try recording.save(to: folder.url, pruning: pruning))
    }

    private func edit(_ path: String, _ old: String, _ new: String) throws {
        let text = try folder.read(path)
        try #require(text.contains(old))
        try folder.write(text.replacing(old, with: new), to: path)
    }

    /// The sets of the folder.
    private func sets() throws -> [ResponseSet] {
        try ResponseSet.sets(in: .directory(folder.url))
    }

    /// A server may send JSON that cannot be read, but an edit that cannot be read is a mistake.
    @Test func onlyEditsOfBrokenJSONAreMistakes() async throws {
        answer(["/cut": "{\"a\": ", "/books/1": "{\"id\": ", "/books/2": "{\"id\": 2}"])
        try await record("/cut", "/books/1", "/books/2") {
            $0.redaction.allowedTypes.insert("application/json")
        }
        let barricade = Barricade(try sets())
        #expect(barricade.validate() == [])
        try edit("get-cut/200.json", "{", "[")
        try edit("get-books-id/200-2.json", "2", "two")
        let messages = barricade.validate().map(\.message).sorted()
        try #require(messages.count == 2)
        #expect(messages[0].contains("\"get-books-id/200-2.json\" is not JSON"))
        #expect(messages[1].contains("\"get-cut/200.json\" is not JSON"))
    }

    /// What is not laid out is compared as it is.
    @Test func recordingTheSameAgainChangesNothing() async throws {
        answer([
            "/books": #"[{"id": 1}]"#, "/me": #"{"name": "Ada"}"#, "/value": "1.50",
            "/null": "null", "/mark": "\u{FEFF}{\"a\":1}",
        ])
        try await record("/books", "/me", "/value", "/null", "/mark", "/missing")
        let before = try folder.stamps()
        try await record("/me", "/null", "/missing", "/value", "/mark", "/books")
        // Nor through a barricade with the sets of the folder.
        let barricade = Barricade(try sets()) { $0.unmatchedPolicy = .passThrough }
        for set in barricade.sets { try barricade.setMode(.recording, for: set.name) }
        let report = try await record(
            "/me", "/value", "/missing", "/null", "/mark", "/books", at: barricade
        ).report
        #expect(report.counts == "0 recorded, 6 the same again")
        #expect(try folder.stamps() == before)
        #expect(try folder.read("get-mark/200.json") == "\u{FEFF}{\"a\":1}")
    }

    /// The command `record` registers the folder's sets; others stay unregistered.
    @Test(arguments: [false, true])
    func aChangedReplyReplacesTheOneThatWasRecorded(isRegistered: Bool) async throws {
        for text in ["[1]", "[2]", "[3]"] {
            answer(["/me": text])
            let known = isRegistered && text != "[1]" ? try sets() : []
            let barricade = Barricade(known) { $0.unmatchedPolicy = .passThrough }
            for set in known { try barricade.setMode(.recording, for: set.name) }
            try await record("/me", at: barricade) { $0.earlierFolder = folder.url }
        }
        #expect(try sets().map(\.outline) == ["GET /me: 200"])
        #expect(try folder.read("get-me/200.json").filter(\.isNumber) == "3")
    }

    /// A server that had a bad day answers as on its next good one, and not the other way round.
    @Test func aReplyOfAnotherStatusAnswersUnlessItIsAnError() async throws {
        try await record("/me")
        answer(["/me": "[1]"])
        try await record("/me")
        #expect(try sets().map(\.outline) == ["GET /me: 404, 200 (default)"])
        let read = try Barricade(folder: .directory(folder.url))
        #expect(try await read.texts(["/me"], of: server) == ["[\n  1\n]\n"])
        let before = try folder.stamps()
        try await record("/me")
        #expect(try folder.stamps() == before)
        answer(["/you": "[1]"])
        try await record("/you")
        replies.withLock { $0["/you"] = nil }
        try await record("/you")
        #expect(try sets().map(\.outline).last == "GET /you: 200, 404")
    }

    /// What people have written or chosen stays the default.
    @Test(arguments: [
        ("\"status\": 404", "\"status\": 410"), ("\"on\"", "\"default\": \"404\", \"on\""),
    ])
    func whatSomebodyHasEditedOrChosenStaysTheDefault(_ old: String, _ new: String) async throws {
        try await record("/me")
        try edit("get-me/set.json", old, new)
        answer(["/me": "[1]"])
        try await record("/me")
        #expect(try Barricade(folder: .directory(folder.url)).selection["GET /me"] == "404")
    }

    /// The bodies that are files of the set of `/books/:id`.
    private func books() throws -> [String: String] {
        let files = try folder.tree().filter { $0.key.hasPrefix("get-books-id/200") }
        return files.mapValues { $0.filter(\.isNumber) }
    }

    @Test func repliesForOtherItemsOfASetStayBesideEachOther() async throws {
        for id in 1...9 { answer(["/books/\(id)": "{\"id\": \(id)}"]) }
        try await record("/books/1", "/books/2")
        try await record("/books/2", "/books/9")
        let outline = "GET /books/:id: 200, 200 (2), As Recorded (default), 200 (3)"
        #expect(try sets().map(\.outline) == [outline])
        let (first, second, third) = (
            "get-books-id/200.json", "get-books-id/200-2.json", "get-books-id/200-3.json"
        )
        #expect(try books() == [first: "1", second: "2", third: "9"])
        // That of the same item is replaced, wherever it stands.
        answer(["/books/2": "{\"id\": 22}"])
        try await record("/books/2")
        #expect(try books() == [first: "1", second: "22", third: "9"])
        // An edited one is not two in turn.
        try edit(first, "1", "100")
        try await record("/books/1", "/books/8")
        #expect(try sets().map(\.outline) == [outline + ", 200 (4)"])
        #expect(
            try books()
                == [first: "100", second: "22", third: "9", "get-books-id/200-4.json": "8"])
        // Each answers its own request.
        let read = try Barricade(folder: .directory(folder.url))
        let texts = try await read.texts([8, 9, 2, 1].map { "/books/\($0)" }, of: server)
        #expect(texts.map { $0.filter(\.isNumber) } == ["8", "9", "22", "100"])
    }

    @Test func volatilePlacesKeepTheirOldValues() async throws {
        answer(["/a": #"{"at": 1, "n": 1, "list": [{"at": 2, "x": 1}]}"#])
        try await record("/a") { $0.volatilePaths = ["$..at"] }
        let before = try folder.stamps()
        answer(["/a": #"{"at": 8, "n": 1, "list": [{"at": 9, "x": 1}]}"#])
        try await record("/a") { $0.volatilePaths = ["$..at"] }
        #expect(try folder.stamps() == before)
        answer(["/a": #"{"at": 8, "n": 2, "list": [{"at": 9, "x": 2}, {"at": 7, "x": 3}]}"#])
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
        answer(["/a": "[1]"])
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
        try Barricade(folder: .directory(folder.url)).write(to: folder.url)
        let before = try folder.stamps()
        // An edit stands for the reply that was edited.
        try await record("/missing", "/a")
        #expect(try folder.stamps() == before)
        answer(["/a": "[2]"])
        try await record("/a")
        #expect(try sets().map(\.outline) == ["A: 200, 200 (2)", "GET /missing: Gone"])
        let tree = try folder.tree()
        let bodies = ["get-a/200.json", "get-a/200-2.json"]
        #expect(bodies.map { tree[$0] } == ["[\"mine\"]", "[\n  2\n]\n"])
        let text = tree.values.joined()
        let edits = [#""comment": "Ours.""#, #""comment": "P.""#, #""delay": 2"#]
        #expect(edits.filter { !text.contains($0) } == [])
        // And again: the added one is the recording's own.
        answer(["/a": "[3]"])
        try await record("/a")
        let after = try folder.tree()
        #expect(after.keys == tree.keys)
        #expect(bodies.map { after[$0] } == ["[\"mine\"]", "[\n  3\n]\n"])
    }

    @Test func nothingIsRemovedUnlessAskedFor() async throws {
        answer(["/a": "[1]", "/b": "[1]", "/c": "[1]"])
        try await record("/a", "/b", "/c", "/missing")
        try folder.write("[\"mine\"]", to: "get-b/200.json")
        try folder.write("a file of mine", to: "get-c/notes.txt")
        #expect(try await record("/a").changes.isEmpty)
        let changes = try await record("/a", pruning: true).changes
        #expect(
            ["\(changes)"] + changes.removed == [
                "1 file changed, 3 removed", "get-c/200.json", "get-c/set.json",
                "get-missing/set.json",
            ])
        let left = try [folder.read("get-c/notes.txt")] + sets().map(\.outline)
        #expect(left == ["a file of mine", "GET /a: 200", "GET /b: 200"])
        #expect(try await record("/a", pruning: true).changes.isEmpty)
    }

    @Test func aCommentStaysAtItsResponseIfOneBeforeItIsPruned() async throws {
        try await record("/a")
        let mine = #"{ "comment": "Ours.", "name": "Mine", "json": [9] }"#
        try edit("get-a/set.json", "\n  ]", ",\n    \(mine)\n  ]")
        answer(["/a": "[1]"])
        try await record("/a", pruning: true)
        #expect(try sets().map { "\($0.outline)" } == ["GET /a: Mine, 200 (default)"])
        #expect(try folder.read("get-a/set.json").contains(mine))
    }

    @Test func repliesInTurnThatDidNotComeAgainArePruned() async throws {
        answer(["/a": "[1]", "/b": "[1]"])
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        try await barricade.texts(["/b"], of: server)
        answer(["/b": "[2]"])
        try await barricade.texts(["/b"], of: server)
        try recording.save(to: folder.url)
        #expect(try sets().map(\.outline) == ["GET /b: 200, 200 (2), As Recorded (default)"])
        try await record("/a", pruning: true)
        #expect(try folder.names().filter { $0.hasPrefix("get") } == ["get-a"])
    }

    @Test func responsesThatAreCodeAreLeftOut() async throws {
        answer(["/a": "[2]"])
        let barricade = Barricade.open(
            ResponseSet("Set A", on: .get("/a"), default: "Handler") {
                CannedResponse("One", json: [1])
                CannedResponse("Handler") { _ in CannedResponse(json: [3]) }
            })
        try barricade.setMode(.recording, for: "Set A")
        try await record("/a", at: barricade)
        #expect(try sets().map(\.outline) == ["Set A: One, 200"])
    }

    // MARK: What no folder can hold

    /// A server that can send what is no status code.
    private func oddServer() throws -> LocalServer {
        try LocalServer { request in
            let isOdd = request.target == "/odd"
            return LocalServer.Response(
                status: isOdd ? 999 : 200, headers: [("Content-Type", "text/plain")],
                body: Data(request.target.utf8))
        }
    }

    @Test func aReplyThatNoFolderCanHoldIsRefusedByNameAndTheRestIsSaved() async throws {
        let server = try oddServer()
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        for path in ["/good", "/odd", "/after"] { try await barricade.get(try server.url(path)) }
        #expect(try recording.save(to: folder.url).added.count == 6)
        let host = "127.0.0.1:\(server.port)"
        #expect(
            recording.report.refusals.map { "\($0.request): \($0.reason)" } == [
                """
                GET http://\(host)/odd: no folder can hold it, since it cannot be sent: its status \
                is 999, allowed are 200 to 599
                """
            ])
        #expect(try sets().map(\.outline) == ["GET /good: 200", "GET /after: 200"])
        // Nor can it be selected.
        #expect(barricade.sets.map(\.name) == ["GET /after", "GET /good"])
    }

    @Test(arguments: ["V2", "purge", "GTE", "M!#~"])
    func anyMethodIsReadBackAsItWasSent(_ method: String) async throws {
        let server = try oddServer()
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        try await barricade.get(try server.url("/a"), method: method)
        try recording.save(to: folder.url)
        let before = try folder.stamps()
        #expect(try recording.save(to: folder.url).isEmpty)
        #expect(try folder.stamps() == before)
        let played = try Barricade(folder: .directory(folder.url))
        #expect(try await played.get(try server.url("/a"), method: method) == "/a")
        #expect(server.requests.count == 1)
    }

    @Test func aSetThatMatchesByAClosureIsLeftOutByName() async throws {
        answer(["/a": "[1]", "/b": "[2]"])
        let barricade = Barricade.open(
            ResponseSet("Odd", on: .matching("it is odd") { $0.url.path == "/a" }) {
                CannedResponse("One", json: [1, 2])
            })
        try barricade.setMode(.recording, for: "Odd")
        let recording = barricade.record(.live)
        try await barricade.texts(["/a", "/b"], of: server)
        try recording.save(to: folder.url)
        try recording.save(to: folder.url)
        #expect(
            recording.report.refusals.map { "\($0.request): \($0.reason)" } == [
                "set \"Odd\": no folder can hold it, since it matches by a closure (\"it is odd\")"
            ])
        #expect(try sets().map(\.outline) == ["GET /b: 200"])
    }

    @Test func aReplyThatProvesUnreadableLaterIsLeftOutByName() async throws {
        let secret = "s3cr3t-Value-4711"
        let image = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data(secret.utf8)
        let server = try ScriptedServer { request in
            request.path == "/logo"
                ? .init(headers: ["Content-Type": "image/png"], body: .data(image))
                : .json(#"{"password": "\#(secret)"}"#)
        }
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        try await barricade.texts(["/logo", "/me"], of: server)
        try recording.save(to: folder.url)
        let refusals = recording.report.refusals
        #expect(refusals.map(\.request) == ["GET http://\(server.host)/logo"])
        #expect(
            refusals.first?.reason.contains(
                "its 25 bytes hold a known secret, which cannot be replaced there") == true)
        #expect(try sets().map(\.outline) == ["GET /me: 200"])
    }

    // MARK: What goes wrong

    @Test func aBrokenFolderStaysAsItIs() async throws {
        answer(["/a": "[1]"])
        try folder.write("{\"version\": 1,\n \"sets\": [7]}", to: "barricade.json")
        let before = try folder.stamps()
        let path = folder.url.resolvingSymlinksInPath().path
        let error = BarricadeError(
            .unusableFolder,
            """
            The folder \(path) cannot be written: The folder \(path) has 1 mistake:
              barricade.json:2:11, $.sets[0]: wants an object, got 7.
            """)
        await #expect(throws: error) { try await record("/a") }
        #expect(try folder.stamps() == before)
    }

    @Test func twoRecordingsMayBeSavedAtOnce() async throws {
        var recordings: [Recording] = []
        for number in 0..<8 {
            let barricade = Barricade.open()
            recordings.append(barricade.record(.live))
            try await barricade.texts(["/p\(number)/x"], of: server)
        }
        let url = folder.file("Responses")
        DispatchQueue.concurrentPerform(iterations: 8) { [recordings] index in
            _ = try? recordings[index].save(to: url)
        }
        #expect(try ResponseSet.sets(in: .directory(url)).count == 8)
        #expect(try folder.names() == ["Responses"])
    }
}
