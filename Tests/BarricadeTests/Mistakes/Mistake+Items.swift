import Barricade
import Testing

@testable import TestSupport

extension Mistake {
    /// Another method or other items of the query.
    static let ofItems: [Mistake] = [
        Mistake(
            "a query item is missing", "GET https://shop.test/search",
            sets: [("Search", .get("/search") && .query("q", "swift"))],
            says: """
                No response set matches GET https://shop.test/search.

                Nearest:
                  "Search" (Mistake.swift:1)   wants query item q "swift", got none

                The request or the set may be wrong. To fix:
                  Did you mean /search?q=swift?
                  or change what "Search" (Mistake.swift:1) wants
                  or add, after the sets above: ResponseSet("GET /search", on: \
                .get("https://shop.test/search") && .query(exactly: [:])) { CannedResponse(json: \
                [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .get("https://shop.test/search") && .query(exactly: [:]),
            asksFor: "GET https://shop.test/search?q=swift"),
        Mistake(
            "a query item is misnamed", "GET https://shop.test/search?query=swift",
            sets: [("Search", .get("/search") && .query("q", "swift"))],
            says: """
                No response set matches GET https://shop.test/search?query=swift.

                Nearest:
                  "Search" (Mistake.swift:1)   wants query item q "swift", got none

                The request or the set may be wrong. To fix:
                  Did you mean /search?q=swift?
                  or change what "Search" (Mistake.swift:1) wants
                  or add, after the sets above: ResponseSet("GET /search?query=swift", on: \
                .get("https://shop.test/search?query=swift")) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .get("https://shop.test/search?query=swift"),
            asksFor: "GET https://shop.test/search?q=swift"),
        Mistake(
            "a query item has another value", "GET https://shop.test/search?q=kotlin",
            sets: [("Search", .get("/search") && .query("q", "swift"))],
            says: """
                No response set matches GET https://shop.test/search?q=kotlin.

                Nearest:
                  "Search" (Mistake.swift:1)   wants query item q "swift", got "kotlin"

                The request or the set may be wrong. To fix:
                  Did you mean /search?q=swift?
                  or change what "Search" (Mistake.swift:1) wants
                  or add, after the sets above: ResponseSet("GET /search?q=kotlin", on: \
                .get("https://shop.test/search?q=kotlin")) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .get("https://shop.test/search?q=kotlin"),
            asksFor: "GET https://shop.test/search?q=swift"),
        Mistake(
            "a query item's value is written as it is sent",
            "GET https://shop.test/search?q=a%20b",
            sets: [("Search", .get("/search") && .query("q", "a%20b"))],
            says: """
                No response set matches GET https://shop.test/search?q=a%20b.

                Nearest:
                  "Search" (Mistake.swift:1)   wants query item q "a%20b", got "a b" (values are \
                compared without percent-encoding)

                The request or the set may be wrong. To fix:
                  Did you mean /search?q=a%2520b?
                  or change what "Search" (Mistake.swift:1) wants
                  or add, after the sets above: ResponseSet("GET /search?q=a%20b", on: \
                .get("https://shop.test/search?q=a%20b")) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .get("https://shop.test/search?q=a%20b"),
            asksFor: "GET https://shop.test/search?q=a%2520b"),
        Mistake(
            "a query item of any value is missing", "GET https://shop.test/search",
            sets: [("Search", .get("/search") && .query("q"))],
            says: """
                No response set matches GET https://shop.test/search.

                Nearest:
                  "Search" (Mistake.swift:1)   wants query item q, got none

                The request or the set may be wrong. To fix:
                  Did you mean /search?q=…?
                  or change what "Search" (Mistake.swift:1) wants
                  or add, after the sets above: ResponseSet("GET /search", on: \
                .get("https://shop.test/search") && .query(exactly: [:])) { CannedResponse(json: \
                [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .get("https://shop.test/search") && .query(exactly: [:]),
            asksFor: "GET https://shop.test/search?q=a"),
        Mistake(
            "a query item of the pattern is missing", "GET https://shop.test/search",
            sets: [("Search", .get("/search?q=swift"))],
            says: """
                No response set matches GET https://shop.test/search.

                Nearest:
                  "Search" (Mistake.swift:1)   wants query item q "swift", got none

                The request or the set may be wrong. To fix:
                  Did you mean /search?q=swift?
                  or write "Search" (Mistake.swift:1) with .get("/search"), not \
                .get("/search?q=swift")
                  or add, after the sets above: ResponseSet("GET /search", on: \
                .get("https://shop.test/search") && .query(exactly: [:])) { CannedResponse(json: \
                [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .get("https://shop.test/search") && .query(exactly: [:]),
            asksFor: "GET https://shop.test/search?q=swift"),
        Mistake(
            "a query item is too much", "GET https://shop.test/search?q=swift&page=2",
            sets: [("Search", .get("/search") && .query(exactly: ["q": "swift"]))],
            says: """
                No response set matches GET https://shop.test/search?q=swift&page=2.

                Nearest:
                  "Search" (Mistake.swift:1)   wants no query item page, got "2"

                The request or the set may be wrong. To fix:
                  change what "Search" (Mistake.swift:1) wants
                  or add, after the sets above: ResponseSet("GET /search?q=swift&page=2", on: \
                .get("https://shop.test/search?q=swift&page=2")) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .get("https://shop.test/search?q=swift&page=2")),
        Mistake(
            "a query item without a value", "GET https://shop.test/list?archived&page=1",
            says: """
                No response set matches GET https://shop.test/list?archived&page=1.

                No sets are registered.

                To fix:
                  ResponseSet("GET /list?archived&page=1", on: \
                .get("https://shop.test/list?archived&page=1")) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .get("https://shop.test/list?archived&page=1")),
        Mistake(
            "a secret of the query differs", "GET https://shop.test/me?token=swordfish",
            sets: [("Me", .get("/me") && .query("token", "hunter2"))],
            says: """
                No response set matches GET https://shop.test/me?token=•••.

                Nearest:
                  "Me" (Mistake.swift:1)   wants query item token with the value given, got \
                another value

                The request or the set may be wrong. To fix:
                  change what "Me" (Mistake.swift:1) wants
                  or add, after the sets above: ResponseSet("GET /me?token=•••", on: \
                .get("https://shop.test/me?token")) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .get("https://shop.test/me?token")),
        Mistake(
            "one of two query items is missing", "GET https://shop.test/b?page=2&x=1",
            sets: [("List", .get("/b?page=2&sort=up"))],
            says: """
                No response set matches GET https://shop.test/b?page=2&x=1.

                Nearest:
                  "List" (Mistake.swift:1)   wants query item sort "up", got none

                The request or the set may be wrong. To fix:
                  Did you mean /b?page=2&x=1&sort=up?
                  or write "List" (Mistake.swift:1) with .get("/b?page=2"), not \
                .get("/b?page=2&sort=up")
                  or add, after the sets above: ResponseSet("GET /b?page=2&x=1", on: \
                .get("https://shop.test/b?page=2&x=1")) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .get("https://shop.test/b?page=2&x=1"),
            asksFor: "GET https://shop.test/b?page=2&x=1&sort=up"),
        Mistake(
            "a query item that is not wanted", "GET https://shop.test/a?x=1",
            sets: [("Plain", .get("/a") && !.query("x"))],
            says: """
                No response set matches GET https://shop.test/a?x=1.

                Nearest:
                  "Plain" (Mistake.swift:1)   wants no query item x, got "1"

                The request or the set may be wrong. To fix:
                  change what "Plain" (Mistake.swift:1) wants
                  or add, after the sets above: ResponseSet("GET /a?x=1", on: \
                .get("https://shop.test/a?x=1")) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .get("https://shop.test/a?x=1")),
        Mistake(
            "GET for POST", "GET https://shop.test/login",
            sets: [("Login", .post("/login"))],
            says: """
                No response set matches GET https://shop.test/login.

                Nearest:
                  "Login" (Mistake.swift:1)   wants POST, got GET

                The request or the set may be wrong. To fix:
                  Did you mean POST /login?
                  or write "Login" (Mistake.swift:1) with .get("/login"), not .post("/login")
                  or add, after the sets above: ResponseSet("GET /login", on: \
                .get("https://shop.test/login")) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .get("https://shop.test/login"),
            asksFor: "POST https://shop.test/login"),
        Mistake(
            "PUT for PATCH", "PUT https://shop.test/users/7",
            sets: [("Rename", .patch("/users/:id"))],
            says: """
                No response set matches PUT https://shop.test/users/7.

                Nearest:
                  "Rename" (Mistake.swift:1)   wants PATCH, got PUT

                The request or the set may be wrong. To fix:
                  Did you mean PATCH /users/7?
                  or write "Rename" (Mistake.swift:1) with .put("/users/:id"), not \
                .patch("/users/:id")
                  or add, after the sets above: ResponseSet("PUT /users/7", on: \
                .put("https://shop.test/users/7")) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .put("https://shop.test/users/7"),
            asksFor: "PATCH https://shop.test/users/7"),
        Mistake(
            "method and path", "GET https://shop.test/logins",
            sets: [("Login", .post("/login"))],
            says: """
                No response set matches GET https://shop.test/logins.

                Nearest:
                  "Login" (Mistake.swift:1)   wants POST, got GET; wants path /login, got /logins

                The request or the set may be wrong. To fix:
                  Did you mean POST /login?
                  or write "Login" (Mistake.swift:1) with .get("/logins"), not .post("/login")
                  or add, after the sets above: ResponseSet("GET /logins", on: \
                .get("https://shop.test/logins")) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .get("https://shop.test/logins"),
            asksFor: "POST https://shop.test/login"),
    ]
}
