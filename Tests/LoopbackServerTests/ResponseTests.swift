import Barricade
import LoopbackServer
import Testing

@testable import TestSupport

/// What handlers answer, and how it reaches the client.
@Suite(.timeLimit(.minutes(10))) struct ResponseTests {
    private typealias Response = LoopbackServer.Response

    @Test func aResponseIsSentWholeAndTheServerFramesAndDatesIt() async throws {
        let server = try server { request in
            switch request.path {
            case "/nothing": .disconnection
            case "/broken": .brokenConnection
            case "/text": .text("hello")
            case "/whole":
                Response(
                    .notFound, headers: ["X-A": "1", "Date": "today", "x-a": "2"],
                    body: .data(Data("no".utf8)))
            default:
                Response(
                    headers: [
                        "Content-Length": "99", "Transfer-Encoding": "chunked",
                        "connection": "upgrade", "Upgrade": "h2c", "Keep-Alive": "timeout=5",
                        "Date": "today",
                    ], body: .data(Data("hello".utf8)))
            }
        }
        try await expectOutcomes([
            "": ["/nothing"], "The connection was lost.\r\n": ["/broken"],
            """
            HTTP/1.1 404 Not Found\r\nX-A: 1\r\nDate: today\r\nx-a: 2\r\nContent-Length: 2\r
            Connection: close\r\n\r\nno
            """: ["/whole"],
            """
            HTTP/1.1 200 OK\r\nDate: today\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello
            """: ["/framed"],
        ]) { try await server.exchange(.get($0)) }
        let text = try await server.exchange(.get("/text"))
        let pattern = #/\r\nDate: [A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT\r\n/#
        #expect(text.contains(pattern))
    }

    @Test func headHasTheFieldsOfGetAndNoBodyAndSomeStatusesHaveNoneEither() async throws {
        let written = Locked(0)
        let server = try server { request in
            switch request.path {
            case "/text": .text("hello")
            case "/stated": Response(headers: ["Content-Length": "7000000000"])
            case "/events": Response(body: .events { _ in written.withLock { $0 += 1 } })
            default:
                Response(
                    HTTP.Status(Int(request.path.dropFirst()) ?? 0), headers: ["ETag": "a"],
                    body: .data(Data("body".utf8)))
            }
        }
        let replies = try await server.connect { client in
            try [
                "HEAD /text", "GET /text", "HEAD /stated", "HEAD /events", "GET /204", "GET /304",
                "GET /204",
            ].map { line in
                client.send("\(line) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                return try client.reply(hasBody: line == "GET /text")
            }
        }
        #expect(replies[0].fields == replies[1].fields)
        let summaries: [String] = replies.dropFirst().map(\.summary)
        #expect(
            summaries == [
                "200 OK | hello", "200 OK | Content-Length: 7000000000",
                "200 OK", "204 No Content | ETag: a",
                "304 Not Modified | ETag: a", "204 No Content | ETag: a",
            ])
        #expect(written.current == 0)
    }

    @Test func whatCannotBeSentIsSaid() async throws {
        let responses = [
            "its status is 99": Response(99), "its status is 1000": Response(1000),
            "its status is 101": Response(101),
            "the value of header X-A holds a line break or a zero byte": Response(
                headers: ["X-A": "1\r\nSet-Cookie: stolen"]),
            #"header name "X A" is not a token (RFC 9110, 5.6.2)"#: Response(headers: ["X A": "1"]),
        ]
        for (reason, response) in responses {
            let server = try server { _ in response }
            #expect(
                try await server.reply(to: .get()).summary
                    == "500 Internal Server Error | The response cannot be sent: \(reason).\n")
        }
    }

    @Test func largeBodiesReachClientsThatReadSlowly() async throws {
        // More than the system takes at once; no piece of it is like its neighbour.
        let text = String(repeating: String(repeating: "Salt and Sea", count: 500), count: 1_000)
        let server = try server { _ in .text(text) }
        let isWhole = try await server.connect { client in
            client.send(.get() + .get())
            return try (0..<2).allSatisfy { _ in try client.reply().body == text }
        }
        #expect(isWhole)
    }
}
