import Barricade
import LoopbackServer
import Testing

@testable import TestSupport

/// Serving pages of other origins, and clients that take the server for their proxy.
@Suite(.timeLimit(.minutes(10))) struct AllowedOriginTests {
    private let policy = LoopbackServer.OriginPolicy.allowing(["http://localhost:3000", "null"])

    @Test(arguments: ["http://localhost:3000", "null", "http://127.0.0.1:8123"])
    func allowedOriginsGetTheirFields(_ origin: String) async throws {
        let server = try server(policy) { _ in
            LoopbackServer.Response(
                headers: [
                    "Access-Control-Allow-Origin": "https://api.example.com", "X-Page": "1",
                    "Set-Cookie": "a=1", "set-cookie": "b=2",
                ])
        }
        let reply = try await server.reply(
            "GET / HTTP/1.1", "Host: 127.0.0.1:8123", "Origin: \(origin)",
            "Sec-Fetch-Site: cross-site")
        #expect(
            reply.fields == [
                "X-Page: 1", "Set-Cookie: a=1", "set-cookie: b=2",
                "Access-Control-Allow-Origin: \(origin)",
                "Access-Control-Allow-Credentials: true",
                "Access-Control-Expose-Headers: set-cookie, x-page", "Vary: Origin",
                "Content-Length: 0",
            ])
    }

    @Test(arguments: ["http://localhost:3001", "https://localhost:3000", "http://evil.example"])
    func otherOriginsAreForbidden(_ origin: String) async throws {
        let server = try echoServer(policy)
        for method in ["GET", "OPTIONS"] {
            let reply = try await server.reply(
                "\(method) / HTTP/1.1", "Host: 127.0.0.1:8123", "Origin: \(origin)",
                "Access-Control-Request-Method: PUT")
            #expect(reply.status == 403)
            #expect(!reply.fields.contains { $0.lowercased().hasPrefix("access-control") })
        }
    }

    @Test func preflightsAreAnsweredWithoutTheHandler() async throws {
        let server = try server(policy) { _ in .text("handled", status: 418) }
        let reply = try await server.reply(
            "OPTIONS /v1/books HTTP/1.1", "Host: localhost:8123", "Origin: null",
            "Access-Control-Request-Method: PUT",
            "Access-Control-Request-Headers: content-type, x-a",
            "Access-Control-Request-Private-Network: true")
        #expect(reply.status == 204)
        #expect(
            reply.fields == [
                "Access-Control-Allow-Methods: PUT",
                "Access-Control-Allow-Headers: content-type, x-a",
                "Access-Control-Allow-Private-Network: true",
                "Access-Control-Allow-Origin: null", "Access-Control-Allow-Credentials: true",
                "Vary: Origin",
            ])
        // Any other OPTIONS request is the handler's.
        let other = try await server.reply("OPTIONS /v1/books HTTP/1.1", "Host: localhost:8123")
        #expect(other.status == 418)
    }

    @Test func withoutAnOriginTheFieldsStay() async throws {
        let server = try server(policy) { _ in
            LoopbackServer.Response(headers: ["Access-Control-Allow-Origin": "*"])
        }
        let reply = try await server.reply(
            "GET / HTTP/1.1", "Host: localhost", "Sec-Fetch-Site: cross-site")
        #expect(reply.fields == ["Access-Control-Allow-Origin: *", "Content-Length: 0"])
    }

    @Test func withoutAllowedOriginsOtherSitesAreForbidden() async throws {
        let server = try echoServer(.allowing([]))
        let site = try await server.reply(
            "GET / HTTP/1.1", "Host: localhost", "Sec-Fetch-Site: cross-site")
        #expect(site.status == 403)
        let client = try await server.reply("GET / HTTP/1.1", "Host: localhost")
        #expect(client.status == 200)
    }

    @Test func aProxysClientsNameOtherHosts() async throws {
        let server = try server(policy) { request in
            .text(
                "\(request.isProxied) \(request.authority) \(request.path) \(request.query ?? "-")"
            )
        }
        let proxied = try await server.reply(
            "GET http://api.example.com/v1/books?page=2 HTTP/1.1", "Host: api.example.com")
        #expect(proxied.body == "true api.example.com /v1/books page=2")
        let root = try await server.reply(
            "GET HTTP://API.example.com:80?q HTTP/1.1", "Host: api.example.com")
        #expect(root.body == "true api.example.com / q")
        let own = try await server.reply("GET http://localhost:1/ HTTP/1.1", "Host: localhost:1")
        #expect(own.body == "true localhost:1 / -")
        let page = try await server.reply(
            "GET http://api.example.com/ HTTP/1.1", "Host: api.example.com",
            "Origin: http://api.example.com")
        #expect(page.status == 200)
    }

    @Test(arguments: [
        ("GET http://api.example.com/ HTTP/1.1", "evil.example", 400),
        ("GET /v1 HTTP/1.1", "api.example.com", 421),
        ("GET http://api.example.com:8080/ HTTP/1.1", "api.example.com", 400),
        ("GET http://user@api.example.com/ HTTP/1.1", "api.example.com", 400),
        ("GET https://api.example.com/ HTTP/1.1", "api.example.com", 400),
        ("GET ftp://api.example.com/ HTTP/1.1", "api.example.com", 400),
        ("CONNECT api.example.com:443 HTTP/1.1", "api.example.com:443", 501),
    ])
    func whatAProxyMustNotServe(_ line: String, _ host: String, _ status: Int) async throws {
        let server = try echoServer(policy)
        #expect(try await server.reply(line, "Host: \(host)").status == status)
    }
}
