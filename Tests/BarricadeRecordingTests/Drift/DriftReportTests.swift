import Barricade
import BarricadeRecording
import Foundation
import LoopbackServer
import Testing

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

    @Test func tellsWhatAServiceHasChanged() async throws {
        let service = try service()
        let orders = ResponseSet("Orders", on: .post("/v1/orders")) {
            CannedResponse("A", json: [:])
        }
        let report = try await Drift.report(of: [books, book, orders], against: service.url) {
            $0.values["id"] = "17"
        }
        let server = service.url.absoluteString
        #expect(
            "\(report)" == """
                2 of 3 sets compared with \(server), 1 differs.

                Differs:
                  Books  GET \(server)v1/books?page=1  200
                      $.books[*].price is a number as text on the server, a number in "Some"

                Fits:
                  Book  GET \(server)v1/books/17  200

                Not tried:
                  Orders: its method is POST, which is sent only when asked for

                """)
        #expect(report.exitCode == 1)
        #expect(report.drift.map(\.set) == ["Books"])
        #expect(service.received.map(\.method) == [.get, .get])
    }

    @Test func sendsOtherMethodsWhenAsked() async throws {
        let service = try service()
        let orders = ResponseSet("Orders", on: .post("/v1/orders")) {
            CannedResponse("A", json: [])
        }
        let report = try await Drift.report(of: orders, against: service.url) {
            $0.methods.insert(.post)
        }
        #expect(
            report.comparisons.map(\.request) == ["POST \(service.url.absoluteString)v1/orders"])
        #expect(report.exitCode == 0)
        #expect(service.received.map(\.method) == [.post])
    }

    @Test func sendsOnlyTheHeadersItIsGiven() async throws {
        let service = try service()
        let json = ResponseSet(
            "JSON",
            on: .get("/v1/books") && .header("Accept", .containing("application/json"))
                && .header("Authorization", .prefix("Bearer "))
        ) { CannedResponse("A", json: [:]) }
        let silent = try await Drift.report(of: json, against: service.url)
        #expect(silent.notTried.map(\.reason) == ["its header field Authorization needs a value"])
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

    /// Sets for which no request can be made, and the reasons.
    static let vague: [(RequestMatcher, String)] = [
        (.get("/users/:id"), "its path has the segment :id, which needs a value"),
        (.get("/users/*"), "its path has a wildcard, for which no value can be given"),
        (.get("/v1/**"), "its path has a wildcard, for which no value can be given"),
        (.get("/search") && .query("q"), "its query item q needs a value"),
        (.get("/search?token=1"), "its query item token needs a value"),
        (.get("/search") && .query("q", .regex("^a")), "its query item q needs a value"),
        (.get("/v1") && .header("X-Api-Key", "1"), "its header field X-Api-Key needs a value"),
        (.post("/v1") && .json(["a": 1]), "it wants a body, of which its pattern says too little"),
        (.post("/v1"), "its method is POST, which is sent only when asked for"),
        (
            .get("/v1") && .matching("it is Tuesday") { _ in false },
            #"it wants "it is Tuesday" to be true, which cannot be made of its pattern"#
        ),
        (.get("/users/ /x#y"), "pattern"),
    ]

    @Test(arguments: vague.indices) func triesNoSetWhosePatternSaysTooLittle(
        _ index: Int
    ) async throws {
        let (matcher, reason) = Self.vague[index]
        let service = try service()
        let set = ResponseSet("Vague", on: matcher) { CannedResponse("A", json: [:]) }
        let report = try await Drift.report(of: set, against: service.url)
        if reason != "pattern" { #expect(report.notTried.map(\.reason) == [reason]) }
        #expect(report.notTried.count == 1 && service.received.isEmpty)
        #expect(report.exitCode == 2)
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
        (.get("/b/**") || .get("/c"), "/c"),
        (.any("/v1/data.json") && .pathExtension("json"), "/v1/data.json"),
        (.get("/v1") && .scheme("https") && .host("localhost:8080"), "/v1"),
    ]

    @Test(arguments: concrete.indices) func makesTheRequestOfAPattern(_ index: Int) async throws {
        let (matcher, target) = Self.concrete[index]
        let service = try service()
        let set = ResponseSet("Set", on: matcher) { CannedResponse("A", status: 404, text: "-") }
        let report = try await Drift.report(of: set, against: service.url) {
            $0.values = ["id": "7", "debug": "1"].filter { matcher.valueNames.contains($0.key) }
        }
        #expect(report.notTried.map(\.reason) == [])
        #expect(
            service.received.map { $0.path + ($0.query.map { "?\($0)" } ?? "") } == [target])
        #expect(report.exitCode == 0, "\(report)")
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

    @Test func namesThatNoSetHasAreErrors() async throws {
        let service = try service()
        let set = ResponseSet(
            "Set", on: .get("/users/:id/:page?sort&page=2") || .query(exactly: ["q": "a"])
        ) {
            CannedResponse("A", json: [:])
        }
        let error = await #expect(throws: BarricadeError.self) {
            try await Drift.report(of: [set, books], against: service.url) {
                $0.values = ["id": "7", "pages": "1", "sort": "up", "q": "a"]
            }
        }
        #expect(error?.code == .unknownName)
        #expect(
            error?.message == """
                A value is given for "pages", but no set has a path segment or query item of that name.
                Did you mean "page"? Known: "page", "id", "q", "sort".
                """)
        #expect(service.received.isEmpty)
    }

    @Test func leavesARequestToTheSetThatClaimsIt() async throws {
        let service = try service()
        let front = ResponseSet("Front", on: .any("/v1/**")) { CannedResponse("A", json: [:]) }
        let report = try await Drift.report(of: [front, books], against: service.url)
        #expect(
            report.notTried.map(\.reason) == [
                "its path has a wildcard, for which no value can be given",
                #"its request goes to "Front", which comes first"#,
            ])
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
        #expect(
            report.unanswered.map { "\($0.set): \($0.reason)" } == [
                "busy: the status is 503, service unavailable",
                "closed: the status is 401, unauthorized",
            ])
        #expect(
            report.drift.map(\.description) == [
                "moved: the status is 301 on the server, 200 in its responses",
                "none: the status is 404 on the server, 200 in its responses",
            ])
    }

    @Test func tellsThatAServerIsUnreachable() async throws {
        let port = try await QuietPort.free()
        let url = try #require(URL(string: "http://127.0.0.1:\(port)/v2/"))
        let report = try await Drift.report(of: books, against: url)
        #expect(
            "\(report)" == """
                0 of 1 set compared with http://127.0.0.1:\(port)/v2/.

                No reply to compare:
                  Books  GET http://127.0.0.1:\(port)/v2/v1/books?page=1: \
                the connection failed, cannotConnectToHost

                """)
        #expect(report.exitCode == 2)
    }

    @Test func waitsNoLongerThanItsTimeout() async throws {
        let server = LoopbackServer { _ in
            try? await Task.sleep(for: .seconds(600))
            return .text("")
        }
        try server.start()
        let url = try #require(server.url)
        let report = try await Drift.report(of: books, against: url) { $0.timeout = .seconds(1) }
        #expect(report.unanswered.map(\.reason) == ["the connection failed, timedOut"])
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
        #expect(report.exitCode == 0)
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
        let report = try await Drift.report(of: .directory(folder.url), against: service.url)
        #expect(
            report.drift.map(\.description) == [
                #"Books: $.books has elements on the server, none in "Some" (books.json)"#
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
        #expect(report.exitCode == 0)
    }
}
