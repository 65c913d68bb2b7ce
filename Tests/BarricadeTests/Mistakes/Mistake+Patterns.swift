import Barricade
import Testing

@testable import TestSupport

extension Mistake {
    /// Patterns and URLs that are not written as they are meant.
    static let ofPatterns: [Mistake] = [
        Mistake(
            "two other identifiers", "GET https://shop.test/users/9/orders/o-18",
            sets: [("Order", .get("/users/7/orders/o-17"))],
            says: """
                No response set matches GET https://shop.test/users/9/orders/o-18.

                Nearest:
                  "Order" (Mistake.swift:1)   wants path /users/7/orders/o-17, got \
                /users/9/orders/o-18

                The request or the set may be wrong. To fix:
                  write "Order" (Mistake.swift:1) with .get("/users/:id/orders/*"), not \
                .get("/users/7/orders/o-17")
                """,
            repairs: .get("/users/:id/orders/*")),
        Mistake(
            "another identifier beside a named segment", "GET https://shop.test/users/9/orders/18",
            sets: [("Order", .get("/users/:id/orders/17"))],
            says: """
                No response set matches GET https://shop.test/users/9/orders/18.

                Nearest:
                  "Order" (Mistake.swift:1)   wants path /users/:id/orders/17, got /users/9/orders/18

                The request or the set may be wrong. To fix:
                  write "Order" (Mistake.swift:1) with .get("/users/:id/orders/*"), not \
                .get("/users/:id/orders/17")
                """,
            repairs: .get("/users/:id/orders/*")),
        Mistake(
            "a query written as JSON is", "GET https://shop.test/list?page=1&sort=up",
            sets: [("List", .get("/list?page:1&sort=up"))],
            says: """
                No response set matches GET https://shop.test/list?page=1&sort=up.

                Nearest:
                  "List" (Mistake.swift:1)   wants query item page:1, got none

                The request or the set may be wrong. To fix:
                  write "List" (Mistake.swift:1) with .get("/list?page=1&sort=up"), not \
                .get("/list?page:1&sort=up")
                  or add, after the sets above: ResponseSet("GET /list?page=1&sort=up", on: \
                .get("https://shop.test/list?page=1&sort=up")) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            repairs: .get("/list?page=1&sort=up")),
        Mistake(
            "a segment written as a regular expression", "GET https://shop.test/users/ada/7",
            sets: [("User", .get(#"/users/.*/\d+"#))],
            says: #"""
                No response set matches GET https://shop.test/users/ada/7.

                Nearest:
                  "User" (Mistake.swift:1)   wants path /users/.*/\d+, got /users/ada/7

                The request or the set may be wrong. To fix:
                  write "User" (Mistake.swift:1) with .get("/users/*/*"), not \#
                .get("/users/.*/\\d+")
                """#,
            repairs: .get("/users/*/*")),
        Mistake(
            "a path that ends as a regular expression", "GET https://shop.test/v1/users/7",
            sets: [("All", .get("/v1/.*"))],
            says: """
                No response set matches GET https://shop.test/v1/users/7.

                Nearest:
                  "All" (Mistake.swift:1)   wants path /v1/.*, got /v1/users/7

                The request or the set may be wrong. To fix:
                  write "All" (Mistake.swift:1) with .get("/v1/**"), not .get("/v1/.*")
                """,
            repairs: .get("/v1/**")),
        Mistake(
            "an asterisk for several segments", "GET https://shop.test/v1/users/7",
            sets: [("All", .get("/v1/*"))],
            says: """
                No response set matches GET https://shop.test/v1/users/7.

                Nearest:
                  "All" (Mistake.swift:1)   wants path /v1/*, got /v1/users/7

                The request or the set may be wrong. To fix:
                  write "All" (Mistake.swift:1) with .get("/v1/**"), not .get("/v1/*")
                """,
            repairs: .get("/v1/**")),
        Mistake(
            "an expression in braces", "GET https://shop.test/users/7",
            sets: [("User", .get("/users/{id:[0-9]+}"))],
            says: """
                No response set matches GET https://shop.test/users/7.

                Nearest:
                  "User" (Mistake.swift:1)   never matches: pattern "/users/{id:[0-9]+}" cannot be \
                read: "{id:[0-9]+}" is not a named segment: write a colon and a name, as in :id

                To fix:
                  write "User" (Mistake.swift:1) with .get("/users/:id"), not \
                .get("/users/{id:[0-9]+}")
                """,
            repairs: .get("/users/:id")),
        Mistake(
            "angle brackets in a pattern", "GET https://shop.test/users/7",
            sets: [("User", .get("/users/<int:id>"))],
            says: """
                No response set matches GET https://shop.test/users/7.

                Nearest:
                  "User" (Mistake.swift:1)   never matches: pattern "/users/<int:id>" cannot be \
                read: "<int:id>" is not a named segment: write a colon and a name, as in :id

                To fix:
                  write "User" (Mistake.swift:1) with .get("/users/:id"), not \
                .get("/users/<int:id>")
                """,
            repairs: .get("/users/:id")),
        Mistake(
            "a name with an ending in a pattern", "POST https://shop.test/models/m1:generate",
            sets: [("Generate", .post("/models/:model:generate"))],
            says: """
                No response set matches POST https://shop.test/models/m1:generate.

                Nearest:
                  "Generate" (Mistake.swift:1)   never matches: pattern \
                "/models/:model:generate" cannot be read: ":model:generate" is not a named segment: \
                write letters, digits or _ after the colon, or *:generate for a segment that ends so

                To fix:
                  write "Generate" (Mistake.swift:1) with .post("/models/*:generate"), not \
                .post("/models/:model:generate")
                """,
            repairs: .post("/models/*:generate")),
        Mistake(
            "a pattern without its slash", "GET https://shop.test/users/7",
            sets: [("User", .get("users/7"))],
            says: """
                No response set matches GET https://shop.test/users/7.

                Nearest:
                  "User" (Mistake.swift:1)   never matches: pattern "users/7" cannot be read: it \
                starts neither with / nor with a scheme and host; write "/users/7"

                To fix:
                  write "User" (Mistake.swift:1) with .get("/users/7"), not .get("users/7")
                """,
            repairs: .get("/users/7")),
        Mistake(
            "a slash too much in a pattern", "GET https://shop.test/users/7",
            sets: [("User", .get("/users//7"))],
            says: """
                No response set matches GET https://shop.test/users/7.

                Nearest:
                  "User" (Mistake.swift:1)   wants path /users//7, got /users/7

                The request or the set may be wrong. To fix:
                  write "User" (Mistake.swift:1) with .get("/users/7"), not .get("/users//7")
                """,
            repairs: .get("/users/7")),
        Mistake(
            "a prefix of the path", "GET https://shop.test/v1/books/7",
            sets: [("Shop", .any("/v1/"))],
            says: """
                No response set matches GET https://shop.test/v1/books/7.

                Nearest:
                  "Shop" (Mistake.swift:1)   wants path /v1/, got /v1/books/7

                The request or the set may be wrong. To fix:
                  write "Shop" (Mistake.swift:1) with .any("/v1/**"), not .any("/v1/")
                """,
            repairs: .any("/v1/**")),
        Mistake(
            "a whole URL without its query", "GET https://shop.test/books?page=2",
            sets: [("Books", .url("https://shop.test/books"))],
            says: """
                No response set matches GET https://shop.test/books?page=2.

                Nearest:
                  "Books" (Mistake.swift:1)   wants URL https://shop.test/books, got \
                https://shop.test/books?page=2 (as a pattern, .any("…"), it matches)

                The request or the set may be wrong. To fix:
                  change what "Books" (Mistake.swift:1) wants
                  or add, after the sets above: ResponseSet("GET /books?page=2", on: \
                .get("https://shop.test/books?page=2")) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .get("https://shop.test/books?page=2")),
        Mistake(
            "spaces around a pattern", "GET https://shop.test/users",
            sets: [("User", .get(" /users "))],
            says: """
                No response set matches GET https://shop.test/users.

                Nearest:
                  "User" (Mistake.swift:1)   never matches: pattern " /users " cannot be read: \
                there is a space around it

                To fix:
                  write "User" (Mistake.swift:1) with .get("/users"), not .get(" /users ")
                """,
            repairs: .get("/users")),
        Mistake(
            "braces in a pattern with a host", "GET https://shop.test/users/7",
            sets: [("User", .get("https://shop.test/users/{id}"))],
            says: """
                No response set matches GET https://shop.test/users/7.

                Nearest:
                  "User" (Mistake.swift:1)   never matches: pattern \
                "https://shop.test/users/{id}" cannot be read: "{id}" is not a named segment: \
                write a colon and a name, as in :id

                To fix:
                  write "User" (Mistake.swift:1) with .get("https://shop.test/users/:id"), not \
                .get("https://shop.test/users/{id}")
                """,
            repairs: .get("https://shop.test/users/:id")),
        Mistake(
            "a name in the query of a pattern", "GET https://shop.test/b?page=3",
            sets: [("List", .get("/b?page=:page"))],
            says: """
                No response set matches GET https://shop.test/b?page=3.

                Nearest:
                  "List" (Mistake.swift:1)   never matches: pattern "/b?page=:page" cannot be read: \
                "page=:page" does not mean any value: write ?page for that (and %2A or %3A for the \
                character)

                To fix:
                  write "List" (Mistake.swift:1) with .get("/b?page"), not .get("/b?page=:page")
                """,
            repairs: .get("/b?page")),
        Mistake(
            "a whole host behind a nearer set", "GET https://shop.test/v1/books/7",
            sets: [("Books", .get("/v1/books")), ("Shop", .get("https://shop.test"))],
            says: """
                No response set matches GET https://shop.test/v1/books/7.

                Nearest:
                  "Books" (Mistake.swift:1)   wants path /v1/books, got /v1/books/7
                  "Shop" (Mistake.swift:2)    wants path /, got /v1/books/7

                The request or the set may be wrong. To fix:
                  write "Shop" (Mistake.swift:2) with .get("https://shop.test/**"), not \
                .get("https://shop.test")
                """),
        Mistake(
            "neither of two paths", "GET https://shop.test/c",
            sets: [("A or B", .get("/a") || .get("/b"))],
            says: """
                No response set matches GET https://shop.test/c.

                Nearest:
                  "A or B" (Mistake.swift:1)   wants path /a, got /c, or wants path /b, got /c

                To fix:
                  add, after the sets above: ResponseSet("GET /c", on: \
                .get("https://shop.test/c")) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .get("https://shop.test/c")),
        Mistake(
            "a relative URL", "GET items",
            sets: [("Items", .get("/items"))],
            says: """
                No response set matches GET items.

                The URL has no scheme and no host: it was made without its base, so no set is \
                asked.

                To fix:
                  give the URL its base: URL(string: path, relativeTo: baseURL)
                """),
        Mistake(
            "two slashes before the path", "GET //items",
            sets: [("Items", .get("/items"))],
            says: """
                No response set matches GET //items.

                The URL has no scheme: it was made without its base, so no set is asked.

                To fix:
                  give the URL its base: URL(string: path, relativeTo: baseURL)
                """),
        Mistake(
            "no host", "GET https:///items",
            sets: [("Items", .get("/items"))],
            says: """
                No response set matches GET https:///items.

                The URL has no host: it was made without its base, so no set is asked.

                To fix:
                  give the URL its base: URL(string: path, relativeTo: baseURL)
                """),
    ]
}
