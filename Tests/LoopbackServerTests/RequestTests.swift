import Barricade
import LoopbackServer
import Testing

@testable import TestSupport

/// Reading requests: those that are right, and those that are not HTTP.
@Suite(.timeLimit(.minutes(10))) struct RequestTests {
    @Test func requestsAreGivenWhole() async throws {
        let requests = Events<LoopbackServer.Request>()
        let server = try server { request in
            requests.add(request)
            return .text("OK")
        }
        let body = "Grüße\r\n\r\n"
        _ = try await server.exchange(
            "PUT /a%20b/c?d=%41&e HTTP/1.1\r\nHost: localhost:80\r\nX-A:  1 \t\r\nx-a:2\r\nX-B:\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        let request = try #require(requests.all.first)
        let parts: [String?] = [
            "\(request.method)", request.path, request.query, request.authority,
            String(decoding: request.body, as: UTF8.self), "\(request.isProxied)",
        ]
        #expect(parts == ["PUT", "/a%20b/c", "d=%41&e", "localhost:80", body, "false"])
        #expect(["X-A", "X-B"].map(request.headers.values) == [["1", "2"], [""]])
    }

    @Test func aTargetAsItWasTypedIsReadAsIfItWereEncoded() async throws {
        let server = try echoServer()
        let reply = try await server.reply("GET /ü?q=日 HTTP/1.1", "Host: localhost")
        #expect(reply.body == "GET /%C3%BC?q=%E6%97%A5 ")
    }

    @Test func oldClientsNeedNoHostWhereOtherOriginsMayAsk() async throws {
        let (served, page) = (try echoServer(.allowing([])), try echoServer())
        let replies = [
            try await served.reply("GET /a HTTP/1.0"), try await page.reply("GET /a HTTP/1.0"),
            try await served.reply("GET /a HTTP/1.1"),
        ]
        let refusal = String.refusal(
            "400 Bad Request", "A request needs exactly one Host field, with a host.")
        #expect(
            replies.map(\.summary) == ["200 OK | Connection: close | GET /a ", refusal, refusal])
    }

    @Test func bytesMayComeOneByOneAndRequestsAllAtOnce() async throws {
        let server = try echoServer()
        let text =
            "POST /a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "3;name=value\r\nabc\r\n00A\r\n0123456789\r\n0\r\nX-Trailer: 1\r\n\r\n"
        let reply = try await server.connect { client in
            for byte in text.utf8 { client.socket.write([byte]) }
            return try client.reply()
        }
        #expect(reply.body == "POST /a abc0123456789")

        let replies = try await server.connect { client in
            client.send(
                (0..<50).map { number in
                    number % 2 == 0
                        ? "GET /\(number) HTTP/1.1\r\nHost: localhost\r\n\r\n"
                        : "POST /\(number) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nhi"
                }.joined())
            return try (0..<50).map { _ in try client.reply().body }
        }
        let bodies = (0..<50).map { $0 % 2 == 0 ? "GET /\($0) " : "POST /\($0) hi" }
        #expect(replies == bodies)
    }

    @Test func connectionsAreKeptUnlessAskedOtherwise() async throws {
        let server = try echoServer()
        func replies(_ count: Int, to heads: String...) async throws -> [String] {
            let text = heads.map { "\($0)\r\n\r\n" }.joined()
            return try await server.connect { client in
                client.send(text)
                let replies = try (0..<count).map { _ in try client.reply().summary }
                return replies + [client.rest()]
            }
        }
        let several = try await replies(
            3, to: "GET /1 HTTP/1.1\r\nHost: localhost",
            "GET /2 HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive",
            "\r\nGET /3 HTTP/1.1\r\nHost: localhost\r\nConnection: x, Close",
            "GET /4 HTTP/1.1\r\nHost: localhost")
        let old = try await replies(1, to: "GET /old HTTP/1.0\r\nHost: localhost")
        #expect(
            several + old == [
                "200 OK | GET /1 ", "200 OK | Connection: keep-alive | GET /2 ",
                "200 OK | Connection: close | GET /3 ", "",
                "200 OK | Connection: close | GET /old ", "",
            ])
    }

    @Test func clientsThatWaitAreToldToGoOn() async throws {
        let server = try echoServer()
        func text(_ host: String, _ expectation: String) -> String {
            """
            PUT /a HTTP/1.1\r\nHost: \(host)\r\nContent-Length: 4\r\nExpect: \(expectation)\r\n\r

            """
        }
        let head = text("localhost", "100-Continue")
        let told = try await server.connect { client in
            client.send(head)
            let words = try client.text(before: "\r\n\r\n")
            client.send("body")
            return [words, try client.reply().body]
        }
        #expect(told == ["HTTP/1.1 100 Continue", "PUT /a body"])
        // One whose request is refused does not send its body in vain.
        #expect(try await server.reply(to: text("evil.example", "100-continue")).status == 421)
        // What else a client expects is for the app that answers.
        let unknown = try await server.reply(to: text("localhost", "a miracle") + "body")
        #expect(unknown.status == 200)
        #expect(unknown.body == "PUT /a body")
    }

    private static let host = "Host: localhost\r\n"

    private static func get(_ fields: String) -> String {
        "GET / HTTP/1.1\r\n\(host)\(fields)\r\n\r\n"
    }

    private static func chunked(_ body: String) -> String {
        "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n\(body)"
    }

    /// What is no HTTP or not for this server, by what is said about it.
    private static let malformed: KeyValuePairs<String, [String]> = [
        .refusal("400 Bad Request", "The request line is not a method, a target and a version."): [
            "GET /\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1 \r\n\r\n",
            "\r\n\r\n\r\n", "G(T / HTTP/1.1\r\n\r\n", "{\"a\": 1}\r\n\r\n",
            "GET / FTP/1.1\r\n\r\n", " GET / HTTP/1.1\r\n", "\u{16}\u{3}\u{1}\r\n",
            "GET / http/1.1\r\n\r\n",
        ],
        .refusal(
            "421 Misdirected Request",
            "The host of the request is not 127.0.0.1, localhost or [::1]."): [
                "POST / HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 4\r\n\r\nbody"
            ],
        .refusal("505 HTTP Version Not Supported", "This server speaks HTTP/1.1."): [
            "GET / HTTP/2.0\r\n\(host)\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        ],
        .refusal("400 Bad Request", "The request target is neither a path nor an http URL."): [
            "GET a HTTP/1.1\r\n\(host)\r\n", "GET * HTTP/1.1\r\n\(host)\r\n",
        ],
        .refusal("400 Bad Request", "The request target holds a character that it must not hold."):
            [
                "GET /#a HTTP/1.1\r\n\(host)\r\n"
            ],
        .refusal("400 Bad Request", "The host of the request target cannot be read."): [
            "GET http:/// HTTP/1.1\r\n\(host)\r\n"
        ],
        .refusal("400 Bad Request", "A line does not end with a carriage return and a line feed."):
            [
                "GET / HTTP/1.1\nHost: localhost\n\n",
                "GET / HTTP/1.1\r\nHost: localhost\nX: 1\r\n\r\n",
                get("X: a\rb"), get("X: a\nY: b"), chunked("1\na\r\n"),
            ],
        .refusal("400 Bad Request", "A header field has no valid name."): [
            get("X: a\r\n b"), get("X : a"), get(": a"), get("X"), get("X\u{0}: a"),
            get("Ü: a"), chunked("0\r\nbad trailer\r\n\r\n"),
        ],
        .refusal("400 Bad Request", "A header field holds a control character."): [
            get("X: a\u{0}"), get("X: \u{7F}"), get("X: a\u{B}b"),
        ],
        .refusal("400 Bad Request", "Content-Length is not one number."): [
            get("Content-Length: -1"), get("Content-Length: +1"), get("Content-Length: 1a"),
            get("Content-Length: 0x10"), get("Content-Length:"), get("Content-Length: 1, 1"),
            get("Content-Length: 1\r\nContent-Length: 1"),
            get("Content-Length: 99999999999999999999"),
        ],
        .refusal(
            "400 Bad Request", "Transfer-Encoding goes neither with Content-Length nor HTTP/1.0."):
            [
                get("Content-Length: 4\r\nTransfer-Encoding: chunked"),
                get("Transfer-Encoding: chunked\r\nContent-Length: 4"),
                "GET / HTTP/1.0\r\n\(host)Transfer-Encoding: chunked\r\n\r\n",
            ],
        .refusal("501 Not Implemented", "This server reads no transfer coding but chunked."): [
            get("Transfer-Encoding: gzip"), get("Transfer-Encoding: gzip, chunked"),
            get("Transfer-Encoding: chunked, chunked"),
            get("Transfer-Encoding: chunked\r\nTransfer-Encoding: x"),
        ],
        .refusal("400 Bad Request", "A chunk of the body cannot be read."): [
            chunked("x\r\n"), chunked("\r\n"), chunked("-1\r\n"), chunked("1 \r\na\r\n"),
            chunked("0x1\r\na\r\n"), chunked("1\r\nab"), chunked("FFFFFFFFFFFFFFFF\r\n"),
            chunked("00000000000000001\r\n"),
            chunked("1;" + String(repeating: "x", count: 300)),
        ],
    ]

    @Test func whatIsRefusedReachesNoHandlerAndIsClosed() async throws {
        let asked = Locked(0)
        let server = try server { _ in
            asked.withLock { $0 += 1 }
            return .text("answered")
        }
        try await expectOutcomes(Self.malformed) { text in
            try await server.connect { client in
                client.send(text)
                // What comes after it is never read as a request.
                client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                return try client.reply().summary + client.rest()
            }
        }
        #expect(asked.current == 0)
    }
}
