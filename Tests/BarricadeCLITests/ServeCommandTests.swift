#if os(Linux) || os(macOS)
import Testing

@testable import TestSupport

@Suite(
    .serialized, .timeLimit(.minutes(10)),
    .enabled(if: RunningTool.hasCurl, "curl is not installed"))
struct ServeCommandTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func books(at server: String = "", _ response: String = #""json": ["Salt"]"#) throws
        -> String
    {
        try folder.writeSets(
            ScratchFolder.set("GET \(server)/books", response, named: "Books"), to: "Sets")
    }

    @Test func answersWithAnArchiveUntilItIsEnded() async throws {
        let archive = folder.file("books.har").path
        let sets = try books(at: "https://api.example.com")
        #expect(try await Tool.run(["export", sets, archive]) == ToolRun("1 entry.\n"))
        let tool = try await RunningTool("serve", archive)
        #expect(try await tool.curl("/books").text.contains("Salt"))
        #expect(
            try await tool.curl("/authors").text.hasPrefix("No response set matches GET https://"))
        let end = await tool.end()
        let answered = #"GET https://api.example.com/books  "GET /books" / "200"  200"#
        let last = end.text.split(separator: "\n").last ?? ""
        #expect(end.text.hasPrefix(answered))
        #expect(end.code == 0)
        #expect(last.contains("/authors (the client got 501)  unmatched"))
        #expect(try await tool.curl("/books").code == 7)
    }

    @Test func requestsChooseTheirResponsesIfTheyMay() async throws {
        let sets = try folder.writeSets(
            """
            { "name": "Book", "on": "GET /books/:id", "responses": [
              { "name": "200", "json": 1 }, { "name": "404", "status": 404 },
              { "name": "404 (gone)", "status": 404, "file": "gone.json" },
              { "name": "Busy", "status": 503, "json": 3 },
              { "name": "4XX", "status": 400, "json": 4 } ] },
            { "name": "Pen", "on": "GET /pens", "responses": [
              { "name": "200", "json": 1 }, { "name": "default", "status": 500, "json": 5 } ] }
            """, to: "Sets")
        try folder.write("[2]", to: "Sets/gone.json")
        func texts(_ tool: RunningTool) async throws -> [String] {
            var texts: [String] = []
            for wish in [
                "X: 1", "Prefer: code=404, example=gone", "Prefer: code=418", "Prefer: code=503",
                "Prefer: example=Busy",
            ] {
                texts.append(try await tool.curl("/books/1", "--header", wish).text)
            }
            return texts + [try await tool.curl("/books/1?__code=404&__example=gone").text]
        }
        let asked = try await RunningTool("serve", sets, "--prefer")
        #expect(try await texts(asked) == ["1", "[2]", "4", "3", "3", "[2]"])
        // A range has the wanted status.
        try await expectOutcomes([
            "4418": ["books/1?__code=418"], "5404": ["pens?__code=404"],
            "1200": ["pens?__code=x", "pens?__code=999"],
        ]) { try await asked.curl("/\($0)", "--write-out", "%{http_code}").text }
        let unasked = try await RunningTool("serve", sets)
        #expect(try await texts(unasked) == ["1", "1", "1", "1", "1", "1"])
    }

    @Test func proposesASetInJSONThatAnswersOnceItIsInTheFile() async throws {
        let sets = try folder.writeSets("", to: "Sets")
        let tool = try await RunningTool(
            "serve", sets, "--watch", "--as", "https://api.example.com")
        let set = """
            { "name": "GET /books?page=2", "on": "GET https://api.example.com/books?page=2", \
            "responses": [{ "name": "OK", "json": {} }] }
            """
        #expect(
            try await tool.curl("/books?page=2").text == """
                No response set matches GET https://api.example.com/books?page=2.

                No sets are registered.

                To fix:
                  add to "sets" in barricade.json: \(set)
                  or let it pass through: choose that for unmatched requests on the panel (--panel)

                """)
        _ = try folder.writeSets(set, to: "Sets")
        #expect(try await tool.curl("/books?page=2").text == "{}")
    }

    @Test func proposesASetWithoutTheServerThatNobodyHasNamed() async throws {
        let sets = try folder.writeSets("", to: "Sets")
        let tool = try await RunningTool("serve", sets, "--watch")
        let set = #"{ "name": "GET /books", "on": "GET /books", "responses": "#
        #expect(try await tool.curl("/books").text.contains("barricade.json: \(set)[{"))
        _ = try folder.writeSets(set + #"[{ "name": "OK", "json": {} }] }"#, to: "Sets")
        #expect(try await tool.curl("/books").text == "{}")
    }

    @Test func proposesNoSwiftBesideTheSetsOfAnArchiveEither() async throws {
        let archive = folder.file("books.har").path
        let sets = try books(at: "https://api.example.com")
        _ = try await Tool.run(["export", sets, archive])
        let tool = try await RunningTool("serve", archive)
        #expect(
            try await tool.curl("/authors").text == """
                No response set matches GET https://api.example.com/authors.

                Nearest:
                  "GET /books" (books.har:5)   wants path /books, got /authors

                To fix:
                  add to "sets" in barricade.json, after the sets above: { "name": "GET /authors", \
                "on": "GET https://api.example.com/authors", \
                "responses": [{ "name": "OK", "json": {} }] }
                  or let it pass through: choose that for unmatched requests on the panel (--panel)

                """)
    }

    @Test func writesOnlyItsAddressAsJSON() async throws {
        let program = try ChildProcess(
            try Tool.path(), ["serve", try books(), "--port", "0", "--json"])
        let line = await onOwnThread { program.output.text(until: "\n") }
        #expect(line.wholeMatch(of: /{"url":"http:\/\/127\.0\.0\.1:\d+\/"}\n/) != nil)
        program.send(SIGTERM)
        #expect(await ToolRun(program) == ToolRun(""))
    }

    @Test func opensThePanelAtTheSameAddressEachTime() async throws {
        let (sets, token) = (try books(), "a-token-of-its-own-1234")
        let port = try await QuietPort.free()
        for (arguments, environment) in [
            (["--token", token], [:]), ([], ["BARRICADE_PANEL_TOKEN": token]),
        ] {
            let program = try ChildProcess(
                try Tool.path(),
                ["serve", sets, "--port", "0", "--json", "--panel-port", "\(port)"] + arguments,
                environment: environment)
            let line = await onOwnThread { program.output.text(until: "\n") }
            let panel = #""panel":"http://127.0.0.1:\#(port)/#token=\#(token)""#
            #expect(line.contains(panel), "\(line)")
            program.send(SIGTERM)
            #expect(await ToolRun(program) == ToolRun(""))
        }
        let alone = try await Tool.run(["serve", sets, "--token", token])
        #expect(alone == ToolRun("--token needs --panel or --panel-port.\n", code: 2))
    }

    @Test func showsEditsIfItWatchesAndSaysThatItReadThem() async throws {
        let sets = try books()
        let tool = try await RunningTool("serve", sets, "--watch", "--panel")
        #expect(try await tool.curl("/books").text.contains("Salt"))
        _ = try books(#""stauts": 418"#)
        #expect(try await tool.curl("/books").text.contains("Salt"))
        _ = try books(#""status": 418"#)
        #expect(try await tool.curl("/books", "--include").text.hasPrefix("HTTP/1.1 418 "))
        let end = await tool.end()
        #expect(end.text.components(separatedBy: "\(sets): read again.\n").count == 2)
        #expect(end.code == 0)
    }

    @Test func wantsToKnowWhichServerItIs() async throws {
        let sets = ["https://a.example.com", "https://b.example.com:8443"].map {
            ScratchFolder.set("GET \($0)/books", #""json": 1"#)
        }
        let path = try folder.writeSets(sets.joined(separator: ","), to: "Sets")
        let run = try await Tool.run(["serve", path, "--port", "0"])
        let message = """
            The sets are for 2 servers, and a port answers for one:
              https://a.example.com
              https://b.example.com:8443

            To fix: name the one to serve as, such as https://a.example.com (--as on the command \
            line).

            """
        #expect(run == ToolRun(message, code: 2))
        let tool = try await RunningTool("serve", path, "--as", "https://b.example.com:8443")
        #expect(try await tool.curl("/books").text == "1")
    }

    @Test func tellsThatThePortIsInUseOrThereIsNothingToServe() async throws {
        let path = try books()
        let tool = try await RunningTool("serve", path)
        let port = try #require(tool.url.split(separator: ":").last)
        let run = try await Tool.run(["serve", path, "--port", "\(port)"])
        #expect(run.text.hasPrefix("Port \(port) of 127.0.0.1 is in use"))
        #expect(run.code == 2)
        let gone = folder.file("Gone").path
        let missing = try await Tool.run(["serve", gone])
        let file = try folder.write("{}", to: "a.har").path
        let watching = try await Tool.run(["serve", file, "--watch"])
        #expect(
            [missing, watching] == [
                ToolRun(
                    """
                    There is no folder or file \(gone).
                    Make a folder with import or record, or name a HAR file.

                    """, code: 2),
                ToolRun("--watch needs a folder.\n", code: 2),
            ])
    }
}
#endif
