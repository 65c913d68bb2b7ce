import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct UnreadablePatternTests {
    typealias Example = (matcher: RequestMatcher, faults: [String])

    private static let start =
        "it starts neither with / nor with a scheme and host like https://api.example.com/"

    private static func start(_ fix: String) -> String {
        "it starts neither with / nor with a scheme and host; write \"\(fix)\""
    }

    private static let segment = "is not a named segment: write a colon and a name, as in :id"
    private static let letters =
        "is not a named segment: write letters, digits or _ after the colon"
    private static let optional = "no segment is optional: join two patterns by ||"
    private static let ending = "for a segment that ends so"
    private static let open =
        "does not mean any value: write ?page for that (and %2A or %3A for the character)"
    private static let notAHost =
        "is not a host: write \"api.example.com\", \"*.example.com\" or \"localhost:8080\""
    private static let expression =
        #"regex "[a" cannot be read: it is not a regular expression that NSRegularExpression accepts"#

    /// Patterns, and why they cannot be read.
    private static let patterns: [(String, String)] = [
        (":/", start), ("/:", #"":" \#(letters)"#), ("/a/:id?", optional),
        ("https://h/:id?/b", optional),
        ("/:a-b", #"":a-b" \#(letters), or *-b \#(ending)"#), ("", start),
        ("GET /books/{id}", start),
        (
            "^/users/.*$",
            """
            it starts neither with / nor with a scheme and host; for a regular expression, write \
            .regex(…, on: .path)
            """
        ),
        ("/a ", "there is a space around it"),
        ("/a GET", "it ends in a method, which comes first"), ("users", start("/users")),
        ("**/login", start("/**/login")), ("books/:id?a=1", start("/books/:id?a=1")),
        (":id", start("/:id")),
        ("api.example.com/v1", start("https://api.example.com/v1")),
        ("*.example.com/**", start("https://*.example.com/**")),
        ("localhost:8080/a", start("https://localhost:8080/a")),
        ("https:/api.example.com/v1", start("https://api.example.com/v1")),
        ("/books/{id}", #""{id}" \#(segment)"#), ("/books/<id>", #""<id>" \#(segment)"#),
        ("/a/<int:id>/{book-id}/{n:[0-9]+}?q={x}", #""<int:id>" \#(segment)"#),
        ("https://h/:id/{path*}", #""{path*}" \#(segment)"#),
        ("/a/{id}.json", #""{id}.json" \#(segment), or *.json \#(ending)"#),
        ("/a/:id:run", #"":id:run" \#(letters), or *:run \#(ending)"#),
        ("/{id}//", #""{id}" \#(segment)"#),
        ("mock:opaque", start), ("/a#b", "it has a fragment (#), which is never sent"),
        ("/:id/:id", #"it names two segments "id""#),
        ("/a*b*", #""a*b*" has more than one *: use .regex for that (and %2A for the character)"#),
        ("/a?page=:page", #""page=:page" \#(open)"#), ("/a?page=*&b=1", #""page=*" \#(open)"#),
        ("https://h/a?b=1&page=**", #""page=**" \#(open)"#), ("/a?page=.*", #""page=.*" \#(open)"#),
        ("https:///x", "it has no host"), ("://h/x", #""" is not a scheme"#),
        ("1a://h/x", #""1a" is not a scheme"#), ("https://a*b/x", #""a*b" \#(notAHost)"#),
        ("https://a b/x", #""a b" \#(notAHost)"#),
        ("http://::1/x", "its IPv6 address needs brackets: [::1]"),
    ]

    private static let hosts = [
        "", "*.", "https://", "a b", "[::1", "*.::1", "1::2::3", "[::1]x", "h:port", "h:99999",
        ":80",
    ]

    private static let others: [(RequestMatcher, String)] = [
        (.get("/a\n"), #"pattern "/a\n" cannot be read: it holds a control character"#),
        (.any("users"), #"pattern "users" cannot be read: \#(start("/users"))"#),
        (.any("users"), #"pattern "users" cannot be read: \#(start("/users"))"#),
        (
            .host("https://h.example:8080/v1"),
            """
            host "https://h.example:8080/v1" cannot be read: "https://h.example:8080/v1" is not a \
            host: write "h.example:8080"
            """
        ),
        (.query("page", .regex("[a")), expression),
        (.form(exactly: ["page": .regex("[a")]), expression), (.regex("[a"), expression),
        (.regex("[a", on: .url), expression),
    ]

    /// All faults of a matcher are named.
    private static let several: Example = (
        .get("users") && (.host("") || !.regex("[a")),
        [
            #"pattern "users" cannot be read: \#(start("/users"))"#,
            #"host "" cannot be read: "" \#(notAHost)"#, expression,
        ]
    )

    private static let examples: [Example] =
        patterns.map { (.get($0), [#"pattern "\#($0)" cannot be read: \#($1)"#]) }
        + hosts.map { (.host($0), [#"host "\#($0)" cannot be read: "\#($0)" \#(notAHost)"#]) }
        + others.map { ($0, [$1]) } + [several]

    @Test(arguments: examples) func neverMatchesAndIsReported(_ example: Example) async throws {
        let (matcher, found) = example
        #expect(matcher.faults == found)
        let nevers: [RequestMatcher] = [
            matcher, !matcher, !(!matcher), matcher && .any, !(matcher || !.any),
        ]
        let wrong = try [
            "/", "/a/b", "/:", "/users", "https://a.example/a/b", "mock:opaque", "http://[::1]/",
        ].filter { line in
            let request = try BarricadeRequest.line(line)
            return nevers.contains { $0.matches(request) } || !(matcher || .any).matches(request)
        }
        #expect(wrong == [])
        let faults = FaultLog()
        let barricade = Barricade(
            ResponseSet("Broken", on: matcher, line: 7) { CannedResponse("Never") },
            ResponseSet("Good", on: .any) { CannedResponse("Yes", text: "yes") }
        ) {
            $0.faultHandler = faults.handler
        }
        let texts = found.map {
            "Response set \"Broken\" (UnreadablePatternTests.swift:7) never matches: \($0)."
        }
        #expect((faults.messages, faults.codes) == (texts, texts.map { _ in .invalidDefinition }))
        #expect(barricade.validate() == faults.all)
        #expect(try await barricade.session.get("\(api)/a/b").text == "yes")
    }
}
