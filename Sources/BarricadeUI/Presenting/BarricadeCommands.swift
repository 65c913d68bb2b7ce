#if os(macOS)
public import Barricade
public import SwiftUI

/// A menu with the presets of a barricade, and the command that opens its window.
///
/// It needs ``BarricadeScene`` among the app's scenes.
public struct BarricadeCommands: Commands {
    private let barricade: Barricade

    /// Makes the menu of a barricade; by default the app's.
    public init(_ barricade: Barricade = .shared) {
        self.barricade = barricade
    }

    public var body: some Commands {
        CommandMenu("Barricade") { BarricadeMenu(barricade: barricade) }
    }
}

/// The items of the menu.
private struct BarricadeMenu: View {
    let barricade: Barricade
    @Environment(\.openWindow) private var openWindow

    var body: some View {
        #if !BARRICADE_DISABLED
        Button("Show Response Sets") { openWindow(id: BarricadeScene.id) }
            .keyboardShortcut("b", modifiers: [.control, .command])
        Divider()
        ForEach(barricade.presets, id: \.name) { preset in
            Button(preset.name) { try? barricade.apply(preset.name) }
        }
        Divider()
        Button("Reset All Sets") { barricade.reset() }
        Button("Release All Requests") { barricade.releaseAll() }
        #endif
    }
}
#endif
