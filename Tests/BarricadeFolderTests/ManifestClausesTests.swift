import Barricade
import BarricadeFolder
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct ManifestClausesTests {
    struct Case {
        let text: String
        let matcher: RequestMatcher
        /// The text that is written for it.
        let written: String

        init(_ text: String, _ matcher: RequestMatcher, writtenAs written: String? = nil) {
            self.text = text
            self.matcher = matcher
            self.written = written ?? text
        }
    }

    static let cases: [Case] = [
        Case(#""POST /login""#, .post("/login")),
        Case(#""/books/:id?page=2""#, .any("/books/:id?page=2")),
        Case(#""GET https://*.example.com/v1/**""#, .get("https://*.example.com/v1/**")),
        Case(#"{ "all": [] }"#, .any),
        Case(
            #"{ "all": ["GET /a", { "query": ["q"] }, { "port": 8080 }] }"#,
            RequestMatcher.get("/a") && .query("q") && .port(8080)),
        Case(#"{ "either": ["GET /a", "GET /b"] }"#, .get("/a") || .get("/b")),
        Case(#"{ "not": "GET /a" }"#, !.get("/a")),
        Case(#"{ "method": "PURGE" }"#, .method("PURGE")),
        // Any token is a method (RFC 9110, section 5.6.2).
        Case(#""V2 /a""#, .endpoint("V2", "/a")),
        Case(#""M!#~ /a""#, .endpoint("M!#~", "/a")),
        Case(
            #"{ "all": [{ "method": "purge" }, "/a"] }"#,
            RequestMatcher.method("purge") && .endpoint(nil, "/a")),
        Case(#"{ "scheme": "HTTPS" }"#, .scheme("https"), writtenAs: #"{ "scheme": "https" }"#),
        Case(#"{ "host": "*.example.com" }"#, .host("*.example.com")),
        Case(#"{ "trailingSlash": true }"#, .trailingSlash),
        Case(#"{ "pathExtension": "json" }"#, .pathExtension("json")),
        Case(#"{ "query": ["page", "2"] }"#, .query("page", "2")),
        Case(#"{ "query": ["page", { "absent": true }] }"#, .query("page", .absent)),
        Case(#"{ "query": ["debug", { "noValue": true }] }"#, .query("debug", .noValue)),
        Case(
            #"{ "queryExactly": [["page", "2"], ["q"]] }"#,
            .query(exactly: ["page": "2", "q": .present])),
        Case(#"{ "queryExactly": [] }"#, .query(exactly: [:])),
        Case(
            #"{ "header": ["Accept", { "containing": "json" }] }"#,
            .header("Accept", .containing("json"))),
        Case(
            #"{ "header": ["Authorization", { "prefix": "Bearer " }] }"#,
            .header("Authorization", .prefix("Bearer "))),
        Case(#"{ "url": "mock:a" }"#, .url("mock:a")),
        Case(#"{ "regex": "^/v[0-9]+/" }"#, .regex("^/v[0-9]+/")),
        Case(#"{ "regex": "v1", "on": "url" }"#, .regex("v1", on: .url)),
        Case(#"{ "graphQL": "GetCart" }"#, .graphQL("GetCart")),
        Case(#"{ "body": "a=1" }"#, .body(Data("a=1".utf8))),
        Case(#"{ "body": { "base64": "AAE=" } }"#, .body(Data([0, 1]))),
        Case(#"{ "json": { "user": { "id": 7 } } }"#, .json(["user": ["id": 7]])),
        Case(#"{ "json": [1, 2], "arrays": "any" }"#, .json([1, 2], arrays: .any)),
        Case(#"{ "jsonExactly": null }"#, .json(exactly: .null)),
        Case(#"{ "form": ["user", { "regex": "^a" }] }"#, .form("user", .regex("^a"))),
        Case(#"{ "formExactly": [["user", "ada"]] }"#, .form(exactly: ["user": "ada"])),
        Case(#"{ "part": ["title", "Fog"] }"#, .multipart("title", "Fog")),
        Case(
            #"{ "multipart": "photo", "fileName": "a.png", "contentType": "image/png", "data": "x" }"#,
            .multipart(
                "photo", fileName: "a.png", contentType: "image/png", data: Data("x".utf8))),
    ]

    @Test func aClauseIsThatInCodeAndIsWrittenAsThat() throws {
        let folder = try ScratchFolder.manifest("")
        for clause in Self.cases {
            try folder.write(ManifestText.clause(clause.text), to: "barricade.json")
            let read = try #require(try ResponseSet.sets(in: folder.location).first).matcher
            // Clauses joined in code two by two are one list here.
            let isSame = read == clause.matcher || clause.text.contains("\"all\"")
            #expect("\(read)" == "\(clause.matcher)")
            #expect(isSame)
            let copy = try ScratchFolder()
            try Barricade(ResponseSet("S", on: clause.matcher) { CannedResponse("R") })
                .write(to: copy.url)
            let written = try copy.read("barricade.json").filter { !$0.isWhitespace }
            let wanted = clause.written.filter { !$0.isWhitespace }
            #expect(written.contains("\"on\":\(wanted),"))
        }
    }
}
