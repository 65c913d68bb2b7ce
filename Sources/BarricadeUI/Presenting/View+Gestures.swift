#if os(iOS)
public import Barricade
public import Foundation
public import SwiftUI

extension View {
    /// Presents the screen of a barricade as a sheet when the device is shaken.
    ///
    /// ```swift
    /// WindowGroup {
    ///     ContentView().barricadeScreenOnShake()
    /// }
    /// ```
    ///
    /// Put it on the root view of a window. It adds a view that is first responder while no text
    /// field is, so a shake does not work while a text field has the focus. A shake undoes as usual
    /// while there is something to undo. While the screen is shown, a shake does nothing. An app
    /// with a scene delegate uses ``BarricadeWindow`` instead.
    public func barricadeScreenOnShake(
        of barricade: Barricade = .shared, panel: URL? = nil
    ) -> some View {
        modifier(
            ScreenPresenter(barricade: barricade, panel: panel) { open in
                GestureListener(gesture: .shake, perform: open)
            })
    }

    /// Presents the screen of a barricade as a sheet when three fingers press for a second.
    public func barricadeScreenOnLongPress(
        of barricade: Barricade = .shared, panel: URL? = nil
    ) -> some View {
        modifier(
            ScreenPresenter(barricade: barricade, panel: panel) { open in
                GestureListener(gesture: .longPress, perform: open)
            })
    }
}

/// The gestures that present the screen.
enum PresentingGesture {
    case shake
    case longPress
}
#endif
