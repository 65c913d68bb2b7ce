#if canImport(SwiftUI)
import Barricade
import BarricadeSurfaces
import SwiftUI

/// A set: its matcher, mode, responses and latest requests.
struct SetDetail: View {
    @ObservedObject var model: ScreenModel
    let name: String
    let open: (ScreenPlace) -> Void

    var body: some View {
        List {
            if let row = model.row(of: name) {
                Section {
                    Text(verbatim: row.summary.matcher).lineLimit(6)
                    ModePicker(model: model, row: row)
                        .accessibilityIdentifier(BarricadeScreenIdentifier.mode(of: name))
                } header: {
                    Text("Requests")
                } footer: {
                    Text(verbatim: row.modeExplanation)
                }
                ForEach(row.summary.faults, id: \.self) { Warning(text: $0) }
                if !row.summary.drift.isEmpty { DriftSection(sentences: row.summary.drift) }
                responses
                latest
            } else {
                Warning(text: "This set is no longer registered.")
            }
        }
        .navigationTitle(name)
        .toolbar { toolbar }
    }

    private var responses: some View {
        Section {
            ForEach(model.responses(of: name)) { row in
                responseRow(row)
            }
            #if !os(tvOS) && !os(watchOS)
            Button("New Response", systemImage: "plus") { model.makeResponse(in: name) }
                .accessibilityIdentifier(BarricadeScreenIdentifier.editor("new-response"))
            #endif
        } header: {
            Text("Responses")
        } footer: {
            #if os(tvOS) || os(watchOS)
            Text("Responses are made and edited on an iPhone, iPad or Mac, or in a browser.")
            #endif
        }
    }

    @ViewBuilder private var latest: some View {
        let rows = model.latestRequests(to: name)
        if !rows.isEmpty {
            Section("Latest requests") {
                ForEach(rows) { LogRowView(row: $0) }
            }
        }
    }

    @ToolbarContentBuilder private var toolbar: some ToolbarContent {
        #if os(tvOS) || os(watchOS)
        ToolbarItem(placement: .primaryAction) { reset }
        #else
        ToolbarItem(placement: .primaryAction) {
            Menu {
                pin.keyboardShortcut("p", modifiers: [.command, .option])
                reset.keyboardShortcut("r", modifiers: [.command, .option])
                modeButton(.barricaded, "1")
                modeButton(.live, "2")
                modeButton(.held, "3")
                modeButton(.recording, "4").disabled(!model.overview.isRecording)
            } label: {
                Label("Actions", systemImage: "ellipsis.circle")
            }
        }
        #endif
    }

    #if !os(tvOS) && !os(watchOS)
    private var pin: some View {
        Button(model.row(of: name)?.isPinned == true ? "Unpin" : "Pin") {
            model.togglePin(of: name)
        }
    }

    private func modeButton(_ mode: ResponseSet.Mode, _ key: KeyEquivalent) -> some View {
        Button(mode.title) { model.setMode(mode, for: name) }
            .keyboardShortcut(key, modifiers: [.command, .option])
    }
    #endif

    private var reset: some View {
        Button("Reset") { model.reset(name) }
            .disabled(model.row(of: name)?.summary.isChanged != true)
    }

    /// A response: a tap selects it, and the button beside it opens it.
    private func responseRow(_ row: ResponseRow) -> some View {
        HStack {
            Button {
                model.select(row.name, for: name)
            } label: {
                HStack {
                    Image(systemName: row.isSelected ? "checkmark.circle.fill" : "circle")
                    VStack(alignment: .leading, spacing: 2) {
                        Text(verbatim: row.name).lineLimit(2)
                        Text(verbatim: row.caption)
                            .font(.caption)
                            .foregroundStyle(.secondary)
                            .lineLimit(3)
                    }
                }
            }
            .buttonStyle(.plain)
            .accessibilityElement(children: .ignore)
            .accessibilityLabel(row.sentence)
            .accessibilityAddTraits(row.isSelected ? [.isButton, .isSelected] : .isButton)
            .accessibilityIdentifier(BarricadeScreenIdentifier.response(row.name, of: name))
            .accessibilityAction { model.select(row.name, for: name) }
            #if !os(tvOS) && !os(watchOS)
            Spacer()
            Button {
                open(.response(row.name, set: name))
            } label: {
                Image(systemName: "info.circle")
            }
            .buttonStyle(.borderless)
            .accessibilityLabel("Details of \(row.name)")
            #endif
        }
    }
}
#endif
