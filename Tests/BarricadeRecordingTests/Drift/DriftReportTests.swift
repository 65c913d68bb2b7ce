import Barricade
import BarricadeRecording
import LoopbackServer
import Testing

@testable import TestSupport

@Suite(.takingTurns, .timeLimit(.minutes(20))) struct DriftReportTests {
    private let books = ResponseSet("Books", on: .get("https://api.example.com/v1/books?page=1")) {
        CannedResponse("Some", json: ["books": [["id": 1, "title": "Fog", "price": 12]]])
        CannedResponse("None", json: ["books": []])
    }

    private func service() throws -> ChangingService {
        try ChangingService([
            "/v1/books": .json(#"{"books": [{"id": 2, "title": "Sea", "price": "12.00"}]}"#),
            "/v1/orders": .json("[]"),
        ])
    }

    /// Six sets, of which three can be compared without being told more.
    private var six: [ResponseSet] {
        let matchers: KeyValuePairs<String, RequestMatcher> = [
            "Books": .get("/books"), "Shops": .get("/shops"), "Profile": .get("/profile"),
            "Author": .get("/authors/:id"), "Order": .post("/orders"), "Login": .post("/login"),
        ]
        let answer = CannedResponse("A", json: ["id": 1])
        return matchers.map { ResponseSet($0, on: $1, responses: [answer]) }
    }

    // MARK: What is told

    /// URLSession on Linux never ends such a reply by itself (up to Swift 6.3.1).
    @Test func aServerThatWantsAPasswordIsNotComparedWith() async throws {
        let server = try LocalServer { _ in
            .init(status: 401, headers: [("WWW-Authenticate", "Basic realm=\"Books\"")])
        }
        let origin = "http://127.0.0.1:\(server.port)"
        let report = try await Drift.report(of: [books], against: URL(origin))
        #expect(
            "\(report)" == """
                1 of 1 set not compared (401: 1).

                Not compared:
                  Books  GET \(origin)/v1/books?page=1: 401; unauthorized

                """)
    }

    @Test func countsFirstWhatWasNotCompared() async throws {
        let service = try ChangingService()
        for path in ["/books", "/shops", "/profile", "/authors/3", "/orders"] {
            service[path] = .json(#"{"id": 2}"#)
        }
        let server = service.url.absoluteString
        let report = try await Drift.report(of: six, against: service.url)
        #expect(
            "\(report)" == """
                3 of 6 sets not compared (POST: 2, no value for :id: 1). The other 3 fit.

                Not compared:
                  Author: no value for :id; give one for id or Author.id
                  Order: POST; sent only if named
                  Login: POST; sent only if named

                Fits:
                  Books  GET \(server)books  200
                  Shops  GET \(server)shops  200
                  Profile  GET \(server)profile  200

                """)
        #expect([report.exitCode(), report.exitCode(requiringAll: true)] == [0, 3])

        service["/shops"] = .json(#"{"id": null}"#)
        let more = try await Drift.report(of: six, against: service.url) {
            $0.values["Author.id"] = "3"
            $0.methods.insert(.post)
            $0.bodies["Order"] = #"{"book": 7}"#
        }
        #expect(
            "\(more)" == """
                1 of 6 sets not compared (no body for POST: 1). 1 differs. The other 4 fit.

                Differs:
                  Shops  GET \(server)shops  200
                      $.id: wants a number as in "A", got null

                Not compared:
                  Login: no body for POST; give one, which may be empty

                Fits:
                  Books  GET \(server)books  200
                  Profile  GET \(server)profile  200
                  Author  GET \(server)authors/3  200
                  Order  POST \(server)orders  200

                """)
        let orders = service.received.filter { $0.method == .post }.map { request in
            [request.headers["Content-Type"], String(decoding: request.body, as: UTF8.self)]
        }
        #expect(orders == [["application/json", #"{"book": 7}"#]])
        let data = try JSONEncoder().encode(more)
        #expect(try JSONDecoder().decode(DriftReport.self, from: data) == more)
    }

    @Test func saysThatAllFitOnlyIfAllWereCompared() async throws {
        let service = try ChangingService(["/books": .json("[]"), "/shops": .json("[1]")])
        let books = ResponseSet("Books", on: .get("/books")) { CannedResponse("A", json: [1]) }
        let shops = ResponseSet("Shops", on: .get("/shops")) { CannedResponse("A", json: [1]) }
        let server = service.url.absoluteString
        let part = try await Drift.report(of: [books, shops], against: service.url)
        #expect(
            "\(part)" == """
                1 of 2 sets compared only in part. The other one fits.

                Too little is known to compare:
                  Books  GET \(server)books  200
                      $: wants elements as in "A", got an empty array

                Fits:
                  Shops  GET \(server)shops  200

                """)
        #expect([part.exitCode(), part.exitCode(requiringAll: true)] == [0, 3])
        service["/books"] = .json("[2]")
        for (line, sets) in [
            "All 2 sets fit. 0 0": [books, shops], "The set fits. 0 0": [books],
            "There are no sets. 3 3": [],
        ] {
            let all = try await Drift.report(of: sets, against: service.url)
            let codes = "\(all.exitCode()) \(all.exitCode(requiringAll: true))"
            #expect("\(all.headline) \(codes)" == line)
        }
    }

    @Test func tellsDriftFromWhatTooLittleIsKnownOfOrHasNoReply() async throws {
        let service = try ChangingService([
            "/key": .json(#"{"id": 2}"#), "/array": .json(#"{"items": []}"#),
            "/type": Change.Reply(contentType: "text/html", body: "<p>"),
            "/word": .json(#"{"state": "archived"}"#),
            "/busy": .json("{}", status: 503), "/closed": .json("{}", status: 401),
            "/moved": Change.Reply(status: 301, contentType: nil, body: ""),
            "/old": Change.Reply(status: 302, contentType: nil, body: ""),
        ])
        let canned: KeyValuePairs<String, JSONValue> = [
            "key": ["id": 1, "name": "Ada L."], "array": ["items": [1]], "type": [:],
            "word": ["state": "open"], "busy": [:], "closed": [:], "moved": [:], "none": [:],
        ]
        let sets = canned.map { name, json in
            ResponseSet(name, on: .get("/\(name)")) { CannedResponse("A", json: json) }
        }
        // An error is not taken for the usual reply.
        let book = ResponseSet("book", on: .get("/book")) {
            CannedResponse("Found", json: ["id": 1])
            CannedResponse("Gone", status: 404, text: "Not found")
        }
        // A redirect is not followed.
        let old = ResponseSet("old", on: .get("/old")) { CannedResponse("A", redirect: "/new") }
        let report = try await Drift.report(of: sets + [book, old], against: service.url)
        let unjudged = report.comparisons.flatMap(\.unjudged)
        #expect(
            [report.headline] + report.omissions.compactMap(\.hint)
                + (report.drift + unjudged).map(\.description) == [
                    """
                    2 of 10 sets not compared (401: 1, 503: 1). 3 compared only in part. 4 differ. \
                    The other one fits.
                    """,
                    "service unavailable", "unauthorized",
                    #"key: $.name: wants text as in "A", got no such key"#,
                    #"type: content type: wants application/json as in "A", got text/html"#,
                    #"moved: status: wants 200 as in "A", got 301"#,
                    #"none: status: wants 200 as in "A", got 404"#,
                    #"array: $.items: wants elements as in "A", got an empty array"#,
                    #"word: $.state: wants "open" as in "A", got "archived""#,
                    #"book: status: wants 200 as in "Found", got 404"#,
                ])
        // What was asked for in vain is not what was not asked for.
        service["/moved"] = .json("{}")
        let closed = try await Drift.report(of: sets[5...6].map(\.self), against: service.url)
        #expect(
            "\(closed.headline) \(closed.exitCode())"
                == "1 of 2 sets not compared (401: 1). The other one fits. 3")
    }

    @Test func tellsThatAServerIsUnreachableOrTooSlow() async throws {
        let port = try await QuietPort.free()
        // The password of a server is not shown.
        let url = try URL("http://ada:sesame@127.0.0.1:\(port)/v2/")
        let report = try await Drift.report(of: books, against: url)
        #expect(
            "\(report)" == """
                1 of 1 set not compared (no connection: 1).

                Not compared:
                  Books  GET http://•••@127.0.0.1:\(port)/v2/v1/books?page=1: no connection; \
                cannotConnectToHost

                """)
        #expect(report.exitCode() == 3)
        let server = LoopbackServer { _ in
            try? await Task.sleep(for: .seconds(600))
            return .text("")
        }
        try server.start()
        let late = try await Drift.report(of: books, against: try #require(server.url)) {
            $0.timeout = .milliseconds(200)
        }
        #expect(late.omissions.map(\.hint) == ["timedOut"])
    }

    // MARK: What is sent

    @Test func takesAValueForOneSetThenTheRecordedOneThenOneForAll() async throws {
        let service = try ChangingService()
        var answer = CannedResponse("A", status: 404, text: "-")
        let sets = ["Author", "Book", "Shop"].map { name in
            ResponseSet(name, on: .get("/\(name)/:id?q=a"), responses: [answer])
        }
        let report = try await Drift.report(of: sets, against: service.url) {
            $0.values = ["Author.id": "3", "id": "1", "q": "b", "Shop.q": "a"]
        }
        #expect(report.headline == "All 3 sets fit.")
        answer.recordedFor = [.any("/authors/3?q=fog")]
        let author = ResponseSet(
            "Author", on: .get("/authors/:id") && .query("q"), responses: [answer])
        _ = try await Drift.report(of: author, against: service.url)
        _ = try await Drift.report(of: author, against: service.url) {
            $0.values = ["id": "1", "Author.q": "sea"]
        }
        #expect(
            service.targets == [
                "/Author/3?q=a", "/Book/1?q=a", "/Shop/1?q=a", "/authors/3?q=fog",
                "/authors/3?q=sea",
            ])
    }

    @Test func sendsOnlyTheHeadersItIsGiven() async throws {
        let service = try service()
        let json = ResponseSet(
            "JSON",
            on: .get("/v1/books") && .header("Accept", .containing("application/json"))
                && .header("Authorization", .prefix("Bearer "))
        ) { CannedResponse("A", json: [:]) }
        let report = try await Drift.report(of: json, against: service.url) {
            $0.headers["Authorization"] = "Bearer f00d"
        }
        let sent = try #require(service.received.first).headers
        #expect(
            ["Accept", "Authorization", "Cookie"].map { sent[$0] }
                == ["application/json", "Bearer f00d", nil])
        #expect(!"\(report)".contains("f00d"))
    }

    @Test func aFormIsSentAsItIsGiven() async throws {
        let service = try ChangingService()
        let login = ResponseSet("Login", on: .post("/login") && .form("password")) {
            CannedResponse("A", status: 404, text: "-")
        }
        let report = try await Drift.report(of: login, against: service.url) {
            $0.methods.insert(.post)
            $0.bodies["Login"] = "password=sesame"
        }
        #expect(report.headline == "The set fits.", "\(report)")
        let sent = service.received.map { String(decoding: $0.body, as: UTF8.self) }
        #expect(sent == ["password=sesame"])
    }

    /// Sets for which no request can be made, by the reasons, and what to do.
    private static let vague: KeyValuePairs<String, RequestMatcher> = [
        "no value for :id; give one for id or Vague.id": .get("/users/:id"),
        "a wildcard in the path": .get("/users/*"),
        "a wildcard in the path": .get("/v1/**"),
        "no value for q; give one for q or Vague.q": .get("/search") && .query("q"),
        "no value for token; give one for token or Vague.token": .get("/search?token=1"),
        "no value for q; give one for q or Vague.q": .get("/search") && .query("q", .regex("^a")),
        "no header field X-Api-Key; give it with the others":
            .get("/v1") && .header("X-Api-Key", "1"),
        "POST; sent only if named": .post("/v1/:id") && .json(["a": 1]),
        "no body for PUT; give one, which may be empty": .put("/v1"),
        #"no request can be made of its pattern; it wants form field a "b""#:
            .get("/v1") && .form("a", "b"),
        #"no request can be made of its pattern; it wants "it is Tuesday" to be true"#:
            .get("/v1") && .matching("it is Tuesday") { _ in false },
        #"pattern "/users/ /x#y" cannot be read: it has a fragment (#), which is never sent"#:
            .get("/users/ /x#y"),
    ]

    @Test func triesNoSetWhosePatternSaysTooLittleOrThatAnotherOneClaims() async throws {
        let service = try service()
        var reasons: [String] = []
        for matcher in Self.vague.map(\.value) {
            let set = ResponseSet("Vague", on: matcher) { CannedResponse("A", json: [:]) }
            let report = try await Drift.report(of: set, against: service.url) {
                $0.methods.insert(.put)
            }
            reasons += report.omissions.map { $0.reason + ($0.hint.map { "; \($0)" } ?? "") }
        }
        #expect(reasons == Self.vague.map(\.key))
        let front = ResponseSet("Front", on: .any("/v1/**")) { CannedResponse("A", json: [:]) }
        let report = try await Drift.report(of: [front, books], against: service.url)
        #expect(
            report.omissions.map { [$0.reason, $0.hint] } == [
                ["a wildcard in the path", nil],
                ["claimed by another set", #""Front" comes first"#],
            ])
        #expect(service.received.isEmpty)
    }

    /// Sets for which a request can be made, by its target.
    private static let concrete: KeyValuePairs<String, RequestMatcher> = [
        "/a%20b/c": .get("/a b/c"),
        "/": .get("/"),
        "/v1/": .get("https://*.example.com:8443/v1/"),
        "/v1/": .get("/v1") && .trailingSlash,
        "/v1?b=2&a=x%20y&debug=1": .get("/v1?b=2&a=x y&debug"),
        "/v1?page=2": .get("/v1") && .query(exactly: ["page": "2"]),
        "/v1?page=2": .get("/v1") && .query("page", "2") && !.query("debug"),
        "/users/7?q=fo": .get("/users/:id") && .query("q", .prefix("fo")),
        "/v1/x?y=1": .url("https://api.example.com/v1/x?y=1"),
        "/c": .get("/c") || .get("/b/**"),
        "/v1/data.json": .any("/v1/data.json") && .pathExtension("json"),
        "/v1": .get("/v1") && .scheme("https") && .host("localhost:8080"),
        "/v1": .post("/v1") && .json(["a": 1]),
        "/v1": .post("/v1") && .body(Data("a".utf8)),
        "/v1": .delete("/v1"),
    ]

    @Test func makesTheRequestOfAPattern() async throws {
        let service = try ChangingService()
        for matcher in Self.concrete.map(\.value) {
            let set = ResponseSet("A", on: matcher) { CannedResponse("A", status: 404, text: "-") }
            let report = try await Drift.report(of: set, against: service.url) {
                $0.values = ["id": "7", "debug": "1"].filter { matcher.valueNames.contains($0.key) }
                $0.methods.formUnion([.post, .delete])
            }
            #expect(report.headline == "The set fits.", "\(report)")
        }
        #expect(service.targets == Self.concrete.map(\.key))
    }

    /// Frameworks such as Django redirect from the path without it.
    @Test func aFinalSlashIsSentAsItIsImported() async throws {
        let paths = ["/v1/pens/", "/v1/pens/7/", "/v1/caps", "/v1/books/7/?page=2"]
        let archive = try HARArchive(
            entries: paths.map { .entry("GET \($0)", .content("text/plain", "it")) }
        ) { $0.replacesIDs = true }
        // An example makes the first book known.
        let book = #"{ "name": "id", "in": "path", "examples": { "a": { "value": 7 } } }"#
        let templates = ["/v1/pens/", "/v1/caps", "/v1/books/{id}/"].map {
            """
            "\($0)": { "get": { "parameters": [\(book)], "responses": { "200": { "content": {
              "text/plain": { "examples": { "a": { "value": "A" }, "b": { "value": "B" } } } } } } } }
            """
        }
        let document =
            #"{ "openapi": "3.1.0", "paths": { \#(templates.joined(separator: ", ")) } }"#
        let documented = try ResponseSet.sets(fromOpenAPI: Data(document.utf8))
        for (sets, expected) in [
            (
                archive.responseSets,
                ["/v1/books/7/?page=2", "/v1/caps", "/v1/pens/", "/v1/pens/7/"]
            ),
            (documented.responseSets, ["/v1/books/7/", "/v1/caps", "/v1/pens/"]),
        ] {
            let service = try ChangingService()
            _ = try await Drift.report(of: sets, against: service.url) { $0.values["id"] = "7" }
            #expect(service.targets.sorted() == expected)
        }
    }

    // MARK: Settings that are refused

    /// Returns the code and message of the error of a report, which sends nothing.
    private func refusal(
        of sets: [ResponseSet], at url: URL? = nil,
        _ configure: (inout DriftReport.Settings) -> Void = { _ in }
    ) async throws -> String {
        let service = try service()
        let error = await #expect(throws: BarricadeError.self) {
            try await Drift.report(of: sets, against: url ?? service.url, configure: configure)
        }
        #expect(service.received.isEmpty)
        return error.map { "\($0.code): \($0.message)" } ?? ""
    }

    @Test func whatCannotBeSentOrNoSetHasIsRefused() async throws {
        for method in ["PSOT", "post", "POSTS"] as [HTTP.Method] {
            #expect(
                try await refusal(of: [books]) { $0.methods.insert(method) }
                    == "invalidDefinition: There is no method \(method). Write POST.")
        }
        #expect(
            try await refusal(of: [books]) { $0.headers["Bad Name"] = "x" } == """
                invalidDefinition: A header field cannot be sent: header name "Bad Name" is not a \
                token (RFC 9110, 5.6.2).
                """)
        for server in ["ftp://example.com", "example.com", "https://example.com/?a=b"] {
            #expect(
                try await refusal(of: [books], at: URL(string: server)) == """
                    invalidDefinition: The server \(server) is no URL to append paths to.
                    To fix: give one with http or https, a host, and no query, such as \
                    https://staging.example.com/v2.
                    """)
        }
        // Names that no set has.
        let set = ResponseSet(
            "Set", on: .get("/users/:id/:page?sort&page=2") || .query(exactly: ["q": "a"])
        ) {
            CannedResponse("A", json: [:])
        }
        let values = ["id": "7", "sort": "up", "Set.q": "a"]
        for (name, known) in [
            "pages": """
            "page"? Known: "page", "Set.page", "Set.q", "id", "q", "sort", "Set.id", "Books.page", \
            "Set.sort".
            """,
            "Sets.id": """
            "Set.id"? Known: "Set.id", "Set.q", "Set.sort", "Set.page", "id", "sort", "page", "q", \
            "Books.page".
            """,
        ] as KeyValuePairs {
            #expect(
                try await refusal(of: [set, books]) {
                    $0.values = values.merging([name: "1"]) { $1 }
                } == """
                    unknownName: A value is given for "\(name)", but no set has a path segment or \
                    query item of that name.
                    Did you mean \(known)
                    """)
        }
        #expect(
            try await refusal(of: [set, books]) { $0.bodies["Book"] = "" } == """
                unknownName: A body is given for "Book", but there is no such set.
                Did you mean "Books"? Known: "Books", "Set".
                """)
    }
}
