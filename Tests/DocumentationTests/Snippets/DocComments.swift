import Barricade
import BarricadePanel
import BarricadeResources
import BarricadeTesting
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct DocComments {
    func ofBarricade() throws {
        let barricade = Barricade(login, profile)
        let session = URLSession(configuration: .barricaded(by: barricade))
        try barricade.select("Offline", for: "Login")
        _ = session
    }

    func ofClaiming(_ barricade: Barricade, _ url: URL) throws {
        let request = try #require(BarricadeRequest(URLRequest(url: url)))
        #expect(barricade.responseSet(claiming: request)?.name == "User")
    }

    func ofChanges(_ barricade: Barricade) async {
        for await change in barricade.changes { print(change) }
    }

    func ofWaiting(_ barricade: Barricade, _ model: LoginModel) async throws {
        await model.signIn()
        let request = try await barricade.waitForRequest(to: "Login")
        #expect(try request.json(as: Credentials.self).user == "ada")
    }

    @MainActor func ofHolding(_ barricade: Barricade) async throws {
        let model = ScreenModel(session: barricade.session)
        let held = try barricade.hold("Login")
        let signIn = Task { await model.signIn() }
        try await held.waitForRequest()
        #expect(model.isLoading)
        held.release()
        await signIn.value
    }

    func ofErrors(_ session: URLSession, _ url: URL) async throws {
        do {
            _ = try await session.data(from: url)
        } catch BarricadeError.Code.unmatchedRequest {
            // no response set matches
        }
    }

    func ofLogin() {
        let login = ResponseSet("Login", on: .post("/login")) {
            CannedResponse("Success", json: ["token": "f00d"])
            CannedResponse("Offline", error: .notConnectedToInternet)
        }
        _ = login
    }

    func ofResponses() -> ResponseSet {
        ResponseSet("Login", on: .post("/login")) {
            CannedResponse("Success", json: ["token": "f00d"])
            CannedResponse("Locked", status: 423, headers: ["Retry-After": "60"])
            CannedResponse("Wrong password", status: .unauthorized, file: "login.invalid.json")
            CannedResponse("Offline", error: .notConnectedToInternet)
            CannedResponse("Slow", json: ["token": "f00d"], delay: .seconds(5))
        }
    }

    func ofPresets(_ barricade: Barricade) throws {
        barricade.register([Preset("Offline", ["Login": "Offline", "Profile": "Offline"])])
        try barricade.apply("Offline")
    }

    func ofSetsOrTheirNames(_ barricade: Barricade, _ login: ResponseSet) throws {
        try barricade.select("Offline", for: login)
        try barricade.select("Offline", for: "Login")
        try barricade.answerNext("Login", with: "Offline")
    }

    func ofDelays(slow: Bool) -> ResponseSet {
        ResponseSet("Books", on: .any) {
            let pause: TimeInterval = slow ? 2 : 0
            CannedResponse("Books", file: "books.json", delay: pause)
        }
    }

    func ofMatchers() -> [RequestMatcher] {
        let profile: RequestMatcher = .get("/users/:id")
        let search: RequestMatcher = .get("/search") && .query("page", "2")
        let uploads: RequestMatcher = .any("https://*.example.com/v1/**") && !.header("X-Draft")
        return [profile, search, uploads]
    }

    func ofStorages() -> Barricade {
        Barricade(login, profile) {
            $0.name = "App"
            $0.storage = .userDefaults()
        }
    }

    func ofSettings(_ shop: ResponseGroup) {
        let barricade = Barricade(login, shop) {
            $0.seed = 7
            $0.storage = .userDefaults()
        }
        print(barricade.seed)
    }

    func ofSeeds() {
        let barricade = Barricade(login, profile) { $0.seed = 7 }
        print(barricade.seed)
    }

    @Test func ofGroups() throws {
        struct Order: Codable, Identifiable, Sendable {
            var id: Int
        }

        let shop = ResponseGroup("Shop", at: "https://api.example.com/v1", everySet: [.offline()]) {
            ResponseSet("Books", on: .get("/books")) {
                CannedResponse("Two Books", file: "books.json")
            }
            Resource("Orders", at: "/orders", items: [Order(id: 1)])
        }
        let barricade = Barricade(login, shop)
        #expect(barricade.sets.count == 8)
    }

    func ofPresets() throws {
        let barricade = Barricade(login, profile)
        barricade.register([
            Preset("Offline", everySet: "Offline"),
            Preset("First launch", ["Login": "New User", "Profile": "Empty"]),
        ])
        try barricade.apply("Offline")
    }

    func ofCurl() throws {
        let barricade = Barricade(login)
        print(try barricade.requests(for: "Login").last?.request.curl ?? "no request")
    }

    func ofNextAnswers() throws {
        let barricade = Barricade(login)
        try barricade.answerNext("Login", with: CannedResponse(status: 503), times: 2)
    }

    @Test(.barricade(login) { $0.delay = .seconds(1) }) func waitsForTheAnswer() async throws {
        #expect(Barricade.current.sets.map(\.name) == ["Login"])
    }

    func ofTheSharedOne() {
        Barricade.configureShared {
            $0.storage = .userDefaults()
            $0.files = [.bundle(.main, subdirectory: "Responses")]
        }
        Barricade.shared.register(login, profile)
        Barricade.shared.enable()
    }

    func ofLists(_ shop: ResponseGroup, _ orders: [Order]) {
        let barricade = Barricade(login, shop, Resource("Orders", at: "/orders", items: orders))
        print(barricade.sets.count)
    }

    @Test func ofOwnStorages() throws {
        let storage = TweaksStorage(tweaks: Tweaks())
        func barricade() -> Barricade {
            Barricade(login) {
                $0.name = "App"
                $0.storage = storage
            }
        }
        try barricade().select("Offline", for: "Login")
        #expect(barricade().selection["Login"] == "Offline")
    }

    func ofLaunchOptions() {
        var app = AppHandle()
        app.launchArguments = ["-barricade.select", "Login=Offline", "-barricade.delay", "0.5"]
        app.launch()
    }
}

