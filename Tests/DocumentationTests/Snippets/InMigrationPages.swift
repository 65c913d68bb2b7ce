import Barricade
import BarricadeTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

private typealias APIClient = PassingTheClient.APIClient

@Suite struct MigrationPages {
    func settingUp() throws {
        Barricade.shared.register(login, profile)
        Barricade.shared.enable()
        try Barricade.shared.select("Offline", for: "Login")
    }

    func installing(_ barricade: Barricade, in configuration: URLSessionConfiguration) {
        barricade.install(in: configuration)
    }

    @Test(.barricade(login)) func showsBannerWhenOffline() async throws {
        try Barricade.current.select("Offline", for: "Login")
        let model = LoginModel(session: Barricade.current.session)
        await model.signIn()
        #expect(model.banner == .offline)
    }

    @Test func filesAndSlowNetworks() {
        let books = ResponseSet("Books", on: .get("https://api.example.com/books")) {
            CannedResponse("Some", file: "books.json", delay: .seconds(1))
        }
        let shop = Barricade(books) {
            $0.files = [.bundle(.module, subdirectory: "Responses")]
            $0.networkConditions = .edge
        }
        #expect(shop.validate() == [])
    }

    @Test func dependingOnTheRequest() {
        let user = ResponseSet("User", on: .get("/users/:id")) {
            CannedResponse("Echo") { request in
                CannedResponse(json: ["id": .string(request.pathValues["id"] ?? "")])
            }
        }
        #expect(Barricade(user).validate() == [])
    }

    @Test func matchersForConditions() {
        // The tables of these pages, as far as they are code.
        let matchers: [RequestMatcher] = [
            .any("/v1/**"), .any("/**/login"), .regex(#"^/v[0-9]+/books$"#, on: .path),
            .pathExtension("png"), .header("Accept", "text/html"), .form("user", "ada"),
            .url("https://example.com/books?page=2") && .method(.get),
        ]
        #expect(matchers.flatMap(\.faults) == [])
    }

    @Test func aResponseForAURL() async throws {
        let profile = ResponseSet("Profile", on: .get("https://api.example.com/profile")) {
            CannedResponse("Regular", json: ["name": "Ada"])
        }
        let barricade = Barricade(profile)
        let session = URLSession(configuration: .barricaded(by: barricade))
        let model = ProfileModel(client: APIClient(session: session))
        await model.load()
        #expect(model.name == "Ada")
    }

    @Test func errors() throws {
        let profile = ResponseSet("Profile", on: .get("/profile")) {
            CannedResponse("Regular", json: ["name": "Ada"])
            CannedResponse("Times Out", error: .timedOut)
        }
        let barricade = Barricade(profile)
        try barricade.select("Times Out", for: "Profile")
    }

    @Test(.barricade(login)) func whatWasAsked() async throws {
        let barricade = Barricade.current
        let model = LoginModel(session: barricade.session)
        await model.signIn()
        let request = try await barricade.waitForRequest(to: "Login")
        #expect(try request.json(as: Credentials.self).user == "ada")
    }

    @Suite struct OfReplay {
        private static let profile = {
            let profile = ResponseSet("Profile", on: .get("https://api.example.com/profile")) {
                CannedResponse("Regular", json: ["name": "Ada"])
                CannedResponse("Offline", error: .notConnectedToInternet)
            }
            return profile
        }()

        @Test(.barricade(profile)) func showsTheName() async throws {
            let model = ProfileModel(client: APIClient(session: Barricade.current.session))
            await model.load()
            #expect(model.name == "Ada")
        }

        @Test(.barricade(profile)) func showsNoNameWhenOffline() async throws {
            try Barricade.current.select("Offline", for: "Profile")
            let model = ProfileModel(client: APIClient(session: Barricade.current.session))
            await model.load()
            #expect(model.name == nil)
        }
    }

    @Test func recordedBodies() {
        let books = ResponseSet("Books", on: .get("/books")) {
            CannedResponse("Recorded", file: "books.json")
        }
        let inTurn = ResponseSet("In Turn", on: .get("/in-turn")) {
            CannedResponse.sequence("Recorded", then: .fail) {
                CannedResponse(file: "books.json")
                CannedResponse(status: .serviceUnavailable)
            }
        }
        let barricade = Barricade(books, inTurn) {
            $0.files = [.bundle(.module, subdirectory: "Responses")]
        }
        #expect(barricade.validate() == [])
    }
}
