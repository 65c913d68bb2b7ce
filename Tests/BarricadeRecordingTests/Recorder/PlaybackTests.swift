import BarricadeFolder
import Barricade
import BarricadeRecording
import LoopbackServer
import Testing

@testable import TestSupport

/// What an app sees from the real server, and then from the recording of it.
@Suite(.takingTurns, .timeLimit(.minutes(20))) struct PlaybackTests {
    /// Sends the requests of a kind, one after the other.
    ///
    /// - Returns: The replies as an app sees them: status, address and header fields, and the body;
    ///   of JSON, which a folder lays out, the tokens.
    private static func replies(
        _ kind: ReplyKind, from server: ScriptedServer, to session: URLSession
    ) async throws -> [String] {
        var replies: [String] = []
        for _ in 0..<kind.count {
            var request = URLRequest(url: try server.url("/here"))
            request.httpMethod = kind.method
            request.allHTTPHeaderFields = kind.headers
            request.httpBody = kind.body.map { Data($0.utf8) }
            let (data, response) = try await session.data(for: request)
            let http = try #require(response as? HTTPURLResponse)
            let address = http.url?.absoluteString.replacing(server.host, with: "host") ?? "-"
            let fields = ["Content-Type", "Retry-After", "WWW-Authenticate"].map {
                http.value(forHTTPHeaderField: $0) ?? "-"
            }
            let body =
                (try? JSONNode.read(Array(data)))?.compact ?? data.base64EncodedString()
            replies.append(
                "\(http.statusCode) \(address) \(http.mimeType ?? "-") \(fields) \(body)")
        }
        return replies
    }

    private static func server(_ kind: ReplyKind) throws -> ScriptedServer {
        let count = Locked(0)
        return try ScriptedServer { kind.answer($0, count.next()) }
    }

    @Test(arguments: ReplyKind.all) func appsSeeTheSame(_ kind: ReplyKind) async throws {
        let server = try Self.server(kind)
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        let passed = try await Self.replies(kind, from: server, to: barricade.session)
        if !kind.hangsAlone {
            let bare = URLSession(configuration: .ephemeral)
            let real = try await Self.replies(kind, from: Self.server(kind), to: bare)
            #expect(passed == real)
        }
        #expect(recording.report.refusals == [])
        await server.stop()
        // At once, and from the folder.
        recording.stop(then: .barricaded)
        let folder = try ScratchFolder()
        try recording.save(to: folder.url)
        let read = try Barricade(folder: .directory(folder.url))
        #expect(read.validate() == [])
        for player in [barricade, read] {
            #expect(try await Self.replies(kind, from: server, to: player.session) == passed)
        }
    }

    @Test func cookiesAreSetAgain() async throws {
        let server = try ScriptedServer { request in
            request.headers["Cookie"] == nil
                ? .init(302, headers: ["Location": "/b", "Set-Cookie": "theme=dark; Path=/"])
                : .json("[\"\(request.headers["Cookie"] ?? "")\"]")
        }
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        #expect(try await barricade.texts(["/a"], of: server) == [#"["theme=dark"]"#])
        await server.stop()
        let folder = try ScratchFolder()
        try recording.save(to: folder.url)
        let read = try Barricade(folder: .directory(folder.url))
        try await read.texts(["/a"], of: server)
        #expect(read.requests.last?.request.headers["Cookie"]?.hasPrefix("theme=") == true)
    }

    // MARK: Responses made of what a server has given

    /// Returns what a session gets: status, address, header fields but the entity tag, text.
    private func given(
        _ status: Int, _ headers: [String: String], _ text: String, method: HTTP.Method = .get,
        configuration: URLSessionConfiguration = .ephemeral
    ) async throws -> String {
        let url = try URL("https://elsewhere.example.com/x")
        let response = try #require(
            HTTPURLResponse(
                url: url, statusCode: status, httpVersion: nil, headerFields: headers))
        let barricade = Barricade(
            ResponseSet("Set", on: .any) {
                CannedResponse("Real", response: response, data: Data(text.utf8), to: method)
            })
        #expect(barricade.validate() == [])
        barricade.install(in: configuration)
        let answer = try await URLSession(configuration: configuration).get(
            api, method: method.rawValue)
        let fields = answer.response.allHeaderFields.map { "\($0): \($1)" }.sorted()
            .filter { !$0.hasPrefix("Etag") }
        return
            "\(answer.status) \(answer.response.url?.absoluteString ?? "") \(fields) \(answer.text)"
    }

    @Test func itIsAsItWasButDecodedOnlyOnce() async throws {
        #expect(
            try await given(
                418, ["Content-Type": "text/plain", "X-A": "b, c", "Cache-Control": "no-store"],
                "hello") == """
                    418 \(api) ["Cache-Control: no-store", "Content-Length: 5", \
                    "Content-Type: text/plain", "X-A: b, c"] hello
                    """)
        // Without a content type it has none.
        #expect(try await given(404, [:], "?") == #"404 \#(api) ["Content-Length: 1"] ?"#)
        let coded = [
            "content-encoding": "gzip", "Content-Length": "999", "Transfer-Encoding": "chunked",
        ]
        let answers = [
            try await given(200, coded, "decoded"),
            try await given(200, coded, ""),
            try await given(200, ["Content-Length": "999"], "", method: .head),
        ]
        let expected: [String] = [
            #"200 \#(api) ["Content-Length: 7"] decoded"#,
            #"200 \#(api) ["Content-Length: 0"] "#,
            #"200 \#(api) ["Content-Length: 999"] "#,
        ]
        #expect(answers == expected)
    }

    @Test func joinedCookiesAreSeveralAgain() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        let joined =
            "a=1, 2; Path=/; Expires=Wed, 21 Oct 2099 07:28:00 GMT,b=x=y;Path=/ , c=\"3,4\"; Path=/"
        _ = try await given(200, ["Set-Cookie": joined], "", configuration: configuration)
        let cookies = configuration.httpCookieStorage?.cookies ?? []
        #expect(
            cookies.map { "\($0.name)=\($0.value)" }.sorted()
                == ["a=1, 2", "b=x=y", "c=\"3,4\""])
    }
}
