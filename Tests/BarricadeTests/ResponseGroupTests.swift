import Barricade
import BarricadeResources
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct ResponseGroupTests {
    private struct Order: Codable, Identifiable, Sendable {
        var id: Int
    }

    private let shop = ResponseGroup(
        "Shop", at: "\(api)/v1/", headers: ["X-Env": "demo"], delay: .fixed(.milliseconds(1)),
        everySet: [.offline(), .serverError()]
    ) {
        ResponseSet("Books", on: .get("/books") && .query("page")) {
            CannedResponse("Two", headers: ["x-env": "own"], text: "two")
            CannedResponse("Offline", status: 503)
        }
        Resource("Orders", at: "/orders", items: [Order(id: 1)])
        ResponseSet("Elsewhere", on: .any("https://other.example.com/books"), delay: .seconds(0)) {
            CannedResponse("OK") { _ in CannedResponse(text: "elsewhere") }
        }
    }

    @Test func answersBelowItsBase() async throws {
        let barricade = Barricade(shop)
        #expect(barricade.validate() == [])
        let session = barricade.session
        for (url, text) in [
            ("\(api)/v1/books?page=1", "two"), ("\(api)/v1/orders/1", #"{"id":1}"#),
            ("https://other.example.com/books", "elsewhere"),
        ] {
            #expect(try await session.get(url).text == text)
        }
        for path in ["/books?page=1", "/v1/books", "/v2/books?page=1"] {
            let error = BarricadeError(try await session.failure("\(api)\(path)"))
            #expect(error?.code == .unmatchedRequest)
        }
    }

    @Test func givesItsSetsWhatTheyDoNotSay() async throws {
        let barricade = Barricade(shop)
        #expect(Set(barricade.sets.map(\.group)) == ["Shop"])
        let books = try #require(barricade.sets.first)
        #expect(books.responses.map(\.name) == ["Two", "Offline", "Server Error"])
        let delays: [ResponseDelay?] = [.fixed(.milliseconds(1)), .seconds(0)]
        #expect([books.delay, barricade.sets.last?.delay] == delays)

        let session = barricade.session
        var fields: [String?] = []
        for url in [
            "\(api)/v1/books?page=1", "\(api)/v1/orders", "https://other.example.com/books",
        ] {
            let answer = try await session.get(url)
            fields.append(answer.response.value(forHTTPHeaderField: "X-Env"))
        }
        #expect(fields == ["own", "demo", "demo"])
        try barricade.select("Server Error", for: "List Orders")
        #expect(try await session.get("\(api)/v1/orders").status == 500)
        try barricade.select("Offline", for: "Get Orders")
        let error = try await session.failure("\(api)/v1/orders/1")
        #expect((error as? URLError)?.code == .notConnectedToInternet)
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
        #expect(headers.values(of: "A") == ["inner"])
        // All fields of one name are given.
        #expect(headers.values(of: "set-cookie") == ["a=1", "b=2"])
    }

    @Test func putsTheBaseIntoEachPattern() {
        let cases: [(RequestMatcher, String)] = [
            (.any, "/v1/**"), (.query("a"), "/v1/** and query item a is present"),
            (
                .get("/x") || .get("https://b.example.com/y"),
                "GET /v1/x or GET https://b.example.com/y"
            ),
            (!.path("/x"), "/v1/** and not /v1/x"),
            // A host of its own keeps the base away.
            (
                .host("b.example.com") && .query("a"),
                "host is b.example.com and query item a is present"
            ), (.host("b.example.com") && .get("/x"), "host is b.example.com and GET /x"),
        ]
        for (matcher, expected) in cases {
            let group = ResponseGroup("Group", at: "/v1") {
                ResponseSet("Set", on: matcher) { CannedResponse("OK") }
            }
            #expect(group.responseSets.map { "\($0.matcher)" } == [expected])
        }
    }

    @Test func aLoneResponseNeedsNoNameBesideThoseOfTheGroup() {
        let group = ResponseGroup("Group", everySet: [.offline()]) {
            ResponseSet("Set", on: .get("/a")) { CannedResponse(text: "a") }
        }
        #expect(group.responseSets.map { $0.responses.map(\.name) } == [["Response", "Offline"]])
        #expect(Barricade(group).validate() == [])
    }

    @Test func reportsABaseThatCannotBeRead() {
        let line: UInt = #line + 2
        let group = ResponseGroup("Shop", at: "/v1?key=1") {
            ResponseSet("Books", on: .get("/books")) { CannedResponse("OK") }
        }
        let faults = FaultLog()
        _ = Barricade(group) { $0.faultHandler = faults.handler }
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
        barricade.register(shop, Resource("Notes", at: "/notes", items: [Order(id: 2)]))
        let names = barricade.sets.map(\.name)
        let ends: [String] = names.prefix(1) + names.suffix(3)
        #expect(ends == ["Books", "Own", "A", "B"])
        #expect(names.contains("Delete Notes"))
        let parts: [any ResponseSetConvertible] = [own, list, shop]
        let all = Barricade(parts.flatMap(\.responseSets)).sets.map(\.name)
        #expect(all.starts(with: ["Own", "A", "B", "Books"]))
    }
}
