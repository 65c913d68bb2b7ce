// What pages and doc comments take for granted: an app, its response sets, and values.

let login = ResponseSet("Login", on: .post("/login")) {
    CannedResponse("Success", json: ["token": "f00d"])
    CannedResponse("Wrong Password", status: .unauthorized, text: "Try again.")
    CannedResponse("Offline", error: .notConnectedToInternet)
}
let profile = ResponseSet("Profile", on: .get("/profile")) { CannedResponse("Regular") }
let settings = ResponseSet("Settings", on: .get("/settings")) { CannedResponse("Regular") }
let books = ResponseSet("Books", on: .get("/books")) { CannedResponse("None", json: []) }
let shop = ResponseGroup("Shop", everySet: [.offline()]) { login }
let contacts = Resource("Contacts", at: "/contacts", items: [ada])
let ada = Contact(id: 1, name: "Ada")
let ok = CannedResponse(text: "ok")

var barricade: Barricade { fatalError() }
var held: HeldRequests { fatalError() }
var recording: Recording { fatalError() }
var session: URLSession { fatalError() }
var url: URL { fatalError() }
var folder: URL { fatalError() }
var staging: URL { fatalError() }
var token: String { fatalError() }
var document: Data { fatalError() }
var encoder: JSONEncoder { fatalError() }
var decoder: JSONDecoder { fatalError() }
var orders: [Order] { fatalError() }
var app: XCUIApplication { fatalError() }
@MainActor var model: ScreenModel { fatalError() }

extension Bundle {
    static var module: Bundle { fatalError() }
}

struct Contact: Codable, Identifiable, Sendable { var id: Int, name: String }
struct Order: Codable, Identifiable, Sendable { var id: Int }
struct Profile: Codable, Sendable { var name: String }
struct Credentials: Codable, Sendable { var user: String }

final class Database: Sendable {
    func contacts() throws -> [Contact] { fatalError() }
    func upsert(_ contact: Contact) throws {}
    func deleteContact(_ id: Int) throws {}
}

// The app's models run where they are called, as those of many apps do.

enum Banner { case offline, failed }

final class LoginModel {
    var banner: Banner?
    init(session: URLSession) {}
    func signIn(isolation: isolated (any Actor)? = #isolation) async {}
}

final class HomeModel {
    var banner: Banner?
    init(session: URLSession) {}
    func open(isolation: isolated (any Actor)? = #isolation) async {}
}

@MainActor final class ScreenModel {
    var isLoading = false
    init(session: URLSession) {}
    func signIn() async {}
}

/// What UI tests use of XCUIAutomation, which only their own targets link.
final class XCUIApplication: @unchecked Sendable {
    struct Element {
        let exists = true
        func tap() {}
        func waitForExistence(timeout: TimeInterval) -> Bool { true }
    }

    struct Elements {
        let firstMatch = Element()
        subscript(name: String) -> Element { firstMatch }
    }

    var launchArguments: [String] = []
    var launchEnvironment: [String: String] = [:]
    let (buttons, staticTexts, activityIndicators) = (Elements(), Elements(), Elements())

    func launch() {}
}
