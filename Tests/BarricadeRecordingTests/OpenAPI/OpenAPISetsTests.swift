import Barricade
import BarricadeCommon
import BarricadeFolder
import BarricadeRecording
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(20))) struct OpenAPISetsTests {
    private let sets: OpenAPISets

    init() throws {
        let file = Bundle.module.bundleURL.appendingPathComponent("Archives/bookshop.json")
        sets = try ResponseSet.sets(fromOpenAPI: Data(contentsOf: file))
    }

    /// The group, name and matcher of a set, and the names of its responses.
    private func line(_ set: ResponseSet) -> String {
        "\(set.group ?? "-"): \(set.name): \(set.matcher): "
            + set.responses.map(\.name).joined(separator: ", ")
    }

    @Test func eachOperationIsASetAndWhatIsPassedOverIsListed() {
        #expect(
            sets.responseSets.map(line) == [
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
                    + "200, 200 (application/xml), 404, default, By Accept",
                "-: DELETE /books/{book-id}: DELETE https://api.example.com/v1/books/:book_id: 204",
            ])
        #expect(Barricade(sets).validate() == [])
        #expect(
            "\(sets)" == """
                3 of 15 responses have no body:
                    line 92  GET /books/{id}.pdf, 200: application/pdf is binary, so give the \
                folder a file of it
                    line 104  GET /shelves, 200: it refers to another file; join \
                them with npx @redocly/cli bundle
                    line 115  PUT /shelves, 200: its schema #/components/schemas/Endless never ends
                1 value does not fit the schema:
                    line 171  GET /books/new, 2XX, one, [0].id: its example breaks minimum 10
                Bookshop: 15 responses in 11 sets, from 12 operations, for \
                https://api.example.com/v1 (region is api; server 1 of 2); 12 passed over.
                Passed over 2 parts: they are requests of the server.
                    line 142  POST /orders, callbacks
                    line 160  webhooks
                Passed over 1 part: its example is in another file.
                    line 46  GET /books/new, 2XX, elsewhere
                Passed over 1 part: a required cookie makes no clause.
                    line 63  GET /search
                Passed over 1 part: an object in the query without named members makes no clause.
                    line 64  GET /search
                Passed over 1 part: it is not the status of a final response.
                    line 82  GET /books/{id}.txt, 100
                Passed over 1 part: it has no response.
                    line 120  PATCH /shelves
                Passed over 1 part: it refers to another file; join them with npx @redocly/cli \
                bundle.
                    line 122  /shelves/{shelf}/
                Passed over 1 part: an optional header field has no example.
                    line 150  POST /orders, 201, X-Trace
                Passed over 1 part: links to other operations are not kept.
                    line 154  POST /orders, 201, links
                Passed over 1 part: security schemes are not checked.
                    line 162  securitySchemes
                Passed over 1 part: its example breaks format "date-time".
                    line 204  GET /books/{book-id}, 200, added
                """)
    }

    @Test func responsesSendWhatTheDocumentSays() throws {
        // Without a body, a line ends in a space.
        #expect(
            try Barricade(sets).replies().joined(separator: "\n") == """
                getAll "204": 204 {}\u{20}
                search "default": 200 {Content-Type: application/json} {"items":[{"kind":"text",\
                "name":"text"},{"kind":"text","name":"text"}],"next":"https://example.com/",\
                "pair":[true,"x"]}
                GET /books/new "2XX (none)": 200 {Content-Type: application/json} []
                GET /books/new "2XX (one)": 200 {Content-Type: application/json} [{"id":7,\
                "title":"Fog"}]
                getShelf "200": 200 {Content-Type: application/json}\u{20}
                putShelf "200": 200 {Content-Type: application/json}\u{20}
                getCode "200": 200 {Content-Type: application/json} "BK-4567"
                order "201": 201 {Location: /v1/orders/1, X-Kind: texttext, X-Limit: 60,\
                 Content-Type: application/json} {"id":1}
                getText "200": 200 {Content-Type: text/plain} texttext
                getPDF "200": 200 {Content-Type: application/pdf}\u{20}
                getBook "200": 200 {ETag: "1", Content-Type: application/json} {"id":10,"added":\
                "2024-05-17T09:30:00Z","sale":"2024-05-17","code":"3f2504e0-4f89-41d3-9a0c-0305e\
                82c3301","page":"https://example.com/","mail":"ada@example.com","share":0.5,"ver\
                sion":2,"isNew":true,"title":"Salt","format":"paper","language":"te","sequel":{"\
                id":10,"added":"2024-05-17T09:30:00Z","sale":"2024-05-17","code":"3f2504e0-4f89-\
                41d3-9a0c-0305e82c3301","page":"https://example.com/","mail":"ada@example.com","\
                share":0.5,"version":2,"isNew":true,"title":"Salt","format":"paper","language":"\
                te","parts":[],"notes":"text","seller":{"kind":"person","name":"text"},"stock":{\
                "key1":1}},"parts":[{"id":10,"added":"2024-05-17T09:30:00Z","sale":"2024-05-17",\
                "code":"3f2504e0-4f89-41d3-9a0c-0305e82c3301","page":"https://example.com/","mai\
                l":"ada@example.com","share":0.5,"version":2,"isNew":true,"title":"Salt","format\
                ":"paper","language":"te","parts":[],"notes":"text","seller":{"kind":"person","n\
                ame":"text"},"stock":{"key1":1}}],"notes":"text","seller":{"kind":"person","name\
                ":"text"},"stock":{"key
                getBook "200 (application/xml)": 200 {ETag: "1", Content-Type: application/xml} <book/>
                getBook "404": 404 {Content-Type: application/problem+json} {"title":"No such book",\
                "status":404}
                getBook "default": 500 {}\u{20}
                getBook "By Accept": in turn 200 application/json, 200 application/xml
                DELETE /books/{book-id} "204": 204 {}\u{20}
                """)
    }

    @Test func answersRequestsOfASession() async throws {
        let barricade = Barricade(sets)
        let session = barricade.patientSession
        for path in ["/books/new", "/books/10", "/books/10.txt", "/books/10.pdf", "/shelves?all"] {
            _ = try await session.get("\(api)/v1\(path)")
        }
        let search = "\(api)/v1/search?q=fog"
        _ = try await session.get("\(search)&kind=book", headers: ["X-Shop": "1"])
        let failure = try await session.failure(search)
        #expect(BarricadeError(failure)?.code == .unmatchedRequest)
        #expect(
            barricade.requests.map(\.set) == [
                "GET /books/new", "getBook", "getText", "getPDF", "getAll", "search", nil,
            ])
    }

    @Test func aFolderKeepsWhatPeopleHaveEdited() throws {
        let scratch = try ScratchFolder()
        let folder = scratch.file("Responses")
        let changes = try sets.write(to: folder)
        let files: Set = ["get-books-book-id/200.json", "get-books-id-txt/200.txt"]
        let read = try ResponseSet.sets(in: .directory(folder.path))
        #expect(files.isSubset(of: changes.added))
        #expect(read.map(line) == sets.responseSets.map(line))
        try scratch.write("[1]", to: "Responses/get-books-new/2xx-none.json")
        #expect(try sets.write(to: folder).isEmpty)
    }

    @Test func whatManyResponsesShareIsToldOnce() throws {
        let response = ##"{ "content": { "application/json": { "schema": { "$ref": "#/a" } } } }"##
        let paths = (1...3).map {
            "\"/\($0)\": { \"get\": { \"responses\": { \"200\": \(response) } } }"
        }
        let document = """
            { "openapi": "3.0.0", "info": { "title": "A" },
              "a": { "properties": { "b": { "oneOf": [{ "type": "string" }, { "maxLength": 9 }] } } },
              "paths": { \(paths.joined(separator: ", ")) } }
            """
        let sets = try ResponseSet.sets(fromOpenAPI: Data(document.utf8))
        #expect(sets.misfits.count == 3)
        #expect(
            sets.shortcomings == """
                3 values do not fit the schema:
                    line 2  GET /1, 200, b: it fits more than one schema of oneOf (so in 2 more \
                places)
                """)
        // Also in a document of one line, as servers send it, unless the schemas are different.
        let line = document.replacing("\n", with: "")
        #expect(
            try ResponseSet.sets(fromOpenAPI: Data(line.utf8)).shortcomings == """
                3 values do not fit the schema:
                    line 1  GET /1, 200, b: it fits more than one schema of oneOf (so in 2 more \
                places)
                """)
        let schema = #"{ "properties": { "b": { "oneOf": [true, true] } } }"#
        let apart = line.replacing(##"{ "$ref": "#/a" }"##, with: schema)
        #expect(
            try ResponseSet.sets(fromOpenAPI: Data(apart.utf8)).shortcomings == """
                3 values do not fit the schema:
                    line 1  GET /1, 200, b: it fits more than one schema of oneOf
                    line 1  GET /2, 200, b: it fits more than one schema of oneOf
                    line 1  GET /3, 200, b: it fits more than one schema of oneOf
                """)
    }

    /// A type that no body can be made for, and what only another file has, are one line each.
    @Test func whatHasOneReasonIsToldOnce() throws {
        let elsewhere = #"{ "application/json": { "schema": { "$ref": "books.json#/book" } } }"#
        let contents = [#"{ "image/png": {}, "application/json": { "example": 1 } }"#, elsewhere]
        let paths = (1...6).map { number in
            let response = #"{ "200": { "content": \#(contents[number % 2]) } }"#
            return #""/\#(number)": { "get": { "responses": \#(response) } }"#
        }
        let files = (1...4).map { #""/f\#($0)": { "get": { "$ref": "\#($0).json" } }"# }
        let all = (paths + files).joined(separator: ",\n")
        let document = #"{ "openapi": "3.0.0", "paths": { \#(all) } }"#
        let sets = try ResponseSet.sets(fromOpenAPI: Data(document.utf8))
        #expect(
            "\(sets)" == """
                6 of 9 responses have no body:
                    line 1  GET /1, 200: it refers to another file; join them with npx \
                @redocly/cli bundle (so in 2 more responses)
                    line 2  GET /2, 200 (image/png): image/png is binary, so give the folder a file \
                of it (so in 2 more responses)
                OpenAPI: 9 responses in 6 sets, from 10 operations, for any server; 4 passed over.
                Passed over 4 parts: it refers to another file; join them with npx @redocly/cli \
                bundle.
                    line 7  GET /f1
                    line 8  GET /f2
                    line 9  GET /f3
                    and 1 more
                """)
    }

    /// Examples that break the same rule are one line, wherever the rule is reached.
    @Test func examplesThatBreakOneRuleAreToldOnce() throws {
        let schema = ##"{ "properties": { "a": { "$ref": "#/a" }, "b": { "$ref": "#/a" } } }"##
        let examples = [#"{ "a": "x" }"#, #"{ "b": "y" }"#].map {
            #"{ "application/json": { "schema": \#(schema), "example": \#($0) } }"#
        }
        let document = """
            { "openapi": "3.0.0", "a": { "type": "integer" }, "paths": { "/a": { "get": { "responses": {
              "200": { "content": \(examples[0]) },
              "400": { "content": \(examples[1]) } } } } } }
            """
        #expect(
            try ResponseSet.sets(fromOpenAPI: Data(document.utf8)).shortcomings == """
                2 values do not fit the schema:
                    line 2  GET /a, 200, a: its example breaks type "integer" (so in 1 more place)
                """)
    }

    /// A report has a dozen lines of a kind, however many rules are broken.
    @Test func manyRulesThatAreBrokenAlikeAreOneLine() throws {
        func lines(_ schemas: [String]) throws -> [Substring] {
            let paths = schemas.enumerated().map { number, schema in
                let media = #"{ "schema": \#(schema), "example": "x" }"#
                let response = #"{ "content": { "application/json": \#(media) } }"#
                return #""/\#(number)": { "get": { "responses": { "200": \#(response) } } }"#
            }
            let all = paths.joined(separator: ", ")
            let document = #"{ "openapi": "3.1.0", "paths": { \#(all) } }"#
            let sets = try ResponseSet.sets(fromOpenAPI: Data(document.utf8))
            return sets.shortcomings?.split(separator: "\n") ?? []
        }
        let same = Array(repeating: #"{ "type": "integer" }"#, count: 11)
        #expect(try lines(same.dropLast()).count == 11)
        #expect(
            try lines(same) == [
                "11 values do not fit the schema:",
                #"    line 1  GET /0, 200: its example breaks type "integer" (so in 10 more places)"#,
            ])
        let different = (0..<20).map { #"{ "const": \#($0) }"# }
        #expect(
            try lines(different).suffix(2) == [
                "    line 1  GET /11, 200: its example breaks const 11", "    and 8 more",
            ])
    }

    @Test func schemasThatSayTheSameAreToldEach() throws {
        let schema = #"{ "type": "string", "pattern": "(a)\\1" }"#
        let document = """
            { "openapi": "3.1.0", "info": { "title": "A" }, "paths": { "/a": { "get": {
              "responses": { "200": { "content": { "application/json": { "schema": { "properties": {
                "b": \(schema),
                "c": \(schema) } } } } } } } } } }
            """
        #expect(
            try ResponseSet.sets(fromOpenAPI: Data(document.utf8)).shortcomings == """
                2 values do not fit the schema:
                    line 3  GET /a, 200, b: no value fits pattern "(a)\\\\1"
                    line 4  GET /a, 200, c: no value fits pattern "(a)\\\\1"
                """)
    }

    @Test func emptyNamesKeepNothingOut() throws {
        let document = """
            { "openapi": "3.0.0", "info": {}, "paths": { "/a": { "get": {
              "operationId": "", "tags": [""], "responses": { "200": {} } } } } }
            """
        let sets = try ResponseSet.sets(fromOpenAPI: Data(document.utf8))
        let folder = try ScratchFolder()
        try sets.write(to: folder.url)
        #expect(try ResponseSet.sets(in: .directory(folder.url)).map(\.name) == ["GET /a"])
    }

    @Test func refusesWhatItCannotRead() {
        let yaml = """
            it is YAML.

            To fix: turn it into JSON: yq -j . in.yaml > out.json; if it is in several files, \
            npx @redocly/cli bundle in.yaml -o out.json
            """
        let wanted = ".\n\nTo fix: give the JSON of an OpenAPI 3.0, 3.1 or 3.2 document."
        let faults: KeyValuePairs = [
            "openapi: 3.0.0\ninfo:\n  title: Books\n": yaml,
            "{openapi: 3.1.0, info: {title: Books}, paths: {}}": yaml,
            #"{ "swagger": "2.0", "paths": {} }"#: """
            it is Swagger 2.0.

            To fix: turn it into OpenAPI 3: npx swagger2openapi in.json -o out.json
            """,
            #"{ "swaggerVersion": "1.2", "apis": [] }"#: """
            it is Swagger 1.2.

            To fix: turn it into Swagger 2.0 first: npx api-spec-converter --from=swagger_1 \
            --to=swagger_2 in.json > out.json
            """,
            #"{ "openapi": "4.0.0" }"#: #"its version, "openapi", is 4.0.0"# + wanted,
            #"{ "log": {} }"#: #"its version, "openapi", is missing"# + wanted,
            #"{ "openapi": "3.0.0", "#:
                "it is not JSON (it ends too early, line 1, column 23)" + wanted,
            "": "it is not JSON (it ends too early, line 1, column 1)" + wanted,
            #"{ "openapi": "3.0.0", "x": "# + String(repeating: "[", count: 600):
                "it is not JSON (more than 512 levels deep, line 1, column 539)" + wanted,
        ]
        for (text, fault) in faults {
            let error = BarricadeError(
                .unreadableArchive, "The OpenAPI document cannot be imported: \(fault)")
            #expect(throws: error) { try ResponseSet.sets(fromOpenAPI: Data(text.utf8)) }
        }
    }
}
