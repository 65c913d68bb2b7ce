import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct ArticleOnInterception {
    private func text(
        _ path: String, _ configuration: URLSessionConfiguration
    ) async throws -> String {
        try await URLSession(configuration: configuration).get("\(api)\(path)").text
    }

    @Test func stacks() async throws {
        let books = ResponseSet("Books", on: .get("/books")) { CannedResponse(text: "two books") }

        let account = Barricade(login, profile) { $0.unmatchedPolicy = .passThrough }
        let shop = Barricade(books)

        let configuration = URLSessionConfiguration.ephemeral
        shop.install(in: configuration)
        account.install(in: configuration)  // asked first
        let session = URLSession(configuration: configuration)

        let list = try await session.get("\(api)/books").text
        let name = try await session.get("\(api)/profile").text
        #expect([list, name] == ["two books", #"{"name":"Ada"}"#])
        #expect(account.requests.map(\.outcome) == [.passedThrough, .answered(200)])
        #expect(shop.requestCount == 1)

        account.uninstall(from: configuration)
        let error = try await URLSession(configuration: configuration).failure("\(api)/profile")
        #expect(BarricadeError.Code.unmatchedRequest ~= error)
    }

    @Test func installingAgainPutsItInFrontAndAWarningPassesOn() async throws {
        let sets = ["one", "two"].map { text in
            ResponseSet("Set", on: .get("/set")) { CannedResponse(text: text) }
        }
        let (one, two) = (Barricade(sets[0]), Barricade(sets[1]))
        let configuration = URLSessionConfiguration.ephemeral
        for barricade in [one, two, one] { barricade.install(in: configuration) }
        #expect(try await text("/set", configuration) == "one")

        let faults = FaultLog()
        let outer = Barricade {
            $0.unmatchedPolicy = .warn
            $0.faultHandler = faults.handler
        }
        let inner = Barricade(
            ResponseSet("Books", on: .get("/books")) { CannedResponse(text: "two books") })
        let other = URLSessionConfiguration.barricaded(by: inner)
        outer.install(in: other)
        let books = try await text("/books", other)
        #expect((books, faults.messages.count) == ("two books", 1))
    }

    #if !canImport(Darwin)
    @Test func aRedirectIsDecidedFirstByWhoGaveIt() async throws {
        let outer = Barricade(ResponseSet("To", on: .get("/to")) { CannedResponse(text: "outer") })
        {
            $0.unmatchedPolicy = .passThrough
        }
        let inner = Barricade(
            ResponseSet("From", on: .get("/from")) { CannedResponse(redirect: "/to") },
            ResponseSet("To", on: .get("/to")) { CannedResponse(text: "inner") })
        let configuration = URLSessionConfiguration.barricaded(by: inner)
        outer.install(in: configuration)
        #expect(try await text("/from", configuration) == "inner")
    }
    #endif
}
