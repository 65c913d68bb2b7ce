#if os(macOS) && SWIFT_PACKAGE
import AppKit

/// Makes a program without an app bundle an app with windows, a menu bar and a place in the Dock.
///
/// `swift run` starts such a program. An app of an Xcode project has a bundle, and needs none of it.
final class Activation: NSObject, NSApplicationDelegate {
    func applicationWillFinishLaunching(_ notification: Notification) {
        NSApplication.shared.setActivationPolicy(.regular)
    }

    func applicationDidFinishLaunching(_ notification: Notification) {
        NSApplication.shared.activate(ignoringOtherApps: true)
    }
}
#endif
