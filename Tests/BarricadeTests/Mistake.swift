import Barricade
import Testing

@testable import TestSupport

/// A request that no set matches by mistake, with the parts of the whole message about it.
struct Mistake: Sendable, CustomTestStringConvertible {
    /// A set to add: its name, and its matcher as text and as the compiler reads it.
    struct Added: Sendable {
        let name: String
        let source: String
        let matcher: RequestMatcher

        init(_ name: String, _ source: String, _ matcher: RequestMatcher) {
            (self.name, self.source, self.matcher) = (name, source, matcher)
        }

        /// A set for nothing but a request, such as `GET https://shop.test/items`.
        init(of request: String) {
            let words = request.split(separator: " ").map(String.init)
            let factories: [String: (String) -> RequestMatcher] = [
                "GET": { .get($0) }, "POST": { .post($0) }, "PUT": { .put($0) },
            ]
            self.init(
                request.replacing("https://shop.test", with: ""),
                ".\(words[0].lowercased())(\"\(words[1])\")",
                factories[words[0]]?(words[1]) ?? .any)
        }
    }

    let title: String
    private let request: String
    private let body: String?
    private let sets: [(name: String, matcher: RequestMatcher)]
    private let reasons: [String]
    private let instead: String?
    private let fix: String?
    /// A pattern as it should be written, as text and as the compiler reads it, and as it is.
    private let repair: (source: String, matcher: RequestMatcher, written: String)?
    private let adds: Added?
    /// The request that the message asks for.
    let meant: String?

    private init(
        _ title: String, _ request: String, body: String? = nil,
        sets: [(String, RequestMatcher)] = [], reasons: [String] = [], instead: String? = nil,
        fix: String? = nil, repair: (String, RequestMatcher, String)? = nil,
        adds: Added? = nil, addsItself: Bool = false, meant: String? = nil
    ) {
        (self.title, self.request, self.body, self.sets) = (title, request, body, sets)
        (self.reasons, self.instead, self.fix) = (reasons, instead, fix)
        (self.repair, self.meant) = (repair, meant)
        self.adds = addsItself ? Added(of: request) : adds
    }

    var testDescription: String { title }

    var barricade: Barricade {
        let sets = zip(1..., sets).map { line, set in
            ResponseSet(
                set.name, on: set.matcher, responses: [CannedResponse("OK", text: "old")],
                line: UInt(line))
        }
        return Barricade(sets) { $0.faultHandler = { _ in } }
    }

    /// The whole message.
    var message: String {
        let names = sets.indices.map { "\"\(sets[$0].name)\" (Mistake.swift:\($0 + 1))" }
        let width = names.map(\.count).max() ?? 0
        let nearest = zip(names, reasons).map { name, reason in
            "\n  \(name)\(String(repeating: " ", count: width - name.count))   \(reason)"
        }
        var lines = fix.map { [$0] } ?? []
        if let repair {
            lines.append("write \(names[0]) with \(repair.source), not \(repair.written)")
        }
        if let adds {
            let words = sets.isEmpty ? "" : "add, after the sets above: "
            let set = "ResponseSet(\"\(adds.name)\", on: \(adds.source))"
            lines.append(
                "\(fix == nil ? "" : "or ")\(words)\(set) { CannedResponse(json: [:]) }")
        }
        if adds != nil || fix?.hasPrefix("list a set") == true {
            lines.append("or let it pass through: barricade.unmatchedPolicy = .passThrough")
        }
        let start = instead ?? (sets.isEmpty ? "No sets are registered." : "Nearest:")
        return """
            No response set matches \(request.shortenedURL).

            \(start)\(nearest.joined())

            To fix:
              \(lines.joined(separator: "\n  "))
            """
    }

    func urlRequest() throws -> URLRequest {
        let words = request.split(separator: " ", maxSplits: 1)
        return try Self.request(String(words[0]), String(words[1]), body)
    }

    /// The matcher that the message says to write or to add, as the compiler reads it.
    var correction: RequestMatcher? { repair?.matcher ?? adds?.matcher }

    /// Requests that the correction must not match: for a pattern that is repaired, to other paths.
    func others() throws -> [URLRequest] {
        repair == nil
            ? try neighbours()
            : try ["/a", "/a/1", "/users/7/a/b"].map {
                try Self.request("GET", "https://shop.test\($0)", nil)
            }
    }

