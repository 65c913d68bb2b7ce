import Barricade
import BarricadeFolder
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct ManifestResourceTests {
    private func barricade(_ resource: String) throws -> (Barricade, ScratchFolder) {
        let folder = try ScratchFolder.manifest(ManifestText.set(resource))
        try folder.write(#"{"books": [{"isbn": "a", "title": "Fog"}]}"#, to: "books.json")
        let barricade = try Barricade(folder: folder.location) { $0.seed = 7 }
        #expect(barricade.validate() == [])
        return (barricade, folder)
    }

    @Test func itemsGetTheNextNumberOrTheIDThatTheClientGives() async throws {
        let (barricade, folder) = try barricade(
            #"{"resource": "Books", "at": "/books", "items": [{"id": 4, "title": "Fog"}]}"#)
        try await barricade.follow(
            """
            POST /books {"title": "Salt"}
              201 at /books/5 {"id":5,"title":"Salt"}
            GET /books?sort=-title
              200 [{"id":5,"title":"Salt"},{"id":4,"title":"Fog"}]
            DELETE /books/4
              204
            GET /books/4
              404 problem: Books has no item with id "4".
            POST /books {"id": "x"}
              422 problem: $.id is not a whole number. (#/id)
            """)
        let (given, other) = try self.barricade(
            #"{"resource": "Books", "at": "/books", "ids": "given"}"#)
        try await given.follow(
            """
            POST /books {"title": "Salt"}
              422 problem: $.id is missing. (#/id)
            POST /books {"id": 9}
              201 at /books/9 {"id":9}
            """)
        withExtendedLifetime((folder, other)) {}
    }

    @Test func itemsWithTextGetANewText() async throws {
        let (barricade, folder) = try barricade(
            #"""
            {"resource": "Books", "at": "/books", "group": "Shop", "itemsKey": "books",
             "idKey": "isbn", "file": "books.json",
             "responses": [{"name": "Sold Out", "status": 410}]}
            """#)
        #expect(
            try await barricade.answer(to: "GET /books")
                == #"200 {"books":[{"isbn":"a","title":"Fog"}]}"#)
        let added = try await barricade.answer(to: #"POST /books {"title": "Salt"}"#)
        #expect(added.contains(/{"isbn":"[0-9a-f-]{36}","title":"Salt"}$/))
        try barricade.select("Sold Out", for: "Get Books")
        #expect(try await barricade.answer(to: "GET /books/a") == "410")
        #expect(barricade.sets.allSatisfy { $0.group == "Shop" })
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
