#if DEBUG && !canImport(BookshopResponses)
import Barricade
import Foundation

/// A smaller service, for a project that has these files without `BookshopResponses`.
///
/// It has nothing for the other pages, whose requests fail as those of the wish list do.
enum ResponseSets {
    static let signIn = ResponseSet("Sign In", on: .post("/v1/session")) {
        CannedResponse("Success", json: ["name": "Ada", "token": "salt"])
        CannedResponse("Wrong Password", status: .unauthorized)
        CannedResponse("Offline", error: .notConnectedToInternet)
    }

    static let catalogue = ResponseSet("Catalogue", on: .get("/v1/books")) {
        CannedResponse(
            "In Stock",
            json: [
                "total": 1,
                "books": [
                    [
                        "id": "salt-cartographer", "title": "The Salt Cartographer",
                        "author": "I. Moura", "price": 1450,
                    ]
                ],
            ])
        CannedResponse("Empty", json: ["total": 0, "books": []])
        CannedResponse("Server Error", status: .internalServerError)
        CannedResponse("Offline", error: .notConnectedToInternet)
    }

    static let all = [signIn, catalogue]
}

/// Selections over both sets.
enum Presets {
    static let offline = Preset("Offline", ["Sign In": "Offline", "Catalogue": "Offline"])

    static let all = [offline]
}
#endif
