import Barricade
import BarricadeFolder
import BarricadeSurfaces
import BarricadeTesting
import Testing

@testable import TestSupport

/// A response in the making, from its start to its end.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct ResponseDraftTests {
    private let barricade = Barricade(
        ResponseSet("Book", on: .get("/book"), fileID: "App/Sets.swift", line: 7) {
            CannedResponse("Fog", status: 203, headers: ["ETag": "7"], json: ["id": 7], delay: 0.5)
            CannedResponse("Echo") { _ in CannedResponse(text: "echo") }
            CannedResponse("Offline", error: .notConnectedToInternet)
        })

    private func get(_ path: String = "/book") async throws -> String {
        try await barricade.patientSession.get("\(api)\(path)").text
    }

    // MARK: Fields

    private static let tooMany = (4 << 20) + 1

    private typealias Change = @Sendable (inout ResponseDraft) -> Void

    private static let mistakes: KeyValuePairs<String, Change> = [
        "name: wants a name, got an empty string.": { $0.name = "" },
        "name: is the name of another response.": { $0.name = "Fog" },
        "name: has 10000 letters, at most 200 are possible.":
            { $0.name = String(repeating: "x", count: 10_000) },
        "name: has a line break or another control character.": { $0.name = "a\nb" },
        "status: wants a whole number from 200 to 599, got 99.": { $0.status = "99" },
        "status: wants a whole number from 200 to 599, got 1000.": { $0.status = "1000" },
        "status: wants a number from 200 to 599, or words such as \"not found\".":
            { $0.status = "no idea" },
        "headers 1: the value of header A holds a line break or a zero byte.":
            { $0.headers = [.init(), .init("A", "1\n2")] },
        "headers 0: header name \"a b\" is not a token (RFC 9110, 5.6.2).":
            { $0.headers = [.init("a b", "1")] },
        "status: make a redirect with the status, which can only be made in code or in a folder.":
            { ($0.status, $0.headers) = ("302", [.init("Location", "/b")]) },
        "body: ends too early. 2:11": { $0.body = "{\n  \"a\": tru" },
        "body: wants a value here. 2:8": { $0.body = "{\n  \"a\": é" },
        "body: is not base64 (RFC 4648).": { ($0.bodyKind, $0.body) = (.base64, "%%") },
        "body: has 4194305 bytes, at most 4194304 are possible.":
            { ($0.bodyKind, $0.body) = (.text, String(letter: "x", count: tooMany)) },
        "body: has 4194305 bytes, at most 4194304 are possible.":
            { $0.body = String(letter: "[", count: tooMany) },
        "delay: wants seconds, such as 0.5.": { $0.delay = "soon" },
        "delay: wants seconds, a number from 0 to 1000000000, got a number.": { $0.delay = "-1" },
    ]

    @Test func aMistakeIsToldAtItsField() {
        for (message, change) in Self.mistakes {
            var draft = ResponseDraft(in: "Book")
            draft.name = "New"
            change(&draft)
            let faults = barricade.check(draft).faults.map { fault in
                let place = fault.line.map { " \($0):\(fault.column ?? 0)" } ?? ""
                let row = fault.row.map { " \($0)" } ?? ""
                return "\(fault.field)\(row): \(fault.message)\(place)"
            }
            let isRefused = (try? barricade.save(draft, selecting: false)) == nil
            #expect(faults == [message], "\(faults), refused: \(isRefused)")
            #expect(isRefused, "\(faults), refused: \(isRefused)")
        }
    }

    @Test func allMistakesAreToldAtOnce() {
        var draft = ResponseDraft(in: "Book")
        (draft.name, draft.status, draft.delay) = ("", "1000", "-1")
        draft.headers = [.init("A", "1"), .init(), .init("a b", "1"), .init("B", "1\n2")]
        draft.body = "{\n  \"a\": tru"
        let error = #expect(throws: ResponseDraft.Faults.self) {
            try barricade.save(draft, selecting: false)
        }
        #expect(error?.faults == barricade.check(draft).faults)
        let places = error?.faults.map { "\($0.field) \($0.row ?? -1) \($0.line ?? -1)" }
        #expect(
            places == [
                "body -1 2", "name -1 -1", "status -1 -1", "headers 2 -1", "headers 3 -1",
                "delay -1 -1",
            ])
        (draft.name, draft.status) = ("Fog", "no idea")
        let fields = barricade.check(draft).faults.map(\.field)
        #expect(fields == [.status, .body, .headers, .headers, .delay, .name])
    }

    @Test func whatIsMadeIsLikeAnyOtherResponse() async throws {
        let tally = ResponseTally()
        let barricade = Barricade(
            ResponseSet("Book", on: .get("/book")) { CannedResponse("Fog") }
        )
        barricade.register(tally)
        var draft = ResponseDraft(in: "Book")
        (draft.name, draft.body) = ("Made", "[1]")
        try barricade.save(draft, selecting: true)
        let snapshot = barricade.changedSelection
        barricade.register([Preset("Demo", ["Book": "Made"])])
        func answer() async throws -> String { try await barricade.answer(to: "GET /book") }
        barricade.reset()
        #expect(try await answer() == "200")
        barricade.restore(snapshot)
        #expect(try await answer() == "200 [1]")
        barricade.reset()
        try barricade.apply("Demo")
        #expect(try await answer() == "200 [1]")
        #expect(barricade.overview.presets.map(\.state) == [.applied])
        #expect(tally.counts == ["Book": ["Made": 2, "Fog": 1]])
    }

    @Test func otherNamesArePossibleAndAStatusInWords() async throws {
        let names: KeyValuePairs<String, String> = [
            "a/b": "404", "50 %": "not found", "🎈": "404 Not Found", "…": "OK", #"\"q\""#: "200",
        ]
        var draft = ResponseDraft(in: "Book")
        var found: [String] = []
        for (name, status) in names {
            (draft.name, draft.status) = (name, status)
            try barricade.save(draft, selecting: true)
            let isMade = barricade.overview["Book"]?[name]?.isMade == true
            found.append("\(try await barricade.answer(to: "GET /book")), made: \(isMade)")
        }
        #expect(found == [404, 404, 404, 200, 200].map { "\($0), made: true" })
        #expect(barricade.overview.editCount == 5)
    }

    // MARK: Starting

    @Test func aResponseOfTheCodeIsCopied() throws {
        let draft = try barricade.draft(of: "Fog", in: "Book")
        let offline = try barricade.draft(of: "Offline", in: "Book").error
        let texts: [String] = [
            "Fog copy", "203", "0.5", "{\n  \"id\": 7\n}", "notConnectedToInternet",
        ]
        #expect([draft.name, draft.status, draft.delay, draft.body, offline] == texts)
        #expect(draft.headers == [.init("ETag", "7")])
        #expect(draft.replaced == nil)
        let handler = BarricadeError.thrown { try barricade.draft(of: "Echo", in: "Book") }
        #expect(
            handler?.message == """
                Response "Echo" of set "Book" is made for each request, so it cannot be copied: a \
                handler's answer.

                To fix: send a request, and keep its reply from the log.
                """)
    }

    @Test func aMadeResponseIsEditedUnlessSomeoneElseDidMeanwhile() async throws {
        try barricade.add(CannedResponse("Made", text: "1"), to: "Book")
        var mine = try barricade.draft(of: "Made", in: "Book")
        var other = mine
        mine.body = "mine"
        other.body = "other"
        try barricade.save(mine, selecting: true)
        let late = BarricadeError.thrown { try barricade.save(other, selecting: false) }
        #expect(late?.code == .changedMeanwhile)
        other.name = "Mine"
        try barricade.save(other, selecting: false)
        #expect(try barricade.draft(of: "Mine", in: "Book").body == "other")
        let copy = try barricade.draft(of: "Made", in: "Book", isCopy: true).name
        #expect(try await [get(), copy] == ["mine", "Made copy"])
        try barricade.unregister("Book")
        let gone = BarricadeError.thrown { try barricade.save(mine, selecting: false) }
        #expect(gone?.code == .unknownName)
    }

    @Test func aResponseOfAFolderThatWasReadAgainIsSavedUnderAnotherName() throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"""
            {"version": 1, "sets": [{"name": "Book", "on": "GET /book", "responses": [
            {"name": "Fog", "text": "a"}]}]}
            """#, to: "barricade.json")
        let barricade = try Barricade(folder: .directory(folder.url))
        var draft = try barricade.draft(of: "Fog", in: "Book")
        draft.name = "Salt"
        #expect(barricade.check(draft).faults.map(\.message) == ["stays as it is in the folder."])
        draft.version = "that of another launch"
        try barricade.save(draft, selecting: false)
        #expect(barricade.overview["Book"]?.responses.map(\.name) == ["Fog", "Salt"])
    }

    @Test func aLargeBodyHasALineForEachObject() throws {
        let row: JSONValue = ["id": 7, "text": .string(String(repeating: "a", count: 200))]
        let rows = CannedResponse("Rows", json: .array(Array(repeating: row, count: 5_000)))
        try barricade.add(rows, to: "Book")
        let body = try barricade.draft(of: "Rows", in: "Book").body
        #expect(body.split(separator: "\n").count == 5_002)
        try barricade.add(CannedResponse("Row", json: ["row": row]), to: "Book")
        #expect(try barricade.draft(of: "Row", in: "Book").body.split(separator: "\n").count == 6)
    }

    @Test func aDraftOutlivesItsLaunchUnlessTheFolderChanges() throws {
        let folder = try ScratchFolder()
        func write(_ text: String) throws {
            try folder.write(
                #"""
                {"version": 1, "sets": [{"name": "Book", "on": "GET /book", "responses": [
                {"name": "Fog", "text": "\#(text)"}, {"name": "Salt", "json": [1, 2]}]}]}
                """#, to: "barricade.json")
        }
        func launch() throws -> Barricade { try Barricade(folder: .directory(folder.url)) }
        func save(_ draft: ResponseDraft) -> String? {
            BarricadeError.thrown { try launch().save(draft, selecting: false) }?.message
        }
        try write("a")
        let first = try launch()
        let (fog, salt) = (
            try first.draft(of: "Fog", in: "Book"), try first.draft(of: "Salt", in: "Book")
        )
        #expect(save(fog) == nil)
        try write("b")
        #expect(save(salt) == nil)
        #expect(
            save(fog) == """
                Response "Fog" of set "Book" was changed meanwhile.

                To fix: load it again, or save yours under another name.
                """)
        // What was made and saved is then the folder's.
        try write("a")
        var made = try first.draft(of: "Salt", in: "Book")
        made.body = "[3]"
        try first.save(made, selecting: false)
        _ = try first.saveToFolder()
        #expect(try save(first.draft(of: "Salt", in: "Book")) == nil)
    }

    @Test func aReplyIsKeptAndEditedAndHasNoSecretsIfMasked() async throws {
        let viewer = barricade.viewReplies()
        try barricade.select("Echo", for: "Book")
        _ = try await get()
        var draft = try barricade.draft(from: barricade.requests[0], isMasked: false)
        let texts: [String] = ["Book", "Echo copy", "echo", "text"]
        #expect([draft.set, draft.name, draft.body, "\(draft.bodyKind)"] == texts)
        #expect(draft.headers == [])
        draft.body += "!"
        try barricade.save(draft, selecting: true)
        #expect(try await get() == "echo!")

        try barricade.add(
            CannedResponse("Made", headers: ["X-Api-Key": "f00d"], json: ["password": "f00d"]),
            to: "Book")
        try barricade.select("Made", for: "Book")
        _ = try await get()
        let masked = try barricade.draft(from: barricade.requests[2], isMasked: true)
        let keys = masked.headers.filter { $0.name == "X-Api-Key" }.map(\.value)
        #expect(keys + [masked.body] == ["•••", "{\n  \"password\": \"•••\"\n}"])
        _ = consume viewer
    }

    @Test func anUnmatchedRequestBecomesASet() async throws {
        _ = try await barricade.answer(to: "GET /shops/7/books/a*b?page=2")
        var draft = try barricade.draft(from: barricade.requests[0], isMasked: false)
        #expect(
            draft.segments + [draft.set]
                == ["shops", "7", "books", "a%2Ab", "GET /shops/7/books/a*b"])
        #expect(draft.pattern == "GET \(api)/shops/7/books/a%2Ab")
        draft.toggleSegment(at: 1)
        draft.toggleSegment(at: 3)
        #expect(draft.pattern == "GET \(api)/shops/:id/books/:id2")
        draft.toggleSegment(at: 3)
        #expect(draft.pattern == "GET \(api)/shops/:id/books/a%2Ab")
        draft.body = "[]"
        try barricade.save(draft, selecting: false)
        #expect(try await barricade.answer(to: "GET /shops/8/books/a*b") == "200 []")
        #expect(barricade.overview.sets[0].isMade)
        // Its name is taken now.
        #expect(barricade.check(draft).faults.map(\.field) == [.set])
        draft.pattern = "get /"
        #expect(barricade.check(draft).faults.map(\.field) == [.pattern, .set])
    }

    // MARK: Ending

    @Test func whatWasRemovedComesBack() async throws {
        var draft = ResponseDraft(in: "New", pattern: "GET /new")
        (draft.name, draft.body) = ("Made", "[1]")
        try barricade.save(draft, selecting: false)
        let version = try #require(barricade.version(of: "Made", in: "New"))
        let stale = BarricadeError.thrown {
            try barricade.remove("Made", from: "New", version: "another")
        }
        #expect(stale?.code == .changedMeanwhile)
        let removed = try barricade.remove("Made", from: "New", version: version)
        #expect(barricade.overview["New"] == nil)
        try barricade.restore(removed)

        try barricade.add(CannedResponse("Made", text: "made"), to: "Book")
        try barricade.select("Made", for: "Book")
        let other = try barricade.remove("Made", from: "Book", version: nil)
        #expect(try barricade.selectedResponse(for: "Book") == "Fog")
        try barricade.restore(other)
        #expect(try await [get("/new"), get()] == ["[1]", "made"])
    }

    @Test func thereIsRoomForTwoHundred() throws {
        for index in 0..<200 {
            try barricade.put(CannedResponse("\(index)"), in: "Book")
        }
        let full = BarricadeError.thrown {
            try barricade.put(CannedResponse("One more"), in: "Book")
        }
        #expect(
            full?.message == """
                There is no room: at most 200 responses with 64 MB in all can be made at run time.

                To fix: remove others, or save them to a folder.
                """)
        #expect(barricade.overview.editCount == 200)
        let body = ResponseBody.data(Data(count: 65 << 20))
        let large = BarricadeError.thrown {
            try barricade.put(CannedResponse("7", body: body), inPlaceOf: "7", in: "Book")
        }
        #expect(large?.code == .invalidDefinition)
    }

    // MARK: Copying

    private static var drafts: [ResponseDraft] {
        var set = ResponseDraft(
            in: "Sold \"Out\"", pattern: "GET https://api.example.com/books/:id")
        (set.name, set.status, set.delay) = ("Two\\Lines", "410", "0.5")
        set.headers = [.init("Retry-After", "60"), .init("X", "\"")]
        set.body =
            "{\"name\": \"Fog\", \"about\": \"\(String(repeating: "long ", count: 20))\", \"n\": 1.50}"
        var text = ResponseDraft(in: "Book")
        (text.name, text.bodyKind, text.body) = ("Text", .text, "a\\n\"\"\"#\n\tb")
        var bytes = ResponseDraft(in: "Book")
        (bytes.name, bytes.bodyKind, bytes.body) = ("Bytes", .base64, "AAEC")
        var error = ResponseDraft(in: "Book")
        (error.name, error.error) = ("Offline", "notConnectedToInternet")
        return [set, text, bytes, error]
    }

    @Test func copiedSwiftAnswersLikeTheDraftAndCopiedJSONIsThatOfAManifest() async throws {
        let source = try String(
            contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("CopiedSwift.swift"), encoding: .utf8)
        let expected = source.components(separatedBy: "// Copied:\n").dropFirst().map { part in
            part.components(separatedBy: "// End\n")[0]
        }
        let copied = Self.drafts.map { "\((try? $0.made().swift) ?? "none")\n" }
        #expect(copied == expected)
        let members = [
            ##""text": "a\\n\"\"\"#\n\tb""##, #""base64": "AAEC""#,
            #""error": "notConnectedToInternet""#,
        ]
        for (draft, members) in zip(Self.drafts.dropFirst(), members) {
            let json = "{\n  \"name\": \"\(draft.name)\",\n  \(members)\n}\n"
            #expect(try draft.made().json == json)
        }
        var answers: [String] = []
        for (draft, made) in zip(Self.drafts, CopiedSwift.all) {
            let saved = Barricade(
                ResponseSet("Book", on: .get("/b"), responses: [CannedResponse("A")]))
            try saved.save(draft, selecting: true)
            answers.append(try await answer(to: draft, from: saved))
            #expect(try await answer(to: draft, from: Barricade(made)) == answers.last)
        }
        let starts = answers.map { String($0.prefix(8)) }
        #expect(starts == ["410{\"nam", "200 text", "200 appl", "fails:NS"])
    }

    private func answer(to draft: ResponseDraft, from barricade: Barricade) async throws -> String {
        let answer = try await barricade.answer(
            to: draft.pattern == nil ? "GET /b" : "GET /books/7")
        // The draft's JSON has lines, the pasted one's is what they hold.
        return draft.bodyKind == .json ? answer.filter { !$0.isWhitespace } : answer
    }
}
