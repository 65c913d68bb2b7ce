import Barricade
import BarricadeResources
import BarricadePanel
import Foundation
import Testing

@testable import TestSupport

/// Which request a client's stands for, and where redirects lead it.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct ServedAddressTests {
    private let echo = ResponseSet("Echo", on: .any("/**")) {
        CannedResponse("URL", handler: { CannedResponse(text: $0.url.absoluteString) })
    }

    @Test(arguments: [
        ("https://api.example.com", "/v1/books?page=2&q=%26", "/v1/books?page=2&q=%26"),
        ("https://api.example.com/", "/", "/"),
        ("https://api.example.com/v2/", "/books", "/books"),
        ("http://[::1]:8080/a%20b", "//host/../c%2Fd;e=1?", "//host/../c%2Fd;e=1?"),
        ("mockserver://contacts", "/3", "/3"),
    ])
    func pathsAreBelowTheBase(_ base: String, _ target: String, _ expected: String) async throws {
        let server = try await Barricade(echo).serve(as: base)
        let trimmed = base.hasSuffix("/") ? String(base.dropLast()) : base
        #expect(try await server.reply("GET \(target)").body == trimmed + expected)
    }

    /// Only what is no URL is escaped, so that the rest is decided as it was sent.
    private static let escaped = [
        ("/q?filter[name]=a%20b", "/q?filter%5Bname%5D=a%20b"),
        ("/100%?a=%&b=%2&c=%zz&d=%41", "/100%25?a=%25&b=%252&c=%25zz&d=%41"),
        ("/{id}|\"x\"^`<>\\?q=[%5B]", "/%7Bid%7D%7C%22x%22%5E%60%3C%3E%5C?q=%5B%5B%5D"),
        ("/a;b=(c)?x='*'&y=$@:,!~_-.", "/a;b=(c)?x='*'&y=$@:,!~_-."),
    ]

    @Test(arguments: escaped)
    func whatIsNoURLIsEscaped(_ target: String, _ expected: String) async throws {
        let server = try await Barricade(echo).serve(as: "https://api.example.com")
        #expect(
            try await server.reply("GET \(target)").body == "https://api.example.com" + expected)
        let proxied = try await server.reply(
            "GET http://shop.example.com\(target)", "Host: shop.example.com")
        #expect(proxied.body == "http://shop.example.com" + expected)
    }

    @Test func aQueryWithBracketsIsMatchedAsItWasSent() async throws {
        let barricade = Barricade(
            ResponseSet("Filter", on: .get("/q") && .query("filter[name]", "a b")) {
                CannedResponse("Found", text: "found")
            })
        let server = try await barricade.serve(as: "https://api.example.com")
        #expect(try await server.reply("GET /q?filter[name]=a%20b").body == "found")
    }

    @Test(arguments: [
        ("/v2/login", "/login"),
        ("https://api.example.com/v2/a/b?c=d#e", "/a/b?c=d#e"),
        ("HTTPS://API.example.com:443/v2", "/"),
        ("books", "/shop/books"),
        ("?page=2", "/shop/list?page=2"),
    ])
    func redirectsBelowTheBaseStayHere(_ location: String, _ expected: String) async throws {
        let server = try await Barricade(
            ResponseSet("Away", on: .get("/v2/shop/list")) {
                CannedResponse("Redirect", redirect: location)
            }
        ).serve(as: "https://api.example.com/v2")
        let reply = try await server.reply("GET /shop/list", "Host: localhost:\(server.port)")
        #expect(reply.status == 302)
        #expect(reply["Location"] == "http://localhost:\(server.port)\(expected)")
    }

    @Test(arguments: [
        ("https://shop.example.com/v2/login", "https://shop.example.com/v2/login"),
        ("http://api.example.com/v2/login", "http://api.example.com/v2/login"),
        ("/v20/login", "https://api.example.com/v20/login"),
        ("app://done", "app://done"),
    ])
    func otherRedirectsLeadAway(_ location: String, _ expected: String) async throws {
        let server = try await Barricade(
            ResponseSet("Away", on: .get("/v2/shop/list")) {
                CannedResponse("Redirect", redirect: location)
            }
        ).serve(as: "https://api.example.com/v2")
        #expect(try await server.reply("GET /shop/list")["Location"] == expected)
    }

    @Test(arguments: [
        ("a=1; Path=/; Domain=.example.com; Secure; HttpOnly", "a=1; Path=/; HttpOnly"),
        ("a=1;SameSite=None;SECURE;domain=b", "a=1"),
        ("secure=domain; SameSite=Lax", "secure=domain; SameSite=Lax"),
        ("__Host-a=1; Path=/; Secure", "__Host-a=1; Path=/; Secure"),
    ])
    func cookiesAreForThisServer(_ cookie: String, _ expected: String) async throws {
        let server = try await Barricade(
            ResponseSet("Login", on: .get("/login")) {
                CannedResponse("Success", headers: ["Set-Cookie": cookie, "Set-Cookie": "b=2"])
            }
        ).serve(as: "https://api.example.com")
        let fields = try await server.reply("GET /login").fields
        #expect(
            fields.filter { $0.hasPrefix("Set-Cookie") }
                == ["Set-Cookie: \(expected)", "Set-Cookie: b=2"])
    }

    @Test(arguments: [
        (["/books"], "http://localhost"),
        (["https://API.example.com/v1/books?page", "/authors"], "https://api.example.com"),
        (["https://*.example.com/**", "http://b.com:81"], "http://b.com:81"),
    ])
    func theServerIsThatOfTheSets(_ patterns: [String], _ expected: String) async throws {
        let sets = patterns.map { pattern in
            ResponseSet(pattern, on: .get(pattern) && .header("X-A", "1")) {
                CannedResponse(text: "")
            }
        }
        let server = try await Barricade(sets, echo).serve()
        #expect(try await server.reply("GET /a").body == "\(expected)/a")
    }

    @Test func severalServersNeedAName() async throws {
        let barricade = Barricade(
            ["https://b.com/a", "https://b.com/b", "https://a.com/a"].map { pattern in
                ResponseSet(pattern, on: .get(pattern)) { CannedResponse(text: "") }
            })
        let error = await #expect(throws: BarricadeError.self) { try await barricade.serve() }
        #expect(error?.code == .invalidDefinition)
        #expect(
            error?.message == """
                The sets are for 2 servers, and a port answers for one:
                  https://b.com
                  https://a.com

                To fix: name it, serve(as: "https://b.com"), or --as https://b.com for barricade-cli.
                """)
    }

    @Test func resourcesAreServedWhole() async throws {
        struct Book: Codable, Identifiable, Sendable {
            var id: Int
            var title: String
        }
        let barricade = Barricade(
            Resource("Books", at: "/v1/books", items: [Book(id: 1, title: "Salt")]))
        let server = try await barricade.serve(as: "https://api.example.com")
        let json = "Content-Type: application/json"
        let made = try await server.reply("POST /v1/books", json, body: #"{"title":"Sea"}"#)
        #expect(made.status == 201)
        #expect(made["Location"] == "\(server.url.absoluteString)v1/books/2")
        let patched = try await server.reply("PATCH /v1/books/2", json, body: #"{"title":"Sky"}"#)
        #expect(patched.body == #"{"id":2,"title":"Sky"}"#)
        #expect(
            try await server.connect { client in
                client.send("DELETE /v1/books/1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
                return try client.reply(hasBody: false).status
            } == 204)
        #expect(try await server.reply("GET /v1/books").body == #"[{"id":2,"title":"Sky"}]"#)
        #expect(
            barricade.requests.map { $0.request.url.host }
                == .init(repeating: "api.example.com", count: 4))
    }

    @Test(arguments: [
        "api.example.com", "", "https://", "file:///etc", "https://a.com?b", "https://u@a.com",
    ])
    func aBaseIsTheAddressOfAServer(_ base: String) async throws {
        let error = await #expect(throws: BarricadeError.self) {
            try await Barricade().serve(as: base)
        }
        #expect(error?.code == .invalidDefinition)
        #expect(
            error?.message == """
                "\(base)" cannot be served: it is not the address of a server.

                To fix: write scheme and host, and the beginning of the paths if all have the same, \
                such as https://api.example.com/v2.
                """)
    }
}
