#if DEBUG && canImport(SwiftUI)
import BarricadeUI
import SwiftUI

/// A button that presents the barricade's screen, on every platform.
struct DebugSection: View {
    @State private var showsBarricade = false

    var body: some View {
        Section("Debug") {
            Button("Show Barricade") { showsBarricade = true }
                .barricadeScreen(isPresented: $showsBarricade)
        }
    }
}
#endif
