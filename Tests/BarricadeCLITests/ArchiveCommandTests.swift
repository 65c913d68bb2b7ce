#if os(Linux) || os(macOS)
import Testing

@testable import TestSupport

/// `import` and `export`.
@Suite(.timeLimit(.minutes(10))) struct ArchiveCommandTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    /// Runs the tool; `<name>` in an argument is the path of a file in the folder.
    private func run(_ arguments: String...) async throws -> ToolRun {
        try await Tool.run(arguments.map(inFolder))
    }

    private func inFolder(_ text: String) -> String {
        text.replacing(/<([A-Za-z.]+)>/) { folder.file(String($0.output.1)).path }
    }

    @Test func whatIsExportedIsImportedAgain() async throws {
        let sets = """
            { "name": "Book", "on": "GET https://api.example.com/books/:id?full", "default": "Gone",
              "responses": [
                { "name": "Salt", "json": { "id": 1, "title": "Salt" } },
                { "name": "Gone", "status": 404 } ] },
            { "name": "Wild", "on": "GET https://api.example.com/**", "responses": [
                { "name": "Offline", "error": "notConnectedToInternet" } ] },
            { "name": "Live", "on": "POST https://api.example.com/books", "responses": [
                { "name": "Live", "live": true },
                { "name": "Offline", "error": "notConnectedToInternet" } ] }
            """
        try folder.writeSets(sets, to: "Sets")
        let exported = """
            3 entries; 2 left out:
              "Wild": a wildcard in the path
              "Live" / "Live": not a whole reply that is always the same

            """
        #expect(try await run("export", "<Sets>", "<sets.har>") == ToolRun(exported))
        let imported = try await run("import", "<sets.har>", "<Again>", "--replace-ids", "--json")
        let book = try folder.read("Again/get-books-id/200.json")
        #expect(imported.text.contains(#""entries":3"#))
        #expect(imported.text.contains(#""sets":2"#))
        #expect(book.contains(#""title": "Salt""#))
        #expect(try await run("check", "<Again>").code == 0)
        let again = try await run("import", "<sets.har>", "<Again>", "--replace-ids", "--quiet")
        #expect(again == ToolRun(""))
    }

    @Test func whatAFileHoldsIsNoCommandToTheTerminal() async throws {
        try folder.write(
            #"""
            { "log": { "entries": [ { "response": { "status": 200 },
                "request": { "method": "\u001b[2J\u0007", "url": "https://a.com/" } } ] } }
            """#, to: "odd.har")
        let run = try await run("import", "<odd.har>", "<Sets>")
        #expect(run.text.contains(#"entry 1 (line 1)  \u{1B}[2J\u{07} https://a.com/"#))
    }

    @Test func anOpenAPIDocumentIsToldByItsKey() async throws {
        let paths = #"{ "/books": { "get": { "responses": { "200": { "description": "" } } } } }"#
        try folder.write(
            #"{ "paths": \#(paths), "openapi": "3.0.0", "info": { "title": "Shop" } }"#,
            to: "service.json")
        let first = try await run("import", "<service.json>", "<Sets>")
        let told = inFolder(
            """
            Shop: 1 response in 1 set, from 1 operation, for any server.

            <Sets>: 3 files added.

            """)
        let again = try await run("import", "<service.json>", "<Sets>", "--json")
        let json = """
            {"entries":1,"files":{"added":[],"changed":[],"removed":[]},"misfits":[],\
            "missing":[],"passedOver":[],"redaction":[],"sets":1}

            """
        let expected = [ToolRun(told), ToolRun(json)]
        #expect([first, again] == expected)
        #expect(try await run("check", "<Sets>").code == 0)
        // YAML and Swagger are told by their keys, wherever these stand.
        for (name, text, reason) in [
            ("service.yaml", "components:\n  schemas: {}\nopenapi: 3.1.0\n", "it is YAML"),
            ("service.txt", "info:\n  title: Shop\nopenapi: 3.1.0\n", "it is YAML"),
            ("service", "{openapi: 3.1.0, paths: {}}", "it is YAML"),
            ("service.json", #"{ "paths": \#(paths), "swagger": "2.0" }"#, "it is Swagger 2.0"),
            ("old.json", #"{ "swaggerVersion": "1.2", "apis": [] }"#, "it is Swagger 1.2"),
            ("overlay.json", #"{ "overlay": "1.0.0" }"#, #"its version, "openapi", is missing"#),
        ] {
            try folder.write(text, to: name)
            let told = try await run("import", "<\(name)>", "<Sets>")
            let start = "The OpenAPI document cannot be imported: \(reason).\n"
            #expect(told.text.hasPrefix(start))
            #expect(told.code == 2)
        }
    }

    @Test func bodiesThatAreMissingOrDoNotFitAreToldFirst() async throws {
        let content = """
            { "application/json": { "schema": { "properties": { "code":
              { "type": "string", "pattern": "(a)\\\\1" } } } } }
            """
        try folder.write(
            """
            { "openapi": "3.1.0", "servers": [{ "url": "/v1" }, { "url": "/v2" }],
              "paths": { "/a": { "get": { "responses": { "200": { "content": \(content) },
                "404": { "content": { "image/png": {} } } } } } } }
            """, to: "service.json")
        let told = """
            1 of 2 responses has no body:
                line 4  GET /a, 404: image/png is binary, so give the folder a file of it
            1 value does not fit the schema:
                line 3  GET /a, 200, code: no value fits pattern "(a)\\\\1"

            """
        let summary = "OpenAPI: 2 responses in 1 set, from 1 operation, for /v1 (server 1 of 2).\n"
        let first = try await run("import", "<service.json>", "<Sets>")
        #expect(first == ToolRun(told + summary + inFolder("\n<Sets>: 4 files added.\n"), code: 1))
        let quiet = try await run("import", "<service.json>", "<Sets>", "--quiet")
        #expect(quiet == ToolRun(told + inFolder("\n<Sets>: no file changed.\n"), code: 1))
        let other = try await run(
            "import", "<service.json>", "<Other>", "--allow-missing", "--server", "2", "--quiet")
        #expect(other == ToolRun(""))
        #expect(try folder.read("Other/get-a/set.json").contains("GET /v2/a"))
        let none = try await run("import", "<service.json>", "<Other>", "--server", "none")
        #expect(none.text.hasPrefix("--server needs a number from 1.\n"))
        #expect(none.code == 2)
        let ofArchives = try await run(
            "import", "<service.json>", "<Other>", "--keep", "$.a", "--host", "a.com")
        let both = """
            --host is for a HAR file, and service.json is an OpenAPI document.
            Leave out --host and --keep.

            """
        #expect(ofArchives == ToolRun(both, code: 2))
        try folder.write(Self.archive, to: "traffic.har")
        let ofDocuments = try await run(
            "import", "<traffic.har>", "<Other>", "--as", "https://a.com")
        let one = """
            --as is for an OpenAPI document, and traffic.har is a HAR file.
            Leave out --as.

            """
        #expect(ofDocuments == ToolRun(one, code: 2))
    }

    @Test func asksForTheIDsAndQueriesThatWereRecorded() async throws {
        let entries = ["books/7", "books/9", "search?q=fog", "search?q=sea"].map { target in
            """
            { "request": { "method": "GET", "url": "https://api.example.com/\(target)" },
              "response": { "status": 200, "content": { "text": "\(target)" } } }
            """
        }
        try folder.write(
            "{ \"log\": { \"entries\": [\(entries.joined(separator: ","))] } }", to: "traffic.har")
        _ = try await run("import", "<traffic.har>", "<Sets>", "--replace-ids")
        #expect(try await run("export", "<Sets>", "<sets.har>") == ToolRun("4 entries.\n"))
        _ = try await run("import", "<sets.har>", "<Again>", "--replace-ids")
        let files = ["get-books-id/set.json", "get-books-id/200-2.bin", "get-search/200.bin"]
        let texts = try ["Sets", "Again"].map { name in
            try files.map { try folder.read("\(name)/\($0)") }
        }
        #expect(texts[0] == texts[1])
        #expect(texts[1][0].contains(#"["/books/9"]"#))
    }

    /// One reply of `https://a.com/b`.
    private static let archive = """
        { "log": { "entries": [{
          "request": { "method": "GET", "url": "https://a.com/b" },
          "response": { "status": 200, "content": { "mimeType": "application/json",
            "text": "{\\"customerRef\\":\\"a1\\",\\"page\\":{\\"next\\":\\"x\\"}}" } } }] } }
        """

    /// A rule that fits nothing leaves a secret in, or refuses a reply again.
    @Test func tellsWhatMayBeMisspeltAndThatNothingIsLeft() async throws {
        try folder.write(Self.archive, to: "sets.har")
        let run = try await run(
            "import", "<sets.har>", "<Again>", "--quiet", "--secret-name", "customer_ref",
            "--keep", "$.page.next", "--allow-type", "application/json", "--secret-name",
            "customerRfe", "--keep", "$.pgae.next", "--allow-type", "application/jsno")
        let message = [
            "--secret-name customerRfe", "--keep $.pgae.next", "--allow-type application/jsno",
        ]
        .map { "\($0): nothing in <Again> has this name. Is it spelt right?\n" }.joined()
        #expect(run == ToolRun(inFolder(message)))
        let nothing = try await self.run("import", "<sets.har>", "<Nothing>", "--host", "b.com")
        #expect(nothing.text.hasSuffix("Nothing is written.\n"))
        #expect(nothing.code == 3)
        #expect(try !folder.names().contains("Nothing"))
        try folder.writeSets(ScratchFolder.set("GET /**", #""json": 1"#), to: "Wild")
        #expect(try await self.run("export", "<Wild>", "<wild.har>").code == 3)
    }

    /// An atomic write would put a file in the place of a pipe, or of `/dev/stdout`.
    @Test func aPipeIsWrittenTo() async throws {
        try folder.writeSets(ScratchFolder.set("GET /a", #""json": 1"#), to: "Sets")
        let pipe = folder.url.appendingPathComponent("pipe")
        try #require(mkfifo(pipe.path, 0o600) == 0)
        // Opened for both, so that neither side waits for the other.
        let descriptor = open(pipe.path, O_RDWR)
        defer { close(descriptor) }
        #expect(try await run("export", "<Sets>", "<pipe>").code == 0)
        #expect(FileHandle(fileDescriptor: descriptor).availableData.starts(with: Data("{".utf8)))
        var status = stat()
        #expect(stat(pipe.path, &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFIFO)
    }

    @Test(arguments: [
        (#"{"log":{"entries":[]}}"#, "stdin: 0 responses in 0 sets, from 0 of 0 entries.\n"),
        (#"{"openapi":"3.0.0","info":{"title":"Shop"},"paths":{}}"#, "Shop: 0 responses"),
    ])
    func aPipeIsRead(_ text: String, _ start: String) async throws {
        let program = try ChildProcess(
            try Tool.path(), ["import", "/dev/stdin", inFolder("<Sets>")], reading: .both)
        try program.input.write(contentsOf: Data(text.utf8))
        let run = await ToolRun(program)
        #expect(run.text.hasPrefix(start), "\(run.text)")
        #expect(run.code == 3)
    }

    @Test func tellsWhatCannotBeReadOrWritten() async throws {
        for text in ["no JSON", "", #"{ "log": {"#] {
            try folder.write(text, to: "traffic.har")
            let run = try await run("import", "<traffic.har>", "<Sets>")
            #expect(run.text.contains("traffic.har"), "\(text)")
            #expect(run.code == 2, "\(text)")
        }
        #expect(try folder.names() == ["traffic.har"])
        let message = inFolder("There is no file <trafic.har>. The nearest is <traffic.har>.\n")
        #expect(try await run("import", "<trafic.har>", "<Sets>") == ToolRun(message, code: 2))
        try folder.writeSets(ScratchFolder.set("GET /a", #""file": "a.json""#), to: "Sets")
        try folder.write("[1]", to: "Sets/a.json")
        let swapped = [
            (["import", "<Sets>", "<traffic.har>"], "import <file> <folder>"),
            (["export", "<traffic.har>", "<Sets>"], "export <folder> <HAR>"),
            (["record", "<Sets>", "http://localhost"], "record <server> <folder>"),
        ]
        for (words, usage) in swapped {
            let text = inFolder("\(words[1]) and \(words[2]) are swapped.\n")
            #expect(
                try await Tool.run(words.map(inFolder))
                    == ToolRun("\(text)Write swift run barricade-cli \(usage).\n", code: 2))
        }
        let folders = inFolder("<Sets> is a folder, and import reads a file.\n")
        #expect(try await run("import", "<Sets>", "<Sets>") == ToolRun(folders, code: 2))
        for name in ["barricade.json", "a.json"] {
            let before = try folder.read("Sets/\(name)")
            let own = inFolder("<Sets>/\(name)")
            #expect(
                try await Tool.run(["export", inFolder("<Sets>"), own])
                    == ToolRun("\(own) is read for this.\nName another file to write.\n", code: 2))
            #expect(try folder.read("Sets/\(name)") == before)
        }
        let sets = inFolder("<Sets>")
        #expect(
            try await Tool.run(["export", sets, sets])
                == ToolRun("\(sets) is a folder.\nName a file to write.\n", code: 2))
        let run = try await run("export", "<Sets>", "<Gone>/a.har")
        let start = inFolder("<Gone>/a.har cannot be written: ")
        #expect(run.text.hasPrefix(start))
        #expect(run.code == 2)
    }
}
#endif
