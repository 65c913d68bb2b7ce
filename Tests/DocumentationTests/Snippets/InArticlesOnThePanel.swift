import Barricade
import BarricadePanel
import Foundation
import XCTest

private func inABrowser(_ barricade: Barricade) async throws {
    let panel = try await barricade.openPanel()
    print("Barricade: \(panel.url)")
}

private func atTheSameAddress(_ barricade: Barricade) async throws {
    let panel = try await barricade.openPanel(port: 8123, token: "my-own-machine-8123")
    _ = panel
}

private func onADevice(_ barricade: Barricade) async throws {
    let panel = try await barricade.openPanel(on: .localNetwork)
    _ = panel
}

private func printed(_ barricade: Barricade) async throws {
    let panel = try await barricade.openPanel()
    print(panel.url)
}

private func asked(_ login: ResponseSet, _ profile: ResponseSet) async throws {
    Barricade.shared.register(login, profile)
    Barricade.shared.enable()
    try await Barricade.shared.openPanelIfRequested()
}

// MARK: UI tests

/// What UI tests use of XCUIAutomation, which only their own targets link.
@MainActor private final class XCUIApplication {
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

@MainActor private func launch() async throws {
    let barricade = RemoteBarricade(port: 8123)
    let app = XCUIApplication()
    app.launchEnvironment.merge(barricade.launchEnvironment) { $1 }
    app.launchArguments += ["-barricade.select", "Login=Offline"]
    app.launch()
    try await barricade.waitUntilReady()
}

@MainActor private func change(_ app: XCUIApplication, _ barricade: RemoteBarricade) async throws {
    app.buttons["Sign In"].tap()
    try await barricade.waitForRequest(to: "Login")
    XCTAssert(app.staticTexts["You are offline."].waitForExistence(timeout: 5))

    try await barricade.select("Success", for: "Login")
    app.buttons["Try Again"].tap()
}

@MainActor private func hold(_ app: XCUIApplication, _ barricade: RemoteBarricade) async throws {
    try await barricade.hold("Profile")
    app.buttons["Profile"].tap()
    let request = try await barricade.waitForHeldRequest(to: "Profile")
    XCTAssert(app.activityIndicators.firstMatch.exists)
    try await barricade.release(request.id, to: .error(.networkConnectionLost))
}

private func make(_ barricade: RemoteBarricade) async throws {
    try await barricade.add(CannedResponse("Sold Out", status: 410), to: "Book")
    try await barricade.select("Sold Out", for: "Book")
}

@MainActor private func launchInShort(_ app: XCUIApplication) async throws {
    let barricade = RemoteBarricade(port: 8123)
    app.launchEnvironment.merge(barricade.launchEnvironment) { $1 }
    app.launch()
    try await barricade.waitUntilReady()
    try await barricade.select("Offline", for: "Login")
}

@MainActor private func wait(_ app: XCUIApplication, _ barricade: RemoteBarricade) async throws {
    app.buttons["Sign In"].tap()
    let request = try await barricade.waitForRequest(to: "Login")
    _ = request
}
