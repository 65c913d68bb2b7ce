import Barricade
import Foundation
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
        #expect(request.method == "PUT")
        #expect(request.path == "/a%20b/c")
        #expect(request.query == "d=%41&e")
        #expect(request.authority == "localhost:80")
        #expect(!request.isProxied)
        #expect(request.headers.values(of: "X-A") == ["1", "2"])
        #expect(request.headers.values(of: "X-B") == [""])
        #expect(String(decoding: request.body, as: UTF8.self) == body)
    }

    @Test func bytesMayComeOneByOne() async throws {
        let server = try echoServer()
        let text =
            "POST /a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "3;name=value\r\nabc\r\n00A\r\n0123456789\r\n0\r\nX-Trailer: 1\r\n\r\n"
        let reply = try await server.connect { client in
            for byte in text.utf8 { client.socket.write([byte]) }
            return try client.reply()
        }
        #expect(reply.body == "POST /a abc0123456789")
    }

    @Test func requestsMayComeAllAtOnce() async throws {
        let server = try echoServer()
        let replies = try await server.connect { client in
            client.send(
                (0..<50).map { number in
                    number % 2 == 0
                        ? "GET /\(number) HTTP/1.1\r\nHost: localhost\r\n\r\n"
                        : "POST /\(number) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nhi"
                }.joined())
            return try (0..<50).map { _ in try client.reply().body }
        }
        #expect(
            replies == (0..<50).map { $0 % 2 == 0 ? "GET /\($0) " : "POST /\($0) hi" })
    }

    @Test func connectionsAreKeptUnlessAskedOtherwise() async throws {
        let server = try echoServer()
        let host = "Host: localhost\r\n"
        let text = try await server.exchange(
            "GET /1 HTTP/1.1\r\n\(host)\r\n"
                + "GET /2 HTTP/1.0\r\n\(host)Connection: keep-alive\r\n\r\n"
                + "\r\nGET /3 HTTP/1.1\r\n\(host)Connection: x, Close\r\n\r\n"
                + "GET /4 HTTP/1.1\r\n\(host)\r\n")
        #expect(["GET /1", "GET /2", "GET /3"].allSatisfy { text.contains($0) })
        #expect(!text.contains("GET /4"))
        #expect(text.contains("Connection: keep-alive\r\n"))
        #expect(text.contains("Connection: close\r\n"))
        let old = try await server.connect { client in
            client.send("GET /old HTTP/1.0\r\n\(host)\r\n")
            return client.rest()
        }
        #expect(old.hasSuffix("\r\nConnection: close\r\n\r\nGET /old "))
    }

    @Test func headHasTheFieldsOfGetAndNoBody() async throws {
        let server = try server { _ in .text("hello") }
        let replies = try await server.connect { client in
            client.send("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let head = try client.reply(hasBody: false)
            client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return [head, try client.reply()]
        }
        #expect(replies[0].fields == replies[1].fields)
        #expect(replies[0]["Content-Length"] == "5")
        #expect(replies.map(\.body) == ["", "hello"])
    }

    @Test func clientsThatWaitAreToldToGoOn() async throws {
        let server = try echoServer()
        let (words, reply) = try await server.connect { client in
            client.send(
                "PUT /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nExpect: 100-Continue\r\n\r\n"
            )
            let words = try client.text(before: "\r\n\r\n")
            client.send("body")
            return (words, try client.reply())
        }
        #expect(words == "HTTP/1.1 100 Continue")
        #expect(reply.body == "PUT /a body")
        // One whose request is refused does not send its body in vain.
        let refused = try await server.reply(
            "PUT /a HTTP/1.1", "Host: evil.example", "Content-Length: 4", "Expect: 100-continue")
        #expect(refused.status == 421)
        let unknown = try await server.reply(
            "PUT /a HTTP/1.1", "Host: localhost", "Content-Length: 4", "Expect: a miracle")
        #expect(unknown.status == 417)
        #expect(unknown.body == "This server only meets the expectation 100-continue.\n")
    }

    /// A request that is no HTTP, its status, and what is said about it.
    struct Malformed: Sendable, CustomTestStringConvertible {
        let text: String
        let status: Int
        let message: String

        init(_ text: String, _ status: Int, _ message: String) {
            (self.text, self.status, self.message) = (text, status, message)
        }

        var testDescription: String { String(text.prefix(60)).debugDescription }
    }

    private static let line = "The request line is not a method, a target and a version."
    private static let lineEnd = "A line does not end with a carriage return and a line feed."
    private static let name = "A header field has no valid name."
    private static let control = "A header field holds a control character."
    private static let length = "Content-Length is not one number."
    private static let both =
        "Transfer-Encoding goes neither with Content-Length nor HTTP/1.0."
    private static let coding = "This server reads no transfer coding but chunked."
    private static let chunk = "A chunk of the body cannot be read."
    private static let target = "The request target is neither a path nor an http URL."

    private static func get(_ fields: String) -> String {
        "GET / HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n\r\n"
    }

    private static func chunked(_ body: String) -> String {
        "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n\(body)"
    }

    static let malformed = [
        Malformed("GET /\r\n\r\n", 400, line), Malformed("GET  / HTTP/1.1\r\n\r\n", 400, line),
        Malformed("GET / HTTP/1.1 \r\n\r\n", 400, line), Malformed("\r\n\r\n\r\n", 400, line),
        Malformed("G(T / HTTP/1.1\r\n\r\n", 400, line), Malformed("{\"a\": 1}\r\n\r\n", 400, line),
        Malformed("GET / FTP/1.1\r\n\r\n", 400, line), Malformed(" GET / HTTP/1.1\r\n", 400, line),
        Malformed("\u{16}\u{3}\u{1}\r\n", 400, line),
        Malformed("GET / http/1.1\r\n\r\n", 400, line),
        Malformed("GET / HTTP/2.0\r\nHost: localhost\r\n\r\n", 505, "This server speaks HTTP/1.1."),
        Malformed("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505, "This server speaks HTTP/1.1."),
        Malformed("GET a HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, target),
        Malformed("GET * HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, target),
        Malformed(
            "GET /ü HTTP/1.1\r\nHost: localhost\r\n\r\n", 400,
            "The request target holds a character that it must not hold."),
        Malformed(
            "GET /#a HTTP/1.1\r\nHost: localhost\r\n\r\n", 400,
            "The request target holds a character that it must not hold."),
        Malformed(
            "GET http:/// HTTP/1.1\r\nHost: localhost\r\n\r\n", 400,
            "The host of the request target cannot be read."),
        Malformed("GET / HTTP/1.1\nHost: localhost\n\n", 400, lineEnd),
        Malformed("GET / HTTP/1.1\r\nHost: localhost\nX: 1\r\n\r\n", 400, lineEnd),
        Malformed(get("X: a\rb"), 400, lineEnd), Malformed(get("X: a\nY: b"), 400, lineEnd),
        Malformed(get("X: a\r\n b"), 400, name), Malformed(get("X : a"), 400, name),
        Malformed(get(": a"), 400, name), Malformed(get("X"), 400, name),
        Malformed(get("X\u{0}: a"), 400, name), Malformed(get("Ü: a"), 400, name),
        Malformed(get("X: a\u{0}"), 400, control), Malformed(get("X: \u{7F}"), 400, control),
        Malformed(get("X: a\u{B}b"), 400, control),
        Malformed(get("Content-Length: -1"), 400, length),
        Malformed(get("Content-Length: +1"), 400, length),
        Malformed(get("Content-Length: 1a"), 400, length),
        Malformed(get("Content-Length: 0x10"), 400, length),
        Malformed(get("Content-Length:"), 400, length),
        Malformed(get("Content-Length: 1, 1"), 400, length),
        Malformed(get("Content-Length: 1\r\nContent-Length: 1"), 400, length),
        Malformed(get("Content-Length: 99999999999999999999"), 400, length),
        Malformed(get("Content-Length: 4\r\nTransfer-Encoding: chunked"), 400, both),
        Malformed(get("Transfer-Encoding: chunked\r\nContent-Length: 4"), 400, both),
        Malformed(
            "GET / HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n", 400, both),
        Malformed(get("Transfer-Encoding: gzip"), 501, coding),
        Malformed(get("Transfer-Encoding: gzip, chunked"), 501, coding),
        Malformed(get("Transfer-Encoding: chunked, chunked"), 501, coding),
        Malformed(get("Transfer-Encoding: chunked\r\nTransfer-Encoding: x"), 501, coding),
        Malformed(chunked("x\r\n"), 400, chunk), Malformed(chunked("\r\n"), 400, chunk),
        Malformed(chunked("-1\r\n"), 400, chunk), Malformed(chunked("1 \r\na\r\n"), 400, chunk),
        Malformed(chunked("0x1\r\na\r\n"), 400, chunk), Malformed(chunked("1\r\nab"), 400, chunk),
        Malformed(chunked("FFFFFFFFFFFFFFFF\r\n"), 400, chunk),
        Malformed(chunked("00000000000000001\r\n"), 400, chunk),
        Malformed(chunked("1;" + String(repeating: "x", count: 300)), 400, chunk),
        Malformed(chunked("1\na\r\n"), 400, lineEnd),
        Malformed(chunked("0\r\nbad trailer\r\n\r\n"), 400, name),
    ]

    @Test(arguments: malformed) func whatIsNotHTTPIsRefusedAndClosed(
        _ malformed: Malformed
    ) async throws {
        let asked = Locked(0)
        let server = try server { _ in
            asked.withLock { $0 += 1 }
            return .text("answered")
        }
        let text = try await server.connect { client in
            client.send(malformed.text)
            // What comes after it is never read as a request.
            client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return client.rest()
        }
        #expect(text.hasPrefix("HTTP/1.1 \(malformed.status) "))
        #expect(text.contains("\r\nConnection: close\r\n"))
        #expect(text.hasSuffix("\r\n\r\n\(malformed.message)\n"))
        #expect(asked.current == 0)
    }
}
