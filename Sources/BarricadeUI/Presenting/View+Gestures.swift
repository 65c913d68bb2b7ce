#if os(iOS)
public import Barricade
public import Foundation
public import SwiftUI
import UIKit

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
                ShakeListener(perform: open)
            })
    }
}

/// An invisible view that recognizes shakes of its window.
struct ShakeListener: UIViewRepresentable {
    let perform: @MainActor () -> Void

    func makeUIView(context: Context) -> ShakeView {
        let view = ShakeView(frame: .zero)
        view.isUserInteractionEnabled = false
        return view
    }

    func updateUIView(_ view: ShakeView, context: Context) {
        // Another one if the barricade is another one.
        view.perform = perform
        view.listen()
    }
}

/// The view behind a ``ShakeListener``, which is first responder while no other view is.
final class ShakeView: UIView {
    var perform: (@MainActor () -> Void)?

    override var canBecomeFirstResponder: Bool { true }

    override func didMoveToWindow() {
        super.didMoveToWindow()
        listen()
    }

    /// Becomes first responder, unless another view is, such as a text field.
    func listen() {
        if let window, window.firstResponder == nil { becomeFirstResponder() }
    }

    override func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
        guard motion == .motionShake, window?.hasSomethingToUndo == false else {
            return super.motionEnded(motion, with: event)
        }
        perform?()
    }
}

extension UIWindow {
    /// The first responder in this window; `nil` if there is none.
    var firstResponder: UIView? { Self.firstResponder(in: self) }

    private static func firstResponder(in view: UIView) -> UIView? {
        if view.isFirstResponder { return view }
        for subview in view.subviews {
            if let found = firstResponder(in: subview) { return found }
        }
        return nil
    }

    /// Whether the first responder has something to undo or redo.
    var hasSomethingToUndo: Bool {
        let manager = (firstResponder ?? self).undoManager
        return manager?.canUndo == true || manager?.canRedo == true
    }
}
#endif
