import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct UnreadablePatternTests {
    typealias Example = (matcher: RequestMatcher, fault: String)

    private static let start =
        "it starts neither with / nor with a scheme and host like https://api.example.com/"
    private static let segment = "is not a named segment: write a colon and a name, as in :id"
    private static let hosts =
        "write \"api.example.com\", \"*.example.com\" or \"localhost:8080\""

    private static let examples: [Example] = [
        (
            .get("/a//b"),
            #"pattern "/a//b" cannot be read: it has an empty segment: write one / between segments"#
        ),
        (
            .get("//a"),
            #"pattern "//a" cannot be read: it has an empty segment: write one / between segments"#
        ),
        (.get(":/"), #"pattern ":/" cannot be read: \#(start)"#),
        (
            .get("/:"),
            #"pattern "/:" cannot be read: ":" is not a named segment: write letters, digits or _ after the colon"#
        ),
        (
            .get("/:a-b"),
            #"pattern "/:a-b" cannot be read: ":a-b" is not a named segment: write letters, digits or _ after the colon"#
        ),
        (.get(""), #"pattern "" cannot be read: \#(start)"#),
        (.get("GET /books/{id}"), #"pattern "GET /books/{id}" cannot be read: \#(start)"#),
        (.get("/a "), #"pattern "/a " cannot be read: there is a space around it"#),
        (
            .get("/a GET"),
            #"pattern "/a GET" cannot be read: it ends in a method, which comes first"#
        ),
        (.get("users"), #"pattern "users" cannot be read: \#(start)"#),
        (.get("**/login"), #"pattern "**/login" cannot be read: \#(start)"#),
        (.get("books/:id?a=1"), #"pattern "books/:id?a=1" cannot be read: \#(start)"#),
        (.get(":id"), #"pattern ":id" cannot be read: \#(start)"#),
        (.path("api.example.com/v1"), #"pattern "api.example.com/v1" cannot be read: \#(start)"#),
        (.any("*.example.com/**"), #"pattern "*.example.com/**" cannot be read: \#(start)"#),
        (.get("localhost:8080/a"), #"pattern "localhost:8080/a" cannot be read: \#(start)"#),
        (.get("/books/{id}"), #"pattern "/books/{id}" cannot be read: "{id}" \#(segment)"#),
        (.get("/books/<id>"), #"pattern "/books/<id>" cannot be read: "<id>" \#(segment)"#),
        (
            .get("/a/<int:id>/{book-id}/{n:[0-9]+}?q={x}"),
            #"pattern "/a/<int:id>/{book-id}/{n:[0-9]+}?q={x}" cannot be read: "<int:id>" \#(segment)"#
        ),
        (
            .get("https://h/:id/{path*}"),
            #"pattern "https://h/:id/{path*}" cannot be read: "{path*}" \#(segment)"#
        ),
        (.get("/a/{id}.json"), #"pattern "/a/{id}.json" cannot be read: "{id}.json" \#(segment)"#),
        (.get("/{id}//"), #"pattern "/{id}//" cannot be read: "{id}" \#(segment)"#),
        (
            .query("page", .regex("[a")),
            #"regex "[a" cannot be read: it is not a regular expression that NSRegularExpression accepts"#
        ),
        (
            .form(exactly: ["page": .regex("[a")]),
            #"regex "[a" cannot be read: it is not a regular expression that NSRegularExpression accepts"#
        ),
        (.get("mock:opaque"), #"pattern "mock:opaque" cannot be read: \#(start)"#),
        (
            .get("/a#b"),
            #"pattern "/a#b" cannot be read: it has a fragment (#), which is never sent"#
        ),
        (.get("/a\n"), #"pattern "/a\n" cannot be read: it holds a control character"#),
        (.get("/:id/:id"), #"pattern "/:id/:id" cannot be read: it names two segments "id""#),
        (
            .get("/a*b"),
            #"pattern "/a*b" cannot be read: "a*b" mixes * with text: * stands for a whole segment, use .pathExtension or .regex for less (and %2A for the character)"#
        ),
        (.get("https:///x"), #"pattern "https:///x" cannot be read: it has no host"#),
        (.get("://h/x"), #"pattern "://h/x" cannot be read: "" is not a scheme"#),
        (.get("1a://h/x"), #"pattern "1a://h/x" cannot be read: "1a" is not a scheme"#),
        (
            .get("https://a*b/x"),
            #"pattern "https://a*b/x" cannot be read: "a*b" is not a host: \#(hosts)"#
        ),
        (
            .get("https://a b/x"),
            #"pattern "https://a b/x" cannot be read: "a b" is not a host: \#(hosts)"#
        ),
        (.host(""), #"host "" cannot be read: "" is not a host: \#(hosts)"#),
        (.host("*."), #"host "*." cannot be read: "*." is not a host: \#(hosts)"#),
        (
            .host("https://h"),
            #"host "https://h" cannot be read: "https://h" is not a host: \#(hosts)"#
        ),
        (.host("a b"), #"host "a b" cannot be read: "a b" is not a host: \#(hosts)"#),
        (.host("[::1"), #"host "[::1" cannot be read: "[::1" is not a host: \#(hosts)"#),
        (.host("*.::1"), #"host "*.::1" cannot be read: "*.::1" is not a host: \#(hosts)"#),
        (.host("1::2::3"), #"host "1::2::3" cannot be read: "1::2::3" is not a host: \#(hosts)"#),
        (.host("[::1]x"), #"host "[::1]x" cannot be read: "[::1]x" is not a host: \#(hosts)"#),
        (
            .get("http://::1/x"),
            #"pattern "http://::1/x" cannot be read: its IPv6 address needs brackets: [::1]"#
        ),
        (.host("h:port"), #"host "h:port" cannot be read: "h:port" is not a host: \#(hosts)"#),
        (.host("h:99999"), #"host "h:99999" cannot be read: "h:99999" is not a host: \#(hosts)"#),
        (.host(":80"), #"host ":80" cannot be read: ":80" is not a host: \#(hosts)"#),
        (
            .regex("[a"),
            #"regex "[a" cannot be read: it is not a regular expression that NSRegularExpression accepts"#
        ),
        (
            .regex("[a", on: .url),
            #"regex "[a" cannot be read: it is not a regular expression that NSRegularExpression accepts"#
        ),
    ]

    @Test(arguments: examples) func neverMatchesAndIsReported(_ example: Example) async throws {
        let (matcher, fault) = example
        #expect(matcher.faults == [fault])
        for line in [
            "/", "/a/b", "/:", "/users", "https://a.example/a/b", "mock:opaque", "http://[::1]/",
        ] {
            let request = try BarricadeRequest.line(line)
            let wrong = [matcher, !matcher, !(!matcher), matcher && .any, !(matcher || !.any)]
                .filter { $0.matches(request) }
            #expect(wrong == [] && (matcher || .any).matches(request), "\(line)")
        }
        let faults = FaultLog()
        let barricade = Barricade(
            ResponseSet("Broken", on: matcher, line: 7) { CannedResponse("Never") },
            ResponseSet("Good", on: .any) { CannedResponse("Yes", text: "yes") }
        ) {
            $0.faultHandler = faults.handler
        }
        let text =
            "Response set \"Broken\" (UnreadablePatternTests.swift:7) never matches: \(fault)."
        #expect(faults.messages + barricade.validate().map(\.message) == [text, text])
        #expect(faults.codes == [.invalidDefinition])
        #expect(try await barricade.session.get("\(api)/a/b").text == "yes")
    }

    @Test func namesEveryFaultOfAMatcher() throws {
        let matcher = RequestMatcher.get("a") && (.host("") || !.regex("("))
        #expect(try matcher.faults.count == 3 && !matcher.matches(.line("/a")))
        let faults = FaultLog()
        let barricade = Barricade(ResponseSet("Broken", on: matcher) { CannedResponse("Never") }) {
            $0.faultHandler = faults.handler
        }
        #expect(faults.all.count == 3 && barricade.validate() == faults.all)
    }
}
