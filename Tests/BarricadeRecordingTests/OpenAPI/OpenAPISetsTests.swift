import Barricade
import BarricadeCommon
import BarricadeFolder
import BarricadeRecording
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(20))) struct OpenAPISetsTests {
    private let data: Data
    private let sets: OpenAPISets

    init() throws {
        let file = Bundle.module.bundleURL.appendingPathComponent("Archives/bookshop.json")
        data = try Data(contentsOf: file)
        sets = try ResponseSet.sets(fromOpenAPI: data)
    }

    @Test func eachOperationIsASet() {
        let lines = sets.responseSets.map { set in
            "\(set.group ?? "-"): \(set.name): \(set.matcher): "
                + set.responses.map(\.name).joined(separator: ", ")
        }
        #expect(
            lines == [
                "-: getAll: GET https://api.example.com/v1/shelves?all: 204",
                "-: search: GET https://api.example.com/v1/search and query item q is present "
                    + "and query item kind is book and header X-Shop is present: default",
                "Books: GET /books/new: GET https://api.example.com/v1/books/new: "
                    + "2XX (none), 2XX (one)",
                "-: getShelf: GET https://api.example.com/v1/shelves: 200",
                "-: putShelf: PUT https://api.example.com/v1/shelves: 200",
                "-: getCode: GET https://api.example.com/v1/codes: 200",
                "-: order: POST https://api.example.com/v1/orders: 201",
                #"-: getText: GET https://api.example.com/v1/books/* and path matches "#
                    + #"/books/[^/]+\.txt/?$: 200"#,
                #"-: getPDF: GET https://api.example.com/v1/books/* and path matches "#
                    + #"/books/[^/]+\.pdf/?$: 200"#,
                "Books: getBook: GET https://api.example.com/v1/books/:book_id: "
                    + "200, 404, default",
                "-: DELETE /books/{book-id}: DELETE https://api.example.com/v1/books/:book_id: 204",
            ])
        #expect(Barricade(sets).validate() == [])
    }

    @Test func whatIsPassedOverIsListed() {
        #expect(
            "\(sets)" == """
                Bookshop: 14 responses in 11 sets, from 12 operations; 16 passed over.
                Passed over 2 parts: a required cookie, or object in the query, makes no clause.
                    line 63  GET /search
                    line 64  GET /search
                Passed over 2 parts: they are requests of the server.
                    line 142  POST /orders, callbacks
                    line 160  webhooks
                Passed over 1 part: only the first server is used, https://api.example.com/v1/.
                    line 9  servers
                Passed over 1 part: its example is in another file.
                    line 46  GET /books/new, 2XX
                Passed over 1 part: it is not the status of a final response.
                    line 82  GET /books/{id}.txt, 100
                Passed over 1 part: its body is neither JSON nor an example text.
                    line 92  GET /books/{id}.pdf, 200
                Passed over 1 part: it refers to another file, \
                "shelf.json#/components/schemas/Shelf".
                    line 104  GET /shelves, 200
                Passed over 1 part: its schema #/components/schemas/Endless never ends.
                    line 115  PUT /shelves, 200
                Passed over 1 part: it has no response.
                    line 120  PATCH /shelves
                Passed over 1 part: it refers to another file, "paths.json#/shelf".
                    line 122  /shelves/{shelf}/
                Passed over 1 part: no value was found that fits its schema, without an example.
                    line 133  GET /codes, 200
                Passed over 1 part: it is optional, and has no example.
                    line 150  POST /orders, 201, X-Trace
                Passed over 1 part: links to other operations are not kept.
                    line 154  POST /orders, 201, links
                Passed over 1 part: security schemes are not checked.
                    line 162  securitySchemes
                """)
    }

    @Test func answersRequestsOfASession() async throws {
        let barricade = Barricade(sets)
        let session = barricade.patientSession
        let book = try await session.get("\(api)/v1/books/10")
        #expect(book.status == 200)
        #expect(book.response.value(forHTTPHeaderField: "Content-Type") == "application/json")
        #expect(
            book.text == """
                {"id":10,"added":"2024-05-17T09:30:00Z","sale":"2024-05-17",\
                "code":"3f2504e0-4f89-41d3-9a0c-0305e82c3301","page":"https://example.com/",\
                "mail":"ada@example.com","share":0.5,"version":2,"isNew":true,"title":"Salt",\
                "format":"paper","language":"te","parts":[],\
                "seller":{"kind":"person","name":"text"},"stock":{"key1":1}}
                """)
        #expect(try await session.get("\(api)/v1/books/new").text == "[]")
        try barricade.select("2XX (one)", for: "GET /books/new")
        #expect(
            try await session.get("\(api)/v1/books/new").text == #"[{"id":7,"title":"Fog"}]"#)
        try barricade.select("404", for: "getBook")
        let missing = try await session.get("\(api)/v1/books/10")
        #expect(missing.status == 404)
        #expect(missing.text == #"{"title":"No such book","status":404}"#)
        #expect(
            missing.response.value(forHTTPHeaderField: "Content-Type")
                == "application/problem+json")
        try barricade.select("default", for: "getBook")
        #expect(try await session.get("\(api)/v1/books/10").status == 500)
        #expect(try await session.get("\(api)/v1/books/10", method: "DELETE").status == 204)
        #expect(try await session.get("\(api)/v1/books/10.txt").text == "texttext")
        #expect(try await session.get("\(api)/v1/books/10.pdf").text == "")
        #expect(try await session.get("\(api)/v1/shelves?all").status == 204)
        let order = try await session.get("\(api)/v1/orders", method: "POST")
        let fields = ["Location", "X-Kind", "X-Limit", "X-Trace", "Content-Length"].map {
            order.response.value(forHTTPHeaderField: $0)
        }
        #expect(fields == ["/v1/orders/1", "texttext", "60", nil, "8"])
        #expect(book.response.value(forHTTPHeaderField: "ETag") == "\"1\"")
        let found = try await session.get(
            "\(api)/v1/search?q=fog&kind=book", headers: ["X-Shop": "1"])
        #expect(found.status == 200)
        let failure = try await session.failure("\(api)/v1/search?q=fog")
        #expect(BarricadeError(failure)?.code == .unmatchedRequest)
    }

    @Test func madeBodiesFitTheirSchemas() throws {
        let root = try JSONReader.read(data)
        let checker = SchemaChecker(root: root)
        let places = [
            ("getBook", "/books/{book-id}", "get", "200"), ("search", "/search", "get", "default"),
        ]
        for (name, path, method, status) in places {
            let set = try #require(sets.responseSets.first { $0.name == name })
            let body = try #require(try set[status]?.plainReply?.bytes(in: []))
            let content = root["paths"]?[path]?[method]?["responses"]?[status]?["content"]
            let schema = try #require(content?["application/json"]?["schema"])
            #expect(checker.fault(in: try JSONReader.read(body), schema) == nil)
        }
    }

    @Test func theSameDocumentMakesTheSameBodies() throws {
        #expect(try bodies(of: ResponseSet.sets(fromOpenAPI: data)) == bodies(of: sets))
    }

    private func bodies(of sets: OpenAPISets) throws -> [Data?] {
        try sets.responseSets.flatMap(\.responses).map { try $0.plainReply?.bytes(in: []) }
    }

    @Test func aFolderKeepsWhatPeopleHaveEdited() throws {
        let scratch = try ScratchFolder()
        let folder = scratch.file("Responses")
        let changes = try sets.write(to: folder)
        #expect(changes.added.contains("get-books-book-id/200.json"))
        #expect(changes.added.contains("get-books-id-txt/200.txt"))
        let read = try ResponseSet.sets(in: .directory(folder.path))
        #expect(read.map(\.name) == sets.responseSets.map(\.name))
        #expect(read.map { "\($0.matcher)" } == sets.responseSets.map { "\($0.matcher)" })
        #expect(read.map(\.group) == sets.responseSets.map(\.group))
        #expect(try sets.write(to: folder).isEmpty)
        try scratch.write("[1]", to: "Responses/get-books-new/2xx-none.json")
        #expect(try sets.write(to: folder).changed == [])
        #expect(try scratch.read("Responses/get-books-new/2xx-none.json") == "[1]")
    }

    @Test(arguments: [
        (
            "openapi: 3.0.0\ninfo:\n  title: Books\n", "it is YAML",
            "turn it into JSON: yq -o=json in.yaml > out.json"
        ),
        (
            #"{ "swagger": "2.0", "paths": {} }"#, "it is Swagger 2.0",
            "turn it into OpenAPI 3: npx swagger2openapi in.json -o out.json"
        ),
        (
            #"{ "openapi": "3.2.0" }"#, #"its version, "openapi", is 3.2.0"#,
            "give the JSON of an OpenAPI 3.0 or 3.1 document."
        ),
        (
            #"{ "log": {} }"#, #"its version, "openapi", is missing"#,
            "give the JSON of an OpenAPI 3.0 or 3.1 document."
        ),
        (
            #"{ "openapi": "3.0.0", "#, "it is not JSON (it ends too early, line 1, column 23)",
            "give the JSON of an OpenAPI 3.0 or 3.1 document."
        ),
        (
            "", "it is not JSON (it ends too early, line 1, column 1)",
            "give the JSON of an OpenAPI 3.0 or 3.1 document."
        ),
        (
            #"{ "openapi": "3.0.0", "x": "# + String(repeating: "[", count: 600),
            "it is not JSON (more than 512 levels deep, line 1, column 539)",
            "give the JSON of an OpenAPI 3.0 or 3.1 document."
        ),
    ]) func refusesWhatItCannotRead(_ text: String, _ reason: String, _ fix: String) {
        let error = #expect(throws: BarricadeError.self) {
            try ResponseSet.sets(fromOpenAPI: Data(text.utf8))
        }
        #expect(error?.code == .unreadableArchive)
        #expect(
            error?.message == """
                The OpenAPI document cannot be imported: \(reason).

                To fix: \(fix)
                """)
    }
}
