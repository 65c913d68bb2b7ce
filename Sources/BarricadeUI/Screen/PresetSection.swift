#if canImport(SwiftUI)
import BarricadeSurfaces
import SwiftUI

/// The presets as chips.
struct PresetSection: View {
    @ObservedObject var model: ScreenModel

    var body: some View {
        let presets = model.overview.presets
        if !presets.isEmpty {
            Section("Presets") {
                ChipRow {
                    ForEach(presets) { preset in
                        Chip(
                            title: preset.name.shortName,
                            note: preset.state == .available ? "" : preset.state.rawValue,
                            symbol: Self.symbols[preset.state], isChosen: preset.state == .applied
                        ) {
                            model.apply(preset: preset.name)
                        }
                        .accessibilityIdentifier(BarricadeScreenIdentifier.preset(preset.name))
                    }
                }
            }
        }
    }

    private static let symbols: [BarricadeOverview.PresetSummary.State: String] = [
        .applied: "checkmark", .modified: "pencil",
    ]
}

/// A small button in a row of several.
struct Chip: View {
    let title: String
    var note = ""
    var symbol: String?
    var isChosen = false
    let action: () -> Void

    var body: some View {
        Button(action: action) {
            HStack(spacing: 4) {
                if let symbol { Image(systemName: symbol).accessibilityHidden(true) }
                Text(verbatim: title).lineLimit(1)
                if !note.isEmpty {
                    Text(verbatim: note).font(.caption).foregroundStyle(.secondary)
                }
            }
            .monospacedDigit()
        }
        .buttonStyle(.bordered)
        #if !os(watchOS)
        // A long title scrolls rather than being cut.
        .fixedSize()
        #endif
        .accessibilityLabel(title)
        .accessibilityValue(note)
        .accessibilityAddTraits(isChosen ? .isSelected : [])
    }
}

/// Chips beside each other, or below each other on a watch.
struct ChipRow<Content: View>: View {
    @ViewBuilder let content: Content

    var body: some View {
        #if os(watchOS)
        content
        #else
        ScrollView(.horizontal, showsIndicators: false) {
            HStack { content }
        }
        #endif
    }
}
#endif
