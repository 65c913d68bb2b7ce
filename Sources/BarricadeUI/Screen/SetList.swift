#if canImport(SwiftUI)
import Barricade
import BarricadeSurfaces
import SwiftUI

/// The list of sets, below the sections about all of them.
struct SetList: View {
    @ObservedObject var model: ScreenModel
    let close: (() -> Void)?
    #if !os(tvOS) && !os(watchOS)
    @Binding var chosen: ScreenPlace?
    #endif
    let open: (ScreenPlace) -> Void
    @Environment(\.dismiss) private var dismiss
    @Environment(\.isPresented) private var isPresented

    var body: some View {
        list
            .navigationTitle("Barricade")
            // With tokens if the platform has them.
            #if os(tvOS) || os(watchOS)
        .searchable(text: $model.search.text, prompt: "Names, paths, responses")
            #else
        .searchable(
            text: $model.search.text, tokens: $model.search.tokens,
            suggestedTokens: .constant(model.search.suggestedTokens),
            prompt: "Names, paths, responses"
        ) { token in
            Text(verbatim: token.title)
        }
            #endif
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
        OverallSection(model: model)
        PresetSection(model: model)
        WaitingSection(model: model)
        ForEach(model.sections) { section in
            Section {
                if !section.isCollapsed {
                    ForEach(section.rows) { SetRowView(model: model, row: $0, open: open) }
                }
            } header: {
                header(of: section)
            }
        }
        if let text = model.emptyText {
            Text(verbatim: text).foregroundStyle(.secondary)
        }
    }

    @ToolbarContentBuilder private var toolbar: some ToolbarContent {
        ToolbarItem(placement: .primaryAction) { ResetButton(model: model) }
        ToolbarItem(placement: .cancellationAction) {
            if close != nil || isPresented {
                Button("Done") { if let close { close() } else { dismiss() } }
                    .accessibilityIdentifier(BarricadeScreenIdentifier.done)
            }
        }
    }

    /// The title of a section; a group's title expands and collapses the group.
    @ViewBuilder private func header(of section: SetSection) -> some View {
        if case .group(let group) = section.id {
            Button {
                model.toggleCollapse(of: group)
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
