import Barricade
import Testing

@testable import TestSupport

extension Mistake {
    /// Requests for which a set is missing, or one of which more is wanted.
    static let ofAdditions: [Mistake] = [
        Mistake(
            "a GraphQL operation without a name", "POST https://shop.test/graphql",
            body: #"{"query": "{ cart { id } }"}"#,
            says: """
                No response set matches POST https://shop.test/graphql.

                No sets are registered.

                To fix:
                  ResponseSet("POST /graphql", on: .post("https://shop.test/graphql") && \
                .json(["query": "{ cart { id } }"])) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .post("https://shop.test/graphql") && .json(["query": "{ cart { id } }"])),
        Mistake(
            "one with a text in it", "POST https://shop.test/graphql",
            body: #"{"query": "{ user(name: \"ada\") { id } }"}"#,
            says: """
                No response set matches POST https://shop.test/graphql.

                No sets are registered.

                To fix:
                  list a set for it; the line would be too long, or tell a secret
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """),
        Mistake(
            "another GraphQL operation", "POST https://shop.test/graphql",
            body: #"{"query": "query GetCart { cart { id } }"}"#,
            sets: [("Book", .post("/graphql") && .graphQL("GetBook"))],
            says: """
                No response set matches POST https://shop.test/graphql.

                Nearest:
                  "Book" (Mistake.swift:1)   wants GraphQL operation GetBook, got GetCart

                The request or the set may be wrong. To fix:
                  change what "Book" (Mistake.swift:1) wants
                  or add, after the sets above: ResponseSet("POST /graphql GetCart", on: \
                .post("https://shop.test/graphql") && .graphQL("GetCart")) { \
                CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .post("https://shop.test/graphql") && .graphQL("GetCart")),
        Mistake(
            "no sets", "GET https://shop.test/items",
            says: """
                No response set matches GET https://shop.test/items.

                No sets are registered.

                To fix:
                  ResponseSet("GET /items", on: .get("https://shop.test/items")) { \
                CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .get("https://shop.test/items")),
        Mistake(
            "no sets, and a method of its own", "PURGE https://shop.test/cache",
            says: """
                No response set matches PURGE https://shop.test/cache.

                No sets are registered.

                To fix:
                  ResponseSet("PURGE /cache", on: .method("PURGE") && \
                .any("https://shop.test/cache")) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .method("PURGE") && .any("https://shop.test/cache")),
        Mistake(
            "a path with signs of patterns", "GET https://shop.test/:a/*",
            says: """
                No response set matches GET https://shop.test/:a/*.

                No sets are registered.

                To fix:
                  ResponseSet("GET /:a/*", on: .method("GET") && .url("https://shop.test/:a/*")) \
                { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .method("GET") && .url("https://shop.test/:a/*")),
        Mistake(
            "a scheme of its own", "GET mockserver://contacts/7",
            says: """
                No response set matches GET mockserver://contacts/7.

                No sets are registered.

                To fix:
                  ResponseSet("GET mockserver://contacts/7", on: \
                .get("mockserver://contacts/7")) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .get("mockserver://contacts/7")),
        Mistake(
            "a URL without a host", "GET mock:opaque",
            says: """
                No response set matches GET mock:opaque.

                No sets are registered.

                To fix:
                  ResponseSet("GET mock:opaque", on: .method("GET") && .url("mock:opaque")) { \
                CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .method("GET") && .url("mock:opaque")),
        Mistake(
            "a body is of another type", "POST https://shop.test/orders",
            body: #"{"id": 8}"#,
            sets: [
                ("Form", .post("/orders") && .form("item", "7")),
                ("Upload", .post("/orders") && .multipart("photo", fileName: "a.png")),
            ],
            says: """
                No response set matches POST https://shop.test/orders.

                Nearest:
                  "Form" (Mistake.swift:1)     wants form field item "7", got a body that is \
                application/json, not a form
                  "Upload" (Mistake.swift:2)   wants part photo with file name "a.png", got a \
                body that is application/json, not multipart

                The request or the set may be wrong. To fix:
                  change what "Form" (Mistake.swift:1) wants
                  or add, after the sets above: ResponseSet("POST /orders", on: \
                .post("https://shop.test/orders")) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .post("https://shop.test/orders")),
        Mistake(
            "a header field is missing", "GET https://shop.test/items",
            sets: [("Beta", .get("/items") && .header("X-Beta"))],
            says: """
                No response set matches GET https://shop.test/items.

                Nearest:
                  "Beta" (Mistake.swift:1)   wants header X-Beta, got none

                The request or the set may be wrong. To fix:
                  change what "Beta" (Mistake.swift:1) wants
                  or add, after the sets above: ResponseSet("GET /items", on: \
                .get("https://shop.test/items")) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .get("https://shop.test/items")),
        Mistake(
            "anything but this is wanted", "GET https://shop.test/items",
            sets: [("Not", !.get("/items"))],
            says: """
                No response set matches GET https://shop.test/items.

                Nearest:
                  "Not" (Mistake.swift:1)   wants anything but GET /items, got that

                The request or the set may be wrong. To fix:
                  change what "Not" (Mistake.swift:1) wants
                  or add, after the sets above: ResponseSet("GET /items", on: \
                .get("https://shop.test/items")) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .get("https://shop.test/items")),
        Mistake(
            "the name of another set", "GET https://shop.test/items",
            sets: [("GET /items", .get("/shelves/:id/items"))],
            says: """
                No response set matches GET https://shop.test/items.

                Nearest:
                  "GET /items" (Mistake.swift:1)   wants path /shelves/:id/items, got /items

                The request or the set may be wrong. To fix:
                  write "GET /items" (Mistake.swift:1) with .get("/items"), not \
                .get("/shelves/:id/items")
                  or add, after the sets above: ResponseSet("GET /items 2", on: \
                .get("https://shop.test/items")) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .get("https://shop.test/items")),
    ]
}
