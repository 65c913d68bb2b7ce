#if canImport(SwiftUI)
import Barricade
import BarricadeSurfaces
import SwiftUI

/// A set's row: it opens the set, and its menu selects a response.
struct SetRowView: View {
    @ObservedObject var model: ScreenModel
    let row: SetRow
    let open: (ScreenPlace) -> Void
    @Environment(\.dynamicTypeSize) private var typeSize

    var body: some View {
        NavigationLink(value: ScreenPlace.set(row.name)) { content }
            .accessibilityElement(children: .ignore)
            .accessibilityLabel(row.name)
            .accessibilityValue(row.value)
            .accessibilityAddTraits(.isButton)
            .accessibilityIdentifier(BarricadeScreenIdentifier.set(row.name))
            .accessibilityAction { open(.set(row.name)) }
            .accessibilityAdjustableAction { direction in
                model.step(row.name, by: direction == .increment ? 1 : -1)
            }
            #if !os(tvOS)
        .swipeActions(edge: .trailing, allowsFullSwipe: false) {
            pin
            if row.summary.isChanged { reset }
        }
            #endif
            #if !os(watchOS)
        .contextMenu {
            ResponsePicker(model: model, row: row)
            ModePicker(model: model, row: row)
            pin
            if row.summary.isChanged { reset }
        }
        #endif
    }

    private var pin: some View {
        Button(row.isPinned ? "Unpin" : "Pin") { model.togglePin(of: row.name) }
    }

    private var reset: some View {
        Button("Reset", role: .destructive) { model.reset(row.name) }
    }

    private var content: some View {
        let layout =
            typeSize.isAccessibilitySize
            ? AnyLayout(VStackLayout(alignment: .leading)) : AnyLayout(HStackLayout())
        return layout {
            VStack(alignment: .leading, spacing: 2) {
                title
                Text(verbatim: row.caption)
                    .font(.caption)
                    .foregroundStyle(.secondary)
                    .lineLimit(typeSize.isAccessibilitySize ? 4 : 2)
            }
            if !typeSize.isAccessibilitySize { Spacer() }
            menu
        }
    }

    private var title: some View {
        HStack(spacing: 4) {
            if row.isPinned { Image(systemName: "pin.fill").imageScale(.small) }
            if row.summary.mode != .barricaded {
                Image(systemName: row.summary.mode.symbol).imageScale(.small)
            }
            if row.drift != nil {
                Image(systemName: "arrow.triangle.branch").imageScale(.small)
            }
            Text(verbatim: row.name)
                .fontWeight(row.summary.isChanged ? .semibold : .regular)
                .lineLimit(2)
        }
    }

    /// The menu that selects a response; only the name if the platform has no menus in rows.
    @ViewBuilder private var menu: some View {
        let name = Text(verbatim: row.response.shortName)
            .multilineTextAlignment(.trailing)
            .lineLimit(2)
        #if os(tvOS) || os(watchOS)
        name.foregroundStyle(.secondary)
        #else
        Menu {
            ResponsePicker(model: model, row: row)
            ModePicker(model: model, row: row)
        } label: {
            name
        }
        #endif
    }
}

/// A picker of a set's response, for menus.
struct ResponsePicker: View {
    @ObservedObject var model: ScreenModel
    let row: SetRow

    var body: some View {
        Picker("Response", selection: $model[responseOf: row.name]) {
            ForEach(row.summary.responses) { response in
                Text(verbatim: response.name).tag(response.name)
            }
        }
        .pickerStyle(.inline)
    }
}

/// A picker of a set's mode.
struct ModePicker: View {
    @ObservedObject var model: ScreenModel
    let row: SetRow

    var body: some View {
        Picker("Mode", selection: $model[modeOf: row.name]) {
            ForEach(row.modes, id: \.self) { mode in
                Text(verbatim: mode.title).tag(mode)
            }
        }
    }
}
#endif
