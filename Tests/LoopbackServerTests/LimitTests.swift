import Barricade
import LoopbackServer
import Testing

@testable import TestSupport

/// How much and how long: at the limit a request is served, beyond it refused.
@Suite(.timeLimit(.minutes(10))) struct LimitTests {
    private static let host = "Host: localhost\r\n"
    private static let get = "GET / HTTP/1.1\r\n\(host)\r\n"
    private static let post = "POST / HTTP/1.1\r\n\(host)"

    private static func text(_ count: Int) -> String { String(letter: "x", count: count) }

    @Test func requestLinesAndHeaderFieldsHaveALimit() async throws {
        let server = try echoServer()
        let rest = 32 * 1_024 - Self.host.utf8.count - "X: \r\n".utf8.count
        let many = (0..<99).map { "X-\($0): 1\r\n" }.joined()
        let head = "GET / HTTP/1.1\r\n\(Self.host)"
        let path = "/" + Self.text(8 * 1_024 - "GET / HTTP/1.1".count)
        try await expectOutcomes([
            "200 OK | GET \(path) ": ["GET \(path) HTTP/1.1\r\n\(Self.host)\r\n"],
            // Refused before its end has come.
            .refusal("414 URI Too Long", "The request line is too long."): [
                "GET \(path)x HTTP/1.1\r\n", "GET \(path)xxxxxxxxxxxx", Self.text(20_000),
            ],
            "200 OK | GET / ": [
                "\(head)X: \(Self.text(rest))\r\n\r\n", "\(head)\(many)\r\n",
            ],
            .refusal(
                "431 Request Header Fields Too Large", "The header fields are too many or too long."
            ): [
                "\(head)X: \(Self.text(rest + 1))\r\n\r\n", "\(head)X: \(Self.text(40_000))",
                "\(head)\(many)X: 1\r\n\r\n",
                // Trailers count too.
                "\(head)Transfer-Encoding: chunked\r\n\r\n0\r\n\(many)\r\n",
            ],
        ]) { try await server.reply(to: $0).summary }
    }

    @Test func eachRequestOfAConnectionHasALimitOfItsOwn() async throws {
        let server = try echoServer()
        let request = "GET /a HTTP/1.1\r\n\(Self.host)X: \(Self.text(20_000))\r\n\r\n"
        let replies = try await server.connect { client in
            try (1...3).map { _ in
                client.send(request)
                return try client.reply().summary
            }
        }
        #expect(replies == ["200 OK | GET /a ", "200 OK | GET /a ", "200 OK | GET /a "])
    }

    @Test func bodiesHaveALimit() async throws {
        let server = try server { .text("\($0.body.count)") }
        let limit = 4 * 1_024 * 1_024
        let head = Self.post
        let chunked = "\(head)Transfer-Encoding: chunked\r\n\r\n"
        let half = "200000\r\n\(Self.text(limit / 2))\r\n"
        try await expectOutcomes([
            "200 OK | 4194304": [
                "\(head)Content-Length: \(limit)\r\n\r\n\(Self.text(limit))",
                "\(chunked)\(half)\(half)0\r\n\r\n",
            ],
            .refusal("413 Content Too Large", "The body is larger than 4194304 bytes."): [
                // The length alone is enough; nothing of the body need come.
                "\(head)Content-Length: \(limit + 1)\r\n\r\n",
                "\(head)Content-Length: 9223372036854775807\r\n\r\n",
                "\(chunked)400001\r\n", "\(chunked)7FFFFFFFFFFFFFFF\r\n",
                "\(chunked)\(half)\(half)1\r\n",
                // A client that sends its body nevertheless reads the refusal.
                "\(head)Content-Length: 6000000\r\n\r\n\(Self.text(6_000_000))",
            ],
        ]) { try await server.reply(to: $0).summary }
    }

    @Test func allBodiesTogetherHaveALimit() async throws {
        let server = try server {
            $0.bodies = 300_000
        } handler: {
            .text("\($0.body.count)")
        }
        let head = "\(Self.post)Content-Length: "
        let port = try #require(server.port)
        let replies = try await server.connect { large in
            // The largest gives way, not the one that comes last.
            large.send("\(head)1000000\r\n\r\n\(Self.text(200_000))")
            let small = try Client(port: port)
            small.send("\(head)120000\r\n\r\n\(Self.text(110_000))")
            let refused = try large.reply().summary
            small.send(Self.text(10_000))
            let body = try small.reply().body
            let next = try Client(port: port)
            next.send("\(head)250000\r\n\r\n\(Self.text(250_000))")
            return [refused, body, try next.reply().body]
        }
        #expect(
            replies == [
                .refusal("503 Service Unavailable", "This server has no memory to spare."),
                "120000", "250000",
            ])
    }

    @Test func connectionsHaveALimitAndAFloodOfThemIsOver() async throws {
        let server = try echoServer { $0.connections = 3 }
        let port = try #require(server.port)
        let clients = try (0..<3).map { _ in try Client(port: port) }
        let replies = try await onThread {
            let refused = try Client(port: port).reply().summary
            // Those that are there are still served, and one that goes makes room.
            let served = try clients.map { client in
                client.send(Self.get)
                return try client.reply().summary
            }
            clients[0].send("GET / HTTP/1.1\r\n\(Self.host)Connection: close\r\n\r\n")
            _ = clients[0].rest()
            let next = try Client(port: port)
            next.send(Self.get)
            return [refused] + served + [try next.reply().summary]
        }
        let refusal = String.refusal(
            "503 Service Unavailable", "This server has no connection to spare.")
        #expect(replies == [refusal] + (0..<4).map { _ in "200 OK | GET / " })

        let flood = try (0..<100).map { _ in try Client(port: port) }
        let sockets = flood.map(\.socket)
        await onOwnThread { sockets.dropFirst(3).forEach { while $0.read() != nil {} } }
        withExtendedLifetime((clients, flood)) {}
    }

    // MARK: Time

    @Test(arguments: [
        ("G", "a"), ("GET / HTTP/1.1\r\n", "a"), ("GET / HTTP/1.1\r\n\(host)X: ", "a"),
        ("\(post)Content-Length: 10000\r\n\r\n", "a"),
        ("\(post)Transfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n"),
    ])
    func aRequestThatDripsIsGivenUp(_ beginning: String, _ drop: String) async throws {
        let server = try echoServer {
            ($0.headTime, $0.bodyTime) = (.milliseconds(200), .milliseconds(200))
        }
        let text = try await server.connect { client in
            client.send(beginning)
            // Each byte by itself comes in time.
            client.socket.limitReading(milliseconds: 20)
            var text = ""
            while text.isEmpty {
                client.send(drop)
                text = client.rest()
            }
            return text
        }
        let end = "\r\n\r\nThe request did not come in time.\n"
        #expect(text.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
        #expect(text.hasSuffix(end))
    }

    private static let givenUp = String.refusal(
        "408 Request Timeout", "The request did not come in time.")

    @Test(arguments: [
        ("", ""), (get, "200 OK | GET / "), ("\(post)Content-Length: 3\r\n\r\nab", givenUp),
        ("\(post)Transfer-Encoding: chunked\r\n\r\n", givenUp),
        ("\(post)Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n", givenUp),
    ])
    func aClientThatStopsIsGivenUp(_ text: String, _ last: String) async throws {
        let server = try echoServer { $0.idleTime = .seconds(1) }
        let end = try await server.connect { client in
            client.send(text)
            return try (last.isEmpty ? "" : client.reply().summary) + client.rest()
        }
        #expect(end == last)
    }

    @Test(arguments: [false, true])
    func aReaderThatStallsIsGivenUp(_ drips: Bool) async throws {
        let body = Data(repeating: 7, count: 20_000_000)
        let server = try server {
            $0.idleTime = .milliseconds(150)
            $0.connections = 1
        } handler: { request in
            request.path == "/large" ? .init(body: .data(body)) : .text("OK")
        }
        let staller = try Client(port: #require(server.port))
        staller.send("GET /large HTTP/1.1\r\n\(Self.host)\r\n")
        let (socket, isOver) = (staller.socket, Locked(false))
        async let dripping: Void = onOwnThread {
            // A few bytes from time to time make no room that the system would tell of.
            while drips, !isOver.current {
                socket.readByte()
                usleep(10_000)
            }
        }
        // It has the only place until it is given up.
        var status = 503
        // A busy machine may be too slow for the request to come in time.
        while [503, 408].contains(status) { status = try await server.reply(to: Self.get).status }
        #expect(status == 200)
        isOver.withLock { $0 = true }
        await dripping
        withExtendedLifetime(staller) {}
    }
}
