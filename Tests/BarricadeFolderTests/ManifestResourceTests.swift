import Barricade
import BarricadeFolder
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct ManifestResourceTests {
    private func barricade(_ resource: String) throws -> (Barricade, ScratchFolder) {
        let folder = try ScratchFolder.manifest(ManifestText.set(resource))
        try folder.write(#"{"books": [{"isbn": "a", "title": "Fog"}]}"#, to: "books.json")
        let barricade = try Barricade(folder: folder.location) { $0.seed = 7 }
        #expect(barricade.validate() == [])
        return (barricade, folder)
    }

    private func post(_ body: String, to barricade: Barricade) async throws -> String {
        try await barricade.session.send(
            .posting(body, to: "\(api)/books", as: "application/json")
        ).text
    }

    @Test func itemsWithNumbersGetTheNextOne() async throws {
        let (barricade, folder) = try barricade(
            #"{"resource": "Books", "at": "/books", "items": [{"id": 4, "title": "Fog"}]}"#)
        #expect(try await post(#"{"title": "Salt"}"#, to: barricade) == #"{"id":5,"title":"Salt"}"#)
        #expect(
            try await barricade.session.get("\(api)/books?sort=-title").text
                == #"[{"id":5,"title":"Salt"},{"id":4,"title":"Fog"}]"#)
        #expect(try await barricade.session.get("\(api)/books/4").status == 200)
        #expect(try await barricade.session.get("\(api)/books/4", method: "DELETE").status == 204)
        #expect(try await barricade.session.get("\(api)/books/4").status == 404)
        #expect(try await post(#"{"id": "x"}"#, to: barricade).contains("is not a whole number"))
        withExtendedLifetime(folder) {}
    }

    @Test func itemsWithTextGetANewText() async throws {
        let (barricade, folder) = try barricade(
            #"""
            {"resource": "Books", "at": "/books", "group": "Shop", "itemsKey": "books",
             "idKey": "isbn", "file": "books.json",
             "responses": [{"name": "Sold Out", "status": 410}]}
            """#)
        #expect(
            try await barricade.session.get("\(api)/books").text
                == #"{"books":[{"isbn":"a","title":"Fog"}]}"#)
        let added = try await post(#"{"title": "Salt"}"#, to: barricade)
        #expect(added.contains(#""isbn":""#) && added.count > 50)
        try barricade.select("Sold Out", for: "Get Books")
        #expect(try await barricade.session.get("\(api)/books/a").status == 410)
        #expect(barricade.sets.allSatisfy { $0.group == "Shop" })
        withExtendedLifetime(folder) {}
    }

    @Test func clientsGiveIds() async throws {
        let (barricade, folder) = try barricade(
            #"{"resource": "Books", "at": "/books", "ids": "given"}"#)
        #expect(try await post(#"{"title": "Salt"}"#, to: barricade).contains("$.id is missing"))
        #expect(try await post(#"{"id": 9}"#, to: barricade) == #"{"id":9}"#)
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: [
        #"{ "resource": "Books", "at": "/books", "ids": "given" }"#,
        #"{ "resource": "Books", "at": "/books", "ids": "uuids" }"#,
        #"{ "resource": "Books", "at": "/books", "idKey": "isbn", "itemsKey": "books", "file": "books.json" }"#,
        #"{ "resource": "Books", "at": "/books", "page": "p", "perPage": "n", "sort": "by", "alwaysPages": true }"#,
    ])
    func aResourceIsWrittenAsItWasRead(_ text: String) throws {
        let (barricade, folder) = try barricade(text)
        try barricade.write(to: folder.url)
        let written = try folder.read("barricade.json").filter { !$0.isWhitespace }
        #expect(written.contains(text.filter { !$0.isWhitespace }))
        #expect(try folder.read("books.json") == #"{"books": [{"isbn": "a", "title": "Fog"}]}"#)
    }
}
