import Barricade
import LoopbackServer
import Testing

@testable import TestSupport

/// Serving pages of other origins, and clients that take the server for their proxy.
@Suite(.timeLimit(.minutes(10))) struct AllowedOriginTests {
    private let policy = LoopbackServer.OriginPolicy.allowing(["http://localhost:3000", "null"])

    @Test func allowedOriginsGetTheirFields() async throws {
        let server = try server(policy) { _ in
            LoopbackServer.Response(
                headers: ["X-Page": "1", "Set-Cookie": "a=1", "set-cookie": "b=2"])
        }
        for origin in ["http://localhost:3000", "null", "http://127.0.0.1:8123"] {
            let reply = try await server.reply(
                "GET / HTTP/1.1", "Host: 127.0.0.1:8123", "Origin: \(origin)",
                "Sec-Fetch-Site: cross-site")
            let expected: [String] = [
                "X-Page: 1", "Set-Cookie: a=1", "set-cookie: b=2",
                "Access-Control-Allow-Origin: \(origin)", "Access-Control-Allow-Credentials: true",
                "Access-Control-Expose-Headers: set-cookie, x-page", "Vary: Origin",
                "Content-Length: 0",
            ]
            #expect(reply.fields == expected)
        }
        // Without an origin there are none.
        let client = try await server.reply(
            "GET / HTTP/1.1", "Host: localhost", "Sec-Fetch-Site: cross-site")
        #expect(
            client.fields == [
                "X-Page: 1", "Set-Cookie: a=1", "set-cookie: b=2", "Content-Length: 0",
            ])
    }

    @Test func aResponsesOwnFieldsStandInPlaceOfTheServers() async throws {
        let server = try server(policy) { _ in
            LoopbackServer.Response(
                headers: ["access-control-allow-origin": "https://example.com", "X-Page": "1"])
        }
        for method in ["GET", "OPTIONS"] {
            let reply = try await server.reply(
                "\(method) / HTTP/1.1", "Host: localhost", "Origin: null",
                "Access-Control-Request-Method: PUT")
            #expect(
                reply.fields == [
                    "access-control-allow-origin: https://example.com", "X-Page: 1",
                    "Content-Length: 0",
                ])
        }
    }

    @Test func otherOriginsAreForbidden() async throws {
        let server = try echoServer(policy)
        try await expectOutcomes([
            .refusal("403 Forbidden", "The origin of the request is not allowed here."): [
                "GET from http://localhost:3001", "OPTIONS from http://localhost:3001",
                "GET from https://localhost:3000", "OPTIONS from https://localhost:3000",
                "GET from http://evil.example", "OPTIONS from http://evil.example",
            ]
        ]) { row in
            let words = row.components(separatedBy: " from ")
            return try await server.reply(
                "\(words[0]) / HTTP/1.1", "Host: 127.0.0.1:8123", "Origin: \(words[1])",
                "Access-Control-Request-Method: PUT"
            ).summary
        }
        // Without allowed origins, other sites are forbidden.
        let none = try echoServer(.allowing([]))
        try await expectOutcomes([
            "200 OK | GET / ": ["X: from a client"],
            .refusal("403 Forbidden", "Pages of other sites must not ask this server."): [
                "Sec-Fetch-Site: cross-site"
            ],
        ]) { try await none.reply("GET / HTTP/1.1", "Host: localhost", $0).summary }
    }

    @Test func preflightsGetTheFieldsThatTheyAskFor() async throws {
        let server = try server(policy) { request in
            LoopbackServer.Response(request.isPreflight ? .noContent : 418)
        }
        let reply = try await server.reply(
            "OPTIONS /v1/books HTTP/1.1", "Host: localhost:8123", "Origin: null",
            "Access-Control-Request-Method: PUT",
            "Access-Control-Request-Headers: content-type, x-a",
            "Access-Control-Request-Private-Network: true")
        let other = try await server.reply("OPTIONS /v1/books HTTP/1.1", "Host: localhost:8123")
        #expect(
            [reply.summary, other.summary] == [
                """
                204 No Content | Access-Control-Allow-Origin: null \
                | Access-Control-Allow-Credentials: true | Access-Control-Allow-Methods: PUT \
                | Access-Control-Allow-Headers: content-type, x-a \
                | Access-Control-Allow-Private-Network: true | Vary: Origin
                """,
                "418  | Content-Length: 0",
            ])
    }

    @Test func aProxysClientsNameOtherHosts() async throws {
        let server = try server(policy) { request in
            .text(
                "\(request.isProxied) \(request.authority) \(request.path) \(request.query ?? "-")"
            )
        }
        try await expectOutcomes([
            "200 OK | true api.example.com /v1/books page=2": [
                "GET http://api.example.com/v1/books?page=2 HTTP/1.1\r\nHost: api.example.com"
            ],
            "200 OK | true api.example.com / q": [
                "GET HTTP://API.example.com:80?q HTTP/1.1\r\nHost: api.example.com"
            ],
            "200 OK | true localhost:1 / -": [
                "GET http://localhost:1/ HTTP/1.1\r\nHost: localhost:1"
            ],
            """
            200 OK | Access-Control-Allow-Origin: http://api.example.com \
            | Access-Control-Allow-Credentials: true \
            | Access-Control-Expose-Headers: cache-control, content-type, x-content-type-options \
            | Vary: Origin \
            | true api.example.com / -
            """: [
                """
                GET http://api.example.com/ HTTP/1.1\r\nHost: api.example.com\r
                Origin: http://api.example.com
                """
            ],
            .refusal(
                "400 Bad Request", "The Host field names another host than the request target."): [
                    "GET http://api.example.com/ HTTP/1.1\r\nHost: evil.example",
                    "GET http://api.example.com:8080/ HTTP/1.1\r\nHost: api.example.com",
                ],
            .refusal("400 Bad Request", "The host of the request target cannot be read."): [
                "GET http://user@api.example.com/ HTTP/1.1\r\nHost: api.example.com"
            ],
            .refusal("400 Bad Request", "The request target is neither a path nor an http URL."): [
                "GET https://api.example.com/ HTTP/1.1\r\nHost: api.example.com",
                "GET ftp://api.example.com/ HTTP/1.1\r\nHost: api.example.com",
            ],
            .refusal(
                "421 Misdirected Request",
                "The host of the request is not 127.0.0.1, localhost or [::1]."): [
                    "GET /v1 HTTP/1.1\r\nHost: api.example.com"
                ],
            .refusal(
                "501 Not Implemented",
                "https cannot be proxied here: this server makes no tunnels. Ask for an http URL."):
                ["CONNECT api.example.com:443 HTTP/1.1\r\nHost: api.example.com:443"],
        ]) { try await server.reply(to: "\($0)\r\n\r\n").summary }
    }
}
