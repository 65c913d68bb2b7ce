import Barricade
import BarricadeFolder
import BarricadePanel
import BarricadeSurfaces
import Foundation
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
        let made = try await visit.ask(
            "POST", "\(Self.responses)?select=true", ["name": "Teapot", "status": 418])
        #expect(made.status == 201)
        #expect(made.json?["name"] == "Teapot")
        let first = try #require(made.headers["etag"])
        #expect(made.json?["version"]?.string.map { "\"\($0)\"" } == first)
        #expect(await visit.load("/login", method: "POST") == 418)
        let state = try await visit.ask("GET", "/state").json
        #expect(state?["editCount"] == 1)
        #expect(
            state?["sets"]?[0]?["responses"]?.array?.map { $0["isMade"] } == [
                false, false, false, true,
            ])

        let changed = try await visit.ask(
            "PUT", Self.path("Teapot"), ["name": "Kettle", "status": 419],
            fields: ["If-Match": first])
        #expect(changed.status == 200)
        #expect(changed.headers["etag"] != first)
        #expect(await visit.load("/login", method: "POST") == 419)
        let late = try await visit.ask(
            "PUT", Self.path("Kettle"), ["status": 420], fields: ["If-Match": first])
        #expect(late.status == 412)
        #expect(late.code == "changedMeanwhile")
        #expect(
            late.detail == """
                Response "Kettle" of set "Login" was changed meanwhile.

                To fix: load it again, or save yours under another name.
                """)
        // A name stands for its identifier.
        #expect(try await visit.ask("DELETE", "\(Self.responses)/Kettl%65").status == 204)
        #expect(await visit.load("/login", method: "POST") == 200)
        #expect(try await visit.ask("POST", "/undo").status == 204)
        #expect(await visit.load("/login", method: "POST") == 419)
        #expect(try await visit.ask("POST", "/undo").status == 409)
    }

    @Test(arguments: [
        (
            #"{"name": "A", "status": 99}"#, 422, "$.status",
            "$.status: wants a whole number from 100 to 599, got 99."
        ),
        (
            #"{"name": "A", "sequence": [{"file": "/etc/passwd"}]}"#, 422, "$.sequence[0].file",
            "$.sequence[0].file: names a file, which only a folder has."
        ),
        (
            #"{"name": "Success"}"#, 422, nil,
            #"A response of set "Login" needs a name that no other has, got "Success"."#
        ),
        (
            #"{"name": "A""#, 400, nil,
            "line 1, column 13: is not JSON: it ends too early."
        ),
    ]) func whatIsRefusedIsToldWithItsPlace(
        _ body: String, _ status: Int, _ path: String?, _ detail: String
    ) async throws {
        let visit = try await PanelVisit()
        let answer = try await visit.ask("POST", Self.responses, data: Data(body.utf8))
        #expect(answer.status == status)
        #expect(answer.json?["path"]?.string == path)
        #expect(answer.detail == detail)
        #expect(visit.barricade.overview.editCount == 0)
    }

    @Test func allMistakesAreListedWithTheirPlaces() async throws {
        let visit = try await PanelVisit()
        let body = """
            {"name": "A", "status": 99,
              "headers": [["ETag", "7"], ["a b", "1"]], "delay": -1}
            """
        let answer = try await visit.ask("POST", Self.responses, data: Data(body.utf8))
        #expect(answer.status == 422)
        #expect(
            answer.json?["faults"] == [
                [
                    "path": "$.status", "line": 1, "column": 25,
                    "message": "wants a whole number from 100 to 599, got 99.",
                ],
                [
                    "path": "$.headers[1]", "line": 2, "column": 30,
                    "message": "header name \"a b\" is not a token (RFC 9110, 5.6.2).",
                ],
                [
                    "path": "$.delay", "line": 2, "column": 54,
                    "message": "wants seconds, a number from 0 to 1000000000, got -1.",
                ],
            ])
    }

    @Test func aBodyHasALimit() async throws {
        let visit = try await PanelVisit()
        let text = String(repeating: "x", count: 5 << 20)
        let body = Data(#"{"name": "A", "text": "\#(text)"}"#.utf8)
        let answer = try? await visit.ask("POST", Self.responses, data: body)
        #expect(answer?.status ?? 413 == 413)
        #expect(visit.barricade.overview.editCount == 0)
    }

    @Test func aDraftIsCheckedAndCopied() async throws {
        let visit = try await PanelVisit()
        let start = try await visit.ask("GET", "\(Self.path("Success"))/draft").json
        #expect(start?["draft"]?["name"] == "Success copy")
        #expect(start?["faults"] == [])
        #expect(
            start?["swift"]
                == "CannedResponse(\"Success copy\", jsonText: #\"\"\"\n{\n  \"token\": \"f00d\"\n}\n\"\"\"#)"
        )
        var draft = try #require(start?["draft"])
        draft["status"] = "1000"
        draft["body"] = "{\n\"a\""
        let checked = try await visit.ask("POST", "/draft", ["draft": draft]).json
        #expect(
            checked?["faults"] == [
                ["field": "body", "message": "Line 2, column 4: ends too early."],
                [
                    "field": "status",
                    "message": "Wants a whole number from 100 to 599, got 1000.",
                ],
            ])
        #expect(checked?["json"] == nil)
        draft["body"] = "{}"
        let status = try await visit.ask("POST", "/draft", ["draft": draft]).json
        #expect(
            status?["faults"] == [
                [
                    "field": "status",
                    "message": "Wants a whole number from 100 to 599, got 1000.",
                ]
            ])
        draft["status"] = "not found"
        let good = try await visit.ask("POST", "/draft", ["draft": draft]).json
        let json = try #require(good?["json"]?.string)
        let made = try await visit.ask(
            "POST", "\(Self.responses)?select=true", data: Data(json.utf8))
        #expect(made.status == 201)
        #expect(await visit.load("/login", method: "POST") == 404)
    }

    @Test func anUnmatchedRequestBecomesASet() async throws {
        let visit = try await PanelVisit()
        await visit.load("/shops/7?token=f00dCafe")
        let start = try await visit.ask("GET", "/log/0/draft").json
        let draft = try #require(start?["draft"])
        #expect(draft["pattern"] == "GET https://api.example.com/shops/7")
        #expect(draft["set"]?.string?.contains("f00d") == false)
        #expect(start?["segments"] == ["shops", "7"])
        let named = try await visit.ask("POST", "/draft", ["draft": draft, "toggledSegment": 1])
            .json
        #expect(named?["segments"] == ["shops", ":id"])
        let json = try #require(named?["json"]?.string)
        #expect(try await visit.ask("POST", "/sets", data: Data(json.utf8)).status == 201)
        #expect(await visit.load("/shops/8") == 200)
    }

    @Test func bodiesOfTheLogAreMasked() async throws {
        let visit = try await PanelVisit()
        let viewer = visit.barricade.viewReplies()
        await visit.load("/login", method: "POST", body: #"{"password":"f00d","user":"ada"}"#)
        let body = try await visit.ask("GET", "/log/0/body").data
        #expect(
            try JSONDecoder().decode(JSONValue.self, from: body) == [
                "password": "•••", "user": "ada",
            ])
        let reply = try await visit.ask("GET", "/log/0/reply/body")
        #expect(reply.json == ["token": "•••"])
        #expect(reply.headers["content-disposition"] == "attachment")
        let detail = try await visit.ask("GET", "/log/0").json?["reply"]
        #expect(detail?["line"] == "200 OK")
        #expect(detail?["body"]?["summary"] == "JSON, 16 bytes")
        #expect(detail?["body"]?["text"] == "{\n  \"token\": \"•••\"\n}")
        #expect(detail?["body"]?["isCut"] == false)
        #expect(detail?["headers"]?[0] == ["name": "Content-Type", "value": "application/json"])
        _ = consume viewer
    }

    @Test func anOpenPageKeepsReplies() async throws {
        let visit = try await PanelVisit()
        await visit.load("/files")
        try await visit.readEvents { events in
            _ = try events.next()
            #expect(!visit.barricade.store.routing.observers.isEmpty)
        }
        #expect(visit.barricade.reply(to: visit.barricade.requests[0]) == nil)
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
        #expect(notes.count == 1)
        #expect(try folder.read("barricade.json").contains(#""name": "New""#))
        try await remote.remove("Teapot", from: "Login")
        #expect(await visit.load("/login", method: "POST") == 200)
        let error = await #expect(throws: BarricadeError.self) {
            try await remote.add(CannedResponse("Echo") { _ in CannedResponse() }, to: "Login")
        }
        #expect(
            error?.message == """
                Response "Echo" is code, or has a file, and another process can only get what can be \
                written as JSON.
                """)
        let redirect = await #expect(throws: BarricadeError.self) {
            try await remote.add(CannedResponse("Away", redirect: "/b"), to: "Login")
        }
        #expect(
            redirect?.message
                == "$.redirect: is a redirect, which can only be made in code or in a folder.")
    }
}
