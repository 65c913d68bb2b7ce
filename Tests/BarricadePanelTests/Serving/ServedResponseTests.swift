import Barricade
import BarricadePanel
import Foundation
import Testing

@testable import TestSupport

/// What the clients of a server get: the canned responses, as they were written.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct ServedResponseTests {
    private static let base = "https://api.example.com"

    private func server(
        _ response: CannedResponse, on matcher: RequestMatcher = .get("/v1/books")
    ) async throws -> BarricadeServer {
        try await Barricade(ResponseSet("Set", on: matcher) { response }).serve(as: Self.base)
    }

    @Test func fieldsAreSentAsTheyWereWritten() async throws {
        let server = try await server(
            CannedResponse(
                status: 201,
                headers: [
                    "x-b": "2", "Set-Cookie": "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT",
                    "Set-Cookie": "b=2, c=3", "x-a": "1", "x-b": "3",
                ], json: ["title": "Salt"]))
        let reply = try await server.reply("GET /v1/books")
        #expect(reply.status == 201)
        #expect(reply.reason == "Created")
        #expect(
            reply.fields == [
                "x-b: 2", "Set-Cookie: a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT",
                "Set-Cookie: b=2, c=3", "x-a: 1", "x-b: 3",
                "Content-Type: application/json", "Content-Length: 16",
            ])
        #expect(reply.body == #"{"title":"Salt"}"#)
    }

    @Test func emptyResponsesAreEmpty() async throws {
        let server = try await server(CannedResponse(status: .noContent))
        let replies = try await server.connect { client in
            try (0..<2).map { _ in
                client.send("GET /v1/books HTTP/1.1\r\nHost: localhost\r\n\r\n")
                return try client.reply(hasBody: false)
            }
        }
        #expect(replies.map(\.status) == [204, 204])
        #expect(replies.map(\.fields) == [[], []])
    }

    @Test func whatTheClientHasIsNotSentAgain() async throws {
        let server = try await server(CannedResponse(headers: ["ETag": "\"7\""], text: "Salt"))
        let whole = try await server.reply("GET /v1/books")
        #expect(whole["ETag"] == "\"7\"")
        #expect(whole.body == "Salt")
        let reply = try await server.connect { client in
            client.send(
                "GET /v1/books HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: \"7\"\r\n\r\n")
            return try client.reply(hasBody: false)
        }
        #expect(reply.status == 304)
        #expect(reply.fields == ["ETag: \"7\""])
    }

    @Test func aHeadIsThatOfTheResponseToGet() async throws {
        let server = try await server(CannedResponse(text: "Salt"), on: .any("/v1/books"))
        let reply = try await server.connect { client in
            client.send("HEAD /v1/books HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let head = try client.reply(hasBody: false)
            client.send("GET /v1/books HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return (head, try client.reply())
        }
        #expect(reply.0.fields == reply.1.fields)
        #expect(reply.0["Content-Length"] == "4")
        #expect(reply.1.body == "Salt")
    }

    @Test func filesAreSentAndPartsOfThem() async throws {
        let folder = try ScratchFolder()
        let text = String(repeating: "0123456789", count: 100_000)
        try folder.write(text, to: "book.txt")
        let barricade = Barricade(
            ResponseSet("Book", on: .get("/book")) { CannedResponse(file: "book.txt") }
        ) { $0.files = .directory(folder.url) }
        let server = try await barricade.serve(as: Self.base)
        let whole = try await server.reply("GET /book")
        #expect(whole["Content-Type"] == "text/plain; charset=utf-8")
        #expect(whole["Content-Length"] == "1000000")
        #expect(whole["Accept-Ranges"] == "bytes")
        #expect(whole.body == text)
        let part = try await server.reply("GET /book", "Range: bytes=999995-")
        #expect(part.status == 206)
        #expect(part["Content-Range"] == "bytes 999995-999999/1000000")
        #expect(part.body == "56789")
        let none = try await server.reply("GET /book", "Range: bytes=1000000-")
        #expect(none.status == 416)
        #expect(none.body == "")
    }

    @Test func compressedBodiesAreSentAsTheyAre() async throws {
        let bytes = Data([0x1F, 0x8B, 0x08, 0x41])
        let server = try await server(
            CannedResponse(headers: ["Content-Encoding": "gzip"], body: .data(bytes)))
        let reply = try await server.reply("GET /v1/books", "Accept-Encoding: gzip")
        #expect(reply["Content-Encoding"] == "gzip")
        #expect(reply["Content-Length"] == "4")
        #expect(reply.body == String(decoding: bytes, as: UTF8.self))
    }

    @Test func challengesAreSentAsTheyAre() async throws {
        let server = try await server(
            CannedResponse(
                status: .unauthorized, headers: ["WWW-Authenticate": "Basic realm=\"Books\""],
                text: "Who?"))
        let reply = try await server.reply("GET /v1/books")
        #expect(reply.status == 401)
        #expect(reply["WWW-Authenticate"] == "Basic realm=\"Books\"")
        #expect(reply.body == "Who?")
    }

    @Test func handlersSeeTheRequestAsOneOfTheApp() async throws {
        let requests = Events<BarricadeRequest>()
        let server = try await server(
            CannedResponse(handler: { request in
                requests.add(request)
                return CannedResponse(text: request.pathValues["id"] ?? "")
            }), on: .put("/v1/books/:id"))
        let reply = try await server.reply(
            "PUT /v1/books/a%20b?page=2&q=%26", "X-A: 1", "x-a: 2", "Cookie: a=1",
            "Expect: 100-continue",
            "Connection: keep-alive, X-Hop", "X-Hop: 1", "TE: trailers", "Accept-Encoding: br",
            "Content-Type: text/plain", body: "Grüße")
        #expect(reply.body == "a b")
        let request = try #require(requests.all.first)
        #expect(request.url.absoluteString == "https://api.example.com/v1/books/a%20b?page=2&q=%26")
        #expect(request.body == .data(Data("Grüße".utf8)))
        let names = request.headers.fields.map { $0.name.lowercased() }.sorted()
        #expect(names == ["content-type", "cookie", "x-a"])
        #expect(request.headers["Cookie"] == "a=1")
        #expect(request.headers["X-A"] == "1,2")
    }

    @Test func weightedAndSequencedResponsesTakeTurns() async throws {
        let server = try await server(
            .sequence("Twice") {
                CannedResponse(text: "one")
                CannedResponse.weighted(
                    "Any",
                    [
                        (1, CannedResponse(text: "two")), (0, CannedResponse(text: "three")),
                    ])
            })
        var bodies: [String] = []
        for _ in 0..<3 { bodies.append(try await server.reply("GET /v1/books").body) }
        #expect(bodies == ["one", "two", "two"])
    }

    @Test func cookiesAreKeptByClientsAndNotByTheServer() async throws {
        let server = try await Barricade(
            ResponseSet("Sign In", on: .post("/login")) {
                CannedResponse(headers: ["Set-Cookie": "id=7"])
            },
            ResponseSet("Me", on: .get("/me")) {
                CannedResponse(handler: {
                    CannedResponse(text: $0.headers["Cookie"] ?? "none")
                })
            }
        ).serve(as: Self.base)
        #expect(try await server.reply("POST /login")["Set-Cookie"] == "id=7")
        #expect(try await server.reply("GET /me").body == "none")
        #expect(try await server.reply("GET /me", "Cookie: id=7").body == "id=7")
    }
}
