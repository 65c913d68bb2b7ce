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

/// What a document says about a response beside its schema, and how it is sent.
@Suite(.timeLimit(.minutes(20))) struct OpenAPIRepliesTests {
    /// Makes the sets of one operation, with the parts of its response 200.
    private func sets(
        _ response: String, method: String = "get", version: String = "3.2.0"
    ) throws -> OpenAPISets {
        let document = """
            { "openapi": "\(version)", "paths": { "/a": { "\(method)": { "responses": {
              "200": \(response) } } } }, "components": { "mediaTypes": {
              "One": { "example": 1 } }, "x-contents": { "application/json": { "example": 2 } } } }
            """
        return try ResponseSet.sets(fromOpenAPI: Data(document.utf8))
    }

    /// The names, types and bodies of the responses, and what is told about them.
    private func lines(_ sets: OpenAPISets) throws -> [String] {
        let bodies = try sets.responseSets[0].responses.compactMap { response -> String? in
            guard let plain = response.plainReply else { return nil }
            let type = plain.reply.completeHeaders["Content-Type"] ?? "-"
            let text = String(decoding: try plain.bytes(in: []), as: UTF8.self)
            return "\(response.name): \(type): \(text)"
        }
        return bodies + (sets.missing + sets.misfits + sets.passedOver).map { $0.reason }
    }

    private static let contents: KeyValuePairs<String, [String]> = [
        // Streams: an event, a line or a record for each element.
        #"{ "text/event-stream": { "itemSchema": { "properties": { "event": { "const": "tick" }, "data": { "type": "string", "contentMediaType": "application/json", "contentSchema": { "properties": { "n": { "const": 1 } } } } } } } }"#:
            ["200: text/event-stream: event: tick\ndata: {\"n\":1}\n\n"],
        #"{ "text/event-stream": { "schema": { "type": "string" } } }"#:
            ["200: text/event-stream: data: text\n\n"],
        #"{ "text/event-stream": { "example": "id: 1\ndata: a" } }"#:
            ["200: text/event-stream: id: 1\ndata: a\n\n"],
        #"{ "text/event-stream": { "example": ["a\r\nb", { "data": "c\rd" }] } }"#:
            ["200: text/event-stream: data: a\ndata: b\n\ndata: c\ndata: d\n\n"],
        #"{ "application/jsonl": { "schema": { "type": "array", "items": { "const": 1 }, "minItems": 2 } } }"#:
            ["200: application/jsonl: 1\n1\n"],
        #"{ "application/x-jsonl": { "schema": { "const": 1 } } }"#:
            ["200: application/x-jsonl: 1\n"],
        #"{ "application/json-seq": { "itemSchema": { "const": 1 } } }"#:
            ["200: application/json-seq: \u{1E}1\n"],
        // Texts and ranges.
        #"{ "text/plain": { "schema": { "type": "number" }, "example": 1.50 } }"#:
            ["200: text/plain: 1.50"],
        #"{ "text/*": { "schema": {} } }"#: ["200: text/plain; charset=utf-8: text"],
        // Frameworks declare plain text beside JSON, and YAML holds JSON.
        #"{ "text/plain": { "example": { "a": 1 } } }"#: [#"200: text/plain: {"a":1}"#],
        #"{ "application/yaml": { "schema": { "items": { "const": "a" } } } }"#:
            [#"200: application/yaml: ["a"]"#],
        #"{ "text/csv": { "example": { "a": 1 } } }"#:
            ["200: text/csv: ", "its value is neither text nor a number, which text/csv needs"],
        // Services have types of their own for JSON, and spreadsheets, and name protocol buffers so.
        #"{ "application/vnd.shop.error": { "schema": { "properties": { "a": { "const": 1 } } } } }"#:
            [#"200: application/vnd.shop.error: {"a":1}"#],
        #"{ "application/vnd.ms-excel": { "schema": { "type": "string", "format": "binary" } } }"#:
            [
                "200: application/vnd.ms-excel: ",
                "application/vnd.ms-excel is binary, so give the folder a file of it",
            ],
        #"{ "application/vnd.shop.protobuf": { "schema": { "properties": { "a": {} } } } }"#:
            [
                "200: application/vnd.shop.protobuf: ",
                "application/vnd.shop.protobuf is binary, so give the folder a file of it",
            ],
        #"{ "application/x-www-form-urlencoded": { "schema": { "properties": { "a b": { "const": "c&d" }, "n": { "const": [1, "d"] } } } } }"#:
            ["200: application/x-www-form-urlencoded: a%20b=c%26d&n=1&n=d"],
        #"{ "image/*": { "schema": { "type": "string", "format": "binary" } } }"#:
            ["200: image/png: ", "image/png is binary, so give the folder a file of it"],
        #"{ "headers": {} }"#:
            ["200: -: ", #""headers" is no media type, such as application/json"#],
        #"{ "text/plain; charset=us-ascii": { "example": "é" } }"#:
            ["200: text/plain; charset=us-ascii: ", "its charset cannot hold its text"],
        // JSON that is written as text.
        #"{ "application/json": { "schema": { "type": "object" }, "example": "{\"a\":[]}" } }"#:
            [#"200: application/json: {"a":[]}"#],
        #"{ "application/json": { "schema": { "type": "string" }, "example": "{\"a\":[]}" } }"#:
            [#"200: application/json: "{\"a\":[]}""#],
        #"{ "application/json": { "schema": { "required": ["a"], "type": "object" }, "example": "{\"b\":1}" } }"#:
            [#"200: application/json: {"b":1}"#, #"its example breaks required "a""#],
        #"{ "application/json": { "schema": { "type": "integer" }, "example": "x" } }"#:
            [#"200: application/json: "x""#, #"its example breaks type "integer""#],
        #"{ "application/json": { "schema": { "required": ["a"] }, "example": { "b": 1 } } }"#:
            [#"200: application/json: {"b":1}"#, #"its example breaks required "a""#],
        #"{ "application/json": { "schema": { "const": 1 }, "example": { "$ref": "a.json" } } }"#:
            ["200: application/json: 1", "its example is in another file"],
        // Some writers have a null where there is no example.
        #"{ "application/json": { "schema": { "type": "integer" }, "example": null } }"#:
            ["200: application/json: 1"],
        #"{ "application/json": { "schema": { "type": "integer" }, "examples": { "a": { "value": null }, "b": { "value": 2 } } } }"#:
            ["200 (b): application/json: 2"],
        #"{ "application/json": { "schema": { "type": ["integer", "null"] }, "example": null } }"#:
            ["200: application/json: null"],
        #"{ "application/json": { "example": null } }"#: ["200: application/json: null"],
        // What 3.2 adds.
        ##"{ "application/json": { "$ref": "#/components/mediaTypes/One" } }"##:
            ["200: application/json: 1"],
        #"{ "application/json": { "examples": { "a": { "dataValue": [1] }, "b": { "serializedValue": "[ 2 ]" } } } }"#:
            ["200 (a): application/json: [1]", "200 (b): application/json: [ 2 ]"],
        // Some tools leave a reference here too.
        ##"{ "$ref": "#/components/x-contents" }"##: ["200: application/json: 2"],
        // JSON comes first.
        #"{ "text/csv": { "example": "a" }, "application/problem+json": { "example": 2 }, "application/json": { "example": 1 } }"#:
            [
                "200: application/json: 1",
                "200 (application/problem+json): application/problem+json: 2",
                "200 (text/csv): text/csv: a",
            ],
        // XML has the words of the schema.
        #"{ "application/xml": { "schema": { "type": "object", "xml": { "name": "book", "namespace": "urn:b", "prefix": "b" }, "properties": { "id": { "const": "1&2", "xml": { "attribute": true } }, "tags": { "type": "array", "items": { "const": "x", "xml": { "name": "tag" } }, "xml": { "wrapped": true } } } } } }"#:
            [
                "200: application/xml: <?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                    + #"<b:book xmlns:b="urn:b" id="1&amp;2"><tags><tag>x</tag></tags></b:book>"#
            ],
    ]

    @Test func contentsAreWrittenInTheirTypes() throws {
        for (content, expected) in Self.contents {
            #expect(try lines(sets(#"{ "content": \#(content) }"#)) == expected, "\(content)")
        }
    }

    /// Swagger's `produces: [json]`, converted.
    @Test func aResponseWhoseOnlyTypeIsNoneHasNoBody() throws {
        let response = #"{ "content": { "json": { "example": 1 } } }"#
        #expect(try sets(response).missing.map(\.request) == ["GET /a, 200, json"])
    }

    @Test func aCharsetIsThatOfTheBytes() throws {
        let content = #"{ "text/plain; charset=iso-8859-1": { "example": "é" } }"#
        let sets = try sets(#"{ "content": \#(content) }"#)
        #expect(try sets.responseSets[0].responses[0].plainReply?.bytes(in: []) == Data([0xE9]))
    }

    @Test func headerFieldsAreInTheSimpleStyle() throws {
        let sets = try sets(
            ##"""
            { "headers": {
              "X-Map": { "examples": { "some": { "value": 60 } } },
              "X-Content": { "content": { "application/json": { "example": { "a": 1 } } } },
              "X-One": { "content": { "application/json": { "$ref": "#/components/mediaTypes/One" } } },
              "X-List": { "required": true, "schema": { "type": "array", "items": { "const": 1 }, "minItems": 2 } },
              "X-Pair": { "required": true, "explode": true, "schema": { "required": ["a"], "properties": { "a": { "const": 1 } } } },
              "Date": { "required": true }, "Last-Modified": { "required": true },
              "ETag": { "required": true }, "X-Rare": {}, "X-Odd": { "example": "a\nb" } } }
            """##)
        let fields = sets.responseSets[0].responses[0].plainReply?.reply.headers.fields ?? []
        #expect(
            fields.map { "\($0.name): \($0.value)" } == [
                "X-Map: 60", #"X-Content: {"a":1}"#, "X-One: 1", "X-List: 1,1", "X-Pair: a=1",
                "Last-Modified: Fri, 17 May 2024 09:30:00 GMT", #"ETag: "1""#,
            ])
        #expect(
            sets.passedOver.map { "\($0.request): \($0.reason)" } == [
                "GET /a, 200, X-Odd: its example cannot be sent as a header field",
                "GET /a, 200, X-Rare: an optional header field has no example",
            ])
    }

    /// Each cookie has a field of its own.
    @Test(arguments: [
        #"["a=1; Path=/", "b=2; Expires=Wed, 09 Jun 2100 10:18:14 GMT"]"#,
        #""a=1; Path=/\nb=2; Expires=Wed, 09 Jun 2100 10:18:14 GMT""#,
        #""a=1; Path=/, b=2; Expires=Wed, 09 Jun 2100 10:18:14 GMT""#,
    ]) func cookiesAreNotJoined(example: String) throws {
        let sets = try sets(#"{ "headers": { "Set-Cookie": { "example": \#(example) } } }"#)
        let fields = sets.responseSets[0].responses[0].plainReply?.reply.headers
        #expect(
            fields?.values(of: "Set-Cookie") == [
                "a=1; Path=/", "b=2; Expires=Wed, 09 Jun 2100 10:18:14 GMT",
            ])
        #expect(sets.passedOver.isEmpty)
    }

    /// A field that nobody has to send is told once, however many responses have it.
    @Test func aRedirectLeadsSomewhereAndOptionalFieldsAreOneLine() throws {
        let fields = #""headers": { "X-Rate": {} }"#
        let document = """
            { "openapi": "3.0.0", "paths": { "/a": { "post": { "responses": {
              "201": { "headers": { "Location": {} } }, "302": { "headers": { "Location":
                { "schema": { "type": "string", "format": "uri" } } } },
              "400": { \(fields) }, "401": { \(fields) }, "402": { \(fields) } } } } } }
            """
        let sets = try ResponseSet.sets(fromOpenAPI: Data(document.utf8))
        let places = sets.responseSets[0].responses.prefix(2).map {
            $0.plainReply?.reply.headers["Location"]
        }
        #expect(places == ["/text", "https://example.com/"])
        #expect(
            sets.passedOver.map(\.request) == ["POST /a, 400, X-Rate and 2 more responses"])
    }

    @Test func acceptChoosesATypeUnlessOneIsSelected() async throws {
        let sets = try sets(
            #"{ "content": { "application/json": { "example": 1 }, "text/csv": { "example": "a" } } }"#
        )
        let barricade = Barricade(sets)
        let session = barricade.patientSession
        func text(_ accept: String) async throws -> String {
            try await session.get("\(api)/a", headers: ["Accept": accept]).text
        }
        try await expectOutcomes(
            [
                "1": ["*/*", "application/json, text/csv"],
                "a": ["text/csv", "text/csv, application/json"],
            ], of: text)
        try barricade.select("200 (text/csv)", for: "GET /a")
        #expect(try await text("*/*") == "a")
    }

    /// An example of the request and one of a response belong together if they have the same name.
    @Test func aRequestThatIsAnExampleGetsTheResponseOfItsName() async throws {
        let document = """
            { "openapi": "3.2.0", "servers": [{ "url": "\(api)/v1" }], "order": { "examples": {
                "a": { "value": { "n": 1 } }, "b": { "dataValue": { "n": 2 } } } }, "paths": {
              "/books/{id}/{part}": { "get": { "parameters": [
                { "name": "id", "in": "path", "required": true, "examples": {
                  "fog": { "value": 7 }, "gone": { "value": "a/b" } } },
                { "name": "lang", "in": "query", "examples": { "german": { "value": "de" } } },
                { "name": "X-Plan", "in": "header", "examples": { "free": { "value": "free" } } }],
                "responses": {
                  "200": { "content": { "application/json": { "examples": {
                    "first": { "value": "First" }, "fog": { "value": "Fog" },
                    "german": { "value": "Nebel" }, "unasked": { "value": "?" } } } } },
                  "402": { "content": { "text/plain": { "examples": {
                    "free": { "value": "Pay" } } } } },
                  "404": { "content": { "text/plain": { "examples": {
                    "gone": { "value": "Gone" } } } } } } } },
              "/orders": { "post": {
                "requestBody": { "content": { "application/json": { "$ref": "#/order" } } },
                "responses": { "200": { "content": { "text/plain": { "examples": {
                  "a": { "value": "One" }, "b": { "value": "Two" } } } } } } } } } }
            """
        let sets = try ResponseSet.sets(fromOpenAPI: Data(document.utf8))
        let folder = try ScratchFolder()
        try sets.write(to: folder.url)
        // A second import changes nothing.
        #expect(try sets.write(to: folder.url).isEmpty)
        for barricade in [Barricade(sets), try Barricade(folder: .directory(folder.url))] {
            let session = barricade.patientSession
            for (path, plan, text) in [
                ("7/x", "", #""Fog""#), ("8/x", "", #""First""#), ("a%2Fb/y", "", "Gone"),
                ("8/x?lang=de&page=1", "", #""Nebel""#), ("8/x", "free", "Pay"),
            ] {
                let reply = try await session.get(
                    "\(api)/v1/books/\(path)", headers: ["X-Plan": plan])
                #expect(reply.text == text, "\(path)")
            }
            try await expectOutcomes([
                "Two": [#"{"n":2,"m":0}"#], "One": [#"{"n":1}"#, #"{"n":3}"#],
            ]) { try await session.send(.posting($0, to: "\(api)/v1/orders")).text }
        }
    }

    /// Servers, with the base of the sets.
    private static let servers: KeyValuePairs<String, String> = [
        "//api.example.com/v1": "https://api.example.com/v1",
        "../v1": "/v1",
        "https://api.example.com/v1//": "https://api.example.com/v1",
        "https://api.example.com/{base}": "https://api.example.com/v2",
        "https://api.example.com/{tenant}/v1": "https://api.example.com/*/v1",
        "https://{none}.example.com": "",
        "localhost:8080/v1": "http://localhost:8080/v1",
        "api.example.com": "https://api.example.com",
        "v1.0": "/v1.0",
        "https://<tenant>.example.com/v1": "/v1",
        "https://$HOST/v1": "/v1",
        "https://me:secret@api.example.com/v1": "https://api.example.com/v1",
    ]

    @Test func serversAreReadAsTheyAreWritten() throws {
        for (url, base) in Self.servers {
            let document = """
                { "openapi": "3.1.0", "servers": [{ "url": "\(url)", "variables": {
                  "base": { "default": "/v2" }, "none": { "default": "" } } },
                  { "url": "https://b.example.com" }],
                  "paths": { "/a": { "get": { "responses": { "200": {} } } } } }
                """
            let data = Data(document.utf8)
            let matchers = try [
                ResponseSet.sets(fromOpenAPI: data),
                ResponseSet.sets(fromOpenAPI: data) { $0.server = 2 },
                ResponseSet.sets(fromOpenAPI: data) {
                    $0.base = URL(string: "http://c.example/x/")
                },
            ].flatMap { $0.responseSets.map { "\($0.matcher)" } }
            #expect(
                matchers == [
                    "GET \(base)/a", "GET https://b.example.com/a", "GET http://c.example/x/a",
                ], "\(url)")
        }
        let none = BarricadeError(
            .unreadableArchive,
            """
            The OpenAPI document has no server 3: it has 1 server.

            To fix: give a number from 1 to 1.
            """)
        let document = #"{ "openapi": "3.1.0", "servers": [{ "url": "/v1" }] }"#
        #expect(throws: none) {
            try ResponseSet.sets(fromOpenAPI: Data(document.utf8)) { $0.server = 3 }
        }
    }

    @Test(
        arguments: [
            "api.example.com": "https://api.example.com (https, since it names no scheme)",
            "https://a.b/{tenant}": "https://a.b/* (any text for {tenant}, which is not declared)",
            "https://$HOST/v1": "/v1 (any host, since https://$HOST is none)",
            "https://me:secret@$HOST/v1": "/v1 (any host, since https://$HOST is none)",
        ]) func whatIsDecidedAboutAServerIsTold(_ url: String, _ server: String) throws
    {
        let document = """
            { "openapi": "3.1.0", "servers": [{ "url": "\(url)" }],
              "paths": { "/a": { "get": { "responses": { "200": {} } } } } }
            """
        let sets = try ResponseSet.sets(fromOpenAPI: Data(document.utf8))
        #expect("\(sets)".hasSuffix("from 1 operation, for \(server)."))
    }

    @Test func whatCannotBeHeldOrCheckedIsTold() throws {
        let levels = 120
        let example =
            String(repeating: #"{ "a": "#, count: levels) + "1"
            + String(repeating: "}", count: levels)
        let schema = ##"{ "properties": { "a": { "$ref": "#/a" } } }"##
        let media = ##"{ "schema": { "$ref": "#/a" }, "example": \##(example) }"##
        let document = """
            { "openapi": "3.2.0", "a": \(schema), "paths": { "/a": {
              "additionalOperations": { "": { "responses": { "200": {} } } },
              "get": { "responses": { "200": { "content": { "application/json": \(media) } } } } } } }
            """
        let sets = try ResponseSet.sets(fromOpenAPI: Data(document.utf8))
        #expect(
            (sets.misfits + sets.passedOver).map(\.reason) == [
                "its schema has too many levels to check",
                "no folder can hold it, since it wants a name, got an empty string",
            ])
    }

    /// What an operation says of its servers is one line.
    @Test func serversOfAnOperationAreToldOnce() throws {
        let document = """
            { "openapi": "3.1.0", "paths": { "/a": { "get": { "responses": { "200": {} },
              "servers": [{ "url": "https://{region}.example.com", "variables": { "region":
                { "default": "eu" } } }, { "url": "https://b.example.com" }] } } } }
            """
        let sets = try ResponseSet.sets(fromOpenAPI: Data(document.utf8))
        #expect(sets.responseSets.map { "\($0.matcher)" } == ["GET https://eu.example.com/a"])
        #expect(
            sets.passedOver.map(\.reason) == [
                "other servers than https://eu.example.com (region is eu; server 1 of 2)"
            ])
    }

    /// Of two that fit, the one with more text of its own answers.
    @Test(arguments: ["/a.json": "/{name}.json", "/a.b": "/{name}.{end}", "/a:b:b": "/{id}:b:b"])
    func aSegmentWithMoreTextIsNarrower(_ path: String, _ expected: String) async throws {
        let paths = ["/{name}.{end}", "/{name}.json", "/{id}:b", "/{id}:b:b"].map {
            #""\#($0)": { "get": { "responses": { "200": {} } } }"#
        }
        let document = #"{ "openapi": "3.1.0", "paths": { \#(paths.joined(separator: ", ")) } }"#
        let barricade = Barricade(try ResponseSet.sets(fromOpenAPI: Data(document.utf8)))
        _ = try await barricade.patientSession.get("\(api)\(path)")
        #expect(barricade.requests.map(\.set) == ["GET \(expected)"])
    }

    /// Only braces name segments in OpenAPI.
    @Test(arguments: ["/<upload_url>", "/*", "/:id", "/<a>:b"])
    func otherSegmentsAreAskedForAsTheyAre(_ path: String) async throws {
        let document = """
            { "openapi": "3.1.0", "paths": { "\(path)": { "get": { "responses": {
              "200": { "content": { "text/plain": { "example": "it" } } } } } } } }
            """
        let barricade = Barricade(try ResponseSet.sets(fromOpenAPI: Data(document.utf8)))
        let session = barricade.patientSession
        let escaped = path.replacing("<", with: "%3C").replacing(">", with: "%3E")
        #expect(try await session.get("\(api)\(escaped)").text == "it")
        _ = try await session.failure("\(api)/other")
    }

    /// Parameters, with their clauses.
    private static let parameters: KeyValuePairs<String, String> = [
        #""in": "query", "schema": { "const": "b" }"#: " and query item f is b",
        #""in": "query", "schema": { "properties": { "a": {}, "b": {} } }"#:
            " and (query item f is present or query item a is present or query item b is present)",
        #""in": "query", "style": "deepObject", "schema": { "type": ["object", "null"], "oneOf": [{ "properties": { "a": {} } }] }"#:
            " and (query item f is present or query item f[a] is present)",
        #""in": "query", "content": { "application/json": { "schema": { "type": "object" } } }"#:
            " and query item f is present",
        #""in": "querystring", "content": { "application/x-www-form-urlencoded": { "schema": { "required": ["a"] } } }"#:
            " and any request and query item a is present",
        ##""in": "querystring", "content": { "application/x-www-form-urlencoded": { "$ref": "#/form" } }"##:
            " and any request and query item b is present",
    ]

    @Test func requiredParametersAreClauses() throws {
        for (parameter, clause) in Self.parameters {
            let document = """
                { "openapi": "3.2.0", "form": { "schema": { "required": ["b"] } }, "paths": { "/a": {
                  "additionalOperations": { "COPY": {
                  "parameters": [{ "name": "f", "required": true, \(parameter) }],
                  "responses": { "200": {} } } } } } }
                """
            let sets = try ResponseSet.sets(fromOpenAPI: Data(document.utf8))
            #expect("\(sets.responseSets[0].matcher)" == "COPY /a\(clause)")
        }
    }

    @Test func operationsWithTheSameRequestsShareASet() throws {
        let long = String(repeating: "operation", count: 20)
        let document = """
            { "openapi": "3.1.0", "paths": {
              "/token": { "post": { "operationId": "\(long)", "responses": { "202": {}, "200": {} } } },
              "/token#refresh": { "post": { "operationId": "refresh", "responses": { "200": {} } } },
              "/files/{rest}": { "get": { "operationId": "file", "parameters": [{ "name": "rest",
                "in": "path", "required": true, "schema": { "type": "string", "format": "path" } }],
                "responses": { "200": {} } } },
              "/gateway/{proxy+}": { "get": { "responses": { "200": {} } } },
              "/a/{x}": { "get": { "operationId": "x", "responses": { "200": {} } } },
              "/a/{y}/": { "get": { "operationId": "y", "responses": { "200": {}, "404": {} } } },
              "/a:b": { "get": { "operationId": "b", "responses": { "200": {} } } },
              "/a:c": { "get": { "operationId": "c", "responses": { "200": {} } } } } }
            """
        let sets = try ResponseSet.sets(fromOpenAPI: Data(document.utf8))
        let lines = sets.responseSets.map {
            "\($0.name): \($0.matcher): " + $0.responses.map(\.name).joined(separator: ", ")
        }
        #expect(
            lines == [
                "\(long): POST /token: 200, 202, 200 (refresh)", "b: GET /a:b: 200",
                "c: GET /a:c: 200", "x: GET /a/:x: 200, 200 (y), 404 (y)",
                "file: GET /files/**: 200", "GET /gateway/{proxy+}: GET /gateway/**: 200",
            ])
        #expect(
            sets.passedOver.map { "\($0.request): \($0.reason)" }
                == [
                    "POST /token#refresh", "GET /a/{y}/",
                ].map {
                    "\($0): a set of its own, since that of an earlier operation has the same requests, and these responses now"
                })
    }
}
