// Testable imports need a debug build.
#if DEBUG
import Barricade

@testable import BarricadeUI
@testable import TestSupport

/// The response sets that the tests look at.
enum Shop {
    static let login = ResponseSet("Login", on: .post("/login"), group: "Account") {
        CannedResponse("Success", json: ["token": "f00d"])
        CannedResponse("Locked", status: 423, delay: .seconds(2))
        CannedResponse("Offline", error: .notConnectedToInternet)
    }
    static let profile = ResponseSet("Profile", on: .get("/profile"), group: "Account") {
        CannedResponse("Full", json: ["name": "Ada"])
        CannedResponse("Empty", json: [:])
    }
    static let books = ResponseSet("Books", on: .get("/books"), group: "Shop") {
        CannedResponse("Two", json: [1, 2])
        CannedResponse("Offline", error: .notConnectedToInternet)
    }
    static let health = ResponseSet("Health", on: .get("/health")) { CannedResponse("OK") }

    static let all = [login, profile, books, health]
}

/// What suites begin with: a barricade with all of them, and its screen.
@MainActor class ShopOnScreen {
    let barricade = Barricade(Shop.all)
    let model: ScreenModel

    init() {
        model = ScreenModel(barricade)
    }
}

extension URLSession {
    /// Sends a request, whatever comes of it.
    func ask(_ path: String, method: String = "GET") async {
        guard let url = URL(string: api + path) else { return }
        var request = URLRequest(url: url, timeoutInterval: 3_600)
        request.httpMethod = method
        _ = try? await data(for: request)
    }
}
#endif
