import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct RequestMatcherTests {
    /// A matcher with its description and requests, each a method and a URL or path.
    struct Case: Sendable, CustomTestStringConvertible {
        let matcher: RequestMatcher
        let description: String
        let hits: [String]
        let misses: [String]

        init(_ matcher: RequestMatcher, _ description: String, _ hits: [String], not: [String]) {
            self.matcher = matcher
            self.description = description
            self.hits = hits
            misses = not
        }

        var testDescription: String { description }

    }

    @Test(arguments: requestLine + hosts + pathQueryAndURL + joined + others)
    func describesItselfAndMatchesForASet(_ example: Case) throws {
        let matcher = example.matcher
        #expect(("\(matcher)", matcher.faults) == (example.description, []))
        let barricade = Barricade(ResponseSet("Set", on: matcher) { CannedResponse("OK") })
        for (lines, isMatch) in [(example.hits, true), (example.misses, false)] {
            let wrong = try lines.filter { line in
                let request = try BarricadeRequest.line(line)
                let isFound = barricade.responseSet(claiming: request) != nil
                return (matcher.difference(to: request) == nil) != isMatch || isFound != isMatch
            }
            #expect(wrong == [])
        }
    }

    private static let requestLine: [Case] = [
        Case(.any, "any request", ["/", "DELETE mock:opaque"], not: []),
        Case(.any("/a"), "/a", ["/a", "POST /a"], not: ["/b"]),
        Case(.get("/a"), "GET /a", ["/a", "HEAD /a"], not: ["POST /a", "/b", "HEAD /b"]),
        Case(.head("/a"), "HEAD /a", ["HEAD /a"], not: ["/a"]),
        Case(.post("/a"), "POST /a", ["POST /a"], not: ["/a", "post /b"]),
        Case(.put("/a"), "PUT /a", ["PUT /a"], not: ["/a"]),
        Case(.patch("/a"), "PATCH /a", ["PATCH /a"], not: ["/a"]),
        Case(.delete("/a"), "DELETE /a", ["DELETE /a"], not: ["/a"]),
        Case(.options("/a"), "OPTIONS /a", ["OPTIONS /a"], not: ["/a"]),
        Case(.method("PURGE"), "method is PURGE", ["PURGE /x"], not: ["/x"]),
        Case(.method("get"), "method is GET", ["/x", "GET /x"], not: ["PUT /x"]),
        Case(.method("Patch"), "method is PATCH", ["PATCH /x"], not: ["/x"]),
        Case(.method("purge"), "method is purge", ["purge /x"], not: ["PURGE /x"]),
        Case(
            .scheme("HTTPS"), "scheme is https", ["https://h/", "HTTPS://h/"], not: ["http://h/"]),
        Case(.scheme("https://"), "scheme is https", ["https://h/"], not: ["http://h/"]),
        Case(.port(443), "port is 443", ["https://h", "http://h:443/"], not: ["http://h/"]),
        Case(
            .port(8080), "port is 8080", ["http://[::1]:8080/"], not: ["http://h:80800/", "m://h"]),
        Case(
            .trailingSlash, "path ends in a slash", ["/a/"], not: ["/a", "/", ""].map { api + $0 }),
    ]

    private static let hosts: [Case] = [
        Case(
            .host("API.example.com"), "host is API.example.com",
            [
                "https://api.EXAMPLE.com/", "http://api.example.com:81/",
                "https://u:p@api.example.com",
            ],
            not: ["https://example.com/", "https://v2.api.example.com/", "mock:api.example.com"]),
        Case(
            .host("*.example.com"), "host is *.example.com",
            ["https://a.example.com/", "https://a.b.example.com"],
            not: ["https://example.com/", "https://badexample.com/", "https://a.example.com.evil/"]),
        Case(
            .host("localhost:8080"), "host is localhost:8080", ["http://localhost:8080/a"],
            not: ["http://localhost/", "http://localhost:80801/"]),
        Case(
            .host("*.local:8080"), "host is *.local:8080", ["http://a.local:8080"],
            not: ["http://a.local"]),
        Case(.host("h:443"), "host is h:443", ["https://h/"], not: ["http://h/"]),
        Case(
            .host("[::1]"), "host is [::1]", ["http://[::1]/", "http://[::1]:8080/"],
            not: ["http://[::2]/", "http://localhost/"]),
        Case(
            .host("[FE80::A]:81"), "host is [FE80::A]:81", ["http://[fe80::a]:81/"],
            not: ["http://[fe80::a]/"]),
        Case(
            .host("::1"), "host is ::1",
            [
                "http://[::1]:8080/", "http://[0:0:0:0:0:0:0:1]/", "https://[0::0001]/",
                "http://[::0.0.0.1]/",
            ],
            not: ["http://[::2]/", "http://localhost/", "http://[::1%25lo]/"]),
        Case(
            .host("[0:0:0:0:0:0:0:1]:8080"), "host is [0:0:0:0:0:0:0:1]:8080",
            ["http://[::1]:8080/"], not: ["http://[::1]/"]),
        Case(
            .host("::FFFF:192.168.0.1"), "host is ::FFFF:192.168.0.1",
            ["http://[::ffff:c0a8:1]/", "http://[::ffff:192.168.0.1]/"],
            not: ["http://192.168.0.1/", "http://[::ffff:192.168.0.2]/"]),
        Case(
            .host("fe80::1%25en0"), "host is fe80::1%25en0",
            ["http://[FE80:0::1%25en0]/", "http://[fe80::1%25EN0]:8080/"],
            not: ["http://[fe80::1%25en1]/", "http://[fe80::1]/"]),
        Case(
            .host("[fe80::1%en0]"), "host is [fe80::1%en0]", ["http://[fe80::1%25en0]/"],
            not: ["http://[fe80::1]/"]),
        Case(
            .get("http://[0:0::1]:8080/a"), "GET http://[0:0::1]:8080/a",
            ["http://[::1]:8080/a"], not: ["http://[::1]/a", "http://[::2]:8080/a"]),
        Case(
            .any("m://[::A]/**"), "m://[::A]/**", ["m://[0::a]/x"], not: ["m://[::b]/x"]),
        Case(
            .host("bücher.example"), "host is bücher.example",
            ["https://xn--bcher-kva.example/", "https://bücher.example/"],
            not: ["https://bucher.example/"]),
        Case(
            .host("xn--bcher-kva.example"), "host is xn--bcher-kva.example",
            ["https://bücher.example/", "https://BÜCHER.example/"], not: []),
    ]

    @Test(arguments: ["::1", "[::1]", "[0:0:0:0:0:0:0:1]:8080", "0::0.0.0.1"])
    func anIPv6HostIsItselfInAnySpelling(_ host: String) async throws {
        let barricade = Barricade(
            ResponseSet("Host", on: .host(host)) { CannedResponse("OK", text: "host") },
            ResponseSet("Pattern", on: .get("http://[0::1]:81/**")) {
                CannedResponse("OK", text: "pattern")
            })
        let session = barricade.session
        var texts: [String] = []
        for url in ["http://[::1]:8080/", "http://[0:0::1]:8080/a"] {
            texts.append(try await session.get(url).text)
        }
        try barricade.unregister("Host")
        texts.append(try await session.get("http://[::0001]:81/a").text)
        #expect(texts == ["host", "host", "pattern"])
        // Nothing listens there, which only a request that passes can tell.
        for (policy, url) in [
            (.passThrough(except: [host]), "http://[::01]:8080/b"),
            (.passThrough(hosts: [host]), "http://[::2]:8080/c"),
        ] as [(UnmatchedPolicy, String)] {
            barricade.unmatchedPolicy = policy
            let failed = try await session.failure(url)
            #expect(BarricadeError.Code.unmatchedRequest ~= failed)
            #expect(barricade.validate() == [])
        }
    }

    private static let pathQueryAndURL: [Case] = [
        Case(
            .any("/blobs/sha256:2cf*"), "/blobs/sha256:2cf*",
            ["/blobs/sha256:2cf", "/blobs/sha256:2cf2a"], not: ["/blobs/sha256:2c", "/blobs/2cf2"]),
        Case(
            .any("/avatars/*.png"), "/avatars/*.png", ["/avatars/7.png", "/avatars/%61.png"],
            not: ["/avatars/7.gif", "/avatars/png", "/avatars/7/8.png"]),
        Case(.any("/v1*1/a"), "/v1*1/a", ["/v11/a", "/v1.1/a"], not: ["/v1/a", "/v12/a"]),
        Case(.any("/a?b=%2A"), "/a?b=%2A", ["/a?b=*"], not: ["/a?b=c"]),
        Case(
            .pathExtension("JSON"), "path extension is json", ["/a.json", "/b/c.tar.JSON?x=a.png"],
            not: ["/json", "/a.json/b", "/.json", "/a.jsonl", "/a.", "https://h.json"]),
        Case(
            .query("page", "2"), "query item page is 2",
            ["/?page=2", "/?a=1&page=2&b", "/?page=1&page=2", "/?%70age=%32"],
            not: ["/", "/?page", "/?page=", "/?page=22", "/?Page=2", "/page=2", "/#?page=2"]),
        Case(
            .query("q", "a b"), "query item q is a b", ["/?q=a%20b", "/?q=a+b"],
            not: ["/?q=ab", "/?q=a%2Bb"]),
        Case(.query("a b"), "query item a b is present", ["/?a+b=1", "/?a%20b"], not: ["/?a%2Bb"]),
        Case(
            .query("q", "a+b"), "query item q is a+b", ["/?q=a+b", "/?q=a%2Bb"],
            not: ["/?q=a%20b"]),
        Case(.query("q", ""), "query item q is empty", ["/?q="], not: ["/?q", "/?q=1", "/"]),
        Case(
            .query("q", "ü=&"), "query item q is ü=&", ["/?q=%C3%BC=%26", "/?q=u%CC%88%3D%26"],
            not: ["/?q=ü"]),
        Case(
            .query("debug"), "query item debug is present", ["/?debug", "/?debug=", "/?debug=1"],
            not: ["/", "/?", "/?debugger"]),
        Case(
            .query("debug", .absent), "query item debug is absent", ["/", "/?x=debug"],
            not: ["/?debug", "/?x&debug=0"]),
        Case(
            .query("v", .prefix("1.")), "query item v is 1.…", ["/?v=1.2"],
            not: ["/?v=2.1.", "/?v"]
        ),
        Case(
            .query("v", .containing("a c")), "query item v is …a c…", ["/?v=xa+cx"],
            not: ["/?v=ac", "/"]),
        Case(.query("v", .equal("1")), "query item v is 1", ["/?v=1"], not: ["/?v=1.0"]),
        Case(
            .url("\(api)/a?b=1"), "URL is \(api)/a?b=1", ["POST /a?b=1"],
            not: ["/a", "/a?b=1&c", "/a?b=%31"]),
        Case(
            .regex("^/users/[0-9]+$"), "path matches ^/users/[0-9]+$", ["/users/42", "/users/4?x"],
            not: ["/users/", "/users/4/", "/v1/users/4"]),
        Case(.regex("a b"), "path matches a b", ["/xa%20bx"], not: ["/ab", "/?a%20b"]),
        Case(.regex("^/é$"), "path matches ^/é$", ["/%C3%A9"], not: ["/e"]),
        Case(
            .regex(#"\?x=1$"#, on: .url), #"URL matches \?x=1$"#, ["/a?x=1"],
            not: ["/a?x=11", "/x=1"]),
        Case(
            .matching("it is about tea") { $0.url.path.contains("tea") }, "it is about tea",
            ["/tea/pot"], not: ["/coffee"]),
    ]

    /// What is in bodies, and the words for expectations; their own tests see what they match.
    private static let others: [Case] =
        ([
            (.json(exactly: ["a": 1]), "JSON body is the value given"),
            (.query("a", .noValue), "query item a has no value"),
            (.query("a", .regex("^[0-9]+$")), "query item a matches ^[0-9]+$"),
            (.query(exactly: [:]), "no query items"),
            (
                .query(exactly: ["page": "2", "debug": .noValue, "n": .regex("^1")]),
                "only the query items page is 2, debug has no value, n matches ^1"
            ),
            (.header("A", .regex("b")), "header A matches b"),
            (.form("user", "ada"), "form field user is ada"),
            (.form("pin", .prefix("1")), "form field pin is the value given"),
            (.form("user", .regex("^a")), "form field user matches ^a"),
            (
                .form(exactly: ["user": "ada", "pin": "1234"]),
                "only the form fields user is ada, pin is the value given"
            ),
            (.multipart("a"), "part a is present"),
            (.multipart("title", "Fog"), "part title is Fog"),
            (.multipart("pin", "1234"), "part pin is the value given"),
            (.multipart("title", .absent), "part title is absent"),
            (.multipart("title", .regex("^F")), "part title matches ^F"),
            (.body(Data("x".utf8)), "body is the 1 byte given"),
            (
                .post("/x") && .json(["secret": 1]) && .form("pin", "1234"),
                "POST /x and JSON body holds the values given and form field pin is the value given"
            ),
            (
                .post("/graphql") && .graphQL("GetCart"),
                "POST /graphql and GraphQL operation is GetCart"
            ),
        ] as [(RequestMatcher, String)]).map { Case($0, $1, [], not: []) }

    private static let joined: [Case] = [
        Case(
            .get("/a") && .query("b") && .port(443),
            "GET /a and query item b is present and port is 443",
            ["/a?b"], not: ["/a", "POST /a?b", "http://h/a?b"]),
        Case(.get("/a") || .post("/b"), "GET /a or POST /b", ["/a", "POST /b"], not: ["POST /a"]),
        Case(!.get("/a"), "not GET /a", ["POST /a", "/b"], not: ["/a"]),
        Case(
            .any("/a") && (.method("GET") || .method("PUT")),
            "/a and (method is GET or method is PUT)", ["/a", "PUT /a"], not: ["POST /a", "PUT /b"]),
        Case(
            .any("/a") && .query("x") || .any("/b"), "(/a and query item x is present) or /b",
            ["/a?x", "/b"], not: ["/a"]),
        Case(
            !(.any("/a") && .query("x")), "not (/a and query item x is present)", ["/a", "/b?x"],
            not: ["/a?x"]),
        Case(!(.any("/a") || .any("/b")), "not (/a or /b)", ["/c"], not: ["/a", "/b"]),
        Case(!(!.any("/a")), "not not /a", ["/a"], not: ["/b"]),
        Case(!.any, "not any request", [], not: ["/"]),
    ]

    @Test(arguments: differences + values) func saysWhatDiffers(
        _ example: RequestMatcher.Case
    ) throws {
        let request = try BarricadeRequest.line(
            example.request, headers: ["Accept": "a/b", "X-Key": "a"])
        #expect(example.matcher.difference(to: request) == example.difference)
    }

    private static let long = String(repeating: "x", count: 300)
    private static let end = String(repeating: "x", count: 20)

    private static let differences: [RequestMatcher.Case] = [
        (.post("/login"), "/logout", "wants POST, got GET; wants path /login, got /logout"),
        (
            .get("https://v1.example.com/a"), "http://h:81/a",
            """
            wants scheme https, got http; wants host v1.example.com, got h:81; \
            wants port 443, got 81
            """
        ),
        (.method("patch"), "patch /", "wants PATCH, got patch"),
        (.get("mock://h"), "mock:opaque", "wants host h, got none; wants path /, got opaque"),
        (.port(1), "mock://h", "wants port 1, got none"),
        (.scheme("mock"), "h", "wants scheme mock, got none"),
        (.any("/a"), api, "wants path /a, got an empty path"),
        (
            .any("/a?b=1&c"), "/a?b=2",
            #"wants query item b "1", got "2"; wants query item c, got none"#
        ),
        (.pathExtension("png"), "/a", "wants path extension png, got none"),
        (.pathExtension(".PNG"), "/a.gif", "wants path extension png, got gif"),
        (.trailingSlash, "/a", "wants a path that ends in a slash, got /a"),
        (.url("\(api)/b"), "/a?key=1", "wants URL \(api)/b, got \(api)/a?key=•••"),
        (.url("\(api)/\(long)b"), "/\(long)a", "wants URL …\(end)b, got …\(end)a"),
        // A pattern ignores the order of items, and a slash at the end.
        (
            .url("\(api)/a?b=1&c=2"), "/a?c=2&b=1",
            """
            wants URL \(api)/a?b=1&c=2, got \(api)/a?c=2&b=1 (as a pattern, .any("…"), it matches)
            """
        ),
        (
            .url("\(api)/a"), "/a/",
            #"wants URL \#(api)/a, got \#(api)/a/ (as a pattern, .any("…"), it matches)"#
        ),
        (.regex("x"), "/a", "wants path matching x, got /a"),
        (
            .regex(#"/a\?b=\d+$"#), "/a?b=1",
            #"wants path matching /a\?b=\d+$, got /a (the URL does match: on: .url)"#
        ),
        (.regex("z$", on: .url), "/a", "wants URL matching z$, got \(api)/a"),
        (.matching("it is tea") { _ in false }, "/a", #"wants "it is tea" to be true, got false"#),
        (!.get("/a"), "/a", "wants anything but GET /a, got that"),
        (!.query("b"), "/a?b=1", #"wants no query item b, got "1""#),
        (!.query("b", "1"), "/a?b=1", #"wants anything but query item b "1", got that"#),
        (!.query("b", .absent), "/a", "wants anything but no query item b, got that"),
        (.get("/a*c"), "/abd", "wants path /a*c, got /abd"),
        (.get("/users") || .post("/zebra/crossing"), "/user", "wants path /users, got /user"),
        (.get("/a#b"), "/a", unreadable), (!.get("/a#b"), "/a", unreadable),
    ]

    private static let unreadable = """
        never matches: pattern "/a#b" cannot be read: it has a fragment (#), which is never sent
        """

    @Test func whatMayReadTheBodyIsAskedLast() throws {
        let calls = Locked(0)
        let counted: RequestMatcher = .matching("is counted") { _ in
            calls.withLock { $0 += 1 }
            return true
        }
        let matcher = counted && (.json([:]) || .any) && .get("/a")
        let (other, own) = (try BarricadeRequest.line("/b"), try BarricadeRequest.line("/a"))
        #expect(!matcher.matches(other))
        #expect(calls.current == 0)
        #expect(matcher.matches(own))
        #expect(calls.current == 1)
    }

    @Test func equalMatchersAndExpectationsAreEqual() {
        // Each is equal to itself and to no other; two closures are never the same.
        let custom = RequestMatcher.matching("x") { _ in true }
        let matchers: [RequestMatcher] = [
            .any, .get("/a"), .post("/a"), .regex("a"), .regex("a", on: .url), custom,
            .matching("x") { _ in true }, .graphQL("A"), .graphQL("B"),
            .query(exactly: ["a": "1"]), .query(exactly: ["a": "2"]),
            .json(exactly: [["a": 1], ["b": 2]], arrays: .any),
            .json([["a": 1], ["b": 2]], arrays: .any),
        ]
        let likes: [RequestMatcher] = [
            .any, .get("/a"), .post("/a"), .regex("a"), .regex("a", on: .url), custom,
            .graphQL("B"), .query(exactly: ["a": "1"]),
            .json(exactly: [["a": 1], ["b": 2]], arrays: .any),
        ]
        let found = likes.map { like in matchers.indices.filter { matchers[$0] == like } }
        let expected: [[Int]] = [[0], [1], [2], [3], [4], [5], [8], [9], [11]]
        #expect(found == expected)
        let values: [ValueExpectation] = [
            .regex("a"), .regex("b"), .equal("a"), "", .noValue, .present, .absent,
        ]
        let sames: [ValueExpectation] = [.regex("a"), .regex("b"), "a", .empty, .noValue]
        let indices = sames.map { like in values.indices.filter { values[$0] == like } }
        #expect(indices == [[0], [1], [2], [3], [4]])
    }
}
