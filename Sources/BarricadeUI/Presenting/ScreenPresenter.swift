#if canImport(SwiftUI)
import Barricade
import Foundation
import SwiftUI

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
#endif