let ofBodies = ResponseSet("Bodies", on: .any) {
    CannedResponse("Avatar", body: .file("avatar.png", in: .bundle(.module)))
    CannedResponse("Bytes", body: .data(Data([1, 2, 3]), contentType: "application/x-tiny"))
    CannedResponse("Slow", json: [:], delay: .seconds(3))
    CannedResponse("Uneven", json: [:], delay: .uniform(.milliseconds(50) ... .seconds(1)))
    CannedResponse("Cut Off", file: "big.json").failing(.networkConnectionLost, after: .bytes(100))
    CannedResponse.sequence("Third Time Lucky") {
        CannedResponse(status: .serviceUnavailable).times(2)
        CannedResponse(json: ["ok": true])
    }
    CannedResponse.weighted("Flaky", [(9, ok), (1, CannedResponse(error: .timedOut))])
}

private let ok = CannedResponse(text: "ok")

func ofHandlers() -> ResponseSet {
    ResponseSet("User", on: .get("/users/:id")) {
        CannedResponse("Echo") { request in
            CannedResponse(json: ["id": .string(request.pathValues["id"] ?? "")])
        }
    }
}

func ofJSON() -> String? {
    let (city, count) = ("Oslo", 2)
    let value: JSONValue = ["city": .string(city), "title": "Hello \(city)", "n": JSONValue(count)]
    let name = value["city"]?.string
    return name
}

struct TweaksStorage: SelectionStorage {
    let tweaks: Tweaks

    func load(for barricade: String) -> Preset.Selection {
        Preset.Selection(tweaks[barricade])
    }

    func update(for barricade: String, _ change: @Sendable (inout Preset.Selection) -> Void) {
        var selection = load(for: barricade)
        change(&selection)
        tweaks[barricade] = selection.responses
    }
}

final class Tweaks: @unchecked Sendable {
    // Used by one test, in which nothing runs at the same time.
    private var values: [String: [String: String]] = [:]

    subscript(name: String) -> [String: String] {
        get { values[name] ?? [:] }
        set { values[name] = newValue }
    }
}
