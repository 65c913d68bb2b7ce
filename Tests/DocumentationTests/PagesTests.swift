import Barricade
import BarricadeFolder
import Testing

@testable import TestSupport

/// What pages say of the library besides code, as the library does it.
@Suite(.timeLimit(.minutes(10))) struct PagesTests {
    private func page(_ name: String) throws -> String {
        try Repository.text(of: "Sources/Barricade/Barricade.docc/\(name).md")
    }

    @Test func aBarricadeDescribesItselfAsOnThePage() async throws {
        let barricade = Barricade(
            ResponseSet("Login", on: .post("/login")) {
                CannedResponse("Success", json: ["token": "f00d"])
                CannedResponse("Wrong Password", status: .unauthorized, text: "Try again.")
                CannedResponse.offline()
            },
            ResponseSet("Profile", on: .get("/profile")) {
                CannedResponse("Regular", json: ["name": "Ada"])
                CannedResponse.offline()
            })
        barricade.register([Preset("Offline", everySet: "Offline")])
        try barricade.select("Offline", for: "Login")
        _ = try await barricade.answer(to: "POST /login")
        #expect(try page("choosing-responses-at-run-time").contains("\n\(barricade)\n"))
    }

    @Test func theFirstFailureIsTheOneOfThePage() async throws {
        let items = ResponseSet(
            "Items", on: .get("/item"), responses: [.offline()], fileID: "Shop/ShopTests.swift",
            line: 8)
        let barricade = Barricade(items) { $0.name = "ShopTests.ShopTests/listsItems()" }
        let message = try await barricade.answer(to: "GET https://api.shop.example/items")
            .replacing("fails: ", with: "", maxReplacements: 1)
        #expect(try page("the-first-hour").contains("\n\(message)\n"))
    }

    /// Nothing else on the page can be seen by a test: its lines show no class of the library.
    @Test func aSessionThatIsNotInterceptedIsFound() {
        func classes(of session: URLSession) -> String {
            "\(session.configuration.protocolClasses ?? [])"
        }
        #expect(!classes(of: URLSession(configuration: .default)).contains("Barricade."))
        #expect(classes(of: Barricade().session).contains("Barricade."))
    }

    /// The tables of the articles on matching and on other libraries.
    @Test(
        arguments: [
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
            .url("https://example.com/?a=1"), .post("/upload") && .json(["user": 7]),
            .matching("is a draft") { $0.headers["X-Draft"] != nil }, .any("/v1/**"),
            .any("/**/login"), .regex(#"^/v[0-9]+/books$"#, on: .path), .pathExtension("png"),
            .url("https://example.com/books?page=2") && .method(.get),
        ] as [RequestMatcher])
    func aMatcherOfATableIsReadable(_ matcher: RequestMatcher) {
        #expect(matcher.faults == [])
    }

    /// The tables of the article on responses.
    @Test(
        arguments: [
            .offline(), .serverError(), .serverError(status: 503), .neverAnswers(), .live(),
            .live { reply, _ in reply.response },
            .weighted("Flaky", [(9, CannedResponse(json: [])), (1, CannedResponse(status: 500))]),
            some.failing(.networkConnectionLost, after: .bytes(100)),
            some.failing(.timedOut, everyNth: 3), some.malformingJSON(),
            some.setting(["/id": .path("id")]), CannedResponse("A", jsonText: #"{"id": 7}"#),
            CannedResponse("A", encoding: ["user": "ada"]), CannedResponse("A", text: "Try again."),
            CannedResponse("A", body: .data(Data([1]), contentType: "image/png")),
            CannedResponse("A", redirect: "/v2/books"), CannedResponse("A", error: .timedOut),
        ] as [CannedResponse])
    func aResponseOfATableCanBeSent(_ response: CannedResponse) {
        let set = ResponseSet("Any", on: .get("/any/:id"), responses: [response])
        #expect(Barricade(set).validate() == [])
    }

    private static let some = CannedResponse("Some", json: ["id": 1])

    // MARK: Interception

    private func barricade(_ path: String, _ response: CannedResponse) -> Barricade {
        Barricade(ResponseSet("Set", on: .get(path), responses: [response]))
    }

    private func text(
        _ path: String, _ configuration: URLSessionConfiguration
    ) async throws -> String {
        try await URLSession(configuration: configuration).get("\(api)\(path)").text
    }

    @Test func theLastInstalledIsAskedFirstAndPassesOn() async throws {
        let account = barricade("/profile", CannedResponse(text: "Ada"))
        account.unmatchedPolicy = .passThrough
        let shop = barricade("/books", CannedResponse(text: "two books"))
        let configuration = URLSessionConfiguration.ephemeral
        shop.install(in: configuration)
        account.install(in: configuration)
        #expect(try await text("/books", configuration) == "two books")
        #expect(try await text("/profile", configuration) == "Ada")
        #expect(account.requests.map(\.outcome) == [.passedThrough, .answered(200)])
        #expect(shop.requestCount == 1)
        account.uninstall(from: configuration)
        let error = try await URLSession(configuration: configuration).failure("\(api)/profile")
        #expect(BarricadeError.Code.unmatchedRequest ~= error)
    }

    @Test func installingAgainPutsABarricadeInFront() async throws {
        let one = barricade("/set", CannedResponse(text: "one"))
        let two = barricade("/set", CannedResponse(text: "two"))
        let configuration = URLSessionConfiguration.ephemeral
        for barricade in [one, two, one] { barricade.install(in: configuration) }
        #expect(try await text("/set", configuration) == "one")
    }

    @Test func aWarningPassesOn() async throws {
        let faults = FaultLog()
        let outer = Barricade {
            $0.unmatchedPolicy = .warn
            $0.faultHandler = faults.handler
        }
        let inner = barricade("/books", CannedResponse(text: "two books"))
        let configuration = URLSessionConfiguration.barricaded(by: inner)
        outer.install(in: configuration)
        #expect(try await text("/books", configuration) == "two books")
        #expect(faults.messages.count == 1)
    }

    #if !canImport(Darwin)
    @Test func aRedirectIsDecidedFirstByWhoGaveIt() async throws {
        let outer = barricade("/to", CannedResponse(text: "outer"))
        outer.unmatchedPolicy = .passThrough
        let inner = Barricade(
            ResponseSet("From", on: .get("/from")) { CannedResponse(redirect: "/to") },
            ResponseSet("To", on: .get("/to")) { CannedResponse(text: "inner") })
        let configuration = URLSessionConfiguration.barricaded(by: inner)
        outer.install(in: configuration)
        #expect(try await text("/from", configuration) == "inner")
    }
    #endif
}
