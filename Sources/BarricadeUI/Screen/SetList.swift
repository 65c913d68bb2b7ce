#if canImport(SwiftUI)
import Barricade
import BarricadeSurfaces
import SwiftUI

/// The list of sets, below the sections about all of them.
struct SetList: View {
    @ObservedObject var screen: ObservedModel
    let close: (() -> Void)?
    #if !os(tvOS) && !os(watchOS)
    @Binding var chosen: ScreenPlace?
    #endif
    let open: (ScreenPlace) -> Void
    @Environment(\.dismiss) private var dismiss
    @Environment(\.isPresented) private var isPresented

    private var model: ScreenModel { screen.model }

    var body: some View {
        list
            .navigationTitle("Barricade")
            .modifier(SetSearchField(screen: screen))
            .toolbar { toolbar }
    }

    #if os(tvOS) || os(watchOS)
    private var list: some View {
        List { content }
    }
    #else
    private var list: some View {
        List(selection: $chosen) { content }
    }
    #endif

    @ViewBuilder private var content: some View {
        OverallSection(screen: screen)
        PresetSection(screen: screen)
        WaitingSection(screen: screen)
        ForEach(model.sections) { section in
            Section {
                if !section.isCollapsed {
                    ForEach(section.rows) { SetRowView(screen: screen, row: $0, open: open) }
                }
            } header: {
                SetSectionHeader(screen: screen, section: section)
            }
        }
        if let text = model.emptyText {
            Text(verbatim: text).foregroundStyle(.secondary)
        }
    }

    @ToolbarContentBuilder private var toolbar: some ToolbarContent {
        ToolbarItem(placement: .primaryAction) { ResetButton(screen: screen) }
        ToolbarItem(placement: .cancellationAction) {
            if close != nil || isPresented {
                Button("Done") { if let close { close() } else { dismiss() } }
                    .accessibilityIdentifier(BarricadeScreenIdentifier.done)
            }
        }
    }
}

/// The search field; with tokens if the platform has them.
private struct SetSearchField: ViewModifier {
    @ObservedObject var screen: ObservedModel

    func body(content: Content) -> some View {
        #if os(tvOS) || os(watchOS)
        content.searchable(text: $screen.model.search.text, prompt: "Names, paths, responses")
        #else
        content.searchable(
            text: $screen.model.search.text, tokens: $screen.model.search.tokens,
            suggestedTokens: .constant(screen.model.search.suggestedTokens),
            prompt: "Names, paths, responses"
        ) { token in
            Text(verbatim: token.title)
        }
        #endif
    }
}

/// The title of a section; a group's title expands and collapses the group.
private struct SetSectionHeader: View {
    @ObservedObject var screen: ObservedModel
    let section: SetSection

    var body: some View {
        if case .group(let group) = section.id {
            Button {
                screen.model.toggleCollapse(of: group)
            } label: {
                HStack {
                    Text(verbatim: section.title)
                    Spacer()
                    Image(systemName: section.isCollapsed ? "chevron.forward" : "chevron.down")
                        .accessibilityHidden(true)
                }
            }
            .buttonStyle(.plain)
            .accessibilityLabel(section.sentence)
            .accessibilityValue(section.isCollapsed ? "Collapsed" : "Expanded")
            .accessibilityIdentifier(BarricadeScreenIdentifier.group(group))
        } else {
            Text(verbatim: section.title)
        }
    }
}
#endif
