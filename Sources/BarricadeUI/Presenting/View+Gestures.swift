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
    case shake, longPress
}

/// An invisible view that recognizes a gesture in its window.
struct GestureListener: UIViewRepresentable {
    let gesture: PresentingGesture
    let perform: @MainActor () -> Void

    func makeUIView(context: Context) -> GestureView {
        GestureView(gesture, perform: perform)
    }

    func updateUIView(_ view: GestureView, context: Context) {
        view.listen()
    }
}

/// The view behind a ``GestureListener``; for shakes it is first responder while no other view is.
final class GestureView: UIView {
    private var gesture = PresentingGesture.shake
    private var perform: (@MainActor () -> Void)?
    private var recognizer: UIGestureRecognizer?

    convenience init(_ gesture: PresentingGesture, perform: @escaping @MainActor () -> Void) {
        self.init(frame: .zero)
        (self.gesture, self.perform) = (gesture, perform)
        isUserInteractionEnabled = false
    }

    override var canBecomeFirstResponder: Bool { gesture == .shake }

    override func didMoveToWindow() {
        super.didMoveToWindow()
        listen()
        if let recognizer { recognizer.view?.removeGestureRecognizer(recognizer) }
        recognizer = nil
        guard gesture == .longPress, let window else { return }
        // Touches still reach the app.
        let press = UILongPressGestureRecognizer(target: self, action: #selector(pressed))
        press.numberOfTouchesRequired = 3
        press.minimumPressDuration = 1
        press.cancelsTouchesInView = false
        window.addGestureRecognizer(press)
        recognizer = press
    }

    /// Becomes first responder for shakes, unless another view is, such as a text field.
    func listen() {
        if gesture == .shake, let window, window.firstResponder == nil { becomeFirstResponder() }
    }

    override func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
        guard motion == .motionShake, window?.hasSomethingToUndo == false else {
            return super.motionEnded(motion, with: event)
        }
        perform?()
    }

    @objc private func pressed() {
        if recognizer?.state == .began { perform?() }
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
