import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct RequestMatcherBodyTests {
    typealias Comparison = (matcher: RequestMatcher, request: BarricadeRequest, difference: String?)

    @Test(arguments: try texts() + items() + parts() + unreadable())
    func comparesBodies(_ example: Comparison) {
        #expect(example.matcher.difference(to: example.request) == example.difference)
    }

    private static func texts() throws -> [Comparison] {
        try (bytes + json + joined).map { ($0, try .posting($1), $2) }
    }

    private static let bytes: [RequestMatcher.Case] = [
        (.body(Data("abc".utf8)), "abc", nil),
        (
            .body(Data("abc".utf8)), "abd",
            "wants a body of the 3 bytes given, got other bytes from offset 2"
        ),
        (
            .body(Data("abc".utf8)), "adbc",
            "wants a body of the 3 bytes given, got 4 bytes, others from offset 1"
        ),
        (
            .body(Data("abc".utf8)), "ab",
            "wants a body of the 3 bytes given, got only the first 2 bytes"
        ),
        (.body(Data("abc".utf8)), "", "wants a body of the 3 bytes given, got 0 bytes"),
        (.body(Data()), "", nil),
        (
            .body(Data(#"{"a":1,"b":2}"#.utf8)), #"{"b": 2, "a": 1}"#,
            """
            wants a body of the 13 bytes given, got 16 bytes, others from offset 2 (.json(exactly:) \
            matches)
            """
        ),
    ]

    /// Together with other matchers.
    private static let joined: [RequestMatcher.Case] = {
        let json = RequestMatcher.json(["a": 1])
        return [
            (.post("/upload") && json, #"{"a": 1}"#, nil),
            (
                .post("/other") && json, #"{"a": 2}"#,
                "wants path /other, got /upload; wants 1 at $.a, got 2"
            ),
            (json || .get("/upload"), #"{"a": 1}"#, nil),
            (.json(["a": 3]) || .json(["a": 2]), #"{"a": 2}"#, nil), (!json, #"{"a": 2}"#, nil),
            (!json, #"{"a": 1}"#, "wants anything but JSON body holds the values given, got that"),
            (!json, "no JSON", nil), (!(json || .form("a")) && .post("/upload"), "{}", nil),
        ]
    }()

    /// Bodies that cannot be compared.
    private static func unreadable() throws -> [Comparison] {
        var request = try URLRequest.posting(Data?.none)
        request.httpBodyStream = InputStream(data: Data("{}".utf8))
        let streamed = try #require(BarricadeRequest(request))
        let none = try BarricadeRequest.posting(Data?.none)
        let cut = try BarricadeRequest.posting("--b\r\nA: b", as: "multipart/form-data; boundary=b")
        let json = try BarricadeRequest.posting("{}", as: "application/json")
        let stream =
            "a body that is not readable here: its stream is read when the request is loaded"
        let noForm = "a body that is application/json, not a form"
        return [
            (.body(Data()), none, "wants a body of the 0 bytes given, got no body"),
            (.json(["a": 1]), none, "wants JSON, got no body"),
            (.form("a", "1"), none, #"wants form field a "1", got no body"#),
            (.form(exactly: [:]), none, "wants a form, got no body"),
            (.multipart("a"), none, "wants part a, got no body"),
            (.multipart("a", "1"), none, #"wants part a "1", got no body"#),
            (.graphQL("GetCart"), none, "wants GraphQL operation GetCart, got no body"),
            (
                .json(["a": 1]), try .posting("{\"a\": 1"),
                "wants JSON, got a body that is not JSON (it ends too early, at offset 7)"
            ),
            (
                .json(["a": 1]), try .posting("<html/>"),
                "wants JSON, got a body that is not JSON (offset 0)"
            ),
            (
                .multipart("a"), cut,
                """
                wants part a, got a body that cannot be read: multipart body ends within part 1 \
                (offset 9)
                """
            ),
            (
                .json(["a": 1]), try .posting("a=1", as: "application/x-www-form-urlencoded"),
                """
                wants JSON, got a body that is application/x-www-form-urlencoded, not JSON (offset 0)
                """
            ),
            (
                .body(Data("--a--".utf8)),
                try .posting("--b--", as: "multipart/form-data; boundary=b"),
                """
                wants a body of the 5 bytes given, got other bytes from offset 2 (boundaries differ \
                each time, so use .multipart)
                """
            ),
            (.json([:]), streamed, "wants JSON, got \(stream)"),
            (.body(Data()), streamed, "wants a body of the 0 bytes given, got \(stream)"),
            (.graphQL("A"), streamed, "wants GraphQL operation A, got \(stream)"),
            (.form("a", "1"), json, #"wants form field a "1", got \#(noForm)"#),
            (.form("a", .absent), json, "wants no form field a, got \(noForm)"),
            (.form(exactly: ["a": "1"]), json, "wants a form, got \(noForm)"),
            (
                .multipart("a"), json,
                "wants part a, got a body that is application/json, not multipart"
            ),
        ]
    }

    /// The value is in another part of the request.
    @Test(
        arguments: [
            (.query("n", "x"), "a=1&n=x", formType, #"query item n "x", got none (.form matches)"#),
            (
                .query("n", "x"), #"{"n": "x"}"#, jsonType,
                #"query item n "x", got none (.json matches)"#
            ),
            (
                .form("n", "7"), #"{"n": 7}"#, jsonType,
                #"form field n "7", got a body that is application/json, not a form (.json matches)"#
            ),
            (
                .form("n", .prefix("x")), twoParts, partsType,
                """
                form field n starting with "x", got a body that is multipart/form-data, not a form \
                (.multipart matches)
                """
            ),
            (
                .multipart("n", "x"), "n=x", formType,
                """
                part n "x", got a body that is application/x-www-form-urlencoded, not multipart \
                (.form matches)
                """
            ),
            (
                .header("q", "z"), "", formType,
                "header q with the value given, got none (.query matches)"
            ),
            (
                .header("Content-Type", "text/plain"), "{}", "text/plain; charset=utf-8",
                """
                header Content-Type "text/plain", got "text/plain; charset=utf-8" (.containing \
                matches)
                """
            ),
            (.query("n", "x"), "n=y", formType, #"query item n "x", got none"#),
            (.query("q", .absent), "q=z", formType, #"no query item q, got "z""#),
        ] as [(RequestMatcher, String, String, String)])
    func saysWhichClauseMatches(
        matcher: RequestMatcher, body: String, type: String, difference: String
    ) throws {
        let sent = try URLRequest.posting(body, to: "\(api)/upload?q=z", as: type)
        let request = try #require(BarricadeRequest(sent))
        #expect(matcher.difference(to: request) == "wants \(difference)")
    }

    private static let formType = "application/x-www-form-urlencoded"
    private static let jsonType = "application/json"
    private static let partsType = "multipart/form-data; boundary=b"
    private static let twoParts = """
        --b\r\nContent-Disposition: form-data; name="n"\r\n\r\nxyz\r\n--b--\r\n
        """

    // MARK: In a load

    @Test func theErrorSaysWhereABodyIsBroken() async throws {
        let barricade = Barricade(
            ResponseSet("Login", on: .post("/login") && .json(["user": "ada"]), line: 1) {
                CannedResponse("Success", json: [:])
            },
            ResponseSet("Photo", on: .post("/photo") && .multipart("photo"), line: 2) {
                CannedResponse("Success", json: [:])
            })
        let request = try URLRequest.posting(
            "{\"user\": \"ada\", }}", to: "\(api)/login", as: "application/json")
        let error = await #expect(throws: (any Error).self) {
            try await barricade.session.send(request)
        }
        #expect(
            error.flatMap { BarricadeError($0)?.message }
                == """
                No response set matches POST https://api.example.com/login.

                Nearest:
                  "Login" (RequestMatcherBodyTests.swift:1)   \
                wants JSON, got a body that is not JSON (offset 16)
                  "Photo" (RequestMatcherBodyTests.swift:2)   \
                wants path /photo, got /login; wants part photo, got a body that is \
                application/json, not multipart

                The request or the set may be wrong. To fix:
                  change what "Login" (RequestMatcherBodyTests.swift:1) wants
                  or add, after the sets above: ResponseSet("POST /login", on: \
                .post("https://api.example.com/login")) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """)
    }
}
