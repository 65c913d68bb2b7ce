import Barricade
import BarricadeFolder
import BarricadePanel
import BarricadeSurfaces
import Testing

@testable import TestSupport

/// What the routes about responses that are made do.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct EditingRouteTests {
    private static let responses = "/sets/\("Login".identifierForURLs)/responses"

    private static func path(_ name: String) -> String {
        "\(responses)/\(name.identifierForURLs)"
    }

    @Test func aResponseIsMadeChangedAndRemoved() async throws {
        let visit = try await PanelVisit()
        // What the panel answers, and the app gets afterwards.
        func statuses(
            _ call: String, ifMatch tag: String? = nil
        ) async throws -> [Int] {
            let answer = try await visit.ask(call, fields: ["If-Match": tag])
            return [answer.status, await visit.load("/login", method: "POST")]
        }
        let made = try await visit.ask(
            #"POST \#(Self.responses)?select=true {"name": "Teapot", "status": 418}"#)
        let version = try #require(made.json?["version"]?.string)
        let status = await visit.load("/login", method: "POST")
        #expect(
            (made.status, made.json?["name"], made.headers["etag"], status)
                == (201, "Teapot", "\"\(version)\"", 418))
        let state = try await visit.ask("GET /state").json
        expect(state, has: ["editCount": 1])
        let new = state?["sets"]?[0]?["responses"]?.array?.filter { $0["isMade"] == true }
        #expect(new?.map { $0["name"] } == ["Teapot"])

        let change = try await statuses(
            #"PUT \#(Self.path("Teapot")) {"name": "Kettle", "status": 419}"#,
            ifMatch: "\"\(version)\"")
        #expect(change == [200, 419])
        let late = try await visit.ask(
            #"PUT \#(Self.path("Kettle")) {"status": 420}"#,
            fields: ["If-Match": "\"\(version)\""])
        #expect(
            late.summary == """
                412 changedMeanwhile: Response "Kettle" of set "Login" was changed meanwhile.

                To fix: load it again, or save yours under another name.
                """)
        // A weak tag matches nothing, one of a list is enough (RFC 9110, section 13.1.1).
        let now = try #require(
            try await visit.ask("GET \(Self.path("Kettle"))").json?["version"]?.string)
        let weak = try await statuses(
            #"PUT \#(Self.path("Kettle")) {"status": 421}"#, ifMatch: "W/\"\(now)\"")
        let listed = try await statuses(
            #"PUT \#(Self.path("Kettle")) {"status": 422}"#, ifMatch: "\"other\", \"\(now)\"")
        #expect([weak, listed] == [[412, 419], [200, 422]])
        // A name stands for its identifier.
        #expect(try await statuses("DELETE \(Self.responses)/Kettl%65") == [204, 200])
        #expect(try await statuses("POST /undo") == [204, 422])
        #expect(try await statuses("POST /undo") == [409, 422])
    }

    @Test func eachClientBringsItsOwnResponseBack() async throws {
        let visit = try await PanelVisit()
        for name in ["Teapot", "Kettle"] {
            _ = try await visit.ask(#"POST \#(Self.responses) {"name": "\#(name)"}"#)
        }
        for name in ["Teapot", "Kettle"] {
            _ = try await visit.ask("DELETE \(Self.path(name))")
        }
        func undo(_ body: String) async throws -> String {
            let answer = try await visit.ask("POST /undo \(body)")
            let made = visit.barricade.sets.flatMap(\.responses).map(\.name)
            return "\(answer.status) \(made.filter { ["Teapot", "Kettle"].contains($0) })"
        }
        #expect(try await undo(#"{"set": "Login", "response": "Teapot"}"#) == #"204 ["Teapot"]"#)
        #expect(try await undo(#"{"set": "Login", "response": "Teapot"}"#) == #"409 ["Teapot"]"#)
        #expect(
            try await undo(#"{"response": "\#("Kettle".identifierForURLs)"}"#)
                == #"204 ["Teapot", "Kettle"]"#)
    }

    @Test func whatCannotComeBackYetComesBackLater() async throws {
        let visit = try await PanelVisit()
        _ = try await visit.ask(#"POST \#(Self.responses) {"name": "Teapot", "status": 418}"#)
        for (call, status) in [
            "DELETE \(Self.path("Teapot"))": 204,
            #"POST \#(Self.responses) {"name": "Teapot"}"#: 201, "POST /undo": 409,
            #"PUT \#(Self.path("Teapot")) {"name": "Kettle"}"#: 200,
            "POST /undo": 204,
        ] as KeyValuePairs {
            #expect(try await visit.ask(call).status == status, "\(call)")
        }
    }

    @Test func whatIsRefusedIsToldWithItsPlace() async throws {
        let visit = try await PanelVisit()
        func answer(to body: String) async throws -> PanelVisit.Answer {
            try await visit.ask("POST \(Self.responses) \(body)")
        }
        try await expectOutcomes([
            """
            422 unacceptableValue: $.sequence[0].file: names a file, which only a folder has. \
            ($.sequence[0].file)
            """: [#"{"name": "A", "sequence": [{"file": "/etc/passwd"}]}"#],
            """
            409 unacceptableValue: A response of set "Login" needs a name that no other has, got \
            "Success". (no path)
            """: [#"{"name": "Success"}"#],
            """
            400 malformedBody: line 1, column 13: is not JSON: it ends too early. (no path)
            """: [#"{"name": "A""#],
        ]) { body in
            let answer = try await answer(to: body)
            return "\(answer.summary) (\(answer.json?["path"]?.string ?? "no path"))"
        }
        // All mistakes are listed with their places.
        let all = try await answer(
            to: """
                {"name": "A", "status": 99,
                  "headers": [["ETag", "7"], ["a b", "1"]], "delay": -1}
                """)
        expect(
            all.json,
            has: [
                "status": 422, "path": "$.status",
                "faults": [
                    [
                        "path": "$.status", "line": 1, "column": 25,
                        "message": "wants a whole number from 200 to 599, got 99.",
                    ],
                    [
                        "path": "$.headers[1]", "line": 2, "column": 30,
                        "message": "header name \"a b\" is not a token (RFC 9110, 5.6.2).",
                    ],
                    [
                        "path": "$.delay", "line": 2, "column": 54,
                        "message": "wants seconds, a number from 0 to 1000000000, got -1.",
                    ],
                ],
            ])
        // A client that still sends its body may find the connection closed.
        let text = String(letter: "x", count: 5 << 20)
        let large = try? await answer(to: #"{"name": "A", "text": "\#(text)"}"#)
        #expect(large?.status ?? 413 == 413)
        #expect(visit.barricade.overview.editCount == 0)
    }

    @Test func aDraftIsCheckedAndCopied() async throws {
        let visit = try await PanelVisit()
        let start = try await visit.ask("GET \(Self.path("Success"))/draft").json
        expect(
            start,
            has: [
                "draft": ["name": "Success copy"], "faults": [],
                "swift": .string(
                    """
                    CannedResponse("Success copy", jsonText: #\"""
                    {
                      "token": "f00d"
                    }
                    \"""#)
                    """),
            ])
        var draft = try #require(start?["draft"])
        func checked(_ changes: KeyValuePairs<String, JSONValue>) async throws -> JSONValue? {
            for (field, value) in changes { draft[field] = value }
            return try await visit.ask(#"POST /draft {"draft": \#(draft)}"#).json
        }
        let status: JSONValue = [
            "field": "status", "message": "Wants a whole number from 200 to 599, got 1000.",
        ]
        expect(
            try await checked(["status": "1000", "body": "{\n\"a\""]),
            has: [
                "json": nil,
                "faults": [
                    ["field": "body", "message": "Line 2, column 4: ends too early."], status,
                ],
            ])
        expect(try await checked(["body": "{}"]), has: ["faults": [status]])
        let json = try #require(try await checked(["status": "not found"])?["json"]?.string)
        let made = try await visit.ask("POST \(Self.responses)?select=true \(json)")
        let loaded = await visit.load("/login", method: "POST")
        #expect((made.status, loaded) == (201, 404))
    }

    @Test func aResponseOfTheFolderIsChangedUntilSomeoneElseHas() async throws {
        let folder = try ScratchFolder()
        try folder.write(
            """
            {"version": 1, "sets": [{"name": "Tea", "on": "GET /tea", "responses": [
                {"name": "Hot", "json": {"tea": true}}, {"name": "Slow", "chunks": ["a", "b"]}]}]}
            """, to: "barricade.json")
        let visit = try await PanelVisit()
        try visit.barricade.register(folder: .directory(folder.url), watching: true)
        let path = "/sets/Tea/responses/Hot"
        func draft() async throws -> JSONValue {
            try #require(try await visit.ask("GET \(path)/draft").json)
        }
        func save(_ draft: JSONValue?, _ changes: KeyValuePairs<String, JSONValue>) async throws
            -> PanelVisit.Answer
        {
            var draft = draft?["draft"] ?? .null
            for (field, value) in changes { draft[field] = value }
            return try await visit.ask(#"POST /draft {"draft": \#(draft), "save": true}"#)
        }
        let (mine, theirs) = (try await draft(), try await draft())
        expect(mine, has: ["title": "Edit Hot", "draft": ["name": "Hot", "replaced": "Hot"]])
        expect(
            try await save(mine, ["name": "Cold"]).json,
            has: ["faults": [["field": "name", "message": "Stays as it is in the folder."]]])
        let saved = try await save(mine, ["status": "418"])
        #expect(saved.json?["faults"] == [])
        #expect(await visit.load("/tea") == 418)
        #expect(
            try await save(theirs, ["status": "419"]).summary == """
                412 changedMeanwhile: Response "Hot" of set "Tea" was changed meanwhile.

                To fix: load it again, or save yours under another name.
                """)
        expect(try await visit.ask("GET \(path)").json, has: ["removal": "Discard Changes"])
        #expect(try await visit.ask("POST /folder/save").json?["text"] == "1 response is saved.")
        #expect(try folder.read("barricade.json").contains("418"))
        // Also after it was saved, and read again.
        #expect(try await save(theirs, ["status": "419"]).status == 412)
        #expect(await visit.load("/tea") == 418)
        #expect(try await save(theirs, ["status": "419"]).status == 412)
        #expect(try await save(draft(), ["status": "419"]).json?["faults"] == [])
        #expect(await visit.load("/tea") == 419)
        #expect(try await visit.ask("DELETE \(path)").status == 204)
        #expect(await visit.load("/tea") == 418)
        #expect(try await visit.ask("POST /undo").status == 204)
        #expect(await visit.load("/tea") == 419)
        // Of one that a form cannot show there is a copy.
        let other = try await visit.ask("GET /sets/Tea/responses/Slow/draft").json
        expect(other, has: ["title": "New Response", "draft": ["name": "Slow copy"]])
    }

    @Test func anUnmatchedRequestBecomesASet() async throws {
        let visit = try await PanelVisit()
        await visit.load("/shops/7?token=f00dCafe")
        let start = try await visit.ask("GET /log/0/draft").json
        expect(
            start,
            has: [
                "draft": ["pattern": "GET https://api.example.com/shops/7"],
                "segments": ["shops", "7"],
            ])
        let draft = try #require(start?["draft"])
        // A pattern without a query has a name without one.
        #expect(draft["set"] == "GET /shops/7")
        let named = try await visit.ask(
            #"POST /draft {"draft": \#(draft), "toggledSegment": 1}"#
        ).json
        expect(named, has: ["segments": ["shops", ":id"]])
        let json = try #require(named?["json"]?.string)
        let made = try await visit.ask("POST /sets \(json)")
        let loaded = await visit.load("/shops/8")
        #expect((made.status, loaded) == (201, 200))
    }

    @Test func anotherProcessHasTheSameVerbs() async throws {
        let visit = try await PanelVisit()
        let folder = try ScratchFolder()
        try folder.write(#"{"version": 1, "sets": []}"#, to: "barricade.json")
        try visit.barricade.register(folder: .directory(folder.url))
        let remote = RemoteBarricade(url: visit.panel.url)
        try await remote.add(CannedResponse("Teapot", status: 418), to: "Login")
        try await remote.select("Teapot", for: "Login")
        #expect(await visit.load("/login", method: "POST") == 418)
        try await remote.replace("Teapot", with: CannedResponse(status: 419), in: "Login")
        #expect(await visit.load("/login", method: "POST") == 419)
        try await remote.add(
            ResponseSet("New", on: .get("/new")) { CannedResponse("A", status: .created) })
        #expect(await visit.load("/new") == 201)
        let notes = try await remote.saveToFolder()
        let manifest = try folder.read("barricade.json")
        #expect(notes.count == 1, "\(notes)")
        #expect(manifest.contains(#""name": "New""#), "\(notes)")
        try await remote.remove("Teapot", from: "Login")
        #expect(await visit.load("/login", method: "POST") == 200)
        await expectOutcomes([
            """
            Response "Echo" is code, or has a file, and another process can only get what can be \
            written as JSON.
            """: ["Echo"],
            "$.redirect: is a redirect, which can only be made in code or in a folder.": ["Away"],
        ]) { name in
            let response =
                name == "Echo"
                ? CannedResponse("Echo") { _ in CannedResponse() }
                : CannedResponse("Away", redirect: "/b")
            let error = await #expect(throws: BarricadeError.self) {
                try await remote.add(response, to: "Login")
            }
            return error?.message ?? ""
        }
    }
}
