import Barricade
import BarricadeTesting
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct Item: Codable, Sendable {
    var id: Int
    var title: String
}

struct ShopClient: Sendable {
    var session = URLSession.shared

    func items() async throws -> [Item] {
        guard let url = URL(string: "https://api.shop.example/items") else { return [] }
        let (data, _) = try await session.data(from: url)
        return try JSONDecoder().decode([Item].self, from: data)
    }
}

private func firstTry() -> ResponseSet {
    let items = ResponseSet("Items", on: .get("/item")) {
        CannedResponse("Some", json: [["id": 1, "title": "Fog"]])
        CannedResponse.offline()
    }
    return items
}

let items = ResponseSet("Items", on: .get("/items")) {
    CannedResponse("Some", encoding: [Item(id: 1, title: "Fog")])
    CannedResponse("None", json: [])
    CannedResponse("Broken", status: 500, json: ["reason": "out of order"])
    CannedResponse.offline()
}

@Suite(.barricade(items)) struct ShopTests {
    @Test func listsItems() async throws {
        let client = ShopClient(session: Barricade.current.session)
        let titles = try await client.items().map(\.title)
        #expect(titles == ["Fog"])
    }
}

@Suite(.barricade(items)) struct MoreShopTests {
    @Test func failsOffline() async throws {
        try Barricade.current.select("Offline", for: "Items")
        let client = ShopClient(session: Barricade.current.session)
        await #expect(throws: URLError.self) { try await client.items() }
    }

    @Test func waits() async throws {
        let held = try Barricade.current.hold("Items")
        let client = ShopClient(session: Barricade.current.session)
        async let items = client.items()
        try await held.waitForRequest()
        // Look at the loading state here.
        held.release()
        #expect(try await items.count == 1)
    }
}

struct FirstHourTests {
    /// What the page quotes is what the library says.
    @Test func theFirstFailureIsTheOneOfThePage() async throws {
        let barricade = Barricade(firstTry()) { $0.name = "ShopTests/listsItems()" }
        let message = try await barricade.answer(to: "GET https://api.shop.example/items")
            .replacing("fails: ", with: "", maxReplacements: 1)
        let nearest = try #require(message.components(separatedBy: "\n\nTo fix:").first)
            .replacing(/InTheFirstHour.swift:\d+/, with: "ShopTests.swift:8")
        let page = try Repository.text(of: "Sources/Barricade/Barricade.docc/the-first-hour.md")
        #expect(page.contains("\n\(nearest)\n"))
    }

    /// Nothing else on the page can be seen by a test: these lines show no class of the library.
    @Test func aSessionThatIsNotInterceptedIsFound() {
        #expect(!classes(of: URLSession(configuration: .default)).contains("Barricade."))
        #expect(classes(of: Barricade(items).session).contains("Barricade."))
    }

    private func classes(of session: URLSession) -> String {
        "\(session.configuration.protocolClasses ?? [])"
    }
}

private func lookAt(_ session: URLSession) {
    #if DEBUG
    Barricade.shared.register(items)
    Barricade.shared.enable()
    #endif

    print(Barricade.shared.requestCount)  // 0: no request was intercepted
    print(session.configuration.protocolClasses ?? [])  // none of Barricade's: not installed here
}
