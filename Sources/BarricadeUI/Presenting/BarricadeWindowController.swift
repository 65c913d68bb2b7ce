#if os(macOS)
public import AppKit
public import Barricade
public import Foundation
import SwiftUI

/// A controller of a window with the screen of a barricade.
///
/// ```swift
/// let controller = BarricadeWindowController()
/// controller.showWindow(nil)
/// ```
///
/// Keep a reference to it while the window is open. The window remembers its place.
public final class BarricadeWindowController: NSWindowController {
    /// `nil` means the app's.
    private var barricade: Barricade?
    private var panel: URL?

    /// Makes a window with the screen of a barricade, which is not shown yet.
    ///
    /// - Parameters:
    ///   - barricade: The barricade; by default the app's.
    ///   - panel: The address of its page in a browser, to show it; `nil` shows none.
    public convenience init(_ barricade: Barricade = .shared, panel: URL? = nil) {
        self.init(window: nil)
        self.barricade = barricade
        self.panel = panel
    }

    public override func showWindow(_ sender: Any?) {
        #if !BARRICADE_DISABLED
        // Only now: the controller may have been made without a barricade.
        if window == nil { window = makeWindow() }
        super.showWindow(sender)
        #endif
    }

    private func makeWindow() -> NSWindow {
        let screen = NSHostingController(
            rootView: BarricadeScreen(barricade ?? .shared, panel: panel))
        let window = NSWindow(contentViewController: screen)
        window.title = "Barricade"
        window.setContentSize(CGSize(width: 900, height: 600))
        window.center()
        _ = window.setFrameAutosaveName("Barricade")
        return window
    }
}
#endif
