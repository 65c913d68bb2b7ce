import Barricade
import BarricadeUI

// Code in pages and doc comments that only Apple's platforms can compile: it stands here again.

#if canImport(SwiftUI)
import SwiftUI

private struct ContentView: View {
    let barricade: Barricade

    init(barricade: Barricade = .shared) {
        self.barricade = barricade
    }

    var body: some View {
        BarricadeScreen(barricade)
    }
}

private struct PresentingView: View {
    @State private var showsBarricade = false

    var body: some View {
        ContentView()
            .barricadeScreen(isPresented: $showsBarricade)
    }
}
#endif

#if os(iOS)
import UIKit

private struct ShakenApp: App {
    var body: some Scene {
        WindowGroup {
            ContentView().barricadeScreenOnShake()
        }
    }
}

private final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options: UIScene.ConnectionOptions
    ) {
        guard let scene = scene as? UIWindowScene else { return }
        let window = BarricadeWindow(windowScene: scene)
        window.rootViewController = RootViewController()
        window.makeKeyAndVisible()
        self.window = window
    }
}

private final class RootViewController: UIViewController {
    func show() {
        present(BarricadeViewController(), animated: true)
    }
}
#endif

#if os(macOS)
@MainActor private func showWindow() {
    let controller = BarricadeWindowController()
    controller.showWindow(nil)
}

private struct DesktopApp: App {
    var body: some Scene {
        WindowGroup { ContentView() }
            .commands { BarricadeCommands() }
        BarricadeScene()
    }
}
#endif

#if os(iOS)
import XCTest

private final class ScreenTests: XCTestCase {
    @MainActor func testSignInWhenOffline() throws {
        let app = XCUIApplication()
        app.launch()
        app.buttons["Show Barricade"].tap()
        app.buttons["barricade.set.Login"].tap()
        app.buttons["barricade.response.Login.Offline"].tap()
    }

    @MainActor func testIdentifiers() {
        let app = XCUIApplication()
        app.buttons[BarricadeScreenIdentifier.set("Login")].tap()
        app.buttons[BarricadeScreenIdentifier.response("Offline", of: "Login")].tap()
    }
}
#endif
