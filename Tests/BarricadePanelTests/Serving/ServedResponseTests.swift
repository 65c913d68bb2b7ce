import Barricade
import BarricadePanel
import Testing

@testable import TestSupport

/// What the clients of a server get: the canned responses, as they were written.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct ServedResponseTests {
    private func server(
        _ response: CannedResponse, on matcher: RequestMatcher = .get("/v1/books")
    ) async throws -> BarricadeServer {
        try await Barricade(ResponseSet("Set", on: matcher) { response }).served()
    }

    @Test func responsesAreSentAsTheyWereWritten() async throws {
        let gzip = Data([0x1F, 0x8B, 0x08, 0x41])
        let responses = [
            CannedResponse(
                "Created", status: 201,
                headers: [
                    "x-b": "2", "Set-Cookie": "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT",
                    "Set-Cookie": "b=2, c=3", "x-a": "1", "x-b": "3",
                ], json: ["title": "Salt"]),
            CannedResponse(
                "Compressed", headers: ["Content-Encoding": "gzip", "ETag": "7"],
                body: .data(gzip)),
            CannedResponse(
                "Challenge", status: .unauthorized,
                headers: ["WWW-Authenticate": "Basic realm=\"Books\""], text: "Who?"),
        ]
        let barricade = Barricade(ResponseSet("Set", on: .get("/v1/books")) { responses })
        let server = try await barricade.served()
        try await expectOutcomes([
            """
            201 Created | x-b: 2 | Set-Cookie: a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT \
            | Set-Cookie: b=2, c=3 | x-a: 1 | x-b: 3 | Content-Type: application/json \
            | {"title":"Salt"}
            """: ["Created"],
            """
            200 OK | Content-Encoding: gzip | ETag: 7 | Content-Type: application/octet-stream \
            | Content-Length: 4 | \(String(decoding: gzip, as: UTF8.self))
            """: ["Compressed"],
            "401 Unauthorized | WWW-Authenticate: Basic realm=\"Books\" | Who?": ["Challenge"],
        ]) { name in
            try barricade.select(name, for: "Set")
            return try await server.reply("GET /v1/books", "Accept-Encoding: gzip").summary
        }
    }

    @Test func aDelegateGetsChallengesAndDownloads() async throws {
        let barricade = Barricade(
            ResponseSet("Member", on: .get("/v1/books") && .header("Authorization", "Basic YTpi")) {
                CannedResponse(text: "Salt")
            },
            ResponseSet("Stranger", on: .get("/v1/books")) {
                CannedResponse(
                    status: .unauthorized, headers: ["WWW-Authenticate": "Basic realm=\"Books\""])
            })
        let server = try await barricade.served()
        let url = server.url.appendingPathComponent("v1/books")
        let delegate = RecordingDelegate(
            credential: URLCredential(user: "a", password: "b", persistence: .none))
        let session = URLSession(
            configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
        session.dataTask(with: url).resume()
        let events = await delegate.completion()
        session.finishTasksAndInvalidate()
        #expect(events.contains("challenge"))
        #expect(events.suffix(3) == ["response 200", "data Salt", "completed"])
        var request = URLRequest(url: url)
        request.setValue("Basic YTpi", forHTTPHeaderField: "Authorization")
        let (file, _) = try await URLSession(configuration: .ephemeral).download(for: request)
        #expect(try String(contentsOf: file, encoding: .utf8) == "Salt")
        await server.stop()
    }

    @Test func noBodyIsSentIfThereIsNoneOrTheClientWantsNone() async throws {
        let empty = try await server(CannedResponse(status: .noContent, text: "none"))
        let summaries = try await empty.connect { client in
            try (0..<2).map { _ in
                client.send("GET /v1/books HTTP/1.1\r\nHost: localhost\r\n\r\n")
                return try client.reply(hasBody: false).summary
            }
        }
        let noContent = "204 No Content | Content-Type: text/plain; charset=utf-8"
        #expect(summaries == [noContent, noContent])
        let server = try await self.server(
            CannedResponse(headers: ["ETag": "\"7\""], text: "Salt"), on: .any("/v1/books"))
        let replies = try await server.connect { client in
            let rest = "/v1/books HTTP/1.1\r\nHost: localhost\r\n"
            client.send("HEAD \(rest)\r\nGET \(rest)If-None-Match: \"7\"\r\n\r\nGET \(rest)\r\n")
            return try [false, false, true].map { try client.reply(hasBody: $0) }
        }
        #expect(replies[0].fields == replies[2].fields)
        let others: [String] = [
            "304 Not Modified | ETag: \"7\"", "200 OK | ETag: \"7\" | Salt",
        ]
        #expect(replies[1...].map(\.summary) == others)
    }

    /// A browser would show what it has kept in place of what is selected now.
    @Test func nothingIsKeptThatDoesNotSayForHowLong() async throws {
        let barricade = Barricade(
            ResponseSet("Set", on: .get("/v1/books")) {
                CannedResponse("Text", text: "Salt")
                CannedResponse("Moved", status: 301, redirect: "/v2/books")
                CannedResponse("Gone", status: 410, headers: ["ETag": "7"])
                CannedResponse("Tagged", headers: ["etag": "7"], text: "Salt")
                CannedResponse("Dated", headers: ["Last-Modified": "0"], text: "Salt")
                CannedResponse("Aging", status: 301, headers: ["Cache-Control": "max-age=9"])
            })
        let server = try await barricade.served()
        try await expectOutcomes([
            "no-store": ["Text", "Moved", "Gone"], "": ["Tagged", "Dated"], "max-age=9": ["Aging"],
        ]) { name in
            try barricade.select(name, for: "Set")
            return try await server.reply("GET /v1/books")["Cache-Control"] ?? ""
        }
        #expect(try await server.reply("GET /v1/none")["Cache-Control"] == "no-store")
    }

    @Test func filesAreSentAndPartsOfThem() async throws {
        let folder = try ScratchFolder()
        let text = String(repeating: String(repeating: "0123456789", count: 100), count: 1_000)
        try folder.write(text, to: "book.txt")
        let barricade = Barricade(
            ResponseSet("Book", on: .get("/book")) { CannedResponse(file: "book.txt") }
        ) { $0.files = .directory(folder.url) }
        let server = try await barricade.served()
        let whole = try await server.reply("GET /book")
        let part = try await server.reply("GET /book", "Range: bytes=999995-")
        let fields = ["Content-Type", "Content-Length", "Accept-Ranges"].map { whole[$0] }
        #expect(
            fields + [part["Content-Range"]] == [
                "text/plain; charset=utf-8", "1000000", "bytes", "bytes 999995-999999/1000000",
            ])
        #expect(whole.body == text)
        let none = try await server.reply("GET /book", "Range: bytes=1000000-")
        let rest = [part, none].map { "\($0.status) \($0.body)" }
        #expect(rest == ["206 56789", "416 "])
    }

    @Test func handlersSeeTheRequestAsOneOfTheAppWithNoCookiesButItsOwn() async throws {
        let requests = Events<BarricadeRequest>()
        let server = try await server(
            CannedResponse(handler: { request in
                requests.add(request)
                return CannedResponse(
                    headers: ["Set-Cookie": "id=7"], text: request.pathValues["id"] ?? "")
            }), on: .put("/v1/books/:id"))
        let reply = try await server.reply(
            "PUT /v1/books/a%20b?page=2&q=%26", "X-A: 1", "x-a: 2", "Cookie: a=1",
            "Expect: 100-continue",
            "Connection: keep-alive, X-Hop", "X-Hop: 1", "TE: trailers", "Accept-Encoding: br",
            "Content-Type: text/plain", body: "Grüße")
        #expect([reply["Set-Cookie"], reply.body] == ["id=7", "a b"])
        let request = try #require(requests.all.first)
        #expect(
            (request.url.absoluteString, request.body) == (
                "https://api.example.com/v1/books/a%20b?page=2&q=%26", .data(Data("Grüße".utf8))
            ))
        let fields = Dictionary(
            uniqueKeysWithValues: Set(request.headers.fields.map { $0.name.lowercased() })
                .map { ($0, request.headers[$0]) })
        #expect(
            fields == [
                "content-type": "text/plain", "cookie": "a=1", "x-a": "1,2", "content-length": "7",
                "expect": "100-continue", "connection": "keep-alive, X-Hop", "x-hop": "1",
                "te": "trailers", "accept-encoding": "br",
            ])
        #expect(request.urlRequest.allHTTPHeaderFields?.count == 3)
        _ = try await server.reply("PUT /v1/books/2")
        #expect(requests.all.map { $0.headers["Cookie"] } == ["a=1", nil])
    }
}
