import Barricade
import BarricadeResources
import BarricadePanel
import Testing

@testable import TestSupport

/// Which request a client's stands for, and where redirects lead it.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct ServedAddressTests {
    private let echo = ResponseSet("Echo", on: .any("/**")) {
        CannedResponse("URL", handler: { CannedResponse(text: $0.url.absoluteString) })
    }

    @Test func pathsAreBelowTheBaseWhichIsTheAddressOfAServer() async throws {
        for (base, target) in [
            ("https://api.example.com", "/v1/books?page=2&q=%26"),
            ("https://api.example.com/", "/"),
            ("https://api.example.com/v2/", "/books"),
            ("http://[::1]:8080/a%20b", "//host/../c%2Fd;e=1?"), ("mockserver://contacts", "/3"),
        ] {
            let server = try await Barricade(echo).serve(as: base)
            let body = try await server.reply("GET \(target)").body
            #expect(body == (base.hasSuffix("/") ? String(base.dropLast()) : base) + target)
        }
        for base in [
            "api.example.com", "", "https://", "file:///etc", "https://a.com?b", "https://u@a.com",
        ] {
            await expectFailure(
                .invalidDefinition,
                """
                "\(base)" cannot be served: it is not the address of a server.

                To fix: write scheme and host, and the beginning of the paths if all have the \
                same, such as https://api.example.com/v2.
                """
            ) { _ = try await Barricade().serve(as: base) }
        }
    }

    /// So that the rest is decided as it was sent.
    @Test func onlyWhatIsNoURLIsEscaped() async throws {
        let filter = ResponseSet("Filter", on: .get("/f") && .query("filter[name]", "a b")) {
            CannedResponse("Found", text: "found")
        }
        let server = try await Barricade(filter, echo).served()
        let hosts = ["https://api.example.com", "http://shop.example.com"]
        for (target, escaped) in [
            ("/q?filter[name]=a%20b", "/q?filter%5Bname%5D=a%20b"),
            ("/100%?a=%&b=%2&c=%zz&d=%41", "/100%25?a=%25&b=%252&c=%25zz&d=%41"),
            (
                "/{id}|\"x\"^`<>\\?q=[%5B]",
                "/%7Bid%7D%7C%22x%22%5E%60%3C%3E%5C?q=%5B%5B%5D"
            ),
            ("/a;b=(c)?x='*'&y=$@:,!~_-.", "/a;b=(c)?x='*'&y=$@:,!~_-."),
        ] {
            let own = try await server.reply("GET \(target)").body
            let proxied = try await server.reply(
                "GET http://shop.example.com\(target)", "Host: shop.example.com"
            ).body
            #expect([own, proxied] == hosts.map { $0 + escaped })
        }
        // It is matched as it was sent.
        #expect(try await server.reply("GET /f?filter[name]=a%20b").body == "found")
    }

    @Test func linksAndContentLocationsLeadHereToo() async throws {
        let list = ResponseSet("List", on: .get("/list")) {
            CannedResponse(
                "Page",
                headers: [
                    "Link": """
                    <https://api.example.com/list?page=2>; rel="next", </list>; rel=first, \
                    <https://other.example.com/>; rel=help
                    """,
                    "Content-Location": "/list?page=1", "X-Link": "</list>",
                ], text: "page")
        }
        let server = try await Barricade(list).served()
        let reply = try await server.reply("GET /list", "Host: localhost:\(server.port)")
        let fields = ["Link", "Content-Location", "X-Link"].map {
            reply[$0]?.replacing("localhost:\(server.port)", with: "here")
        }
        #expect(
            fields == [
                """
                <http://here/list?page=2>; rel="next", <http://here/list>; rel=first, \
                <https://other.example.com/>; rel=help
                """, "http://here/list?page=1", "</list>",
            ])
    }

    @Test func redirectsBelowTheBaseStayHereAndOthersLeadAway() async throws {
        func location(_ redirect: String) async throws -> String {
            let server = try await Barricade(
                ResponseSet("Away", on: .get("/v2/shop/list")) {
                    CannedResponse("Redirect", redirect: redirect)
                }
            ).serve(as: "https://api.example.com/v2")
            let reply = try await server.reply("GET /shop/list", "Host: localhost:\(server.port)")
            let location = reply["Location"]?.replacing("localhost:\(server.port)", with: "here")
            return "\(reply.status) \(location ?? "")"
        }
        try await expectOutcomes(
            [
                "302 http://here/login": ["/v2/login"],
                "302 http://here/a/b?c=d#e": ["https://api.example.com/v2/a/b?c=d#e"],
                "302 http://here/": ["HTTPS://API.example.com:443/v2"],
                "302 http://here/shop/books": ["books"],
                "302 http://here/shop/list?page=2": ["?page=2"],
                "302 https://shop.example.com/v2/login": ["https://shop.example.com/v2/login"],
                "302 http://api.example.com/v2/login": ["http://api.example.com/v2/login"],
                "302 https://api.example.com/v20/login": ["/v20/login"],
                "302 app://done": ["app://done"],
            ], of: location)
    }

    @Test func cookiesAreForThisServer() async throws {
        for (cookie, expected) in [
            ("a=1; Path=/; Domain=.example.com; Secure; HttpOnly", "a=1; Path=/; HttpOnly"),
            ("a=1;SameSite=None;SECURE;domain=b", "a=1"),
            ("secure=domain; SameSite=Lax", "secure=domain; SameSite=Lax"),
            ("__Host-a=1; Path=/; Secure", "__Host-a=1; Path=/; Secure"),
            ("__secure-a=1; Secure; Domain=b", "__secure-a=1; Secure; Domain=b"),
            ("__session=1; Domain=b; Secure; SameSite=None", "__session=1"),
        ] {
            let server = try await Barricade(
                ResponseSet("Login", on: .get("/login")) {
                    CannedResponse(
                        status: .noContent, headers: ["Set-Cookie": cookie, "Set-Cookie": "b=2"])
                }
            ).served()
            let fields = try await server.connect { client in
                client.send("GET /login HTTP/1.1\r\nHost: localhost\r\n\r\n")
                return try client.reply(hasBody: false).fields
            }
            #expect(fields.prefix(2) == ["Set-Cookie: \(expected)", "Set-Cookie: b=2"])
        }
    }

    @Test func theServerIsThatOfTheSets() async throws {
        for (patterns, expected) in [
            (["/books"], "http://localhost/a"),
            (["https://API.example.com/v1/books?page", "/authors"], "https://api.example.com/a"),
            (["https://*.example.com/**", "http://b.com:81"], "http://b.com:81/a"),
            (["https://a.com:443/b", "https://a.com/c?d"], "https://a.com/a"),
            (["http://a.com:80/**"], "http://a.com/a"),
        ] {
            let sets = patterns.map { pattern in
                ResponseSet(pattern, on: .get(pattern) && .header("X-A", "1")) {
                    CannedResponse(text: "")
                }
            }
            let server = try await Barricade(sets, echo).serve()
            #expect(try await server.reply("GET /a").body == expected)
        }
        // Several servers need a name.
        let barricade = Barricade(
            ["https://b.com/a", "https://b.com/b", "https://a.com/a"].map { pattern in
                ResponseSet(pattern, on: .get(pattern)) { CannedResponse(text: "") }
            })
        await expectFailure(
            .invalidDefinition,
            """
            The sets are for 2 servers, and a port answers for one:
              https://b.com
              https://a.com

            To fix: name the one to serve as, such as https://b.com (--as on the command line).
            """
        ) { _ = try await barricade.serve() }
    }

    @Test func resourcesAreServedWhole() async throws {
        struct Book: Codable, Identifiable, Sendable {
            var id: Int
            var title: String
        }
        let barricade = Barricade(
            Resource("Books", at: "/v1/books", items: [Book(id: 1, title: "Salt")]))
        let server = try await barricade.served()
        let json = "Content-Type: application/json"
        let made = try await server.reply("POST /v1/books", json, body: #"{"title":"Sea"}"#)
        #expect(made["Location"] == "\(server.url.absoluteString)v1/books/2")
        let patched = try await server.reply("PATCH /v1/books/2", json, body: #"{"title":"Sky"}"#)
        let deletion = try await server.connect { client in
            client.send("DELETE /v1/books/1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return try client.reply(hasBody: false)
        }
        let rest = try await server.reply("GET /v1/books")
        #expect([made, patched, deletion, rest].map(\.status) == [201, 200, 204, 200])
        #expect(
            [patched, rest].map(\.body) == [
                #"{"id":2,"title":"Sky"}"#, #"[{"id":2,"title":"Sky"}]"#,
            ])
        #expect(Set(barricade.requests.map(\.request.url.host)) == ["api.example.com"])
    }
}
