import Barricade
import BarricadeFolder
import BarricadeRecording
import Foundation
import LoopbackServer
import Testing

@testable import TestSupport

@Suite(.takingTurns, .timeLimit(.minutes(20))) struct DriftReportTests {
    private let books = ResponseSet("Books", on: .get("https://api.example.com/v1/books?page=1")) {
        CannedResponse("Some", json: ["books": [["id": 1, "title": "Fog", "price": 12]]])
        CannedResponse("None", json: ["books": []])
    }
    private let book = ResponseSet("Book", on: .get("/v1/books/:id")) {
        CannedResponse("Found", json: ["id": 1, "title": "Fog"])
        CannedResponse("Gone", status: 404, json: ["code": 7])
    }

    private func service() throws -> ChangingService {
        try ChangingService([
            "/v1/books": .json(#"{"books": [{"id": 2, "title": "Sea", "price": "12.00"}]}"#),
            "/v1/books/17": .json(#"{"id": 17, "title": "Log"}"#),
            "/v1/orders": .json("[]"),
        ])
    }

    /// Six sets, of which three can be compared without being told more.
    private var six: [ResponseSet] {
        let answer = CannedResponse("A", json: ["id": 1])
        return [
            ResponseSet("Books", on: .get("/books"), responses: [answer]),
            ResponseSet("Shops", on: .get("/shops"), responses: [answer]),
            ResponseSet("Profile", on: .get("/profile"), responses: [answer]),
            ResponseSet("Author", on: .get("/authors/:id"), responses: [answer]),
            ResponseSet("Order", on: .post("/orders"), responses: [answer]),
            ResponseSet("Login", on: .post("/login"), responses: [answer]),
        ]
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
        #expect(report.exitCode() == 0)
        #expect(report.exitCode(requiringAll: true) == 3)

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
        #expect(more.exitCode() == 1)
        let order = try #require(service.received.first { $0.method == .post })
        #expect(order.headers["Content-Type"] == "application/json")
        #expect(order.body == Data(#"{"book": 7}"#.utf8))
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
        #expect(part.exitCode() == 0)
        #expect(part.exitCode(requiringAll: true) == 3)
        service["/books"] = .json("[2]")
        let all = try await Drift.report(of: [books, shops], against: service.url)
        #expect(all.headline == "All 2 sets fit.")
        #expect(all.exitCode(requiringAll: true) == 0)
        #expect(try await Drift.report(of: books, against: service.url).headline == "The set fits.")
        let none = try await Drift.report(of: [ResponseSet](), against: service.url)
        #expect(none.headline == "There are no sets.")
        #expect(none.exitCode() == 3)
    }

    /// A set for each kind of change, with the service's reply.
    private static let changes: [(name: String, canned: JSONValue, reply: Change.Reply)] = [
        ("missing key", ["id": 1, "name": "Ada L."], .json(#"{"id": 2}"#)),
        ("new key", ["id": 1], .json(#"{"id": 2, "plan": {}}"#)),
        ("type", ["zip": "0150 Oslo"], .json(#"{"zip": 150}"#)),
        ("null", ["owner": ["id": 1]], .json(#"{"owner": null}"#)),
        ("number as text", ["price": 12], .json(#"{"price": "12.00"}"#)),
        ("date format", ["at": "2025-01-31"], .json(#"{"at": "2025-01-31T09:30:00Z"}"#)),
        ("word", ["states": ["open", "shipped", "open"]], .json(#"{"states": ["archived"]}"#)),
        ("word of one text", ["state": "open"], .json(#"{"state": "archived"}"#)),
        ("elements", ["ids": [1, 2]], .json(#"{"ids": [{"id": 1}, {"id": 2}]}"#)),
        ("status", [:], .json("{}", status: 500)),
        ("content type", [:], Change.Reply(contentType: "text/html", body: "<p>")),
        ("empty array", ["items": []], .json(#"{"items": [1]}"#)),
        ("emptied array", ["items": [1]], .json(#"{"items": []}"#)),
        ("nesting", ["id": 1, "name": "Ada"], .json(#"{"data": {"id": 1, "name": "Ada"}}"#)),
    ]

    @Test func tellsEachKindOfChangeOnce() async throws {
        let service = try ChangingService()
        let sets = Self.changes.enumerated().map { index, change in
            service["/\(index)"] = change.reply
            return ResponseSet(
                change.name, on: .get("/\(index)"),
                responses: [CannedResponse("Regular", json: change.canned)])
        }
        let report = try await Drift.report(of: sets, against: service.url)
        #expect(report.headline == "2 of 14 sets compared only in part. 12 differ.")
        #expect(
            report.drift.map(\.description) == [
                #"missing key: $.name: wants text as in "Regular", got no such key"#,
                #"new key: $.plan: wants no such key as in "Regular", got an object"#,
                #"type: $.zip: wants text as in "Regular", got a number"#,
                #"null: $.owner: wants an object as in "Regular", got null"#,
                #"number as text: $.price: wants a number as in "Regular", got a number as text"#,
                #"date format: $.at: wants a date as in "Regular", got a date and time"#,
                #"word: $.states[*]: wants "open" or "shipped" as in "Regular", got "archived""#,
                #"elements: $.ids[*]: wants a number as in "Regular", got an object"#,
                #"status: status: wants 200 as in "Regular", got 500"#,
                #"content type: content type: wants application/json as in "Regular", got text/html"#,
                #"empty array: $.items: wants an empty array as in "Regular", got elements"#,
                #"nesting: $: wants its content here as in "Regular", got it in $.data"#,
            ])
        #expect(
            report.comparisons.flatMap(\.unjudged).map(\.description) == [
                #"word of one text: $.state: wants "open" as in "Regular", got "archived""#,
                #"emptied array: $.items: wants elements as in "Regular", got an empty array"#,
            ])
    }

    @Test func takesAValueForOneSetBeforeOneForAll() async throws {
        let service = try ChangingService()
        let sets = ["Author", "Book", "Shop"].map { name in
            ResponseSet(name, on: .get("/\(name)/:id?q=a")) {
                CannedResponse("A", status: 404, text: "-")
            }
        }
        let report = try await Drift.report(of: sets, against: service.url) {
            $0.values = ["Author.id": "3", "id": "1", "q": "b", "Shop.q": "a"]
        }
        #expect(report.headline == "All 3 sets fit.")
        #expect(service.received.map(\.path).sorted() == ["/Author/3", "/Book/1", "/Shop/1"])
        #expect(Set(service.received.map(\.query)) == ["q=a"])
    }

    @Test func takesTheValueThatWasRecordedBeforeOneForAll() async throws {
        let service = try ChangingService()
        var answer = CannedResponse("A", status: 404, text: "-")
        answer.recordedFor = ["/authors/3?q=fog"]
        let author = ResponseSet(
            "Author", on: .get("/authors/:id") && .query("q"), responses: [answer])
        _ = try await Drift.report(of: author, against: service.url)
        _ = try await Drift.report(of: author, against: service.url) {
            $0.values = ["id": "1", "Author.q": "sea"]
        }
        #expect(
            service.received.map { "\($0.path)?\($0.query ?? "")" } == [
                "/authors/3?q=fog", "/authors/3?q=sea",
            ])
    }

    @Test func doesNotTakeAnErrorForTheUsualReply() async throws {
        let service = try ChangingService()
        let book = ResponseSet("Book", on: .get("/book")) {
            CannedResponse("Found", json: ["id": 1])
            CannedResponse("Gone", status: 404, text: "Not found")
        }
        let report = try await Drift.report(of: book, against: service.url)
        #expect(report.headline == "1 of 1 set compared only in part.")
        #expect(
            report.comparisons.flatMap(\.unjudged).map(\.difference) == [
                #"status: wants 200 as in "Found", got 404"#
            ])
    }

    @Test func sendsOnlyTheHeadersItIsGiven() async throws {
        let service = try service()
        let json = ResponseSet(
            "JSON",
            on: .get("/v1/books") && .header("Accept", .containing("application/json"))
                && .header("Authorization", .prefix("Bearer "))
        ) { CannedResponse("A", json: [:]) }
        let silent = try await Drift.report(of: json, against: service.url)
        #expect(silent.omissions.map(\.reason) == ["no header field Authorization"])
        #expect(service.received.isEmpty)
        let report = try await Drift.report(of: json, against: service.url) {
            $0.headers["Authorization"] = "Bearer f00d"
        }
        #expect(report.comparisons.count == 1)
        let headers = try #require(service.received.first?.headers)
        #expect(headers["Accept"] == "application/json")
        #expect(headers["Authorization"] == "Bearer f00d")
        #expect(headers["Cookie"] == nil)
        #expect(!"\(report)".contains("f00d"))
    }

    /// Sets for which no request can be made, the reasons, and what to do.
    static let vague: [(RequestMatcher, String, String?)] = [
        (.get("/users/:id"), "no value for :id", "give one for id or Vague.id"),
        (.get("/users/*"), "a wildcard in the path", nil),
        (.get("/v1/**"), "a wildcard in the path", nil),
        (.get("/search") && .query("q"), "no value for q", "give one for q or Vague.q"),
        (.get("/search?token=1"), "no value for token", "give one for token or Vague.token"),
        (
            .get("/search") && .query("q", .regex("^a")), "no value for q",
            "give one for q or Vague.q"
        ),
        (
            .get("/v1") && .header("X-Api-Key", "1"), "no header field X-Api-Key",
            "give it with the others"
        ),
        (.post("/v1/:id") && .json(["a": 1]), "POST", "sent only if named"),
        (.put("/v1"), "no body for PUT", "give one, which may be empty"),
        (
            .get("/v1") && .form("a", "b"), "no request can be made of its pattern",
            #"it wants form field a "b""#
        ),
        (
            .get("/v1") && .matching("it is Tuesday") { _ in false },
            "no request can be made of its pattern", #"it wants "it is Tuesday" to be true"#
        ),
        (
            .get("/users/ /x#y"),
            #"pattern "/users/ /x#y" cannot be read: it has a fragment (#), which is never sent"#,
            nil
        ),
    ]

    @Test(arguments: vague.indices) func triesNoSetWhosePatternSaysTooLittle(
        _ index: Int
    ) async throws {
        let (matcher, reason, hint) = Self.vague[index]
        let service = try service()
        let set = ResponseSet("Vague", on: matcher) { CannedResponse("A", json: [:]) }
        let report = try await Drift.report(of: set, against: service.url) {
            $0.methods.insert(.put)
        }
        #expect(report.omissions.map(\.reason) == [reason])
        #expect(report.omissions.map(\.hint) == [hint])
        #expect(service.received.isEmpty)
        #expect(report.exitCode() == 3)
    }

    /// Sets for which a request can be made, and its target.
    static let concrete: [(RequestMatcher, String)] = [
        (.get("/a b/c"), "/a%20b/c"),
        (.get("/"), "/"),
        (.get("https://*.example.com:8443/v1/"), "/v1"),
        (.get("/v1") && .trailingSlash, "/v1/"),
        (.get("/v1?b=2&a=x y&debug"), "/v1?b=2&a=x%20y&debug=1"),
        (.get("/v1") && .query(exactly: ["page": "2"]), "/v1?page=2"),
        (.get("/v1") && .query("page", "2") && !.query("debug"), "/v1?page=2"),
        (.get("/users/:id") && .query("q", .prefix("fo")), "/users/7?q=fo"),
        (.url("https://api.example.com/v1/x?y=1"), "/v1/x?y=1"),
        (.get("/c") || .get("/b/**"), "/c"),
        (.any("/v1/data.json") && .pathExtension("json"), "/v1/data.json"),
        (.get("/v1") && .scheme("https") && .host("localhost:8080"), "/v1"),
        (.post("/v1") && .json(["a": 1]), "/v1"),
        (.post("/v1") && .body(Data("a".utf8)), "/v1"),
        (.delete("/v1"), "/v1"),
    ]

    @Test(arguments: concrete.indices) func makesTheRequestOfAPattern(_ index: Int) async throws {
        let (matcher, target) = Self.concrete[index]
        let service = try service()
        let set = ResponseSet("Set", on: matcher) { CannedResponse("A", status: 404, text: "-") }
        let report = try await Drift.report(of: set, against: service.url) {
            $0.values = ["id": "7", "debug": "1"].filter { matcher.valueNames.contains($0.key) }
            $0.methods.formUnion([.post, .delete])
        }
        #expect(report.omissions.map(\.reason) == [])
        #expect(
            service.received.map { $0.path + ($0.query.map { "?\($0)" } ?? "") } == [target])
        #expect(report.exitCode() == 0, "\(report)")
    }

    @Test(arguments: ["PSOT", "post", "POSTS"] as [HTTP.Method])
    func misspeltMethodsAreErrors(_ method: HTTP.Method) async throws {
        let service = try service()
        let error = await #expect(throws: BarricadeError.self) {
            try await Drift.report(of: books, against: service.url) { $0.methods.insert(method) }
        }
        #expect(error?.message == "There is no method \(method). Write POST.")
    }

    @Test func headerFieldsThatCannotBeSentAreErrors() async throws {
        let service = try service()
        let error = await #expect(throws: BarricadeError.self) {
            try await Drift.report(of: books, against: service.url) { $0.headers["Bad Name"] = "x" }
        }
        #expect(
            error?.message == """
                A header field cannot be sent: header name "Bad Name" is not a token (RFC 9110, 5.6.2).
                """)
        #expect(service.received.isEmpty)
    }

    @Test(arguments: [
        (
            "pages",
            """
            A value is given for "pages", but no set has a path segment or query item of that name.
            Did you mean "page"? Known: "page", "Set.page", "Set.q", "id", "q", "sort", "Set.id", \
            "Books.page", "Set.sort".
            """
        ),
        (
            "Sets.id",
            """
            A value is given for "Sets.id", but no set has a path segment or query item of that name.
            Did you mean "Set.id"? Known: "Set.id", "Set.q", "Set.sort", "Set.page", "id", "sort", \
            "page", "q", "Books.page".
            """
        ),
    ])
    func namesThatNoSetHasAreErrors(_ name: String, _ message: String) async throws {
        let service = try service()
        let set = ResponseSet(
            "Set", on: .get("/users/:id/:page?sort&page=2") || .query(exactly: ["q": "a"])
        ) {
            CannedResponse("A", json: [:])
        }
        let error = await #expect(throws: BarricadeError.self) {
            try await Drift.report(of: [set, books], against: service.url) {
                $0.values = ["id": "7", name: "1", "sort": "up", "Set.q": "a"]
            }
        }
        #expect(error?.code == .unknownName)
        #expect(error?.message == message)
        #expect(service.received.isEmpty)
    }

    @Test func bodiesForNoSetAreErrors() async throws {
        let service = try service()
        let error = await #expect(throws: BarricadeError.self) {
            try await Drift.report(of: [book, books], against: service.url) {
                $0.bodies["Bok"] = ""
            }
        }
        #expect(
            error?.message == """
                A body is given for "Bok", but there is no such set.
                Did you mean "Book"? Known: "Book", "Books".
                """)
    }

    @Test func leavesARequestToTheSetThatClaimsIt() async throws {
        let service = try service()
        let front = ResponseSet("Front", on: .any("/v1/**")) { CannedResponse("A", json: [:]) }
        let report = try await Drift.report(of: [front, books], against: service.url)
        #expect(
            report.omissions.map(\.reason) == [
                "a wildcard in the path", "claimed by another set",
            ])
        #expect(report.omissions.map(\.hint) == [nil, #""Front" comes first"#])
    }

    @Test func tellsWhatHasNoReplyToCompare() async throws {
        let service = try ChangingService([
            "/busy": .json("{}", status: 503), "/closed": .json("{}", status: 401),
            "/moved": Change.Reply(status: 301, contentType: nil, body: ""),
        ])
        let sets = ["busy", "closed", "moved", "none"].map { name in
            ResponseSet(name, on: .get("/\(name)")) { CannedResponse("A", json: [:]) }
        }
        let report = try await Drift.report(of: sets, against: service.url)
        #expect(report.headline == "2 of 4 sets not compared (401: 1, 503: 1). 2 differ.")
        #expect(report.omissions.map(\.hint) == ["service unavailable", "unauthorized"])
        #expect(
            report.drift.map(\.description) == [
                #"moved: status: wants 200 as in "A", got 301"#,
                #"none: status: wants 200 as in "A", got 404"#,
            ])
        // What was asked for in vain is not what was not asked for.
        service["/moved"] = .json("{}")
        let closed = try await Drift.report(of: sets[1...2].map(\.self), against: service.url)
        #expect(closed.headline == "1 of 2 sets not compared (401: 1). The other one fits.")
        #expect(closed.exitCode() == 3)
    }

    @Test func tellsThatAServerIsUnreachable() async throws {
        let port = try await QuietPort.free()
        let url = try #require(URL(string: "http://127.0.0.1:\(port)/v2/"))
        let report = try await Drift.report(of: books, against: url)
        #expect(
            "\(report)" == """
                1 of 1 set not compared (no connection: 1).

                Not compared:
                  Books  GET http://127.0.0.1:\(port)/v2/v1/books?page=1: no connection; \
                cannotConnectToHost

                """)
        #expect(report.exitCode() == 3)
    }

    @Test func waitsNoLongerThanItsTimeout() async throws {
        let server = LoopbackServer { _ in
            try? await Task.sleep(for: .seconds(600))
            return .text("")
        }
        try server.start()
        let url = try #require(server.url)
        let report = try await Drift.report(of: books, against: url) { $0.timeout = .seconds(1) }
        #expect(report.omissions.map(\.hint) == ["timedOut"])
    }

    @Test func followsNoRedirect() async throws {
        let reached = Locked(false)
        let server = LoopbackServer { request in
            if request.path == "/new" { reached.withLock { $0 = true } }
            return LoopbackServer.Response(.found, headers: ["Location": "/new"])
        }
        try server.start()
        let set = ResponseSet("Old", on: .get("/old")) { CannedResponse("A", redirect: "/new") }
        let report = try await Drift.report(of: set, against: try #require(server.url))
        #expect(report.comparisons.map(\.status) == [302])
        #expect(report.exitCode() == 0)
        #expect(!reached.withLock { $0 })
    }

    @Test func readsAFolder() async throws {
        let folder = try ScratchFolder()
        try folder.write(
            """
            { "version": 1, "sets": [{ "name": "Books", "on": "GET /v1/books",
              "responses": [{ "name": "Some", "file": "books.json" }] }] }
            """, to: "barricade.json")
        try folder.write(#"{"books": []}"#, to: "books.json")
        let service = try service()
        let sets = try ResponseSet.sets(in: .directory(folder.url))
        let report = try await Drift.report(of: sets, against: service.url)
        #expect(
            report.drift.map(\.description) == [
                #"Books: $.books: wants an empty array as in "Some" (books.json), got elements"#
            ])
    }

    @Test func isTheSameAfterItHasBeenEncoded() async throws {
        let service = try service()
        let report = try await Drift.report(of: [books, book], against: service.url)
        let data = try JSONEncoder().encode(report)
        #expect(try JSONDecoder().decode(DriftReport.self, from: data) == report)
    }

    @Test(arguments: ["ftp://example.com", "example.com", "https://example.com/?a=b"])
    func refusesWhatIsNoServer(_ text: String) async throws {
        let url = try #require(URL(string: text))
        await #expect {
            _ = try await Drift.report(of: books, against: url)
        } throws: { error in
            (error as? BarricadeError)?.message == """
                The server \(text) is no URL to append paths to.
                To fix: give one with http or https, a host, and no query, such as \
                https://staging.example.com/v2.
                """
        }
    }

    @Test func showsNoPasswordOfTheServer() async throws {
        let service = try service()
        let text = service.url.absoluteString.replacing("http://", with: "http://ada:sesame@")
        let report = try await Drift.report(of: books, against: try #require(URL(string: text)))
        #expect(!"\(report)".contains("sesame"))
    }

    @Test func asksForManySets() async throws {
        let service = try service()
        let sets = (0..<60).map { number in
            ResponseSet("Set \(number)", on: .get("/v1/orders?n=\(number)")) {
                CannedResponse("A", json: [])
            }
        }
        let report = try await Drift.report(of: sets, against: service.url)
        #expect(report.comparisons.map(\.set) == sets.map(\.name))
        #expect(service.received.count == 60)
        #expect(report.exitCode() == 0)
    }
}
