#if canImport(SwiftUI)
import Barricade
import BarricadeSurfaces
import SwiftUI

/// A set's row: it opens the set, and its menu selects a response.
struct SetRowView: View {
    @ObservedObject var screen: ObservedModel
    let row: SetRow
    let open: (ScreenPlace) -> Void
    @Environment(\.dynamicTypeSize) private var typeSize

    private var model: ScreenModel { screen.model }

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
            .modifier(SetRowActions(screen: screen, row: row))
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
            ResponseMenu(screen: screen, row: row)
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

}

/// The menu that selects a set's response; only the name if the platform has no menus in rows.
private struct ResponseMenu: View {
    @ObservedObject var screen: ObservedModel
    let row: SetRow

    var body: some View {
        #if os(tvOS) || os(watchOS)
        name.foregroundStyle(.secondary)
        #else
        Menu {
            ResponsePicker(screen: screen, row: row)
            ModePicker(screen: screen, row: row)
        } label: {
            name
        }
        #endif
    }

    private var name: some View {
        Text(verbatim: row.response.shortName)
            .multilineTextAlignment(.trailing)
            .lineLimit(2)
    }
}

/// A picker of a set's response, for menus.
struct ResponsePicker: View {
    @ObservedObject var screen: ObservedModel
    let row: SetRow

    var body: some View {
        Picker("Response", selection: $screen.model[responseOf: row.name]) {
            ForEach(row.summary.responses) { response in
                Text(verbatim: response.name).tag(response.name)
            }
        }
        .pickerStyle(.inline)
    }
}

/// A picker of a set's mode.
struct ModePicker: View {
    @ObservedObject var screen: ObservedModel
    let row: SetRow

    var body: some View {
        Picker("Mode", selection: $screen.model[modeOf: row.name]) {
            ForEach(row.modes, id: \.self) { mode in
                Text(verbatim: mode.title).tag(mode)
            }
        }
    }
}

/// The swipe actions and the context menu of a row.
private struct SetRowActions: ViewModifier {
    @ObservedObject var screen: ObservedModel
    let row: SetRow

    func body(content: Content) -> some View {
        content
            #if !os(tvOS)
        .swipeActions(edge: .trailing, allowsFullSwipe: false) {
            pin
            if row.summary.isChanged { reset }
        }
            #endif
            #if !os(watchOS)
        .contextMenu {
            ResponsePicker(screen: screen, row: row)
            ModePicker(screen: screen, row: row)
            pin
            if row.summary.isChanged { reset }
        }
        #endif
    }

    private var pin: some View {
        Button(row.isPinned ? "Unpin" : "Pin") { screen.model.togglePin(of: row.name) }
    }

    private var reset: some View {
        Button("Reset", role: .destructive) { screen.model.reset(row.name) }
    }
}
#endif
