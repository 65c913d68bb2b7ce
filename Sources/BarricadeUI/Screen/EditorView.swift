#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
import BarricadeSurfaces
import Foundation
import SwiftUI

/// The form that makes or edits a response.
struct EditorView: View {
    @ObservedObject var screen: ObservedModel
    @State private var isLeaving = false
    @State private var isDeleting = false

    private var model: ScreenModel { screen.model }
    private var draft: Binding<ResponseDraft> { $screen.model.draft }

    var body: some View {
        NavigationStack {
            Form {
                if let problem = model.editing?.problem { Warning(text: problem) }
                if model.draft.pattern != nil { RequestsSection(screen: screen) }
                responseSection
                if model.draft.error == nil {
                    HeadersSection(screen: screen)
                    BodyEditorSection(screen: screen)
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

    private var responseSection: some View {
        Section("Response") {
            EditorField(screen: screen, title: "Name", text: draft.name, field: .name)
            Picker("Outcome", selection: draft.error) {
                Text("Reply").tag(String?.none)
                ForEach(ResponseDraft.errorNames, id: \.self) { name in
                    Text(verbatim: name).tag(String?.some(name))
                }
            }
            .accessibilityIdentifier(BarricadeScreenIdentifier.editor("outcome"))
            FaultTexts(screen: screen, field: .error)
            if model.draft.error == nil {
                EditorField(
                    screen: screen, title: "Status, by number or words", text: draft.status,
                    field: .status)
            }
            EditorField(
                screen: screen, title: "Delay in seconds", text: draft.delay, field: .delay)
        }
    }

    private var actions: some View {
        Section {
            Button("Save and Select") { model.save(selecting: true) }
                .disabled(hasFaults)
                .accessibilityIdentifier(BarricadeScreenIdentifier.editor("save-and-select"))
            CopyButton(title: "Copy Swift", text: model.draft.swift ?? "")
            CopyButton(title: "Copy JSON", text: model.draft.json ?? "")
            if let json = model.draft.json { ShareLink("Share JSON…", item: json) }
            if let replaced = model.draft.replaced {
                Button("Delete", role: .destructive) { isDeleting = true }
                    .accessibilityIdentifier(BarricadeScreenIdentifier.editor("delete"))
                    .modifier(
                        DeletionDialog(
                            screen: screen, response: replaced, set: model.draft.set,
                            isAsking: $isDeleting))
            }
        }
    }

    @ToolbarContentBuilder private var toolbar: some ToolbarContent {
        ToolbarItem(placement: .cancellationAction) {
            Button("Cancel") {
                if model.editing?.isChanged == true { isLeaving = true } else { leave() }
            }
            .accessibilityIdentifier(BarricadeScreenIdentifier.editor("cancel"))
            .confirmationDialog(
                "Discard what was typed?", isPresented: $isLeaving, titleVisibility: .visible
            ) {
                Button("Discard", role: .destructive) { leave() }
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

    private func leave() { model.isEditing = false }
}

/// A field with its title and its mistakes.
private struct EditorField: View {
    @ObservedObject var screen: ObservedModel
    let title: String
    let text: Binding<String>
    let field: ResponseDraft.Field

    var body: some View {
        VStack(alignment: .leading, spacing: 2) {
            Text(verbatim: title)
                .font(.caption)
                .foregroundStyle(.secondary)
                .accessibilityHidden(true)
            TextField(title, text: text)
                .modifier(PlainTyping())
                .accessibilityIdentifier(BarricadeScreenIdentifier.editor("\(field)"))
            FaultTexts(screen: screen, field: field)
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

/// The mistakes in a field.
private struct FaultTexts: View {
    @ObservedObject var screen: ObservedModel
    let field: ResponseDraft.Field
    var row: Int?

    var body: some View {
        ForEach(screen.model.editing?.faults(in: field, row: row) ?? [], id: \.self) { fault in
            Warning(text: fault).font(.footnote)
        }
    }
}

/// The name of a new set and its pattern, whose segments a tap makes variable.
private struct RequestsSection: View {
    @ObservedObject var screen: ObservedModel

    var body: some View {
        Section {
            EditorField(
                screen: screen, title: "Name of the set", text: $screen.model.draft.set,
                field: .set)
            EditorField(
                screen: screen, title: "Requests", text: $screen.model.draft.requests,
                field: .pattern)
            ChipRow {
                ForEach(Array(screen.model.draft.segments.enumerated()), id: \.offset) { segment in
                    Chip(
                        title: segment.element.shortName,
                        isChosen: segment.element.hasPrefix(":")
                    ) {
                        screen.model.draft.toggleSegment(at: segment.offset)
                    }
                }
            }
        } header: {
            Text("Set")
        } footer: {
            Text("A tap makes a part of the path stand for any text.")
        }
    }
}

/// The header fields, a row each.
private struct HeadersSection: View {
    @ObservedObject var screen: ObservedModel

    private var rows: Range<Int> { screen.model.draft.headers.indices }

    var body: some View {
        Section("Headers") {
            ForEach(rows, id: \.self) { row in
                HStack {
                    VStack(alignment: .leading, spacing: 2) {
                        TextField("Name", text: $screen.model.draft[header: row].name)
                            .accessibilityLabel("Name of header \(row + 1)")
                        TextField("Value", text: $screen.model.draft[header: row].value)
                            .accessibilityLabel("Value of header \(row + 1)")
                        FaultTexts(screen: screen, field: .headers, row: row)
                    }
                    .modifier(PlainTyping())
                    Button {
                        screen.model.draft.headers.remove(at: row)
                    } label: {
                        Image(systemName: "minus.circle")
                    }
                    .buttonStyle(.borderless)
                    .accessibilityLabel("Remove header \(row + 1)")
                }
            }
            Button("Add a Header") { screen.model.draft.headers.append(ResponseDraft.Header()) }
                .accessibilityIdentifier(BarricadeScreenIdentifier.editor("add-header"))
        }
    }
}

/// The body as JSON, text or base64.
private struct BodyEditorSection: View {
    @ObservedObject var screen: ObservedModel

    var body: some View {
        Section("Body") {
            Picker("Written as", selection: $screen.model.draft.bodyKind) {
                Text("JSON").tag(ResponseDraft.BodyKind.json)
                Text("Text").tag(ResponseDraft.BodyKind.text)
                Text("Base64").tag(ResponseDraft.BodyKind.base64)
            }
            .pickerStyle(.segmented)
            .accessibilityIdentifier(BarricadeScreenIdentifier.editor("kind"))
            TextEditor(text: $screen.model.draft.body)
                .font(.system(.footnote, design: .monospaced))
                .modifier(PlainTyping())
                .frame(minHeight: 160)
                .accessibilityLabel("Body")
                .accessibilityIdentifier(BarricadeScreenIdentifier.editor("body"))
            FaultTexts(screen: screen, field: .body)
        }
    }
}

/// The question before a response is deleted that is nowhere else.
struct DeletionDialog: ViewModifier {
    @ObservedObject var screen: ObservedModel
    let response: String
    let set: String
    @Binding var isAsking: Bool

    func body(content: Content) -> some View {
        content.confirmationDialog(
            "Delete “\(response.shortName)”?", isPresented: $isAsking, titleVisibility: .visible
        ) {
            Button("Delete", role: .destructive) {
                screen.model.delete(response, from: self.set)
            }
            Button("Cancel", role: .cancel) {}
        } message: {
            Text("It is not saved anywhere. The last deletion can be undone.")
        }
    }
}
#endif
