@testable import TestSupport

extension FirstTry {
    /// All tries.
    static let all = ofJSON + ofResponses + ofSets + ofBarricades + inTests

    private static let ofJSON = [
        FirstTry(
            #"CannedResponse("A", json: ["id": 7, "tags": ["a", nil], "title": "Hi \(name)"])"#),
        FirstTry(#"CannedResponse("A", json: ["a": .string(name), "b": JSONValue(headers)])"#),
        FirstTry(
            #"CannedResponse("A", json: ["a": .number(count), "b": [.number(3), .number(0.5)]])"#),
        FirstTry(#"CannedResponse("A", json: [JSONValue(url), JSONValue(id), JSONValue(price)])"#),
        FirstTry(#"CannedResponse("A", json: ["books": JSONValue(books), "total": 2])"#),
        FirstTry(#"CannedResponse("A") { CannedResponse(json: JSONValue($0.pathValues["id"])) }"#),
        FirstTry(
            #"CannedResponse("A", json: ["name": name, "count": count])"#, says: FirstTry.json),
        FirstTry(
            #"CannedResponse("A", json: ["user": ["name": name, "age": 3], "mail": nil])"#,
            says: FirstTry.json),
        FirstTry(
            #"CannedResponse("A", status: .created, json: [["id": count], ["id": 2]])"#,
            says: FirstTry.json),
        FirstTry(#"CannedResponse("A", json: ["at": date])"#, says: FirstTry.json),
        FirstTry(#"CannedResponse("A", json: ["site": url, "id": id])"#, says: FirstTry.json),
        FirstTry(#"CannedResponse("A", json: ["books": books, "total": 2])"#, says: FirstTry.json),
        FirstTry(#"CannedResponse("A", json: books)"#, says: FirstTry.json),
        FirstTry(#"CannedResponse("A", json: book)"#, says: FirstTry.json),
        FirstTry(#"CannedResponse("A", json: name)"#, says: FirstTry.json),
        FirstTry(#"CannedResponse("A", json: data)"#, says: FirstTry.json),
        FirstTry(
            #"CannedResponse("A") { CannedResponse(json: ["id": $0.pathValues["id"]]) }"#,
            says: FirstTry.json),
        FirstTry(
            #"CannedResponse("A", json: {"a": 1})"#, says: FirstTry.json,
            "consecutive statements on a line must be separated by ';'", "expected expression"),
        FirstTry(
            #"CannedResponse("A", json: ["n": .int(3)])"#,
            says: "'int' has been renamed to 'integer'"),
        FirstTry(
            #"CannedResponse("A", json: ["price": .number(price)])"#,
            says: "cannot convert value of type 'Decimal' to expected argument type 'Double'"),
        FirstTry(
            #"CannedResponse("A", json: ["name": .string(count)])"#,
            says: "cannot convert value of type 'Int' to expected argument type 'String'"),
        FirstTry(
            #"CannedResponse("A", json: ["name": .strng(name)])"#,
            says: "type 'JSONValue' has no member 'strng'"),
        FirstTry(
            #"CannedResponse("A", json: ["title": .string(book.titel)])"#,
            says: "value of type 'Book' has no member 'titel'"),
        FirstTry(
            #"CannedResponse("A") { CannedResponse(json: ["id": .string($0.id)]) }"#,
            says: "value of type 'BarricadeRequest' has no member 'id'"),
        FirstTry(
            #"CannedResponse("A", body: .json(["n": count]))"#,
            says: "cannot convert value of type 'Int' to expected dictionary value type 'JSONValue'"
        ),
        FirstTry(#"CannedResponse("A", json: "hello")"#),
        // An app may have a type of that name.
        FirstTry("let value: Barricade::JSONValue = 1, status: Barricade::HTTP.Status = .ok"),
        FirstTry(
            #"CannedResponse("A", json: JSONValue(["a": name] as [String: Any]))"#,
            says:
                "'init(_:)' is unavailable: it may hold what JSON cannot: write try JSONSerialization.data(withJSONObject: it)"
        ),
    ]

    private static let ofResponses = [
        FirstTry(#"CannedResponse("A", text: "Hello", delay: 2)"#),
        FirstTry(#"ResponseSet("A", on: .get("/a"), delay: 0.5) { CannedResponse("B") }"#),
        FirstTry("Barricade(login) { $0.delay = 1.5 }"),
        FirstTry(#"CannedResponse("A", delay: .seconds(count))"#),
        FirstTry(#"CannedResponse("A", data: data)"#),
        FirstTry(#"CannedResponse("A", status: 500, data: data, contentType: "image/png")"#),
        FirstTry(#"CannedResponse("A", text: "<b>\(name)</b>", contentType: "text/html")"#),
        FirstTry(#"CannedResponse("A", body: data)"#, says: FirstTry.arguments),
        FirstTry(#"CannedResponse("A", status: .seeOther, redirect: "/b")"#),
        FirstTry(#"CannedResponse("A", body: .events(["Hel", "lo"]))"#),
        FirstTry(#"CannedResponse("A", body: .events(books.map { .encoding($0) }))"#),
        FirstTry(
            #"CannedResponse("A", body: .events([.json(["text": .string(name)]), "[DONE]"]))"#),
        FirstTry(#"CannedResponse("A", status: count)"#, says: FirstTry.arguments),
        FirstTry(#"CannedResponse("A", status: count, json: ["a": 1])"#, says: FirstTry.arguments),
        FirstTry(
            #"CannedResponse("A", headers: headers, text: "Hello")"#, says: FirstTry.arguments),
        FirstTry(
            #"CannedResponse("A", status: .notFound, headers: headers)"#,
            says:
                "cannot convert value of type '[String : String]' to expected argument type 'HTTP.Headers'"
        ),
        FirstTry(
            #"CannedResponse("A", status: .teapot)"#,
            says: "type 'HTTP.Status?' has no member 'teapot'"),
        FirstTry(#"CannedResponse("A", statusCode: 404)"#, says: FirstTry.arguments),
        FirstTry(#"CannedResponse("A", 404)"#, says: "missing argument label 'status:' in call"),
        FirstTry(#"CannedResponse("A", error: URLError(.timedOut))"#),
        FirstTry(
            #"CannedResponse("A", error: "offline")"#,
            says: "no exact matches in call to initializer "),
        FirstTry(
            #"CannedResponse("A", file: url)"#,
            says: "cannot convert value of type 'URL' to expected argument type 'String'"),
    ]

    private static let ofSets = [
        FirstTry(
            #"ResponseSet("Books", on: "/books") { CannedResponse("A") }"#,
            says:
                #"'init(stringLiteral:)' is unavailable: write on: .get("/path"), or .any("/path") for all methods"#
        ),
        FirstTry(
            #"ResponseSet("Books", on: .get(url)) { CannedResponse("A") }"#,
            says: "cannot convert value of type 'URL' to expected argument type 'String'"),
        FirstTry(
            #"ResponseSet("Books", .get("/books")) { CannedResponse("A") }"#,
            says: "missing argument label 'on:' in call"),
        FirstTry(
            #"ResponseSet("Books") { CannedResponse("A") }"#,
            says: "missing argument for parameter 'on' in call"),
        FirstTry(
            #"ResponseSet(on: .get("/books")) { CannedResponse("A") }"#,
            says: "missing argument for parameter #1 in call"),
        FirstTry(
            #"ResponseSet("Books", on: .get("/", query: ["page": "1"])) { CannedResponse("A") }"#,
            says: "extra argument 'query' in call"),
        FirstTry(
            #"ResponseSet("A", on: .get("/a", .query("b", "2"))) { CannedResponse("A") }"#,
            says: "'get' \(FirstTry.joined)"),
        FirstTry(
            #"ResponseSet("A", on: .post("/a", .json(["b": 2]))) { CannedResponse("A") }"#,
            says: "'post' \(FirstTry.joined)"),
        FirstTry(
            #"ResponseSet("A", on: .get("/a"), .query("b", "2")) { CannedResponse("A") }"#,
            says: "'init(_:on:_:responses:)' \(FirstTry.joined)"),
        FirstTry(
            #"ResponseSet("A", on: .get("/a") && .query("page", 2)) { CannedResponse("A") }"#),
        FirstTry(
            #"ResponseSet("A", on: .get("/a") && .query("page", count) && .header("X", name)) { }"#),
        FirstTry(
            #"ResponseSet("A", on: .post("/a") && .json(["n": count])) { CannedResponse("A") }"#,
            says: FirstTry.matcher),
        FirstTry(
            #"let a: RequestMatcher = .post("/a") && .json(["ids": [name], "b": 2])"#,
            says: FirstTry.matcher),
        FirstTry(#"let a: RequestMatcher = .post("/a") && .json(["a": ["b": 2], "c": nil])"#),
        FirstTry(#"ResponseSet("Books", on: .get("/books")) { [.offline(), .serverError()] }"#),
        FirstTry(
            #"ResponseSet("Books", on: .get("/books"), responses: [.offline(), .serverError()])"#),
        FirstTry(
            """
            ResponseSet("Books", on: .get("/books")) {
                .offline()
                .serverError()
            }
            """,
            says:
                "'serverError(_:status:)' is unavailable: write CannedResponse.offline() on a line of its own"
        ),
        FirstTry(
            """
            ResponseSet("Books", on: .get("/books")) {
                CannedResponse("A")
                .offline()
            }
            """,
            says: "'offline' is unavailable: write CannedResponse.offline() on a line of its own"),
        FirstTry(
            #"Preset("Down", ["Login": .serverError()])"#,
            says: "type 'String' has no member 'serverError'"),
        FirstTry(
            #"ResponseSet("A", on: .path("/a")) { CannedResponse("A") }"#,
            says: #"'path' is unavailable: write .any("/path"), or .get("/path") for one method"#),
        FirstTry(
            #"ResponseSet("A", on: .body(containing: "a")) { CannedResponse("A") }"#,
            says:
                #"'body(containing:)' is unavailable: write .matching("has the text") { try $0.text.contains("…") }"#
        ),
    ]

    private static let ofBarricades = [
        FirstTry("Barricade([login, login])"),
        FirstTry("configuration.protocolClasses = barricade.protocolClasses"),
        FirstTry(#"let user: String? = try request.form["user"], page = request.query["page"]"#),
        FirstTry(#"let photo: Data? = try request.multipart["photo"]?.data"#),
        FirstTry("_ = logged.status == .ok && logged.status == 200 && logged.method == .post"),
        FirstTry(#"CannedResponse("A", response: http, data: data)"#),
        FirstTry("Barricade(login, seed: 7)", says: "extra argument 'seed' in call"),
        FirstTry("Barricade(sets: login)", says: "extraneous argument label 'sets:' in call"),
        FirstTry(
            #"barricade.select("Success", for: "Login")"#,
            says: "call can throw but is not marked with 'try'"),
        FirstTry(
            #"try barricade.select("Login", "Success")"#,
            says: "missing argument label 'for:' in call"),
        FirstTry(#"try barricade.select("Success", for: login)"#),
        FirstTry(#"try gate.release("Success")"#),
        FirstTry(#"gate.release("Success")"#, says: "call can throw but is not marked with 'try'"),
        FirstTry("gate.release(with: .offline())"),
        FirstTry(
            #"try barricade.release("Login")"#,
            says: "value of type 'Barricade' has no member 'release'"),
        FirstTry(
            #"try barricade.requests(to: "Login")"#,
            says: "cannot call value of non-function type '[LoggedRequest]'"),
        FirstTry(
            "barricade.install(in: session)",
            says:
                "cannot convert value of type 'URLSession' to expected argument type 'URLSessionConfiguration'"
        ),
        FirstTry(
            "barricade.install(in: .shared)",
            says: "type 'URLSessionConfiguration' has no member 'shared'"),
        FirstTry(
            "URLSession(configuration: .barricaded(by: login))",
            says: "cannot convert value of type 'ResponseSet' to expected argument type 'Barricade'"
        ),
    ]

    private static let inTests = [
        FirstTry("@Test(.barricade([login, login]))"),
        FirstTry(
            "@Test(.barricade(sets: login))", says: "extraneous argument label 'sets:' in call"),
        FirstTry("@Test(.barricade(login, unmatched: .ignored))", says: FirstTry.trait),
        FirstTry("@Test(.barricade(login, seed: 7))", says: FirstTry.trait),
        FirstTry("@Test(.barricade(login, clock: ManualClock()))", says: FirstTry.trait),
        FirstTry(
            "@Test(arguments: Preset.walk(login))", says: "missing argument label 'over:' in call"),
    ]

    private static let json = """
        'init(_:status:headers:json:delay:)' is unavailable: a variable is JSONValue(name); JSON text \
        is jsonText:; a model or a date is encoding:; a [String: Any] is data: try \
        JSONSerialization.data(withJSONObject: it), contentType: "application/json"
        """
    private static let arguments = """
        'init(_:status:statusCode:headers:json:text:file:data:body:delay:)' is unavailable: a \
        variable is status: HTTP.Status(code), or headers: HTTP.Headers(dictionary); bytes are \
        data: bytes
        """
    private static let joined =
        #"is unavailable: join matchers: .get("/path") && .query("page", "2")"#
    private static let matcher = "'json(_:arrays:)' is unavailable: variables are JSONValue(ids)"
    private static let trait = #"""
        'barricade(_:expect:unmatched:unused:presets:seed:clock:delay:unmatchedPolicy:)' is \#
        unavailable: the labels are expecting:, reaching:, unmatchedRequests:, unusedSets:, \#
        unusedChoices:; settings go in a closure, .barricade(…) { $0.seed = 7 }
        """#
}
