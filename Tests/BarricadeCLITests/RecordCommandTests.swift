#if os(Linux) || os(macOS)
import Testing

@testable import TestSupport

/// Recordings of a server, which is the tool too.
@Suite(
    .serialized, .timeLimit(.minutes(10)),
    .enabled(if: RunningTool.hasCurl, "curl is not installed"))
struct RecordCommandTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        // A body of 17 MB that takes no room.
        try folder.write("", to: "Server/large.bin")
        let handle = try FileHandle(forWritingTo: folder.file("Server/large.bin"))
        try handle.truncate(atOffset: 17 << 20)
        try handle.close()
    }

    private var target: String { folder.file("Recorded").path }

    private func server() async throws -> RunningTool {
        let sets = [
            ScratchFolder.set("GET /books/:id", #""json": { "title": "Salt" }"#),
            ScratchFolder.set(
                "GET /login",
                #""headers": [["Set-Cookie", "sid=a1; Path=/; Domain=example.com; Secure; SameSite=None"]], "text": "hello""#
            ),
            ScratchFolder.set("GET /old", #""redirect": "/books/1""#),
            ScratchFolder.set("GET /broken", #""status": 500, "text": "oops""#),
            ScratchFolder.set(
                "GET /cut",
                #""json": [1, 2, 3], "failing": { "error": "networkConnectionLost", "afterBytes": 2 }"#
            ),
            ScratchFolder.set("GET /large", #""file": "large.bin""#),
        ]
        return try await RunningTool(
            "serve", try folder.writeSets(sets.joined(separator: ",\n"), to: "Server"))
    }

    private func manifest() throws -> String { try folder.read("Recorded/barricade.json") }

    @Test func keepsWhatPassesUnlessItIsVeryLarge() async throws {
        let server = try await server()
        let proxy = try await RunningTool("record", server.url, target)
        var texts: [String] = []
        for path in ["/books/1", "/broken", "/old", "/login"] {
            texts.append(try await proxy.curl(path, "--include").text)
        }
        let large = try await proxy.curl(
            "/large", "--output", "/dev/null", "--write-out", "%{size_download}")
        #expect(texts[0].contains("Salt"))
        #expect(texts[1].hasSuffix("\r\n\r\noops"))
        #expect(texts[2].contains("Location: \(proxy.url)/books/1\r\n"))
        // A cookie reaches a client on loopback.
        #expect(texts[3].contains("Set-Cookie: sid=a1; Path=/\r\n"))
        let end = await proxy.end()
        let told = """
            GET \(server.url)/books/1  200
            GET \(server.url)/broken  500
            GET \(server.url)/old  302
            GET \(server.url)/login  200
            GET \(server.url)/large  200
            4 recorded, 1 refused
              GET \(server.url)/large: 
            """
        // It may have been saved in between.
        let lines = end.text.split(separator: "\n").filter { !$0.hasPrefix("\(target): ") }
        #expect(large.text == "\(17 << 20)")
        #expect(lines.joined(separator: "\n").hasPrefix(told))
        #expect(end.text.hasSuffix("\nSaved in \(target): 9 files added.\n"))
        #expect(end.code == 1)
        #expect(try await Tool.run(["check", target]).code == 0)

        // Played back without the server, by the address that the folder knows.
        _ = await server.end()
        let player = try await RunningTool("serve", target)
        let book = try await player.curl("/books/7").text
        let there = try await player.curl("/old", "--include").text
        #expect(book.contains("Salt"))
        #expect(there.contains("Location: \(player.url)/books/1\r\n"))
    }

    @Test func setsNameTheServerThatTheyAreFor() async throws {
        let server = try await server()
        func record() async throws -> String {
            let proxy = try await RunningTool(
                "record", server.url, target, "--as", "https://api.example.com")
            _ = try await proxy.curl("/books/1")
            let old = try await proxy.curl("/old", "--include").text
            #expect(old.contains("Location: \(proxy.url)/books/1\r\n"))
            return await proxy.end().text
        }
        _ = try await record()
        let set = try folder.read("Recorded/get-books-id/set.json")
        #expect(set.contains(#""on": "GET https://api.example.com/books/:id""#))
        let redirect = try folder.read("Recorded/get-old/set.json")
        #expect(redirect.contains(#""redirect": "https://api.example.com/books/1""#))
        // Names of people stay, since the same sets are recorded again.
        try folder.write(
            set.replacingOccurrences(of: "GET /books/:id", with: "Book"),
            to: "Recorded/get-books-id/set.json")
        #expect(try await record().hasSuffix("\nSaved in \(target): no file changed.\n"))
    }

    @Test func aKilledRecordingLeavesWhatItSaved() async throws {
        let server = try await server()
        let proxy = try await RunningTool("record", server.url, target)
        _ = try await proxy.curl("/books/1")
        _ = await proxy.output(until: "files added.\n")
        _ = try await proxy.curl("/broken")
        let end = await proxy.end(by: SIGKILL)
        let check = try await Tool.run(["check", target])
        #expect(end.code == -SIGKILL)
        #expect(check.text.contains("no mistakes"))
        #expect(try manifest().contains("get-books-id/set.json"))
    }

    /// Redacting the first reply takes longer than a client needs for the second, and to end it all.
    @Test func repliesAreKeptInOrderAlthoughTheRecordingEndsAtOnce() async throws {
        let tokens = (0..<5_000).map { id in
            #"{ "id": \#(id), "token": "k\#(id)x9vQ2mZ7tR\#(id)" }"#
        }
        try folder.write("[\(tokens.joined(separator: ","))]", to: "Tokens/tokens.json")
        let sets = [
            ScratchFolder.set("GET /tokens", #""file": "tokens.json""#),
            ScratchFolder.set("GET /after", #""text": "It.""#),
        ]
        let server = try await RunningTool(
            "serve", try folder.writeSets(sets.joined(separator: ",\n"), to: "Tokens"))
        let proxy = try await RunningTool("record", server.url, target)
        for path in ["/tokens", "/after"] {
            _ = try await proxy.curl(path, "--output", "/dev/null")
        }
        #expect(await proxy.end().text.contains("\n2 recorded\n"))
        #expect(try folder.read("Recorded/get-tokens/200.json").contains(#""id": 4999"#))
        #expect(try manifest().contains(#""get-tokens/set.json", "get-after/set.json""#))
    }

    /// A stream of events ends with its client, or with the recording.
    @Test func eventsThatHaveComeAreKept() async throws {
        let events = #""events": [{ "data": "one" }, { "data": "two" }], "every": 3600"#
        let server = try await RunningTool(
            "serve",
            try folder.writeSets(
                [
                    ScratchFolder.set("GET /events", events),
                    ScratchFolder.set(
                        "GET /endless", #""chunks": ["one", "two"], "every": 3600"#),
                ].joined(separator: ",\n"), to: "Server"))
        let proxy = try await RunningTool("record", server.url, target)
        for path in ["/endless", "/events"] {
            _ = try await proxy.curl(path, "--max-time", "1")
        }
        let end = await proxy.end()
        #expect(
            end.text.hasPrefix(
                """
                GET \(server.url)/endless  cancelled by the client: not recorded
                GET \(server.url)/events  200, left before its end: its whole events are recorded

                """))
        #expect(end.text.contains("\n1 recorded, 1 cancelled\n"))
        #expect(try folder.read("Recorded/get-events/200.txt") == "data: one\n\n")
    }

    /// Large bodies wait in temporary files, and in memory if there is no room for them.
    @Test func noRoomForTemporaryFilesLosesNothing() async throws {
        let text = String(repeating: "one word and ", count: 10_000)
        try folder.write(text, to: "Server/long.txt")
        let server = try await RunningTool(
            "serve",
            try folder.writeSets(
                ScratchFolder.set("GET /long", #""file": "long.txt""#), to: "Server"))
        let proxy = try await RunningTool(
            "record", server.url, target, environment: ["TMPDIR": folder.file("Gone").path])
        _ = try await proxy.curl("/long", "--output", "/dev/null")
        #expect(await proxy.end().text.contains("\n1 recorded\n"))
        #expect(try folder.read("Recorded/get-long/200.txt") == text)
    }

    // MARK: Bad servers

    @Test func aReplyThatIsCutOffAndAServerThatIsDownAreTold() async throws {
        let server = try await server()
        let proxy = try await RunningTool("record", server.url, target)
        // CURLE_PARTIAL_FILE; CURLE_UNSUPPORTED_PROTOCOL, since what comes is no response.
        let cut = try await proxy.curl("/cut").code
        _ = await server.end()
        let gone = try await proxy.curl("/books/1").code
        #expect([cut, gone] == [18, 1])
        let end = await proxy.end()
        let told = """
            GET \(server.url)/cut  200, cut off in the middle: not recorded
            GET \(server.url)/books/1  no reply: 
            """
        #expect(end.text.hasPrefix(told))
        #expect(end.code == 0)
        #expect(end.text.contains("\n0 recorded, 1 cut off, 1 without a reply\n"))
        #expect(try !manifest().contains("cut"))
    }

    /// URLSession sends none on any platform.
    @Test func aGETWithABodyIsToldNotToBeSent() async throws {
        let server = try await server()
        let proxy = try await RunningTool("record", server.url, target)
        _ = try await proxy.curl("/books/1", "-X", "GET", "-d", "{}")
        let end = await proxy.end()
        let told = "GET \(server.url)/books/1  no reply: URLSession sends no GET with a body\n"
        // Foundation tells it on Linux, too, in its own words.
        #expect(end.text.contains(told), "\(end.text)")
    }

    // MARK: Bad folders

    @Test func aServerThatIsNoneAndAFolderThatCannotBeWrittenAreToldAtOnce() async throws {
        for (server, message) in [
            ("https://api.example.com/v2", "https://api.example.com/v2 has a path, "),
            ("api.example.com", "\"api.example.com\" is not the URL of a server, "),
            ("https://a.com?b", "\"https://a.com?b\" is not the URL of a server, "),
            ("http://a.com:99999", "\"http://a.com:99999\" is not the URL of a server, "),
            ("ftp://api.example.com", "\"ftp://api.example.com\" is not the URL of a server, "),
        ] {
            let run = try await Tool.run(["record", server, target])
            #expect(run.text.hasPrefix(message))
            #expect(run.code == 2)
        }
        try folder.write("a file", to: "Recorded")
        let run = try await Tool.run(["record", "http://localhost:1", target, "--port", "0"])
        let message = """
            The folder \(target) cannot be written: there is a file of that name.

            To fix: give the path of a folder, which is made if it does not exist.

            """
        #expect(run == ToolRun(message, code: 2))
        #expect(try folder.read("Recorded") == "a file")
    }

    @Test func aFolderThatBreaksMeanwhileIsKeptAndTheRecordingIsElsewhere() async throws {
        let server = try await server()
        let proxy = try await RunningTool("record", server.url, target)
        _ = try await proxy.curl("/books/1")
        try folder.write("{ half an edit", to: "Recorded/barricade.json")
        let end = await proxy.end()
        let told = "The folder \(target) cannot be written: The folder "
        #expect(end.text.contains(told))
        #expect(end.code == 2)
        let rescue = try #require(
            end.text.firstMatch(of: /What was recorded is in (.+) instead\.\n$/))
        #expect(try manifest() == "{ half an edit")
        let path = String(rescue.output.1)
        #expect(try await Tool.run(["check", path]).text.hasPrefix("1 set, 1 response"))
        try FileManager.default.removeItem(atPath: path)
    }

    @Test func twoRecordingsShareAFolderAndItsSets() async throws {
        let server = try await server()
        let old = ScratchFolder.set(
            "GET \(server.url)/books/:id", #""json": { "title": "Sea" }"#, named: "My Books")
        try folder.writeSets(old, to: "Recorded")
        let first = try await RunningTool("record", server.url, target)
        let second = try await RunningTool("record", server.url, target)
        let book = try await first.curl("/books/1").text
        _ = try await second.curl("/broken")
        async let (one, other) = (first.end(by: SIGTERM), second.end())
        #expect(await [one.code, other.code] == [0, 0])
        #expect(book.contains("Salt"))
        let checked = ToolRun("2 sets, 3 responses: no mistakes.\n")
        #expect(try await Tool.run(["check", target]) == checked)
        let manifest = try manifest()
        #expect(manifest.contains(#""My Books""#))
        #expect(manifest.contains(#""Sea""#))
    }
}
#endif
