import Barricade
import BarricadeFolder
import BarricadeRecording
import Foundation
import Testing

@testable import TestSupport

/// What an export holds, so that other tools replay it as the sets answer.
@Suite(.takingTurns, .timeLimit(.minutes(20))) struct HARExportTests {
    private func export(_ responses: CannedResponse...) throws -> [JSONValue] {
        let set = ResponseSet("Any", on: .get("\(api)/any"), responses: responses)
        return try HARExport(of: set).data.harEntries.compactMap { $0["response"] }
    }

    /// With the order of items, repeated and empty ones, `+`, `;` and a final slash.
    @Test func theURLIsTheRecordedOne() throws {
        let paths = [
            "/search?q=fog%20bank&page=2", "/search?q=fog+bank&page=3", "/p/a;v=1", "/tags?a=1&a=2",
            "/list/", "/list", "/e?b=&a", "/z?page=1&limit=2", "/books/7", "/books/8/",
            "/flag?debug", "/flag?debug=", "/b?f[name]=x&f[age]=3", "/b?f%5Bname%5D=y",
        ]
        let recorded = paths.enumerated().map { index, path in
            String.entry("GET \(path)", .content("text/plain", "\(index)"))
        }
        for redaction in [nil, Redaction()] {
            let archive = try HARArchive(entries: recorded) {
                $0.redaction = redaction
                $0.replacesIDs = true
            }
            let folder = try ScratchFolder()
            try archive.write(to: folder.url)
            let export = try HARExport(of: ResponseSet.sets(in: .directory(folder.url)))
            let urls = try export.data.harEntries.map { entry in
                "\(entry["response"]?["content"]?["text"]?.string ?? "") "
                    + (entry["request"]?["url"]?.string ?? "")
            }
            let expected = paths.enumerated().map { "\($0) \(api)\($1)" }
            #expect(Set(urls) == Set(expected), "\(urls)")
        }
    }

    @Test func requestsHaveTheFieldsByWhichRepliesVary() throws {
        let recorded = ["de", "fr"].map { language in
            String.entry(
                "GET /vary", sending: ["Accept-Language": language],
                .content("text/plain", language), ["Vary": "Accept-Language"])
        }
        let export = try HARExport(of: HARArchive(entries: recorded))
        let languages = try export.data.harEntries.map { entry in
            "\(entry["response"]?["content"]?["text"]?.string ?? "") is for "
                + (entry["request"]?["headers"]?[0]?["value"]?.string ?? "any")
        }
        #expect(languages == ["de is for de", "fr is for fr"])
    }

    @Test func aDocumentsTypesAreAskedForByAccept() throws {
        let document = #"""
            {"openapi": "3.1.0", "info": {"title": "T", "version": "1"},
             "servers": [{"url": "https://api.example.com"}],
             "paths": {"/books": {"get": {"operationId": "books", "responses": {"200": {
               "description": "All", "content": {
                 "application/json": {"example": [1]}, "text/csv": {"example": "id"}}}}}}}}
            """#
        let export = try HARExport(of: ResponseSet.sets(fromOpenAPI: Data(document.utf8)))
        #expect(export.excluded == [])
        let accepted = try export.data.harEntries.map { entry in
            entry["request"]?["headers"]?[0]?["value"]?.string ?? "any"
        }
        #expect(accepted == ["any", "text/csv"])
    }

    @Test func aTurnComesAsOftenAsItWasServed() throws {
        let poll = ResponseSet("Poll", on: .get("\(api)/poll")) {
            CannedResponse.sequence("As Recorded") {
                CannedResponse("Busy", status: 202).times(2)
                CannedResponse("Long", status: 203).times(1_000)
                CannedResponse("Done", text: "done")
            }
        }
        let export = try HARExport(of: poll)
        let statuses = try export.data.harEntries.compactMap { $0["response"]?["status"]?.int }
        #expect(statuses == [202, 202] + Array(repeating: 203, count: 100) + [200])
        #expect(
            export.description == """
                103 entries; 1 left out:
                  "Poll" / "Long": 900 of its 1000 times
                """)
    }

    @Test func requestsMeetTheClausesOfTheirSets() throws {
        let matchers: KeyValuePairs<String, RequestMatcher> = [
            "POST /graphql GetCart": .post("\(api)/graphql") && .graphQL("GetCart"),
            "POST /batch A, B": .post("\(api)/batch") && .graphQL("A") && .graphQL("B"),
            "GET /graphql?operationName GetCart": .get("\(api)/graphql") && .graphQL("GetCart"),
            "GET /query?a&page&t":
                .get("\(api)/query?a=1") && .query("t", "only") && .query("page"),
            "POST /form": .post("\(api)/form") && .form("user", "Ada L") && .form("n"),
            "PUT /bytes": .put("\(api)/bytes") && .body(Data([0, 0xFF])),
        ]
        let export = try HARExport(
            of: matchers.map {
                ResponseSet($0, on: $1, responses: [CannedResponse("A", json: [:])])
            })
        #expect(export.excluded == [])
        let archive = try HARArchive(text: String(decoding: export.data, as: UTF8.self)) {
            $0.redaction = nil
        }
        #expect(Set(archive.responseSets.map(\.name)) == Set(matchers.map(\.key)))
        #expect(
            try export.data.harEntries.map { $0["request"]?["postData"] }.suffix(2) == [
                [
                    "mimeType": "application/x-www-form-urlencoded", "params": [],
                    "text": "user=Ada%20L&n=1",
                ],
                ["mimeType": "", "params": [], "text": "AP8=", "encoding": "base64"],
            ])
    }

    @Test func theOrderOfClausesMakesNoDifference() throws {
        let parts: [RequestMatcher] = [.port(8080), .host("shop.example.com"), .get("/books")]
        for parts in [parts, parts.reversed()] {
            let set = ResponseSet("Books", on: parts[0] && parts[1] && parts[2]) {
                CannedResponse("A", json: [])
            }
            let export = try HARExport(of: set)
            let url = try export.data.harEntries.first?["request"]?["url"]?.string
            #expect(url == "https://shop.example.com:8080/books")
        }
    }

    /// Some readers take text for ISO-8859-1, keep the last of several fields, and decode nothing.
    @Test func everyReaderFindsTheSameReply() throws {
        let gzip = Data(base64Encoded: "H4sIAAAAAAACA6tWykxRsjKvBQBDXwcSCAAAAA==") ?? Data()
        let utf8 = Data("Zoë".utf8)
        let responses = try export(
            CannedResponse("Text", body: .data(utf8, contentType: "text/plain")),
            CannedResponse("Named", body: .data(utf8, contentType: "text/plain; charset=utf-8")),
            CannedResponse("Page", body: .data(utf8, contentType: "text/html")),
            CannedResponse("Bytes", body: .data(utf8, contentType: "application/octet-stream")),
            CannedResponse("ASCII", text: "Zoe"),
            CannedResponse(
                "Packed", status: 404, headers: ["Content-Encoding": "gzip"],
                body: .data(gzip, contentType: "application/json")),
            CannedResponse(
                "Links",
                headers: .init([
                    .init("Link", "</a>; rel=next"), .init("link", "</b>; rel=prev"),
                    .init("Set-Cookie", "a=1; Path=/; HttpOnly"),
                    .init("Set-Cookie", "b=2; Secure; Expires=Wed, 01 Mar 2028 10:30:00 GMT"),
                ])))
        let contents = responses.map { response in
            let content = response["content"]
            return [content?["text"], content?["encoding"]].map { $0?.string ?? "-" }
        }
        let base64 = utf8.base64EncodedString()
        #expect(
            contents == [
                [base64, "base64"], ["Zoë", "-"], ["Zoë", "-"], [base64, "base64"], ["Zoe", "-"],
                [#"{"id":7}"#, "-"], ["-", "-"],
            ])
        #expect(
            responses.map { $0["statusText"]?.string } == ["OK", "OK", "OK", "OK", "OK", "", "OK"])
        #expect(responses[5]["headers"] == [["name": "Content-Type", "value": "application/json"]])
        #expect(
            responses[6]["headers"] == [
                ["name": "Link", "value": "</a>; rel=next, </b>; rel=prev"],
                ["name": "Set-Cookie", "value": "a=1; Path=/; HttpOnly"],
                [
                    "name": "Set-Cookie",
                    "value": "b=2; Secure; Expires=Wed, 01 Mar 2028 10:30:00 GMT",
                ],
            ])
        #expect(
            responses[6]["cookies"] == [
                ["name": "a", "value": "1", "path": "/", "httpOnly": true, "secure": false],
                [
                    "name": "b", "value": "2", "expires": "2028-03-01T10:30:00.000Z",
                    "httpOnly": false, "secure": true,
                ],
            ])
    }
}
