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
#endif
