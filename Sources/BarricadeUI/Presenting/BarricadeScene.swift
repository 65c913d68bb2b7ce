#if os(macOS) || os(visionOS)
public import Barricade
public import Foundation
public import SwiftUI

/// A scene of an app: a separate window with the screen of a barricade.
///
/// ```swift
/// var body: some Scene {
///     WindowGroup { ContentView() }
///         .commands { BarricadeCommands() }
///     BarricadeScene()
/// }
/// ```
///
/// ``BarricadeCommands`` opens it from the menu; `openWindow(id: BarricadeScene.id)` from anywhere.
public struct BarricadeScene: Scene {
    /// The identifier of the window, for `openWindow`.
    public static let id = "Barricade"

    private let barricade: Barricade
    private let panel: URL?

    /// Makes the scene of a barricade.
    ///
    /// - Parameters:
    ///   - barricade: The barricade; by default the app's.
    ///   - panel: The address of its page in a browser, to show it; `nil` shows none.
    public init(_ barricade: Barricade = .shared, panel: URL? = nil) {
        self.barricade = barricade
        self.panel = panel
    }

    public var body: some Scene {
        #if os(macOS)
        Window("Barricade", id: Self.id) { BarricadeScreen(barricade, panel: panel) }
        #else
        WindowGroup("Barricade", id: Self.id) { BarricadeScreen(barricade, panel: panel) }
        #endif
    }
}
#endif
