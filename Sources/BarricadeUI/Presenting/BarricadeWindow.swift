#if os(iOS)
public import Barricade
import SwiftUI
public import UIKit

/// A window that presents the screen of a barricade when the device is shaken.
///
/// ```swift
/// func scene(
///     _ scene: UIScene, willConnectTo session: UISceneSession,
///     options: UIScene.ConnectionOptions
/// ) {
///     guard let scene = scene as? UIWindowScene else { return }
///     let window = BarricadeWindow(windowScene: scene)
///     window.rootViewController = RootViewController()
///     window.makeKeyAndVisible()
///     self.window = window
/// }
/// ```
///
/// The screen opens in the shaken window's scene, above what is presented there. A shake undoes as
/// usual while there is something to undo. While the screen is shown, a shake does nothing. All
/// other motions go to the superclass. In a build with `BARRICADE_DISABLED` it is a plain window.
public final class BarricadeWindow: UIWindow {
    /// The barricade to show; `nil`, the default, means the app's.
    public var barricade: Barricade?

    public override func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
        guard motion == .motionShake, !hasSomethingToUndo, presentScreen() else {
            return super.motionEnded(motion, with: event)
        }
    }

    /// Presents the screen above everything else, unless it is shown already.
    ///
    /// - Returns: False if there is nothing to present it from.
    private func presentScreen() -> Bool {
        #if BARRICADE_DISABLED
        return false
        #else
        guard var top = rootViewController else { return false }
        while let next = top.presentedViewController { top = next }
        if top is BarricadeViewController || ShownScreens.contains(barricade ?? .shared) {
            return true
        }
        top.present(BarricadeViewController(barricade ?? .shared), animated: true)
        return true
        #endif
    }
}
#endif
