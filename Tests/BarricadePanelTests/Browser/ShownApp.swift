#if DEBUG && (os(Linux) || os(macOS))
import Barricade
import BarricadeSurfaces
import BarricadePanel
import Testing

@testable import TestSupport

/// An app whose panel a tab shows.
struct ShownApp {
    static let login = ResponseSet("Login", on: .post("/login"), group: "Account") {
        CannedResponse("Success", json: ["token": "f00d"])
        CannedResponse("Locked", status: 423)
        CannedResponse("Offline", error: .notConnectedToInternet)
    }
    static let profile = ResponseSet("Profile", on: .get("/profile"), group: "Account") {
        CannedResponse("Full", json: ["name": "Ada", "price": 12.5, "tags": []])
        CannedResponse("Offline", error: .notConnectedToInternet)
    }
    static let books = ResponseSet("Books", on: .get("/books"), group: "Shop") {
        CannedResponse("Two", json: [1, 2])
        CannedResponse("None", json: [])
        CannedResponse("Offline", error: .notConnectedToInternet)
    }
    static let health = ResponseSet("Health", on: .get("/health")) {
        CannedResponse("Fine", status: .noContent)
    }

    let barricade: Barricade
    let panel: Panel
    let tab: Tab

    /// Opens the panel of a barricade, and its page in a tab of its own.
    ///
    /// - Parameter script: JavaScript that runs before that of the page.
    static func withPage(
        _ sets: [ResponseSet] = [login, profile, books, health],
        presets: [Preset] = [Preset("No Network", everySet: "Offline")],
        running script: String = "", _ body: (ShownApp) async throws -> Void
    ) async throws {
        let barricade = Barricade(sets) { $0.presets = presets }
        let panel = try await barricade.openPanel()
        try await Browser.withTab { tab in
            try await tab.send(
                "Page.addScriptToEvaluateOnNewDocument", ["source": .string(script)])
            try await tab.open(panel.url)
            try await tab.wait(until: "document.querySelector('#set-list .row') !== null")
            try await body(ShownApp(barricade: barricade, panel: panel, tab: tab))
        }
        await panel.close()
    }

    /// Sends a request as the app does, and returns the status, or the code of the error.
    @discardableResult
    func send(
        _ path: String, method: String = "GET", to origin: String = "https://api.example.com"
    ) async throws -> Int {
        guard let url = URL(string: "\(origin)\(path)") else { return 0 }
        var request = URLRequest(url: url, timeoutInterval: 3_600)
        request.httpMethod = method
        do {
            return (try await barricade.session.data(for: request).1 as? HTTPURLResponse)?
                .statusCode ?? 0
        } catch let error as URLError {
            return error.code.rawValue
        } catch {
            return (error as NSError).code
        }
    }

    /// Expects the value of a script, once the page has got there.
    func expect(
        _ script: String, _ expected: JSONValue, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let deadline = ContinuousClock.now + .milliseconds(Tab.patience)
        var found: JSONValue = nil
        repeat {
            found = (try? await tab.evaluate(script)) ?? nil
            if found == expected { return }
            try await tab.pause()
        } while ContinuousClock.now < deadline
        #expect(found == expected, sourceLocation: sourceLocation)
    }

    /// Waits until a set has a response and a mode.
    func wait(
        for response: String, of set: String, mode: ResponseSet.Mode = .barricaded
    ) async throws {
        try await wait("\(response) of \(set), \(mode)") {
            $0[set]?.selectedResponse == response && $0[set]?.mode == mode
        }
    }

    /// Waits until the app's barricade has what a person has chosen on the page.
    func wait(_ wanted: String, until condition: (BarricadeOverview) -> Bool) async throws {
        for await overview in barricade.overviews where condition(overview) { return }
        throw BrowserFault.timedOut(wanted)
    }
}
#endif
