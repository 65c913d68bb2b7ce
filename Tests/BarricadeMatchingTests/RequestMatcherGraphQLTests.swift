import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct RequestMatcherGraphQLTests {
    /// A body as clients send it, with the document in it.
    private static func body(_ document: String) throws -> String {
        let data = try JSONEncoder().encode(["query": document])
        return String(decoding: data, as: UTF8.self)
    }

    // MARK: Where the name stands

    /// What the matcher says of the operation that a request has; `nil` if it is the right one.
    @Test(arguments: try bodies() + urls() + documents() + uploads())
    func findsTheOperation(_ request: BarricadeRequest, _ got: String?) {
        let difference = RequestMatcher.graphQL("GetCart").difference(to: request)
        #expect(difference == got.map { "wants GraphQL operation GetCart, got \($0)" })
    }

    private static func bodies() throws -> [(BarricadeRequest, String?)] {
        try [
            (#"{"operationName": "GetCart", "variables": {}}"#, nil),
            (#"{"operationName": null, "query": "query GetCart { id }"}"#, nil),
            (#"{"operationName": "", "query": "query GetCart { id }"}"#, nil),
            (#"{"operationName": "GetUser", "query": "query GetCart { id }"}"#, "GetUser"),
            (#"{"operationName": "getcart"}"#, "getcart"), (#"{"query": "{ id }"}"#, "none"),
            (#"{"query": "shoes"}"#, "none"), (#"{"query": 7}"#, "none"), ("7", "none"),
            (#"[{"operationName": "GetUser"}, {"query": "query GetCart{id}"}]"#, nil),
            (#"[{"operationName": "GetUser"}, {"operationName": "A"}, 7]"#, "GetUser, A"),
            ("[]", "none"), ("{", "a body that is not JSON (it ends too early, at offset 1)"),
        ].map { (try .posting($0, as: "application/json"), $1) }
    }

    private static func urls() throws -> [(BarricadeRequest, String?)] {
        let queries: [(String, String?)] = [
            ("operationName=GetCart", nil), ("query=query+GetCart+%7B+id+%7D", nil),
            ("query=query%20GetCart%7Bid%7D", nil),
            ("operationName=GetUser&query=query%20GetCart%7Bid%7D", "GetUser"),
            ("operationName=&query=query%20GetCart%7Bid%7D", nil), ("query=GetCart", "none"),
            ("", "none"),
        ]
        return try queries.map { (try .line("/graphql?\($0)"), $1) }
            + queries.map {
                (try .line("POST /graphql?\($0)"), $1 == "none" ? "no body" : $1)
            }
    }

    private static func documents() throws -> [(BarricadeRequest, String?)] {
        let documents: [(String, String?)] = [
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
        ]
        return try documents.map { (try .posting(body($0), as: "application/json"), $1) }
            + documents.map { (try .posting($0, as: "application/graphql; charset=utf-8"), $1) }
    }

    /// Uploads have it in a part; a GET has it in no body.
    private static func uploads() throws -> [(BarricadeRequest, String?)] {
        let upload = [
            "--b", "Content-Disposition: form-data; name=operations", "",
            #"{"operationName": "GetCart"}"#, "--b",
            "Content-Disposition: form-data; name=0; filename=a.png", "", "png", "--b--",
        ].joined(separator: "\r\n")
        let other = upload.replacingOccurrences(of: "operations", with: "map")
        let type = "multipart/form-data; boundary=b"
        var get = try URLRequest.posting(#"{"operationName": "GetCart"}"#)
        get.httpMethod = "GET"
        return [
            (try .posting(upload, as: type), nil), (try .posting(other, as: type), "none"),
            (try #require(BarricadeRequest(get)), "none"),
        ]
    }

    // MARK: In a load

    @Test func theOperationChoosesTheSet() async throws {
        let barricade = Barricade(
            ["GetCart", "GetUser", "AddBook"].map { name in
                ResponseSet(name, on: .any("/graphql") && .graphQL(name)) {
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
        let request = try BarricadeRequest.posting(#"{"operationName": "GetCart"}"#, to: url)
        let claiming = barricade.responseSet(claiming: request)?.name ?? "none"
        #expect(texts + [claiming] == ["AddBook", "GetUser", "GetCart", "GetCart"])
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

                The request or the set may be wrong. To fix:
                  change what "GetCarts" (\(file)) wants
                  or add, after the sets above: ResponseSet("POST /graphql GetCart", \
                on: .post("https://api.example.com/graphql") && .graphQL("GetCart")) \
                { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """)
    }

    @Test func theErrorSuggestsWhatMatches() async throws {
        func post(_ body: String) throws -> URLRequest {
            try .posting(body, to: "\(api)/graphql", as: "application/json")
        }
        let posted = #".post("\#(api)/graphql")"#
        let get = "\(api)/graphql?query=query+GetCart%7Bid%7D"
        for (request, source, matcher) in [
            (
                try post(
                    #"[{"operationName": "A"}, {"operationName": "B"}, {"operationName": "A"}]"#),
                #"\#(posted) && .graphQL("A") && .graphQL("B")"#,
                .post("/graphql") && .graphQL("A") && .graphQL("B")
            ),
            (
                try post(#"{"query": "{ id }"}"#), #"\#(posted) && .json(["query": "{ id }"])"#,
                .post("/graphql") && .json(["query": "{ id }"])
            ),
            (try post(#"{"query": "shoes"}"#), posted, .post("/graphql")),
            (try post(#"{"operationName": "not a name"}"#), posted, .post("/graphql")),
            (
                URLRequest(url: try URL(get)), #".get("\#(get)") && .graphQL("GetCart")"#,
                .get(get) && .graphQL("GetCart")
            ),
        ] as [(URLRequest, String, RequestMatcher)] {
            let barricade = Barricade()
            let error = await #expect(throws: (any Error).self) {
                try await barricade.session.send(request)
            }
            let suggestion = ", on: \(source)) { CannedResponse(json: [:]) }"
            #expect(error?.localizedDescription.contains(suggestion) == true)
            #expect(BarricadeRequest(request).map(matcher.matches) == true)
        }
    }
}
