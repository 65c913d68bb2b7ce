#if canImport(UIKit) && canImport(SwiftUI) && !os(watchOS)
public import Barricade
public import Foundation
import SwiftUI
public import UIKit

/// A view controller of the screen of a barricade.
///
/// ```swift
/// present(BarricadeViewController(), animated: true)
/// ```
///
/// Present it, or make it a child; do not push it onto a navigation controller, since it contains
/// one. Made without a barricade, as from a storyboard, it shows the app's.
public final class BarricadeViewController: UIViewController {
    /// `nil` means the app's.
    private var barricade: Barricade?
    private var panel: URL?

    /// Makes a view controller of the screen of a barricade.
    ///
    /// - Parameters:
    ///   - barricade: The barricade.
    ///   - panel: The address of its page in a browser, to show it; `nil` shows none.
    public convenience init(_ barricade: Barricade, panel: URL? = nil) {
        self.init(nibName: nil, bundle: nil)
        self.barricade = barricade
        self.panel = panel
    }

    public override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        // Not when the view loads: only now is it known whether it is presented.
        if children.isEmpty { addScreen() }
    }

    private func addScreen() {
        let close = { [weak self] in self?.dismiss(animated: true) ?? () }
        let screen = BarricadeScreen(
            barricade ?? .shared, panel: panel,
            close: presentingViewController == nil ? nil : close)
        let host = UIHostingController(rootView: screen)
        addChild(host)
        host.view.frame = view.bounds
        host.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(host.view)
        host.didMove(toParent: self)
    }
}
#endif
