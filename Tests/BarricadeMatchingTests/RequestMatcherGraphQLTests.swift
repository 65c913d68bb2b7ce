import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct RequestMatcherGraphQLTests {
    private static let matcher = RequestMatcher.graphQL("GetCart")

    /// A body as clients send it, with the document in it.
    private static func body(_ document: String) throws -> String {
        let data = try JSONEncoder().encode(["query": document])
        return String(decoding: data, as: UTF8.self)
    }

    /// What the matcher says of the operation that a request has; `nil` if it is the right one.
    private func got(_ request: BarricadeRequest) -> String? {
        Self.matcher.difference(to: request)?
            .replacing("wants GraphQL operation GetCart, got ", with: "")
    }

    // MARK: Where the name stands

    @Test(
        arguments: [
            (#"{"operationName": "GetCart", "variables": {}}"#, nil),
            (#"{"operationName": null, "query": "query GetCart { id }"}"#, nil),
            (#"{"operationName": "", "query": "query GetCart { id }"}"#, nil),
            (#"{"operationName": "GetUser", "query": "query GetCart { id }"}"#, "GetUser"),
            (#"{"operationName": "getcart"}"#, "getcart"), (#"{"query": "{ id }"}"#, "none"),
            (#"{"query": "shoes"}"#, "none"), (#"{"query": 7}"#, "none"), ("7", "none"),
            (#"[{"operationName": "GetUser"}, {"query": "query GetCart{id}"}]"#, nil),
            (#"[{"operationName": "GetUser"}, {"operationName": "A"}, 7]"#, "GetUser, A"),
            ("[]", "none"), ("{", "a body that is not JSON (it ends too early, at offset 1)"),
        ] as [(String, String?)])
    func readsBodies(_ body: String, _ got: String?) throws {
        #expect(self.got(try .posting(body, as: "application/json")) == got)
    }

    @Test(
        arguments: [
            ("operationName=GetCart", nil), ("query=query+GetCart+%7B+id+%7D", nil),
            ("query=query%20GetCart%7Bid%7D", nil),
            ("operationName=GetUser&query=query%20GetCart%7Bid%7D", "GetUser"),
            ("operationName=&query=query%20GetCart%7Bid%7D", nil), ("query=GetCart", "none"),
            ("", "none"),
        ] as [(String, String?)])
    func readsURLs(_ query: String, _ got: String?) throws {
        let found = try ["GET", "POST"].map { self.got(try .line("\($0) /graphql?\(query)")) }
        #expect(found == [got, got == "none" ? "no body" : got])
    }

    @Test(
        arguments: [
            ("query GetCart { id }", nil), ("query GetCart($id: ID!) { id }", nil),
            ("mutation GetCart{a}", nil), ("subscription GetCart @live {a}", nil),
            ("# query Other {\n\n, query GetCart{a}", nil),
            (#"fragment F on query { a(b: "} \" {") } query GetCart { ...F }"#, nil),
            (#"fragment F on A { a(b: """ "} \""" { """) } query GetCart { ...F }"#, nil),
            ("query GetCart { a } query Other { b }", nil),
            ("query Other { b } query GetCart { a }", "Other"),
            ("query { GetCart }", "none"), ("query ($a: A) { GetCart }", "none"),
            ("{ query GetCart }", "none"),
            ("query GetCart", "none"), ("query planner GetCart { }", "none"),
            ("type GetCart { a: A }", "none"), ("", "none"),
            ("}", "none"), ("query: GetCart {", "none"), ("\"", "none"),
            ("é{ query GetCart{", "none"),
        ] as [(String, String?)])
    func readsDocuments(_ document: String, _ got: String?) throws {
        let found = try [
            self.got(.posting(Self.body(document), as: "application/json")),
            self.got(.posting(document, as: "application/graphql; charset=utf-8")),
        ]
        #expect(found == [got, got])
    }

    @Test func readsUploadsButNoBodyOfAGet() throws {
        let upload = [
            "--b", "Content-Disposition: form-data; name=operations", "",
            #"{"operationName": "GetCart"}"#, "--b",
            "Content-Disposition: form-data; name=0; filename=a.png", "", "png", "--b--",
        ].joined(separator: "\r\n")
        let other = upload.replacingOccurrences(of: "operations", with: "map")
        let type = "multipart/form-data; boundary=b"
        var get = try URLRequest.posting(#"{"operationName": "GetCart"}"#)
        get.httpMethod = "GET"
        let found = try [
            got(.posting(upload, as: type)), got(.posting(other, as: type)),
            got(try #require(BarricadeRequest(get))),
        ]
        #expect(found == [nil, "none", "none"])
    }

    @Test func readsALongDocumentOnce() throws {
        let document =
            "fragment F on A {\(String(repeating: " { a }", count: 200_000)) } query GetCart { a }"
        let request = try BarricadeRequest.posting(document, as: "application/graphql")
        try FuzzingWatch.hurry(within: 10) { #expect(got(request) == nil) }
    }

    // MARK: In a load

    @Test func theOperationChoosesTheSet() async throws {
        let barricade = Barricade(
            ["GetCart", "GetUser", "AddBook"].map { name in
                ResponseSet(name, on: .path("/graphql") && .graphQL(name)) {
                    CannedResponse("OK", text: name)
                }
            })
        let session = barricade.session
        let (url, type) = ("\(api)/graphql", "application/json")
        let posted = try URLRequest.posting(
            Self.body("mutation AddBook($t: String!) { add }"), to: url, as: type)
        var streamed = try URLRequest.posting(Data?.none, to: url, as: type)
        streamed.httpBodyStream = InputStream(data: Data(try Self.body("query GetUser{a}").utf8))
        let texts = try await [
            session.send(posted).text, session.send(streamed).text,
            session.get("\(url)?operationName=GetCart").text,
        ]
        #expect(texts == ["AddBook", "GetUser", "GetCart"])
        let request = try BarricadeRequest.posting(#"{"operationName": "GetCart"}"#, to: url)
        #expect(barricade.responseSet(claiming: request)?.name == "GetCart")
    }

    @Test func theNearestSetHasTheNearestName() async throws {
        let line: UInt = #line
        let barricade = Barricade(
            ["GetUser", "GetCards", "AddBook", "GetCarts"].map { name in
                ResponseSet(name, on: .post("/graphql") && .graphQL(name), line: line) {
                    CannedResponse("OK")
                }
            })
        let request = try URLRequest.posting(
            Self.body("query GetCart { id }"), to: "\(api)/graphql", as: "application/json")
        let error = await #expect(throws: (any Error).self) {
            try await barricade.session.send(request)
        }
        let file = "RequestMatcherGraphQLTests.swift:\(line)"
        #expect(
            error?.localizedDescription == """
                No response set matches POST https://api.example.com/graphql.

                Nearest:
                  "GetCarts" (\(file))   wants GraphQL operation GetCarts, got GetCart
                  "GetCards" (\(file))   wants GraphQL operation GetCards, got GetCart
                  "GetUser" (\(file))    wants GraphQL operation GetUser, got GetCart

                To fix:
                  add, after the sets above: ResponseSet("POST /graphql GetCart", \
                on: .post("https://api.example.com/graphql") && .graphQL("GetCart")) \
                { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """)
    }

    @Test func theErrorSuggestsWhatMatches() async throws {
        let post = #".post("\#(api)/graphql")"#
        for (body, source, matcher) in [
            (
                #"[{"operationName": "A"}, {"operationName": "B"}, {"operationName": "A"}]"#,
                #"\#(post) && .graphQL("A") && .graphQL("B")"#,
                .post("/graphql") && .graphQL("A") && .graphQL("B")
            ),
            (
                #"{"query": "{ id }"}"#, #"\#(post) && .json(["query": "{ id }"])"#,
                .post("/graphql") && .json(["query": "{ id }"])
            ),
            (#"{"query": "shoes"}"#, post, .post("/graphql")),
            (#"{"operationName": "not a name"}"#, post, .post("/graphql")),
        ] as [(String, String, RequestMatcher)] {
            let barricade = Barricade()
            let request = try URLRequest.posting(
                body, to: "\(api)/graphql", as: "application/json")
            let error = await #expect(throws: (any Error).self) {
                try await barricade.session.send(request)
            }
            let suggestion = ", on: \(source)) { CannedResponse(json: [:]) }"
            #expect(error?.localizedDescription.contains(suggestion) == true)
            #expect(matcher.difference(to: try #require(BarricadeRequest(request))) == nil)
        }
        let barricade = Barricade()
        let get = "\(api)/graphql?query=query+GetCart%7Bid%7D"
        let error = try await barricade.session.failure(get)
        #expect(
            error.localizedDescription.contains(#"on: .get("\#(get)") && .graphQL("GetCart"))"#))
    }
}
