import Barricade
import BarricadeResources
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct ResponseGroupTests {
    private struct Order: Codable, Identifiable, Sendable {
        var id: Int
    }

    private static let shop = ResponseGroup(
        "Shop", at: "\(api)/v1/", headers: ["X-Env": "demo"], delay: .fixed(.milliseconds(1)),
        everySet: [.offline(), .serverError()]
    ) {
        ResponseSet("Books", on: .get("/books") && .query("page")) {
            CannedResponse("Two", headers: ["x-env": "own"], text: "two")
            CannedResponse("Offline", status: 503)
        }
        Resource("Orders", at: "/orders", items: [Order(id: 1)])
        ResponseSet("Elsewhere", on: .any("https://other.example.com/books"), delay: .seconds(0)) {
            CannedResponse { _ in CannedResponse(text: "elsewhere") }
        }
    }

    @Test func answersBelowItsBase() async {
        let barricade = Barricade(Self.shop)
        #expect(barricade.validate() == [])
        let answers = await barricade.answers(
            to: "/v1/books?page=1", "/v1/orders/1", "https://other.example.com/books",
            "/books?page=1", "/v1/books", "/v2/books?page=1")
        let below = ["two", #"{"id":1}"#, "elsewhere"]
        #expect(answers == below + ["unmatchedRequest", "unmatchedRequest", "unmatchedRequest"])
    }

    @Test func givesItsSetsWhatTheyDoNotSay() async throws {
        let barricade = Barricade(Self.shop)
        #expect(Set(barricade.sets.map(\.group)) == ["Shop"])
        let (books, elsewhere) = (barricade.sets[0], try #require(barricade.sets.last))
        let names: [[String]] = [books, elsewhere].map { $0.responses.map(\.name) }
        // A response that is alone needs no name beside those of the group.
        #expect(
            names == [
                ["Two", "Offline", "Server Error"], ["Response", "Offline", "Server Error"],
            ])
        let delays: [ResponseDelay?] = [.milliseconds(1), ResponseDelay.immediate]
        #expect([books.delay, elsewhere.delay] == delays)
        let fields = [
            try await environment(barricade, "\(api)/v1/books?page=1"),
            try await environment(barricade, "\(api)/v1/orders"),
            try await environment(barricade, "https://other.example.com/books"),
        ]
        #expect(fields == ["own", "demo", "demo"])
        try barricade.select("Server Error", for: "List Orders")
        try barricade.select("Offline", for: "Get Orders")
        let answers = await barricade.answers(to: "/v1/orders", "/v1/orders/1")
        #expect(answers[0].hasPrefix("500 "))
        #expect(answers[1] == "notConnectedToInternet")
    }

    /// The header that the group gives its responses.
    private func environment(_ barricade: Barricade, _ url: String) async throws -> String? {
        try await barricade.session.get(url).response.value(forHTTPHeaderField: "X-Env")
    }

    @Test func leavesWhatAnInnerGroupSays() throws {
        let outer = ResponseGroup(
            "Outer", at: "/v1", headers: ["A": "outer", "Set-Cookie": "a=1", "Set-Cookie": "b=2"]
        ) {
            ResponseGroup("Inner", at: "/books", headers: ["A": "inner"]) {
                ResponseSet("Book", on: .get("/:id")) { CannedResponse("OK", text: "") }
            }
            ResponseSet("Other", on: .get("/other"), group: "Own") { CannedResponse("OK") }
        }
        #expect(
            outer.responseSets.map { "\($0.group ?? ""): \($0.matcher)" }
                == ["Inner: GET /v1/books/:id", "Own: GET /v1/other"])
        let headers = try #require(outer.responseSets[0].responses[0].reply).headers
        // All fields of one name are given.
        let values: [[String]] = ["A", "set-cookie"].map { headers.values(of: $0) }
        #expect(values == [["inner"], ["a=1", "b=2"]])
    }

    @Test func putsItsBaseIntoEachPatternIfItCanBeRead() {
        let cases: [(RequestMatcher, String)] = [
            (.any, "/v1/**"), (.query("a"), "/v1/** and query item a is present"),
            (
                .get("/x") || .get("https://b.example.com/y"),
                "GET /v1/x or GET https://b.example.com/y"
            ),
            (!.any("/x"), "/v1/** and not /v1/x"),
            // A host of its own keeps the base away.
            (
                .host("b.example.com") && .query("a"),
                "host is b.example.com and query item a is present"
            ), (.host("b.example.com") && .get("/x"), "host is b.example.com and GET /x"),
        ]
        let group = ResponseGroup("Group", at: "/v1") {
            cases.map { matcher, _ in ResponseSet("Set", on: matcher) { CannedResponse("OK") } }
        }
        #expect(group.responseSets.map { "\($0.matcher)" } == cases.map(\.1))
        let line: UInt = #line + 2
        let unreadable = ResponseGroup("Shop", at: "/v1?key=1") {
            ResponseSet("Books", on: .get("/books")) { CannedResponse("OK") }
        }
        let faults = FaultLog()
        _ = Barricade(unreadable) { $0.faultHandler = faults.handler }
        #expect(
            faults.messages == [
                """
                Response set "Books" (ResponseGroupTests.swift:\(line)) never matches: \
                base URL "/v1?key=1" cannot be read: it has a query.
                """
            ])
    }

    @Test func isListedWithSetsResourcesAndArrays() throws {
        let own = ResponseSet("Own", on: .get("/own")) { CannedResponse("OK") }
        let list = [
            ResponseSet("A", on: .get("/a")) { CannedResponse("OK") },
            ResponseSet("B", on: .get("/b")) { CannedResponse("OK") },
        ]
        let barricade = Barricade(own, list)
        barricade.register(Self.shop, Resource("Notes", at: "/notes", items: [Order(id: 2)]))
        let names = barricade.sets.map(\.name)
        let ends: [String] = names.prefix(1) + names.suffix(3)
        #expect(ends == ["Books", "Own", "A", "B"])
        #expect(names.contains("Delete Notes"))
        let parts: [any ResponseSetConvertible] = [own, list, Self.shop]
        let all = Barricade(parts.flatMap(\.responseSets)).sets.map(\.name)
        #expect(all.starts(with: ["Own", "A", "B", "Books"]))
    }
}
