import Barricade
import Testing

@testable import TestSupport

/// A path pattern, with URLs or paths that it matches and others.
@Suite(.timeLimit(.minutes(10))) struct PathPatternTests {
    typealias Example = (pattern: String, hits: [String], misses: [String])

    private static let paths: [Example] = [
        ("/", [api, "/", "/?x=1"], ["/a"]),
        ("/a/b", ["/a/b", "/a/b/", "/a/b?x", "/a/b#c"], ["/a", "/a/b/c", "/A/b", "/ab", "/"]),
        ("/a/", ["/a", "/a/"], ["/", "/a/b"]),
        ("/:id", ["/7", "/a%2Fb", "/7/"], ["/", "/7/8"]),
        ("/users/:id/posts/:post_2", ["/users/7/posts/8"], ["/users/7/posts", "/users/posts/8"]),
        ("/a/*", ["/a/b", "/a/%2F", "/a/*"], ["/a", "/a/", "/a/b/c"]),
        ("/*/b", ["/a/b", "/b/b"], ["/b", "/a/c"]),
        ("/**", [api, "/", "/a", "/a/b/c"], []),
        ("/a/**", ["/a", "/a/", "/a/b/c"], ["/", "/b", "/ab"]),
        ("/**/b", ["/b", "/a/b", "/b/b", "/a/b/c/b"], ["/", "/b/a"]),
        (
            "/a/**/b/**/c", ["/a/b/c", "/a/x/b/y/z/c", "/a/b/b/c/c"],
            ["/a/c", "/a/c/b", "/a/b/c/d"]
        ),
        ("/**/**", ["/", "/a/b"], []),
        ("/**/:id/*", ["/a/b", "/a/b/c"], ["/a", "/"]),
        ("/a%2Fb", ["/a%2Fb", "/a%2fb"], ["/a/b"]),
        ("/%2A%3Ax", ["/*:x", "/%2A%3Ax"], ["/ax"]),
        ("/a b", ["/a%20b"], ["/a+b", "/ab"]),
        ("/a+b", ["/a+b", "/a%2Bb"], ["/a%20b"]),
        ("/100%", ["/100%25"], ["/100"]),
        ("/%FF", ["/%FF"], ["/%FE", "/"]),
        ("/caf\u{E9}", ["/caf%C3%A9", "/cafe%CC%81"], ["/cafe"]),
        ("/cafe\u{301}", ["/caf%C3%A9", "/cafe%CC%81"], ["/cafe"]),
        ("/日本/:町", ["/%E6%97%A5%E6%9C%AC/x"], ["/日/x"]),
        ("/a.json", ["/a.json"], ["/a.jsonx", "/axjson"]),
        ("/a:b", ["/a:b", "/a%3Ab"], ["/ab"]),
        ("/a?x=1", ["/a?x=1", "/a?y&x=1", "/a/?x=2&x=1"], ["/a", "/a?x=2", "/a?x", "/b?x=1"]),
        ("/a?x=a%20b&y", ["/a?y=2&x=a+b", "/a?x=a%20b&y"], ["/a?x=a+b", "/a?x=ab&y"]),
        ("/a?x=", ["/a?x="], ["/a?x", "/a?x=1", "/a"]),
        ("/a?", ["/a", "/a?x"], ["/b"]),
        ("/:id?x", ["/1?x", "/1?x=1"], ["/1", "/1/2?x"]),
    ]

    private static let absolute: [Example] = [
        (
            "https://api.example.com/v1/**",
            ["/v1", "/v1/a/b", "HTTPS://API.example.com:443/v1"],
            [
                "http://api.example.com/v1", "https://api.example.com:444/v1",
                "https://example.com/v1", "/v2",
            ]
        ),
        ("http://h/a", ["http://h/a", "http://h:80/a"], ["http://h:443/a", "https://h/a"]),
        ("https://h:8443/a", ["https://h:8443/a"], ["https://h/a", "http://h:8443/a"]),
        ("https://h:443", ["https://h", "https://h:443/"], ["https://h/a"]),
        ("https://h?x=1", ["https://h/?x=1", "https://h?x=1"], ["https://h/"]),
        ("HTTPS://H/a", ["https://h/a"], ["https://h/A"]),
        (
            "https://*.example.com/a", ["https://b.example.com/a", "https://c.b.example.com/a"],
            ["https://example.com/a", "http://b.example.com/a"]
        ),
        (
            "https://bücher.example/é", ["https://xn--bcher-kva.example/%C3%A9"],
            ["https://b/%C3%A9"]
        ),
        (
            "http://[::1]:8080/:id", ["http://[::1]:8080/7"],
            ["http://[::1]/7", "http://[::2]:8080/7"]
        ),
        ("http://127.0.0.1/a", ["http://127.0.0.1:80/a"], ["http://127.0.0.2/a"]),
        (
            "mockserver://contacts", ["mockserver://contacts", "MockServer://Contacts/"],
            ["mockserver://contacts/7", "mockserver://users", "https://contacts"]
        ),
        ("mockserver://contacts/:id", ["mockserver://contacts/7"], ["mockserver://contacts"]),
        ("x-a.b+c:///p", ["x-a.b+c:///p"], ["x-a.b+c:///q", "x-a.b:///p"]),
        ("file:///a/*", ["file:///a/b"], ["file:///b", "/a/b"]),
        ("/opaque", ["mock:opaque"], ["mock:other"]),
    ]

    /// Also what the index of a barricade finds by a pattern has to be what the pattern matches.
    @Test(arguments: paths + absolute) func matchesAndIsFound(_ example: Example) async throws {
        let matcher = RequestMatcher.any(example.pattern)
        let barricade = Barricade(
            ResponseSet("Found", on: matcher) { CannedResponse("Yes", text: "yes") },
            ResponseSet("Rest", on: .any) { CannedResponse("No", text: "no") })
        let session = barricade.session
        for (lines, isMatch) in [(example.hits, true), (example.misses, false)] {
            for line in lines {
                let found = try await session.get(line.hasPrefix("/") ? api + line : line).text
                let matches = try matcher.matches(.line(line))
                #expect(
                    (matches, found) == (isMatch, isMatch ? "yes" : "no"),
                    "\(example.pattern) and \(line)")
            }
        }
    }
}
