#if os(iOS)
import Foundation
import SwiftUI
import UIKit

/// A view of no size that hears a gesture of its window.
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

/// A view that is first responder as long as nothing else wants to be.
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

    /// Becomes first responder, unless another view, such as a text field, is.
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

/// A view that puts a long press of three fingers on its window.
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
    /// Returns a recognizer of three fingers that stay for a second; touches still reach the app.
    static func ofThreeFingers(target: Any, action: Selector) -> UILongPressGestureRecognizer {
        let press = UILongPressGestureRecognizer(target: target, action: action)
        press.numberOfTouchesRequired = 3
        press.minimumPressDuration = 1
        press.cancelsTouchesInView = false
        return press
    }
}

extension UIWindow {
    /// The view that gets what is typed; `nil` if none does.
    var firstResponder: UIView? { Self.firstResponder(in: self) }

    private static func firstResponder(in view: UIView) -> UIView? {
        if view.isFirstResponder { return view }
        for subview in view.subviews {
            if let found = firstResponder(in: subview) { return found }
        }
        return nil
    }

    /// Whether a shake is for the undo manager of the first responder.
    var hasSomethingToUndo: Bool {
        let manager = (firstResponder ?? self).undoManager
        return manager?.canUndo == true || manager?.canRedo == true
    }
}
#endif
