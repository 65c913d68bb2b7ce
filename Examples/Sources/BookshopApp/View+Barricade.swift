#if DEBUG && canImport(SwiftUI)
import BarricadeUI
import SwiftUI

extension View {
    /// Presents the barricade's screen when the device is shaken, and on ⌃⌘B.
    ///
    /// On a Mac the key belongs to the command in the menu.
    func presentsBarricade() -> some View {
        #if os(iOS)
        barricadeScreenOnShake().barricadeScreenOnKeyPress()
        #elseif os(visionOS)
        barricadeScreenOnKeyPress()
        #else
        self
        #endif
    }
}
#endif
