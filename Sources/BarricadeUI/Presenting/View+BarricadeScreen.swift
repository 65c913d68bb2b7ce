#if canImport(SwiftUI)
public import Barricade
public import Foundation
public import SwiftUI

extension View {
    /// Presents the screen of a barricade as a sheet while a binding is true.
    ///
    /// ```swift
    /// ContentView()
    ///     .barricadeScreen(isPresented: $showsBarricade)
    /// ```
    ///
    /// - Parameters:
    ///   - isPresented: Whether the sheet is shown; it becomes false when a person closes it.
    ///   - barricade: The barricade; by default the app's.
    ///   - panel: The address of its page in a browser, to show it; `nil` shows none.
    public func barricadeScreen(
        isPresented: Binding<Bool>, of barricade: Barricade = .shared, panel: URL? = nil
    ) -> some View {
        #if BARRICADE_DISABLED
        self
        #else
        sheet(isPresented: isPresented) { BarricadeScreen(barricade, panel: panel) }
        #endif
    }
}

#if !os(tvOS) && !os(watchOS)
extension View {
    /// Presents the screen of a barricade as a sheet when a key is pressed, by default ⌃⌘B.
    public func barricadeScreenOnKeyPress(
        _ key: KeyboardShortcut = KeyboardShortcut("b", modifiers: [.control, .command]),
        of barricade: Barricade = .shared, panel: URL? = nil
    ) -> some View {
        modifier(
            ScreenPresenter(barricade: barricade, panel: panel) { open in
                // A keyboard shortcut needs a control; this one is hidden, also from VoiceOver.
                Button("Barricade", action: open)
                    .keyboardShortcut(key)
                    .opacity(0)
            })
    }
}
#endif

/// Presents the screen of a barricade as a sheet when a listener behind the content asks for it.
struct ScreenPresenter<Listener: View>: ViewModifier {
    let barricade: Barricade
    let panel: URL?
    /// Makes the listener, which calls the closure to open the screen.
    let listener: (_ open: @escaping @MainActor () -> Void) -> Listener
    @State private var isPresented = false

    func body(content: Content) -> some View {
        #if BARRICADE_DISABLED
        content
        #else
        content
            .background {
                listener {
                    if !ShownScreens.contains(barricade) { isPresented = true }
                }
                .accessibilityHidden(true)
            }
            .barricadeScreen(isPresented: $isPresented, of: barricade, panel: panel)
        #endif
    }
}

/// The shown screens; a gesture or a key presents no second one.
@MainActor enum ShownScreens {
    private static var counts: [ObjectIdentifier: Int] = [:]

    /// Whether a screen of a barricade is shown, in whatever way it was presented.
    static func contains(_ barricade: Barricade) -> Bool {
        counts[ObjectIdentifier(barricade)] != nil
    }

    static func add(_ barricade: ObjectIdentifier) {
        counts[barricade, default: 0] += 1
    }

    static func remove(_ barricade: ObjectIdentifier) {
        counts[barricade] = counts[barricade].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
}
#endif
