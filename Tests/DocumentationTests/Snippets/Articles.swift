import Barricade
import BarricadeFolder
import BarricadePanel
import BarricadeRecording
import BarricadeResources
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct Articles {
    private let url: URL

    init() throws {
        url = try #require(URL(string: "https://api.example.com/books?page=2"))
    }

    func essentials() async throws {
        let login = ResponseSet("Login", on: .post("/login")) {
            CannedResponse("Success", json: ["token": "f00d"])
            CannedResponse("Wrong Password", status: .unauthorized, text: "Try again.")
            CannedResponse("Offline", error: .notConnectedToInternet)
        }

        let barricade = Barricade(login)
        let session = URLSession(configuration: .barricaded(by: barricade))

        try barricade.select("Offline", for: "Login")  // POST /login now fails as it does offline
        let model = LoginModel(session: session)
        await model.signIn()
        #expect(model.banner == .offline)
    }

    func enabling() {
        #if DEBUG
        Barricade.shared.register(login, profile)
        Barricade.shared.enable()
        #endif
    }

    @Test func writingResponses() {
        let retries: [HTTP.Status] = [.tooManyRequests, .serviceUnavailable]
        let books = ResponseSet("Books", on: .get("/books"), default: "Some") {
            CannedResponse("None", json: [])
            CannedResponse("Some", file: "books.json")
            CannedResponse("Slow", file: "books.json", delay: .seconds(3))
            for status in retries {
                CannedResponse("Error \(status)", status: status, headers: ["Retry-After": "60"])
            }
        }
        #expect(books.responses.count == 5)
        let shop = Barricade(books) {
            $0.files = [.bundle(.module, subdirectory: "Responses")]
        }
        #expect(shop.validate() == [])
    }

    @Test func valuesSetWhenServed() async throws {
        let user = ResponseSet("User", on: .get("/users/:id")) {
            CannedResponse("Found", file: "user.json").setting([
                "/id": .path("id", as: .number),
                "/page": .query("page", as: .number, default: 1),
                "/seen": .date(.iso8601),
            ])
        }
        let files = FileLocation.bundle(.module, subdirectory: "Responses")
        let barricade = Barricade(user) { $0.files = files }
        #expect(barricade.validate() == [])
        let answer = try await barricade.answer(to: "GET /users/7")
        #expect(answer.hasPrefix(#"200 {"id":7,"page":1,"seen":"2"#))
    }

    func repliesOfARealServer(_ session: URLSession) async throws {
        let (data, response) = try await session.data(from: url)
        let http = try #require(response as? HTTPURLResponse)
        let books = ResponseSet("Books", on: .get("/books")) {
            CannedResponse("As It Was", response: http, data: data)
        }
        _ = books
    }

    private func changedReplies() -> ResponseSet {
        let book = ResponseSet("Book", on: .get("/books/:id")) {
            CannedResponse.live("Sold Out") { reply, request in
                var book: [String: JSONValue] = try reply.json()
                book["stock"] = 0
                return CannedResponse(
                    status: reply.status, headers: reply.headers, json: .object(book))
            }
        }
        return book
    }

    private func placesOfFiles() -> ResponseSet {
        let books = ResponseSet(
            "Books", on: .get("/books"), files: [.directory("edited"), .bundle(.module)]
        ) {
            CannedResponse("Some", file: "books.json")
        }
        return books
    }

    func valuesOfAUser() -> [CannedResponse] {
        [
            CannedResponse("Found", file: "user.json")
                .setting(["/id": .path("id", as: .number), "/page": .query("page"), "/at": .date()])
        ]
    }

    func changedReply() -> [CannedResponse] {
        [
            CannedResponse.live("Sold Out") { reply, request in
                var book: [String: JSONValue] = try reply.json()
                book["stock"] = 0
                return CannedResponse(
                    status: reply.status, headers: reply.headers, json: .object(book))
            }
        ]
    }

    @Test func matchingRequests() throws {
        let search = ResponseSet("Search", on: .get("/books") && .query("q")) {
            CannedResponse("No Hits", json: [])
        }
        let book = ResponseSet("Book", on: .get("/books/:id")) {
            CannedResponse("Found", json: ["title": "Fog"])
        }
        let shop = Barricade(search, book)
        #expect(shop.validate() == [])

        let firstPage = ResponseSet("First Page", on: .get("/books") && .query(exactly: [:])) {
            CannedResponse("Some", file: "books.json")
        }
        let other = ResponseSet("Page", on: .get("/books") && .query("page", .regex("^[0-9]+$"))) {
            CannedResponse("None", json: [])
        }
        let cart = ResponseSet("Cart", on: .post("/graphql") && .graphQL("GetCart")) {
            CannedResponse("Empty", json: ["data": ["cart": ["items": []]]])
        }
        let addBook = ResponseSet("Add Book", on: .post("/graphql") && .graphQL("AddBook")) {
            CannedResponse("Sold Out", json: ["errors": [["message": "The book is sold out."]]])
        }
        let sets = [firstPage, other, cart, addBook]
        #expect(sets.flatMap(\.matcher.faults) == [])

        let exactly: RequestMatcher = .post("/graphql") && .json(["query": "{ cart { items } }"])
        let roughly: RequestMatcher =
            .post("/graphql")
            && .matching("cart") { request in
                (try? request.json()["query"]?.string)?.contains("cart {") == true
            }
        var asking = URLRequest(url: try #require(URL(string: "https://example.com/graphql")))
        asking.httpMethod = "POST"
        asking.httpBody = Data(#"{"query": "{ cart { items } }", "variables": {}}"#.utf8)
        let anonymous = try #require(BarricadeRequest(asking))
        #expect([exactly, roughly].flatMap { $0.mismatches(with: anonymous) }.isEmpty)

        let matcher: RequestMatcher = .get("/books") && .query("page", "2")
        let request = try #require(BarricadeRequest(URLRequest(url: url)))
        #expect(matcher.mismatches(with: request).map(\.description) == [])
    }

    @Test func patternsClausesAndReadyMadeResponses() {
        // The tables of the article on matching, as far as they are code.
        let matchers: [RequestMatcher] = [
            .get("/books"), .get("/books/:id"), .get("/books/*"), .get("/books/**"),
            .get("/books?page=2"), .any("https://api.example.com/v1/**"),
            .any("https://*.example.com/**"), .any("shop://books"), .method("PURGE"),
            .scheme("https"), .host("*.example.com"), .port(8080), .query("page"),
            .query("page", "2"), .query("page", .absent), .header("Accept", .containing("json")),
            .query(exactly: ["page": "2"]), .query("page", .empty), .query("page", .noValue),
            .query("page", ""), .query("page", .prefix("2")), .query("page", .containing("2")),
            .query("page", .regex("^[0-9]+$")), .query(exactly: ["tag": "a", "tag": "b"]),
            .json(["user": ["id": 7]]), .json(exactly: ["user": ["id": 7]]), .form("user", "ada"),
            .form(exactly: ["user": "ada"]), .multipart("photo", fileName: "a.png"),
            .multipart("title", "Fog"), .graphQL("GetCart"), .body(Data()),
            .url("https://example.com/?a=1"),
            .matching("is a draft") { $0.headers["X-Draft"] != nil },
            .post("/upload") && .json(["user": 7]),
        ]
        let others = PageOnOtherLibraries.replacements + DocComments().ofMatchers()
        #expect((matchers + others).flatMap(\.faults) == [])
        let sets = [changedReplies(), kindsOfResponses()] + changedResponses()
        #expect(sets.flatMap { Barricade($0).validate() } == [])
    }

    // The table of the article on ready-made and changed responses, as far as it is code.
    private func changedResponses() -> [ResponseSet] {
        let (good, bad) = (CannedResponse(json: []), CannedResponse(status: 500))
        let some = CannedResponse("Some", json: ["id": 1])
        let responses: [CannedResponse] = [
            .offline(), .serverError(), .serverError(status: 503), .neverAnswers(),
            .live { reply, _ in reply.response }, .weighted("Flaky", [(9, good), (1, bad)]),
            some.failing(.networkConnectionLost, after: .bytes(100)),
            some.failing(.timedOut, everyNth: 3), some.malformingJSON(),
            some.setting(["/id": .path("id")]),
        ]
        return responses.map { ResponseSet("Any", on: .get("/any/:id"), responses: [$0]) }
    }

    @Test func partsOfARequest() throws {
        var sent = URLRequest(url: url)
        sent.httpMethod = "POST"
        sent.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        sent.httpBody = Data("user=ada".utf8)
        let form = try #require(BarricadeRequest(sent))
        #expect(form.method == .post)
        #expect(form.url == url)
        #expect(form.urlRequest.url == url)
        let items = try (form.queryItems + form.form).map { "\($0.name)=\($0.value ?? "")" }
        #expect(try items + [form.text] == ["page=2", "user=ada", "user=ada"])
        #expect(form.headers["Accept"] == nil)
        #expect(form.pathValues["id"] == nil)
        #expect(throws: BarricadeError.self) { try form.multipart }
        sent.setValue("application/json", forHTTPHeaderField: "Content-Type")
        sent.httpBody = Data(#"{"user": "ada"}"#.utf8)
        let request = try #require(BarricadeRequest(sent))
        let users = try [request.json(as: Credentials.self).user, request.json()["user"]?.string]
        #expect(users == ["ada", "ada"])
    }

    private func kindsOfResponses() -> ResponseSet {
        let (user, bytes) = (Credentials(user: "ada"), Data([1]))
        let (name, tags) = ("Ada", ["new"])
        let set = ResponseSet("Any", on: .any) {
            CannedResponse("1", json: ["id": 7, "name": .string(name), "tags": JSONValue(tags)])
            CannedResponse("2", jsonText: #"{"id": 7}"#)
            CannedResponse("3", encoding: user)
            CannedResponse("4", text: "Try again.")
            CannedResponse("5", body: .data(bytes, contentType: "image/png"))
            CannedResponse("6", redirect: "/v2/books")
            CannedResponse("7", error: .timedOut)
            CannedResponse.live()
        }
        return set
    }

    @Test func sendingOn() async throws {
        let signIn = ResponseSet("Sign In", on: .post("/login")) {
            CannedResponse("Redirect", redirect: "/home", headers: ["Set-Cookie": "sid=1"])
        }
        let home = ResponseSet("Home", on: .get("/home") && .header("Cookie", "sid=1")) {
            CannedResponse("Hello", text: "Hello!")
        }
        let barricade = Barricade(signIn, home)
        #expect(barricade.validate() == [])
        #if !canImport(Darwin)
        let answer = try await barricade.answer(to: "POST https://example.com/login")
        #expect(answer == "200 text/plain; charset=utf-8: Hello!")
        #endif
    }

    @Test func choosing() throws {
        let barricade = Barricade(login, profile)

        try barricade.select("Offline", for: "Login")
        try barricade.reset("Login")  // its default again
        barricade.reset()  // every set's default, and no set is live

        barricade.register([
            Preset("Offline", everySet: "Offline"),
            Preset("Expired", ["Login": "Wrong Password"]),
        ])
        try barricade.apply("Offline")
        #expect(barricade.selection == ["Login": "Offline", "Profile": "Offline"])

        try barricade.setMode(.live, for: "Login")
        barricade.unmatchedPolicy = .passThrough(hosts: ["*.example.com", "localhost:8080"])
        #expect(barricade.validate() == [])
    }

    @Test func choosingForAWhile() throws {
        let barricade = Barricade(login, profile)

        try barricade.answerNext("Login", with: CannedResponse(status: 503), times: 2)
        try barricade.answerNext(login, with: "Offline")

        try barricade.withSelection("Offline", for: "Login") {
            // what this closure sends finds /login offline
        }
        let before: Preset.Selection = barricade.selection
        try barricade.select("Wrong Password", for: "Login")
        barricade.restore(before)
        #expect(barricade.selection == ["Login": "Success", "Profile": "Regular"])
    }

    func grouping() {
        struct Order: Codable, Identifiable, Sendable {
            var id: Int
        }
        let books = ResponseSet("Books", on: .get("/books")) { CannedResponse("None", json: []) }
        let shop = ResponseGroup(
            "Shop", at: "https://api.example.com/v1", headers: ["X-Env": "demo"],
            everySet: [.offline(), .serverError()]
        ) {
            books  // on: .get("/books") is https://api.example.com/v1/books here
            Resource("Orders", at: "/orders", items: [Order(id: 1)])
        }
        let barricade = Barricade(login, shop)
        #expect(barricade.validate() == [])
    }

    func launching() {
        var app = AppHandle()
        app.launchArguments = ["-barricade.select", "Login=Offline"]
        app.launch()
    }

    func keeping() -> Barricade {
        let app = Barricade(login, profile) {
            $0.name = "App"
            $0.storage = .userDefaults()
            $0.launchOptions = .process
        }
        return app
    }

    @Test func looking() async throws {
        let barricade = Barricade(login, profile)
        barricade.register([Preset("Offline", everySet: "Offline")])
        try barricade.select("Offline", for: "Login")
        await LoginModel(session: barricade.session).signIn()

        let logged = try barricade.requests(for: "Login")
        for entry in logged { print(entry) }  // method and URL, set and response, outcome
        if let last = logged.last { print(last.request.curl) }

        #expect(logged.count == 1)
        let article = try Repository.text(
            of: "Sources/Barricade/Barricade.docc/choosing-responses-at-run-time.md")
        #expect(article.contains("\n\(barricade)\n"))
    }

    func making(_ barricade: Barricade) throws {
        try barricade.add(CannedResponse("Sold Out", status: 410), to: "Book")
        try barricade.select("Sold Out", for: "Book")
        try barricade.replace("Sold Out", with: CannedResponse(status: .notFound), in: "Book")
        try barricade.remove("Sold Out", from: "Book")
    }

    func watching(_ barricade: Barricade) async {
        for await change in barricade.changes { print(change) }
        for await event in barricade.requestEvents { print(event) }
    }
}
