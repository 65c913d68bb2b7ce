public import Barricade
import Foundation

/// What the bookshop's service can answer: one response set for each page, of the page's title.
///
/// The first response of each is the default.
public enum ResponseSets {
    private static let folder = FileLocation.bundle(.module, subdirectory: "Responses")

    public static let signIn = ResponseSet("Sign In", on: .post("/v1/session"), files: folder) {
        CannedResponse("Success", file: "session.json")
        CannedResponse("Wrong Password", status: .unauthorized, file: "session.wrong-password.json")
        CannedResponse(
            "Locked", status: 423, headers: ["Retry-After": "60"], file: "session.locked.json")
        CannedResponse("Offline", error: .notConnectedToInternet)
        CannedResponse("Slow", file: "session.json", delay: .seconds(1.2))
        CannedResponse("Times Out", error: .timedOut, delay: .seconds(1.2))
    }

    public static let profile = ResponseSet("Profile", on: .get("/v1/profile"), files: folder) {
        CannedResponse("Regular", file: "profile.json")
        CannedResponse("Signed Out", status: .unauthorized)
        CannedResponse("Offline", error: .notConnectedToInternet)
    }

    // Narrower than the catalogue, so it stands before it: the first set that matches answers.
    public static let search = ResponseSet(
        "Search", on: .get("/v1/books") && .query("q"), files: folder
    ) {
        CannedResponse("One Hit", file: "books.salt-and-sea.json")
        CannedResponse("No Hits", json: ["total": 0, "books": []])
        CannedResponse("Offline", error: .notConnectedToInternet)
    }

    public static let catalogue = ResponseSet("Catalogue", on: .get("/v1/books"), files: folder) {
        CannedResponse("In Stock", file: "books.json")
        CannedResponse("Empty", json: ["total": 0, "books": []])
        CannedResponse("Newer Format", json: ["shelves": []])
        CannedResponse("Server Error", status: .internalServerError, text: "upstream died")
        CannedResponse("Offline", error: .notConnectedToInternet)
        CannedResponse("Slow", file: "books.json", delay: .seconds(1.2))
    }

    public static let placeOrder = ResponseSet(
        "Place Order", on: .post("/v1/orders"), files: folder
    ) {
        CannedResponse("Confirmed", status: .created, file: "order.json")
        // The client follows it with a GET, which the order status answers.
        CannedResponse("Redirect", status: .seeOther, redirect: "/v1/orders/1042")
        CannedResponse(
            "Sold Out", status: .conflict, json: ["message": "Someone took the last copy."])
        CannedResponse(
            "Card Declined", status: .paymentRequired, json: ["message": "Your bank said no."])
        CannedResponse("Line Drops", error: .networkConnectionLost, delay: .seconds(0.6))
    }

    public static let orderStatus = ResponseSet(
        "Order Status", on: .get("/v1/orders/:number"), files: folder
    ) {
        CannedResponse("Being Packed", file: "order.packing.json")
        CannedResponse("Unknown", status: .notFound, json: ["message": "We know no such order."])
        CannedResponse("Offline", error: .notConnectedToInternet)
    }

    public static let all = [signIn, profile, search, catalogue, placeOrder, orderStatus]
}
