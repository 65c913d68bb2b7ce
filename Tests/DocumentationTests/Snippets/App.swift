import Barricade
import Foundation

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// What the snippets take for granted: an app, and its response sets.

let login = ResponseSet("Login", on: .post("/login")) {
    CannedResponse("Success", json: ["token": "f00d"])
    CannedResponse("Wrong Password", status: .unauthorized, text: "Try again.")
    CannedResponse("Offline", error: .notConnectedToInternet)
}

let profile = ResponseSet("Profile", on: .get("/profile")) {
    CannedResponse("Regular", json: ["name": "Ada"])
    CannedResponse("Offline", error: .notConnectedToInternet)
}

let shop = ResponseGroup("Shop", everySet: [.offline(), .serverError()]) {
    login
    profile
}

struct Credentials: Codable, Sendable {
    var user: String
}

final class LoginModel {
    enum Banner: Sendable {
        case offline
        case failed
    }

    private(set) var banner: Banner?
    private let session: URLSession

    init(session: URLSession) {
        self.session = session
    }

    func signIn() async {
        do {
            guard let url = URL(string: "https://api.example.com/login") else { return }
            var request = URLRequest(url: url)
            request.httpMethod = "POST"
            request.httpBody = try JSONEncoder().encode(Credentials(user: "ada"))
            _ = try await session.data(for: request)
        } catch {
            banner = (error as? URLError)?.code == .notConnectedToInternet ? .offline : .failed
        }
    }
}

/// A screen that signs in, and shows the profile to all.
final class HomeModel {
    private(set) var banner: LoginModel.Banner?
    private let session: URLSession

    init(session: URLSession) {
        self.session = session
    }

    func open() async {
        let login = LoginModel(session: session)
        await login.signIn()
        banner = login.banner
        guard let url = URL(string: "https://api.example.com/profile") else { return }
        if (try? await session.data(from: url)) == nil { banner = .offline }
    }
}

/// A UI test's handle on the app, which XCUIAutomation has on Apple platforms.
struct AppHandle {
    var launchArguments: [String] = []
    func launch() {}
}

@MainActor final class ScreenModel {
    private(set) var isLoading = false
    private let session: URLSession

    init(session: URLSession) {
        self.session = session
    }

    func signIn() async {
        isLoading = true
        defer { isLoading = false }
        await LoginModel(session: session).signIn()
    }
}
