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
        #expect(try await session.get("\(api)/v1/books?page=1").text == "two")
        #expect(try await session.get("\(api)/v1/orders/1").text == #"{"id":1}"#)
        #expect(try await session.get("https://other.example.com/books").text == "elsewhere")
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
        #expect(books.delay == .fixed(.milliseconds(1)))
        #expect(barricade.sets.last?.delay == .seconds(0))

        let session = barricade.session
        let answer = try await session.get("\(api)/v1/books?page=1")
        #expect(answer.response.value(forHTTPHeaderField: "X-Env") == "own")
        for url in ["\(api)/v1/orders", "https://other.example.com/books"] {
            let answer = try await session.get(url)
            #expect(answer.response.value(forHTTPHeaderField: "X-Env") == "demo")
        }
        try barricade.select("Server Error", for: "List Orders")
        #expect(try await session.get("\(api)/v1/orders").status == 500)
        try barricade.select("Offline", for: "Get Orders")
        let error = try await session.failure("\(api)/v1/orders/1")
        #expect((error as? URLError)?.code == .notConnectedToInternet)
    }

    @Test func leavesWhatAnInnerGroupSays() throws {
        let outer = ResponseGroup("Outer", at: "/v1", headers: ["A": "outer", "B": "outer"]) {
            ResponseGroup("Inner", at: "/books", headers: ["A": "inner"]) {
                ResponseSet("Book", on: .get("/:id")) { CannedResponse("OK", text: "") }
            }
            ResponseSet("Other", on: .get("/other"), group: "Own") { CannedResponse("OK") }
        }
        #expect(outer.responseSets.map(\.group) == ["Inner", "Own"])
        #expect(
            outer.responseSets.map { "\($0.matcher)" } == ["GET /v1/books/:id", "GET /v1/other"])
    }

    @Test func givesAllFieldsOfOneName() throws {
        let group = ResponseGroup("Group", headers: ["Set-Cookie": "a=1", "Set-Cookie": "b=2"]) {
            ResponseSet("Set", on: .any) { CannedResponse("OK") }
        }
        let reply = try #require(group.responseSets.first?.responses.first?.reply)
        #expect(reply.headers.values(of: "set-cookie") == ["a=1", "b=2"])
    }

    @Test(arguments: [
        (RequestMatcher.any, "/**"),
        (.query("a"), "/** and query item a is present"),
        (.get("/x") || .get("https://b.example.com/y"), "GET /x or GET https://b.example.com/y"),
        (!.path("/x"), "/** and not /x"),
        (.host("b.example.com") && .query("a"), nil),
        (.host("b.example.com") && .get("/x"), nil),
    ])
    func putsTheBaseIntoEachPattern(_ matcher: RequestMatcher, _ expected: String?) {
        let group = ResponseGroup("Group", at: "/v1") {
            ResponseSet("Set", on: matcher) { CannedResponse("OK") }
        }
        let description = group.responseSets.first.map { "\($0.matcher)" }
        let written = expected.map {
            $0.replacing(" /", with: " /v1/").replacing(/^\//, with: "/v1/")
        }
        #expect(description == written ?? "\(matcher)")
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
        #expect(names.first == "Books")
        #expect(names.suffix(3) == ["Own", "A", "B"])
        #expect(names.contains("Delete Notes"))
        let parts: [any ResponseSetConvertible] = [own, list, shop]
        let all = Barricade(parts.flatMap(\.responseSets)).sets.map(\.name)
        #expect(all.starts(with: ["Own", "A", "B", "Books"]))
    }
}
