import Barricade
import BarricadeSurfaces
import BarricadeTesting
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

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

    private typealias Change = @Sendable (inout ResponseDraft) -> Void

    private static let mistakes: [(Change, String)] = [
        ({ $0.name = "" }, "name: wants a name, got an empty string."),
        ({ $0.name = "Fog" }, "name: is the name of another response."),
        (
            { $0.name = String(repeating: "x", count: 10_000) },
            "name: has 10000 letters, at most 200 are possible."
        ),
        ({ $0.name = "a\nb" }, "name: has a line break or another control character."),
        ({ $0.status = "99" }, "status: wants a whole number from 100 to 599, got 99."),
        ({ $0.status = "1000" }, "status: wants a whole number from 100 to 599, got 1000."),
        (
            { $0.status = "no idea" },
            "status: wants a number from 100 to 599, or words such as \"not found\"."
        ),
        (
            { $0.headers = [.init(), .init("A", "1\n2")] },
            "headers 1: the value of header A holds a line break or a zero byte."
        ),
        (
            { $0.headers = [.init("a b", "1")] },
            "headers 0: header name \"a b\" is not a token (RFC 9110, 5.6.2)."
        ),
        (
            { ($0.status, $0.headers) = ("302", [.init("Location", "/b")]) },
            """
            status: make a redirect with the status, which can only be made in code or in a folder.
            """
        ),
        ({ $0.body = "{\n  \"a\": tru" }, "body: ends too early. 2:11"),
        ({ $0.body = "{\n  \"a\": é" }, "body: wants a value here. 2:8"),
        ({ ($0.bodyKind, $0.body) = (.base64, "%%") }, "body: is not base64 (RFC 4648)."),
        (
            { ($0.bodyKind, $0.body) = (.text, String(repeating: "x", count: 5 << 20)) },
            "body: has 5242880 bytes, at most 4194304 are possible."
        ),
        (
            { $0.body = String(repeating: "[", count: 5 << 20) },
            "body: has 5242880 bytes, at most 4194304 are possible."
        ),
        ({ $0.delay = "soon" }, "delay: wants seconds, such as 0.5."),
        (
            { $0.delay = "-1" },
            "delay: wants seconds, a number from 0 to 1000000000, got a number."
        ),
    ]

    @Test(arguments: mistakes.indices) func aMistakeIsToldAtItsField(_ index: Int) {
        let (change, message) = Self.mistakes[index]
        var draft = ResponseDraft(in: "Book")
        draft.name = "New"
        change(&draft)
        let faults = barricade.faults(of: draft).map { fault in
            let place = fault.line.map { " \($0):\(fault.column ?? 0)" } ?? ""
            let row = fault.row.map { " \($0)" } ?? ""
            return "\(fault.field)\(row): \(fault.message)\(place)"
        }
        #expect(faults == [message])
        #expect(throws: ResponseDraft.Faults.self) {
            try barricade.save(draft, selecting: false)
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
        #expect(error?.faults == barricade.faults(of: draft))
        #expect(
            error?.faults.map { "\($0.field) \($0.row ?? -1) \($0.line ?? -1)" } == [
                "body -1 2", "name -1 -1", "status -1 -1", "headers 2 -1", "headers 3 -1",
                "delay -1 -1",
            ])
        // Without a barricade, what it knows of other names is missing.
        (draft.name, draft.status) = ("Fog", "no idea")
        #expect(
            [draft.faults, barricade.faults(of: draft)].map { $0.map(\.field) } == [
                [.status, .body, .headers, .headers, .delay],
                [.status, .body, .headers, .headers, .delay, .name],
            ])
    }

    @Test func whatIsMadeIsLikeAnyOtherResponse() async throws {
        let tally = ResponseTally()
        let barricade = Barricade(
            ResponseSet("Book", on: .get("/book")) { CannedResponse("Fog") }
        ) { $0.countAnswer = tally.add }
        var draft = ResponseDraft(in: "Book")
        (draft.name, draft.body) = ("Made", "[1]")
        try barricade.save(draft, selecting: true)
        let snapshot = barricade.snapshot
        func isChosen(by choose: () throws -> Void) async throws -> Bool {
            barricade.reset()
            try choose()
            return try await barricade.patientSession.get("\(api)/book").text == "[1]"
        }
        barricade.register(Preset("Demo", ["Book": "Made"]))
        let isChosen = try await [
            isChosen { barricade.restore(snapshot) }, isChosen {},
            isChosen { try barricade.apply("Demo") },
        ]
        #expect(isChosen == [true, false, true])
        #expect(barricade.overview.presets.map(\.state) == [.applied])
        #expect(tally.counts == ["Book": ["Made": 2, "Fog": 1]])
    }

    @Test(arguments: [
        ("a/b", "404", 404), ("50 %", "not found", 404), ("🎈", "404 Not Found", 404),
        ("…", "OK", 200), (#"\"q\""#, "200", 200),
    ])
    func otherNamesArePossibleAndAStatusInWords(
        _ name: String, _ status: String, _ code: Int
    ) async throws {
        var draft = ResponseDraft(in: "Book")
        (draft.name, draft.status, draft.bodyKind, draft.body) = (name, status, .text, "x")
        try barricade.save(draft, selecting: true)
        let answer = try await barricade.patientSession.get("\(api)/book")
        #expect("\(answer.status) \(answer.text)" == "\(code) x")
        let overview = barricade.overview
        #expect(overview["Book"]?[name]?.isMade == true && overview.editCount == 1)
    }

    // MARK: Starting

    @Test func aResponseOfTheCodeIsCopied() throws {
        let draft = try barricade.draft(of: "Fog", in: "Book")
        #expect([draft.name, draft.status, draft.delay] == ["Fog copy", "203", "0.5"])
        #expect(draft.headers == [.init("ETag", "7")] && draft.replaced == nil)
        #expect(draft.body == "{\n  \"id\": 7\n}")
        #expect(try barricade.draft(of: "Offline", in: "Book").error == "notConnectedToInternet")
        let error = #expect(throws: BarricadeError.self) {
            try barricade.draft(of: "Echo", in: "Book")
        }
        #expect(
            error?.message == """
                Response "Echo" of set "Book" is made for each request, so it cannot be copied: a \
                handler's answer.

                To fix: send a request, and keep its reply from the log.
                """)
    }

    @Test func aMadeResponseIsEditedUnlessSomeoneElseDidMeanwhile() async throws {
        try barricade.add(CannedResponse("Made", text: "1"), to: "Book")
        var (mine, other) = (
            try barricade.draft(of: "Made", in: "Book"), try barricade.draft(of: "Made", in: "Book")
        )
        mine.body = "mine"
        other.body = "other"
        try barricade.save(mine, selecting: true)
        let error = #expect(throws: BarricadeError.self) {
            try barricade.save(other, selecting: false)
        }
        #expect(error?.code == .changedMeanwhile)
        #expect(
            error?.message == """
                Response "Made" of set "Book" was changed meanwhile.

                To fix: load it again, or save yours under another name.
                """)
        #expect(try await get() == "mine")
        #expect(try barricade.draft(of: "Made", in: "Book", isCopy: true).name == "Made copy")
        try barricade.unregister("Book")
        #expect {
            try barricade.save(mine, selecting: false)
        } throws: { BarricadeError($0)?.code == .unknownName }
    }

    @Test func aReplyIsKeptAndEdited() async throws {
        let viewer = barricade.viewReplies()
        try barricade.select("Echo", for: "Book")
        #expect(try await get() == "echo")
        var draft = try barricade.draft(from: barricade.requests[0], isMasked: false)
        #expect([draft.set, draft.name, draft.body] == ["Book", "Echo copy", "echo"])
        #expect(draft.headers == [] && draft.bodyKind == .text)
        draft.body += "!"
        try barricade.save(draft, selecting: true)
        #expect(try await get() == "echo!")
        _ = consume viewer
    }

    @Test func aMaskedReplyHasNoSecrets() async throws {
        let viewer = barricade.viewReplies()
        try barricade.add(
            CannedResponse("Made", headers: ["X-Api-Key": "f00d"], json: ["password": "f00d"]),
            to: "Book")
        try barricade.select("Made", for: "Book")
        _ = try await get()
        let draft = try barricade.draft(from: barricade.requests[0], isMasked: true)
        #expect(draft.headers.filter { $0.name == "X-Api-Key" } == [.init("X-Api-Key", "•••")])
        #expect(draft.body == "{\n  \"password\": \"•••\"\n}")
        _ = consume viewer
    }

    @Test func anUnmatchedRequestBecomesASet() async throws {
        _ = try await barricade.patientSession.failure("\(api)/shops/7/books/a*b?page=2")
        var draft = try barricade.draft(from: barricade.requests[0], isMasked: false)
        #expect(draft.set == "GET /shops/7/books/a*b?page=2")
        #expect(draft.segments == ["shops", "7", "books", "a%2Ab"])
        var patterns = [draft.pattern]
        for segments in [[1, 3], [3]] {
            segments.forEach { draft.toggleSegment(at: $0) }
            patterns.append(draft.pattern)
        }
        let start = "GET https://api.example.com/shops/"
        #expect(
            patterns == ["7/books/a%2Ab", ":id/books/:id2", ":id/books/a%2Ab"].map { start + $0 })
        draft.body = "[]"
        try barricade.save(draft, selecting: false)
        #expect(try await get("/shops/8/books/a*b") == "[]")
        #expect(barricade.overview.sets[0].isMade)
        #expect(barricade.faults(of: draft).map(\.field) == [.set], "its name is taken now")
        draft.pattern = "get /"
        #expect(draft.faults.map(\.field) == [.pattern])
    }

    // MARK: Ending

    @Test func whatWasRemovedComesBack() async throws {
        var draft = ResponseDraft(in: "New", pattern: "GET /new")
        (draft.name, draft.body) = ("Made", "[1]")
        try barricade.save(draft, selecting: false)
        let version = try #require(barricade.version(of: "Made", in: "New"))
        #expect {
            try barricade.remove("Made", from: "New", version: "another")
        } throws: { BarricadeError($0)?.code == .changedMeanwhile }
        let removed = try barricade.remove("Made", from: "New", version: version)
        #expect(barricade.overview["New"] == nil)
        try barricade.restore(removed)
        #expect(try await get("/new") == "[1]")

        try barricade.add(CannedResponse("Made", text: "made"), to: "Book")
        try barricade.select("Made", for: "Book")
        let other = try barricade.remove("Made", from: "Book", version: nil)
        #expect(try barricade.selectedResponse(for: "Book") == "Fog")
        try barricade.restore(other)
        #expect(try await get() == "made")
    }

    @Test func thereIsRoomForTwoHundred() throws {
        for index in 0..<200 {
            try barricade.put(CannedResponse("\(index)"), in: "Book")
        }
        let error = #expect(throws: BarricadeError.self) {
            try barricade.put(CannedResponse("One more"), in: "Book")
        }
        #expect(
            error?.message == """
                There is no room: at most 200 responses with 64 MB in all can be made at run time.

                To fix: remove others, or save them to a folder.
                """)
        #expect(barricade.overview.editCount == 200)
        let large = CannedResponse("7", body: .data(Data(count: 65 << 20)))
        #expect {
            try barricade.put(large, inPlaceOf: "7", in: "Book")
        } throws: { BarricadeError($0)?.code == .invalidDefinition }
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
        (text.name, text.bodyKind, text.body) = ("Text", .text, "a\\n\"\"\"#\nb")
        var bytes = ResponseDraft(in: "Book")
        (bytes.name, bytes.bodyKind, bytes.body) = ("Bytes", .base64, "AAEC")
        var error = ResponseDraft(in: "Book")
        (error.name, error.error) = ("Offline", "notConnectedToInternet")
        return [set, text, bytes, error]
    }

    @Test(arguments: drafts.indices) func copiedSwiftCompilesAsItIs(_ index: Int) throws {
        let source = try String(
            contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("CopiedSwift.swift"), encoding: .utf8)
        let parts = source.components(separatedBy: "// Copied:\n").dropFirst()
        let expected = try #require(
            parts.dropFirst(index).first?.components(separatedBy: "// End\n")[0])
        let swift = try #require(Self.drafts[index].swift)
        #expect("\(swift)\n" == expected)
    }

    @Test func copiedSwiftAnswersLikeTheDraft() async throws {
        for (draft, made) in zip(Self.drafts, CopiedSwift.all) {
            let saved = Barricade(
                ResponseSet("Book", on: .get("/b"), responses: [CannedResponse("A")]))
            try saved.save(draft, selecting: true)
            let pasted = Barricade(made)
            let url = draft.pattern == nil ? "\(api)/b" : "\(api)/books/7"
            for barricade in [saved, pasted] where draft.error != nil {
                let error = try await barricade.patientSession.failure(url)
                #expect((error as? URLError)?.code == .notConnectedToInternet)
            }
            if draft.error != nil { continue }
            let (one, other) = (
                try await saved.patientSession.get(url), try await pasted.patientSession.get(url)
            )
            #expect(one.status == other.status)
            let types = [one, other].map { $0.response.value(forHTTPHeaderField: "Content-Type") }
            #expect(types[0] == types[1])
            // The draft's JSON has lines, the pasted one's is what they hold.
            let texts = [one.text, other.text].map { text in
                draft.bodyKind == .json ? text.filter { !$0.isWhitespace } : text
            }
            #expect(texts[0] == texts[1])
        }
    }

    @Test func copiedJSONIsThatOfAManifest() {
        #expect(
            Self.drafts.dropFirst().map(\.json) == [
                ##"""
                {
                  "name": "Text",
                  "text": "a\\n\"\"\"#\nb"
                }

                """##,
                """
                {
                  "name": "Bytes",
                  "base64": "AAEC"
                }

                """,
                """
                {
                  "name": "Offline",
                  "error": "notConnectedToInternet"
                }

                """,
            ])
    }
}
