#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
import BarricadeSurfaces
import Foundation
import SwiftUI

/// The form that makes or edits a response.
struct EditorView: View {
    @ObservedObject var model: ScreenModel
    @State private var isLeaving = false

    var body: some View {
        NavigationStack {
            Form {
                if let problem = model.editing?.problem { Warning(text: problem) }
                if model.draft.pattern != nil { setSection }
                responseSection
                if model.draft.error == nil {
                    headersSection
                    bodySection
                }
                actions
            }
            .navigationTitle(model.draft.title)
            .toolbar { toolbar }
        }
        .interactiveDismissDisabled(model.editing?.isChanged == true)
        #if os(macOS)
        .frame(minWidth: 520, minHeight: 520)
        #endif
    }

    private var actions: some View {
        Section {
            Button("Save and Select") { model.save(selecting: true) }
                .disabled(hasFaults)
                .accessibilityIdentifier(BarricadeScreenIdentifier.editor("save-and-select"))
            let made = try? model.draft.made()
            CopyButton(title: "Copy Swift", text: made?.swift ?? "")
            CopyButton(title: "Copy JSON", text: made?.json ?? "")
            if let json = made?.json { ShareLink("Share JSON…", item: json) }
        }
    }

    @ToolbarContentBuilder private var toolbar: some ToolbarContent {
        ToolbarItem(placement: .cancellationAction) {
            Button("Cancel") {
                isLeaving = model.editing?.isChanged == true
                if !isLeaving { model.editing = nil }
            }
            .accessibilityIdentifier(BarricadeScreenIdentifier.editor("cancel"))
            .confirmationDialog(
                "Discard what was typed?", isPresented: $isLeaving, titleVisibility: .visible
            ) {
                Button("Discard", role: .destructive) { model.editing = nil }
                Button("Continue Editing", role: .cancel) {}
            }
        }
        ToolbarItem(placement: .confirmationAction) {
            Button("Save") { model.save(selecting: false) }
                .disabled(hasFaults)
                .accessibilityIdentifier(BarricadeScreenIdentifier.editor("save"))
        }
    }

    private var hasFaults: Bool { model.editing?.faults.isEmpty != true }
}

// The fields.
extension EditorView {
    /// The name of a new set and its pattern, whose segments a tap makes variable.
    private var setSection: some View {
        Section {
            field(.set, "Name of the set", $model.draft.set)
            field(.pattern, "Requests", $model.draft.requests)
            ChipRow {
                let segments = Array(model.draft.segments.enumerated())
                ForEach(segments.filter { $0.element != "" }, id: \.offset) { segment in
                    Chip(
                        title: segment.element.shortName,
                        isChosen: segment.element.hasPrefix(":")
                    ) {
                        model.draft.toggleSegment(at: segment.offset)
                    }
                }
            }
        } header: {
            Text("Set")
        } footer: {
            Text("A tap makes a part of the path stand for any text.")
        }
    }

    private var responseSection: some View {
        Section("Response") {
            field(.name, "Name", $model.draft.name)
            Picker("Outcome", selection: $model.draft.error) {
                Text("Reply").tag(String?.none)
                ForEach(ResponseDraft.errorNames, id: \.self) { name in
                    Text(verbatim: name).tag(String?.some(name))
                }
            }
            .accessibilityIdentifier(BarricadeScreenIdentifier.editor("outcome"))
            faults(in: .error)
            if model.draft.error == nil {
                field(.status, "Status, by number or words", $model.draft.status)
            }
            field(.delay, "Delay in seconds", $model.draft.delay)
        }
    }

    /// The header fields, a row each.
    private var headersSection: some View {
        Section("Headers") {
            ForEach(model.draft.headers.indices, id: \.self) { row in
                HStack {
                    VStack(alignment: .leading, spacing: 2) {
                        TextField("Name", text: $model.draft[header: row].name)
                            .accessibilityLabel("Name of header \(row + 1)")
                        TextField("Value", text: $model.draft[header: row].value)
                            .accessibilityLabel("Value of header \(row + 1)")
                        faults(in: .headers, row: row)
                    }
                    .modifier(PlainTyping())
                    Button {
                        model.draft.headers.remove(at: row)
                    } label: {
                        Image(systemName: "minus.circle")
                    }
                    .buttonStyle(.borderless)
                    .accessibilityLabel("Remove header \(row + 1)")
                }
            }
            Button("Add a Header") { model.draft.headers.append(ResponseDraft.Header()) }
                .accessibilityIdentifier(BarricadeScreenIdentifier.editor("add-header"))
        }
    }

    /// The body as JSON, text or base64.
    private var bodySection: some View {
        Section("Body") {
            Picker("Written as", selection: $model.draft.bodyKind) {
                Text("JSON").tag(ResponseDraft.BodyKind.json)
                Text("Text").tag(ResponseDraft.BodyKind.text)
                Text("Base64").tag(ResponseDraft.BodyKind.base64)
            }
            .pickerStyle(.segmented)
            .accessibilityIdentifier(BarricadeScreenIdentifier.editor("kind"))
            TextEditor(text: $model.draft.body)
                .font(.system(.footnote, design: .monospaced))
                .modifier(PlainTyping())
                .frame(minHeight: 160)
                .accessibilityLabel("Body")
                .accessibilityIdentifier(BarricadeScreenIdentifier.editor("body"))
            faults(in: .body)
        }
    }

    /// Returns a field with its title and its mistakes.
    private func field(
        _ field: ResponseDraft.Field, _ title: String, _ text: Binding<String>
    ) -> some View {
        VStack(alignment: .leading, spacing: 2) {
            Text(verbatim: title)
                .font(.caption)
                .foregroundStyle(.secondary)
                .accessibilityHidden(true)
            TextField(title, text: text)
                .modifier(PlainTyping())
                .accessibilityIdentifier(BarricadeScreenIdentifier.editor("\(field)"))
            faults(in: field)
        }
    }

    private func faults(in field: ResponseDraft.Field, row: Int? = nil) -> some View {
        ForEach(model.editing?.faults(in: field, row: row) ?? [], id: \.self) { fault in
            Warning(text: fault).font(.footnote)
        }
    }
}

/// Typing without corrections and capital letters.
private struct PlainTyping: ViewModifier {
    func body(content: Content) -> some View {
        content.autocorrectionDisabled()
            #if os(iOS) || os(visionOS)
        .textInputAutocapitalization(.never)
            #endif
    }
}
#endif
