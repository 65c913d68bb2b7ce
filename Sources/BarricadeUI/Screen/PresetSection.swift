#if canImport(SwiftUI)
import Barricade
import BarricadeSurfaces
import SwiftUI

/// The presets as chips.
struct PresetSection: View {
    @ObservedObject var screen: ObservedModel

    var body: some View {
        let presets = screen.model.overview.presets
        if !presets.isEmpty {
            Section("Presets") {
                #if os(watchOS)
                ForEach(presets) { PresetChip(screen: screen, preset: $0) }
                #else
                ScrollView(.horizontal, showsIndicators: false) {
                    HStack {
                        ForEach(presets) { PresetChip(screen: screen, preset: $0) }
                    }
                }
                #endif
            }
        }
    }
}

private struct PresetChip: View {
    @ObservedObject var screen: ObservedModel
    let preset: BarricadeOverview.PresetSummary

    var body: some View {
        Button {
            screen.model.apply(preset: preset.name)
        } label: {
            HStack(spacing: 4) {
                if let symbol { Image(systemName: symbol).accessibilityHidden(true) }
                Text(verbatim: preset.name.shortName).lineLimit(1)
                if preset.state == .modified {
                    Text("modified").font(.caption).foregroundStyle(.secondary)
                }
            }
        }
        .buttonStyle(.bordered)
        #if !os(watchOS)
        // A long name scrolls rather than being cut.
        .fixedSize()
        #endif
        .accessibilityLabel(preset.name)
        .accessibilityValue(preset.state == .available ? "" : preset.state.rawValue)
        .accessibilityAddTraits(preset.state == .applied ? .isSelected : [])
        .accessibilityIdentifier(BarricadeScreenIdentifier.preset(preset.name))
    }

    private var symbol: String? {
        if preset.state == .applied { return "checkmark" }
        return preset.state == .modified ? "pencil" : nil
    }
}
#endif
