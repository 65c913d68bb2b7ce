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
    case shake
    case longPress
}

/// An invisible view that recognizes a gesture in its window.
struct GestureListener: UIViewRepresentable {
    let gesture: PresentingGesture
    let perform: @MainActor () -> Void

    func makeUIView(context: Context) -> UIView {
        switch gesture {
        case .shake: ShakeView(perform: perform)
        case .longPress: LongPressView(perform: perform)
        }
    }

    func updateUIView(_ view: UIView, context: Context) {
        (view as? ShakeView)?.listen()
    }
}

/// A view that is first responder while no other view is.
private final class ShakeView: UIView {
    private var perform: (@MainActor () -> Void)?

    convenience init(perform: @escaping @MainActor () -> Void) {
        self.init(frame: .zero)
        self.perform = perform
        isUserInteractionEnabled = false
    }

    override var canBecomeFirstResponder: Bool { true }

    override func didMoveToWindow() {
        super.didMoveToWindow()
        listen()
    }

    /// Becomes first responder, unless another view is, such as a text field.
    func listen() {
        guard let window, window.firstResponder == nil else { return }
        becomeFirstResponder()
    }

    override func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
        guard motion == .motionShake, window?.hasSomethingToUndo == false else {
            return super.motionEnded(motion, with: event)
        }
        perform?()
    }
}

/// A view that adds a long-press recognizer for three fingers to its window.
private final class LongPressView: UIView {
    private var perform: (@MainActor () -> Void)?
    private var recognizer: UIGestureRecognizer?

    convenience init(perform: @escaping @MainActor () -> Void) {
        self.init(frame: .zero)
        self.perform = perform
        isUserInteractionEnabled = false
    }

    override func didMoveToWindow() {
        super.didMoveToWindow()
        if let recognizer { recognizer.view?.removeGestureRecognizer(recognizer) }
        recognizer = nil
        guard let window else { return }
        let press = UILongPressGestureRecognizer.ofThreeFingers(
            target: self, action: #selector(pressed))
        window.addGestureRecognizer(press)
        recognizer = press
    }

    @objc private func pressed() {
        if recognizer?.state == .began { perform?() }
    }
}

extension UILongPressGestureRecognizer {
    /// Makes a recognizer of three fingers held for a second; touches still reach the app.
    static func ofThreeFingers(target: Any, action: Selector) -> UILongPressGestureRecognizer {
        let press = UILongPressGestureRecognizer(target: target, action: action)
        press.numberOfTouchesRequired = 3
        press.minimumPressDuration = 1
        press.cancelsTouchesInView = false
        return press
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
