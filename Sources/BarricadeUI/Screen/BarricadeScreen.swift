#if canImport(SwiftUI)
public import Barricade
public import Foundation
public import SwiftUI

/// The screen that shows a barricade's response sets and selects their responses.
///
/// ```swift
/// BarricadeScreen(barricade)
/// ```
///
/// Put it in a sheet, a tab or a window. It has its own navigation, so do not push it onto a
/// stack. A selection takes effect with the next request.
///
/// In a build with the compilation condition `BARRICADE_DISABLED` it shows nothing.
public struct BarricadeScreen: View {
    #if !BARRICADE_DISABLED
    private let barricade: Barricade
    private let panel: URL?
    private let close: (() -> Void)?
    #endif

    /// Makes the screen of a barricade.
    ///
    /// - Parameters:
    ///   - barricade: The barricade; by default the app's.
    ///   - panel: The address of its page in a browser, to show it; `nil` shows none.
    @MainActor public init(_ barricade: Barricade = .shared, panel: URL? = nil) {
        self.init(barricade, panel: panel, close: nil)
    }

    /// Makes the screen with the action of its close button.
    @MainActor init(_ barricade: Barricade, panel: URL?, close: (() -> Void)?) {
        #if !BARRICADE_DISABLED
        self.barricade = barricade
        self.panel = panel
        self.close = close
        #endif
    }

    public var body: some View {
        #if BARRICADE_DISABLED
        EmptyView()
        #else
        // Another barricade in the same place gets its own model.
        FollowingScreen(barricade, panel: panel, close: close)
            .id(ObjectIdentifier(barricade))
        #endif
    }
}

#if !BARRICADE_DISABLED
/// The screen of one barricade, which follows its changes.
private struct FollowingScreen: View {
    @StateObject private var model: ScreenModel
    private let identity: ObjectIdentifier
    private let close: (() -> Void)?

    init(_ barricade: Barricade, panel: URL?, close: (() -> Void)?) {
        self.close = close
        _model = StateObject(wrappedValue: ScreenModel(observed: barricade, panel: panel))
        identity = ObjectIdentifier(barricade)
    }

    var body: some View {
        ScreenRoot(model: model, close: close)
            .task { await model.follow() }
            .onAppear { ShownScreens.add(identity) }
            .onDisappear { ShownScreens.remove(identity) }
    }
}
#endif
#endif
