import Barricade
import Testing

@testable import TestSupport

extension Mistake {
    /// Another host or path than that of a set.
    static let ofAddresses: [Mistake] = [
        Mistake(
            "a letter of the host is missing", "GET https://shp.test/items",
            sets: [("Items", .get("https://shop.test/items"))],
            says: """
                No response set matches GET https://shp.test/items.

                Nearest:
                  "Items" (Mistake.swift:1)   wants host shop.test, got shp.test

                The request or the set may be wrong. To fix:
                  Did you mean https://shop.test/items? The request goes to https://shp.test.
                  or write "Items" (Mistake.swift:1) with .get("https://shp.test/items"), not \
                .get("https://shop.test/items")
                """,
            asksFor: "GET https://shop.test/items"),
        Mistake(
            "www is too much", "GET https://www.shop.test/items",
            sets: [("Items", .get("https://shop.test/items"))],
            says: """
                No response set matches GET https://www.shop.test/items.

                Nearest:
                  "Items" (Mistake.swift:1)   wants host shop.test, got www.shop.test

                The request or the set may be wrong. To fix:
                  Did you mean https://shop.test/items? The request goes to https://www.shop.test.
                  or write "Items" (Mistake.swift:1) with .get("https://www.shop.test/items"), \
                not .get("https://shop.test/items")
                """,
            asksFor: "GET https://shop.test/items"),
        Mistake(
            "www is missing", "GET https://shop.test/items",
            sets: [("Items", .get("https://www.shop.test/items"))],
            says: """
                No response set matches GET https://shop.test/items.

                Nearest:
                  "Items" (Mistake.swift:1)   wants host www.shop.test, got shop.test

                The request or the set may be wrong. To fix:
                  Did you mean https://www.shop.test/items? The request goes to https://shop.test.
                  or write "Items" (Mistake.swift:1) with .get("https://shop.test/items"), not \
                .get("https://www.shop.test/items")
                """,
            asksFor: "GET https://www.shop.test/items"),
        Mistake(
            "http for https", "GET http://shop.test/items",
            sets: [("Items", .get("https://shop.test/items"))],
            says: """
                No response set matches GET http://shop.test/items.

                Nearest:
                  "Items" (Mistake.swift:1)   wants scheme https, got http

                The request or the set may be wrong. To fix:
                  Did you mean https://shop.test/items? The request goes to http://shop.test.
                  or write "Items" (Mistake.swift:1) with .get("http://shop.test/items"), not \
                .get("https://shop.test/items")
                """,
            asksFor: "GET https://shop.test/items"),
        Mistake(
            "another port", "GET https://shop.test:8443/items",
            sets: [("Items", .get("https://shop.test/items"))],
            says: """
                No response set matches GET https://shop.test:8443/items.

                Nearest:
                  "Items" (Mistake.swift:1)   wants port 443, got 8443

                The request or the set may be wrong. To fix:
                  Did you mean https://shop.test/items? The request goes to https://shop.test:8443.
                  or write "Items" (Mistake.swift:1) with .get("https://shop.test:8443/items"), \
                not .get("https://shop.test/items")
                """,
            asksFor: "GET https://shop.test/items"),
        Mistake(
            "http and another port", "GET http://shop.test:8080/items",
            sets: [("Items", .get("https://shop.test/items"))],
            says: """
                No response set matches GET http://shop.test:8080/items.

                Nearest:
                  "Items" (Mistake.swift:1)   wants scheme https, got http; wants port 443, got 8080

                The request or the set may be wrong. To fix:
                  Did you mean https://shop.test/items? The request goes to http://shop.test:8080.
                  or write "Items" (Mistake.swift:1) with .get("http://shop.test:8080/items"), \
                not .get("https://shop.test/items")
                """,
            asksFor: "GET https://shop.test/items"),
        Mistake(
            "another port of localhost", "GET http://localhost:8081/items",
            sets: [("Items", .get("http://localhost:8080/items"))],
            says: """
                No response set matches GET http://localhost:8081/items.

                Nearest:
                  "Items" (Mistake.swift:1)   wants host localhost:8080, got localhost:8081

                The request or the set may be wrong. To fix:
                  Did you mean http://localhost:8080/items? The request goes to \
                http://localhost:8081.
                  or write "Items" (Mistake.swift:1) with .get("http://localhost:8081/items"), \
                not .get("http://localhost:8080/items")
                """,
            asksFor: "GET http://localhost:8080/items"),
        Mistake(
            "a host beside the path", "GET https://shop.tst/items",
            sets: [("Items", .host("shop.test") && .get("/items"))],
            says: """
                No response set matches GET https://shop.tst/items.

                Nearest:
                  "Items" (Mistake.swift:1)   wants host shop.test, got shop.tst

                The request or the set may be wrong. To fix:
                  Did you mean https://shop.test/items? The request goes to https://shop.tst.
                """,
            asksFor: "GET https://shop.test/items"),
        Mistake(
            "a letter of a path at one of many hosts", "GET https://api.shop.test/itms",
            sets: [("Items", .host("*.shop.test") && .get("/items"))],
            says: """
                No response set matches GET https://api.shop.test/itms.

                Nearest:
                  "Items" (Mistake.swift:1)   wants path /items, got /itms

                The request or the set may be wrong. To fix:
                  Did you mean /items?
                """,
            asksFor: "GET https://api.shop.test/items"),
        Mistake(
            "no host below the domain", "GET https://shop.test/items",
            sets: [("Items", .host("*.shop.test") && .get("/items"))],
            says: """
                No response set matches GET https://shop.test/items.

                Nearest:
                  "Items" (Mistake.swift:1)   wants host *.shop.test, got shop.test

                To fix:
                  add, after the sets above: ResponseSet("GET /items", on: .get("https://shop.test/items")) \
                { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .get("https://shop.test/items")),
        Mistake(
            "a letter of a path at an IPv6 address", "GET http://[::1]:8080/itms",
            sets: [("Items", .host("::1") && .get("/items"))],
            says: """
                No response set matches GET http://[::1]:8080/itms.

                Nearest:
                  "Items" (Mistake.swift:1)   wants path /items, got /itms

                The request or the set may be wrong. To fix:
                  Did you mean /items?
                """,
            asksFor: "GET http://[::1]:8080/items"),
        Mistake(
            "another port of an IPv6 address", "GET http://[::1]:8081/items",
            sets: [("Items", .get("http://[::1]:8080/items"))],
            says: """
                No response set matches GET http://[::1]:8081/items.

                Nearest:
                  "Items" (Mistake.swift:1)   wants host [::1]:8080, got [::1]:8081

                The request or the set may be wrong. To fix:
                  Did you mean http://[::1]:8080/items? The request goes to http://[::1]:8081.
                  or write "Items" (Mistake.swift:1) with .get("http://[::1]:8081/items"), not \
                .get("http://[::1]:8080/items")
                """,
            asksFor: "GET http://[::1]:8080/items"),
        Mistake(
            "another host", "GET https://images.net/items",
            sets: [("Items", .get("https://shop.test/items"))],
            says: """
                No response set matches GET https://images.net/items.

                Nearest:
                  "Items" (Mistake.swift:1)   wants host shop.test, got images.net

                The request or the set may be wrong. To fix:
                  write "Items" (Mistake.swift:1) with .get("https://images.net/items"), not \
                .get("https://shop.test/items")
                  or add, after the sets above: ResponseSet("GET /items", on: \
                .get("https://images.net/items")) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .get("https://images.net/items")),
        Mistake(
            "letters of the path are swapped", "GET https://shop.test/itmes",
            sets: [("Items", .get("/items"))],
            says: """
                No response set matches GET https://shop.test/itmes.

                Nearest:
                  "Items" (Mistake.swift:1)   wants path /items, got /itmes

                The request or the set may be wrong. To fix:
                  Did you mean /items?
                  or write "Items" (Mistake.swift:1) with .get("/itmes"), not .get("/items")
                """,
            asksFor: "GET https://shop.test/items"),
        Mistake(
            "the path is in capitals", "GET https://shop.test/Items",
            sets: [("Items", .get("/items"))],
            says: """
                No response set matches GET https://shop.test/Items.

                Nearest:
                  "Items" (Mistake.swift:1)   wants path /items, got /Items

                The request or the set may be wrong. To fix:
                  Did you mean /items?
                  or write "Items" (Mistake.swift:1) with .get("/Items"), not .get("/items")
                """,
            asksFor: "GET https://shop.test/items"),
        Mistake(
            "a letter before an identifier is missing", "GET https://shop.test/user/7",
            sets: [("User", .get("/users/:id"))],
            says: """
                No response set matches GET https://shop.test/user/7.

                Nearest:
                  "User" (Mistake.swift:1)   wants path /users/:id, got /user/7

                The request or the set may be wrong. To fix:
                  Did you mean /users/7?
                  or write "User" (Mistake.swift:1) with .get("/user/:id"), not .get("/users/:id")
                """,
            asksFor: "GET https://shop.test/users/7"),
        Mistake(
            "another version", "GET https://shop.test/v2/items",
            sets: [("Items", .get("/v1/items"))],
            says: """
                No response set matches GET https://shop.test/v2/items.

                Nearest:
                  "Items" (Mistake.swift:1)   wants path /v1/items, got /v2/items

                The request or the set may be wrong. To fix:
                  Did you mean /v1/items?
                  or write "Items" (Mistake.swift:1) with .get("/v2/items"), not .get("/v1/items")
                """,
            asksFor: "GET https://shop.test/v1/items"),
        Mistake(
            "host and path are mistyped", "GET https://shp.test/item",
            sets: [("Items", .get("https://shop.test/items"))],
            says: """
                No response set matches GET https://shp.test/item.

                Nearest:
                  "Items" (Mistake.swift:1)   wants host shop.test, got shp.test; wants path \
                /items, got /item

                The request or the set may be wrong. To fix:
                  Did you mean https://shop.test/items? The request goes to https://shp.test.
                  or write "Items" (Mistake.swift:1) with .get("https://shp.test/item"), not \
                .get("https://shop.test/items")
                """,
            asksFor: "GET https://shop.test/items"),
        Mistake(
            "a part of a path", "GET https://shop.test/users/7",
            sets: [("Old", .get("/users/{id}/old")), ("Posts", .get("/users/:id/posts"))],
            says: """
                No response set matches GET https://shop.test/users/7.

                Nearest:
                  "Old" (Mistake.swift:1)     never matches: pattern "/users/{id}/old" cannot be \
                read: "{id}" is not a named segment: write a colon and a name, as in :id
                  "Posts" (Mistake.swift:2)   wants path /users/:id/posts, got /users/7

                To fix:
                  add, after the sets above: ResponseSet("GET /users/7", on: \
                .get("https://shop.test/users/7")) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .get("https://shop.test/users/7")),
        Mistake(
            "another path", "GET https://shop.test/cart",
            sets: [
                ("Items", .get("/items")), ("User", .get("/users/:id")),
                ("Search", .get("/search") && .query("q")),
            ],
            says: """
                No response set matches GET https://shop.test/cart.

                Nearest:
                  "Items" (Mistake.swift:1)    wants path /items, got /cart
                  "User" (Mistake.swift:2)     wants path /users/:id, got /cart
                  "Search" (Mistake.swift:3)   wants path /search, got /cart; wants query item \
                q, got none

                To fix:
                  add, after the sets above: ResponseSet("GET /cart", on: \
                .get("https://shop.test/cart")) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """,
            adds: .get("https://shop.test/cart")),
    ]
}
