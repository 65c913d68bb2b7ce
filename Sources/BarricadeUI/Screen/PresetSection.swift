#if canImport(SwiftUI)
import BarricadeSurfaces
import SwiftUI

/// The presets as chips.
struct PresetSection: View {
    @ObservedObject var screen: ObservedModel

    var body: some View {
        let presets = screen.model.overview.presets
        if !presets.isEmpty {
            Section("Presets") {
                ChipRow {
                    ForEach(presets) { preset in
                        Chip(
                            title: preset.name.shortName,
                            note: preset.state == .available ? "" : preset.state.rawValue,
                            symbol: symbol(of: preset), isChosen: preset.state == .applied
                        ) {
                            screen.model.apply(preset: preset.name)
                        }
                        .accessibilityIdentifier(BarricadeScreenIdentifier.preset(preset.name))
                    }
                }
            }
        }
    }

    private func symbol(of preset: BarricadeOverview.PresetSummary) -> String? {
        if preset.state == .applied { return "checkmark" }
        return preset.state == .modified ? "pencil" : nil
    }
}
#endif