    /// Five requests that differ from it in one thing each: in the method, the origin twice, the
    /// path, and in what tells it from others with the same path.
    private func neighbours() throws -> [URLRequest] {
        let words = request.split(separator: " ", maxSplits: 1).map(String.init)
        let (method, url) = (words[0], words[1])
        let end = url.firstIndex { $0 == "?" } ?? url.endIndex
        let (place, query) = (String(url[..<end]), String(url[end...]))
        let last =
            body?.contains("query") == true
            ? try Self.request(method, url, body?.replacing("art", with: "arts"))
            : try Self.request(
                method,
                query.isEmpty
                    ? "\(place)s" : url.contains("token") ? place : String(url.dropLast()),
                body)
        return try [
            Self.request(method == "DELETE" ? "GET" : "DELETE", url, body),
            Self.request(
                method,
                url.replacing(url.contains(".") ? "." : ":", with: url.contains(".") ? "2." : "2:"),
                body),
            Self.request(method, "other-\(url)", body),
            Self.request(method, "\(place)/more\(query)", body), last,
        ]
    }

    private static func request(_ method: String, _ url: String, _ body: String?) throws
        -> URLRequest
    {
        var request = URLRequest(url: try URL(url))
        request.httpMethod = method
        if let body {
            request.httpBody = Data(body.utf8)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        return request
    }
}

extension String {
    /// The request as messages show it.
    fileprivate var shortenedURL: String {
        let words = split(separator: " ", maxSplits: 1).map(String.init)
        let shown = words[1]
            .replacing(/eyJ[^\/]*/, with: "•••").replacing(/token=\w+/, with: "token=•••")
        let isLong = shown.count > 200
        return "\(words[0]) \(isLong ? "\(shown.prefix(139))…\(shown.suffix(60))" : shown)"
    }
}

extension Mistake {
    static let all: [Mistake] = [
        Mistake(
            "a letter of the host is missing", "GET https://shp.test/items",
            sets: [("Items", .get("https://shop.test/items"))],
            reasons: ["wants host shop.test, got shp.test"],
            fix: "Did you mean https://shop.test? The request goes to https://shp.test.",
            meant: "GET https://shop.test/items"),
        Mistake(
            "www is too much", "GET https://www.shop.test/items",
            sets: [("Items", .get("https://shop.test/items"))],
            reasons: ["wants host shop.test, got www.shop.test"],
            fix: "Did you mean https://shop.test? The request goes to https://www.shop.test.",
            meant: "GET https://shop.test/items"),
        Mistake(
            "www is missing", "GET https://shop.test/items",
            sets: [("Items", .get("https://www.shop.test/items"))],
            reasons: ["wants host www.shop.test, got shop.test"],
            fix: "Did you mean https://www.shop.test? The request goes to https://shop.test.",
            meant: "GET https://www.shop.test/items"),
        Mistake(
            "http for https", "GET http://shop.test/items",
            sets: [("Items", .get("https://shop.test/items"))],
            reasons: ["wants scheme https, got http"],
            fix: "Did you mean https://shop.test? The request goes to http://shop.test.",
            meant: "GET https://shop.test/items"),
        Mistake(
            "another port", "GET https://shop.test:8443/items",
            sets: [("Items", .get("https://shop.test/items"))],
            reasons: ["wants port 443, got 8443"],
            fix: "Did you mean https://shop.test? The request goes to https://shop.test:8443.",
            meant: "GET https://shop.test/items"),
        Mistake(
            "http and another port", "GET http://shop.test:8080/items",
            sets: [("Items", .get("https://shop.test/items"))],
            reasons: ["wants scheme https, got http; wants port 443, got 8080"],
            fix: "Did you mean https://shop.test? The request goes to http://shop.test:8080.",
            meant: "GET https://shop.test/items"),
        Mistake(
            "another port of localhost", "GET http://localhost:8081/items",
            sets: [("Items", .get("http://localhost:8080/items"))],
            reasons: ["wants host localhost:8080, got localhost:8081"],
            fix: "Did you mean http://localhost:8080? The request goes to http://localhost:8081.",
            meant: "GET http://localhost:8080/items"),
        Mistake(
            "no port of localhost", "GET http://localhost/items",
            sets: [("Items", .get("http://localhost:8080/items"))],
            reasons: ["wants host localhost:8080, got localhost"],
            fix: "Did you mean http://localhost:8080? The request goes to http://localhost.",
            meant: "GET http://localhost:8080/items"),
        Mistake(
            "a host beside the path", "GET https://shop.tst/items",
            sets: [("Items", .host("shop.test") && .get("/items"))],
            reasons: ["wants host shop.test, got shop.tst"],
            fix: "Did you mean https://shop.test? The request goes to https://shop.tst.",
            meant: "GET https://shop.test/items"),
        Mistake(
            "another host", "GET https://images.net/items",
            sets: [("Items", .get("https://shop.test/items"))],
            reasons: ["wants host shop.test, got images.net"],
            adds: Added(
                "GET /items", #".get("https://images.net/items")"#,
                .get("https://images.net/items"))),
        Mistake(
            "letters of the path are swapped", "GET https://shop.test/itmes",
            sets: [("Items", .get("/items"))],
            reasons: ["wants path /items, got /itmes"],
            fix: "Did you mean /items?",
            meant: "GET https://shop.test/items"),
        Mistake(
            "a letter of the path is missing", "GET https://shop.test/item",
            sets: [("Items", .get("/items"))],
            reasons: ["wants path /items, got /item"],
            fix: "Did you mean /items?",
            meant: "GET https://shop.test/items"),
        Mistake(
            "the path is in capitals", "GET https://shop.test/Items",
            sets: [("Items", .get("/items"))],
            reasons: ["wants path /items, got /Items"],
            fix: "Did you mean /items?",
            meant: "GET https://shop.test/items"),
        Mistake(
            "a letter before an identifier is missing", "GET https://shop.test/user/7",
            sets: [("User", .get("/users/:id"))],
            reasons: ["wants path /users/:id, got /user/7"],
            fix: "Did you mean /users/:id?",
            meant: "GET https://shop.test/users/7"),
        Mistake(
            "another version", "GET https://shop.test/v2/items",
            sets: [("Items", .get("/v1/items"))],
            reasons: ["wants path /v1/items, got /v2/items"],
            fix: "Did you mean /v1/items?",
            meant: "GET https://shop.test/v1/items"),
        Mistake(
            "host and path are mistyped", "GET https://shp.test/item",
            sets: [("Items", .get("https://shop.test/items"))],
            reasons: ["wants host shop.test, got shp.test; wants path /items, got /item"],
            fix: "Did you mean https://shop.test/items? The request goes to https://shp.test.",
            meant: "GET https://shop.test/items"),
        Mistake(
            "a part of a path", "GET https://shop.test/users/7",
            sets: [("Old", .get("/users/{id}/old")), ("Posts", .get("/users/:id/posts"))],
            reasons: [
                #"""
                never matches: pattern "/users/{id}/old" cannot be read: "{id}" is not a named \#
                segment: write a colon and a name, as in :id
                """#,
                "wants path /users/:id/posts, got /users/7",
            ],
            addsItself: true),
        Mistake(
            "another path", "GET https://shop.test/cart",
            sets: [
                ("Items", .get("/items")), ("User", .get("/users/:id")),
                ("Search", .get("/search") && .query("q")),
            ],
            reasons: [
                "wants path /items, got /cart",
                "wants path /users/:id, got /cart",
                "wants path /search, got /cart; wants query item q, got none",
            ],
            addsItself: true
        ),
        Mistake(
            "a query item is missing", "GET https://shop.test/search",
            sets: [("Search", .get("/search") && .query("q", "swift"))],
            reasons: [#"wants query item q "swift", got none"#],
            fix: "Did you mean /search?q=swift?",
            adds: Added(
                "GET /search",
                #".get("https://shop.test/search") && .query(exactly: [:])"#,
                .get("https://shop.test/search") && .query(exactly: [:])),
            meant: "GET https://shop.test/search?q=swift"),
        Mistake(
            "a query item is misnamed", "GET https://shop.test/search?query=swift",
            sets: [("Search", .get("/search") && .query("q", "swift"))],
            reasons: [#"wants query item q "swift", got none"#],
            fix: "Did you mean /search?q=swift?",
            addsItself: true,
            meant: "GET https://shop.test/search?q=swift"),
        Mistake(
            "a query item has another value", "GET https://shop.test/search?q=kotlin",
            sets: [("Search", .get("/search") && .query("q", "swift"))],
            reasons: [#"wants query item q "swift", got "kotlin""#],
            fix: "Did you mean /search?q=swift?",
            addsItself: true,
            meant: "GET https://shop.test/search?q=swift"),
        Mistake(
            "a query item of any value is missing", "GET https://shop.test/search",
            sets: [("Search", .get("/search") && .query("q"))],
            reasons: ["wants query item q, got none"],
            fix: "Did you mean /search?q=…?",
            adds: Added(
                "GET /search",
                #".get("https://shop.test/search") && .query(exactly: [:])"#,
                .get("https://shop.test/search") && .query(exactly: [:])),
            meant: "GET https://shop.test/search?q=a"),
        Mistake(
            "a query item of the pattern is missing", "GET https://shop.test/search",
            sets: [("Search", .get("/search?q=swift"))],
            reasons: [#"wants query item q "swift", got none"#],
            fix: "Did you mean /search?q=swift?",
            adds: Added(
                "GET /search",
                #".get("https://shop.test/search") && .query(exactly: [:])"#,
                .get("https://shop.test/search") && .query(exactly: [:])),
            meant: "GET https://shop.test/search?q=swift"),
        Mistake(
            "a query item is too much", "GET https://shop.test/search?q=swift&page=2",
            sets: [("Search", .get("/search") && .query(exactly: ["q": "swift"]))],
            reasons: [#"wants no query item page, got "2""#],
            addsItself: true),
        Mistake(
            "one of two query items differs", "GET https://shop.test/list?page=2&sort=name",
            sets: [("List", .get("/list") && .query("page", "1") && .query("sort", "name"))],
            reasons: [#"wants query item page "1", got "2""#],
            fix: "Did you mean /list?page=1?",
            addsItself: true,
            meant: "GET https://shop.test/list?page=1&sort=name"),
        Mistake(
            "a query item without a value", "GET https://shop.test/list?archived&page=1",
            addsItself: true),
        Mistake(
            "a secret of the query differs", "GET https://shop.test/me?token=swordfish",
            sets: [("Me", .get("/me") && .query("token", "hunter2"))],
            reasons: ["wants query item token with the value given, got another value"],
            adds: Added(
                "GET /me?token=•••",
                #".get("https://shop.test/me?token")"#, .get("https://shop.test/me?token"))),
        Mistake(
            "GET for POST", "GET https://shop.test/login",
            sets: [("Login", .post("/login"))],
            reasons: ["wants POST, got GET"],
            fix: "Did you mean POST?",
            addsItself: true,
            meant: "POST https://shop.test/login"),
        Mistake(
            "POST for GET", "POST https://shop.test/items",
            sets: [("Items", .get("/items"))],
            reasons: ["wants GET, got POST"],
            fix: "Did you mean GET?",
            addsItself: true,
            meant: "GET https://shop.test/items"),
        Mistake(
            "PUT for PATCH", "PUT https://shop.test/users/7",
            sets: [("Rename", .patch("/users/:id"))],
            reasons: ["wants PATCH, got PUT"],
            fix: "Did you mean PATCH?",
            addsItself: true,
            meant: "PATCH https://shop.test/users/7"),
        Mistake(
            "method and path", "GET https://shop.test/logins",
            sets: [("Login", .post("/login"))],
            reasons: ["wants POST, got GET; wants path /login, got /logins"],
            fix: "Did you mean POST /login?",
            addsItself: true,
            meant: "POST https://shop.test/login"),
        Mistake(
            "another identifier", "GET https://shop.test/users/8",
            sets: [("User", .get("/users/7"))],
            reasons: ["wants path /users/7, got /users/8"],
            repair: (#".get("/users/:id")"#, .get("/users/:id"), #".get("/users/7")"#)),
        Mistake(
            "another identifier within the path", "GET https://shop.test/orders/o-18/items",
            sets: [("Items", .get("/orders/o-17/items"))],
            reasons: ["wants path /orders/o-17/items, got /orders/o-18/items"],
            repair: (
                #".get("/orders/:id/items")"#, .get("/orders/:id/items"),
                #".get("/orders/o-17/items")"#
            )),
        Mistake(
            "braces in a pattern", "GET https://shop.test/users/7",
            sets: [("User", .get("/users/{id}"))],
            reasons: [
                #"""
                never matches: pattern "/users/{id}" cannot be read: "{id}" is not a \#
                named segment: write a colon and a name, as in :id
                """#
            ],
            repair: (#".get("/users/:id")"#, .get("/users/:id"), #".get("/users/{id}")"#)),
        Mistake(
            "angle brackets in a pattern", "GET https://shop.test/users/7",
            sets: [("User", .get("/users/<int:id>"))],
            reasons: [
                #"""
                never matches: pattern "/users/<int:id>" cannot be read: "<int:id>" \#
                is not a named segment: write a colon and a name, as in :id
                """#
            ],
            repair: (#".get("/users/:id")"#, .get("/users/:id"), #".get("/users/<int:id>")"#)),
        Mistake(
            "a pattern without its slash", "GET https://shop.test/users/7",
            sets: [("User", .get("users/7"))],
            reasons: [
                #"""
                never matches: pattern "users/7" cannot be read: it starts neither \#
                with / nor with a scheme and host like https://api.example.com/
                """#
            ],
            repair: (#".get("/users/7")"#, .get("/users/7"), #".get("users/7")"#)),
        Mistake(
            "a slash too much in a pattern", "GET https://shop.test/users/7",
            sets: [("User", .get("/users//7"))],
            reasons: [
                #"""
                never matches: pattern "/users//7" cannot be read: it has an empty \#
                segment: write one / between segments
                """#
            ],
            repair: (#".get("/users/7")"#, .get("/users/7"), #".get("/users//7")"#)),
        Mistake(
            "spaces around a pattern", "GET https://shop.test/users",
            sets: [("User", .get(" /users "))],
            reasons: [
                #"never matches: pattern " /users " cannot be read: there is a space around it"#
            ],
            repair: (#".get("/users")"#, .get("/users"), #".get(" /users ")"#)),
        Mistake(
            "braces in a pattern with a host", "GET https://shop.test/users/7",
            sets: [("User", .get("https://shop.test/users/{id}"))],
            reasons: [
                #"""
                never matches: pattern "https://shop.test/users/{id}" cannot be \#
                read: "{id}" is not a named segment: write a colon and a name, as in \#
                :id
                """#
            ],
            repair: (
                #".get("https://shop.test/users/:id")"#, .get("https://shop.test/users/:id"),
                #".get("https://shop.test/users/{id}")"#
            )),
        Mistake(
            "a relative URL", "GET items",
            sets: [("Items", .get("/items"))],
            instead: #"""
                The URL has no scheme and no host: it was made without its base, so \#
                no set is asked.
                """#,
            fix: #"give the URL its base: URL(string: path, relativeTo: baseURL)"#),
        Mistake(
            "a relative URL with a slash", "GET /items",
            sets: [("Items", .get("/items"))],
            instead: #"""
                The URL has no scheme and no host: it was made without its base, so \#
                no set is asked.
                """#,
            fix: #"give the URL its base: URL(string: path, relativeTo: baseURL)"#),
        Mistake(
            "two slashes before the path", "GET //items",
            sets: [("Items", .get("/items"))],
            instead: "The URL has no scheme: it was made without its base, so no set is asked.",
            fix: #"give the URL its base: URL(string: path, relativeTo: baseURL)"#),
        Mistake(
            "no host", "GET https:///items",
            sets: [("Items", .get("/items"))],
            instead: "The URL has no host: it was made without its base, so no set is asked.",
            fix: #"give the URL its base: URL(string: path, relativeTo: baseURL)"#),
        Mistake(
            "a GraphQL operation without a name", "POST https://shop.test/graphql",
            body: #"{"query": "{ cart { id } }"}"#,
            adds: Added(
                "POST /graphql",
                #".post("https://shop.test/graphql") && .json(["query": "{ cart { id } }"])"#,
                .post("https://shop.test/graphql") && .json(["query": "{ cart { id } }"]))),
        Mistake(
            "one with a text in it", "POST https://shop.test/graphql",
            body: #"{"query": "{ user(name: \"ada\") { id } }"}"#,
            fix: "list a set for it; the line would be too long, or tell a secret"),
        Mistake(
            "another GraphQL operation", "POST https://shop.test/graphql",
            body: #"{"query": "query GetCart { cart { id } }"}"#,
            sets: [("Book", .post("/graphql") && .graphQL("GetBook"))],
            reasons: ["wants GraphQL operation GetBook, got GetCart"],
            adds: Added(
                "POST /graphql GetCart",
                #".post("https://shop.test/graphql") && .graphQL("GetCart")"#,
                .post("https://shop.test/graphql") && .graphQL("GetCart"))),
        Mistake(
            "a GraphQL operation, and no sets", "POST https://shop.test/graphql",
            body: #"{"query": "query GetCart { cart { id } }"}"#,
            adds: Added(
                "POST /graphql GetCart",
                #".post("https://shop.test/graphql") && .graphQL("GetCart")"#,
                .post("https://shop.test/graphql") && .graphQL("GetCart"))),
        Mistake(
            "no sets", "GET https://shop.test/items",
            addsItself: true),
        Mistake(
            "no sets, and a method of its own", "PURGE https://shop.test/cache",
            adds: Added(
                "PURGE /cache", #".method("PURGE") && .any("https://shop.test/cache")"#,
                .method("PURGE") && .any("https://shop.test/cache"))),
        Mistake(
            "a path with signs of patterns", "GET https://shop.test/:a/*",
            adds: Added(
                "GET /:a/*", #".method("GET") && .url("https://shop.test/:a/*")"#,
                .method("GET") && .url("https://shop.test/:a/*"))),
        Mistake(
            "a method of its own, and signs of patterns", "PURGE https://shop.test/:a/*",
            adds: Added(
                "PURGE /:a/*", #".method("PURGE") && .url("https://shop.test/:a/*")"#,
                .method("PURGE") && .url("https://shop.test/:a/*"))),
        Mistake(
            "a scheme of its own", "GET mockserver://contacts/7",
            adds: Added(
                "GET mockserver://contacts/7", #".get("mockserver://contacts/7")"#,
                .get("mockserver://contacts/7"))),
        Mistake(
            "a URL without a host", "GET mock:opaque",
            adds: Added(
                "GET mock:opaque", #".method("GET") && .url("mock:opaque")"#,
                .method("GET") && .url("mock:opaque"))),
        Mistake(
            "the JSON differs", "POST https://shop.test/orders",
            body: #"{"id": 8}"#,
            sets: [("Order", .post("/orders") && .json(["id": 7]))],
            reasons: ["wants 7 at $.id, got 8"],
            addsItself: true),
        Mistake(
            "a body is of another type", "POST https://shop.test/orders",
            body: #"{"id": 8}"#,
            sets: [
                ("Form", .post("/orders") && .form("item", "7")),
                ("Upload", .post("/orders") && .multipart("photo", fileName: "a.png")),
            ],
            reasons: [
                #"wants form field item "7", got a body that is application/json, not a form"#,
                #"""
                wants part photo with file name "a.png", got a body that is application/json, \#
                not multipart
                """#,
            ],
            addsItself: true),
        Mistake(
            "a header field is missing", "GET https://shop.test/items",
            sets: [("Beta", .get("/items") && .header("X-Beta"))],
            reasons: ["wants header X-Beta, got none"],
            addsItself: true),
        Mistake(
            "anything but this is wanted", "GET https://shop.test/items",
            sets: [("Not", !.get("/items"))],
            reasons: ["wants anything but GET /items, got that"],
            addsItself: true),
        Mistake(
            "a condition is false", "GET https://shop.test/items",
            sets: [("Sunday", .get("/items") && .matching("it is Sunday") { _ in false })],
            reasons: [#"wants "it is Sunday" to be true, got false"#],
            addsItself: true),
        Mistake(
            "a secret in the path",
            #"""
            GET \#
            https://shop.test/reset/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N
            """#,
            fix: "list a set for it; the line would be too long, or tell a secret"),
        Mistake(
            "a long URL",
            #"""
            GET \#
            https://shop.test/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/
            """#,
            fix: "list a set for it; the line would be too long, or tell a secret"),
        Mistake(
            "the name of another set", "GET https://shop.test/items",
            sets: [("GET /items", .get("/shelves/:id/items"))],
            reasons: ["wants path /shelves/:id/items, got /items"],
            adds: Added(
                "GET /items 2", #".get("https://shop.test/items")"#,
                .get("https://shop.test/items"))),
    ]
}
