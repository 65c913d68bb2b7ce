#if canImport(SwiftUI)
import BarricadeSurfaces
import SwiftUI

/// A response: its status, header fields and body.
struct ResponseDetailView: View {
    @ObservedObject var screen: ObservedModel
    let set: String
    let name: String
    @State private var showsAll = false
    @State private var search = ""

    var body: some View {
        List {
            switch screen.model.detail(of: name, in: self.set, showsAll: showsAll) {
            case .failure(let reason): Warning(text: reason)
            case .madeForEachRequest(let summary): Text(verbatim: summary)
            case .content(let content):
                Section("Status") { Text(verbatim: content.status) }
                Section("Headers") {
                    if content.headers.isEmpty { Text("None").foregroundStyle(.secondary) }
                    ForEach(content.headers, id: \.self) { field in
                        LabeledContent(field.name, value: field.value)
                    }
                }
                BodySection(preview: content.body, search: search, showsAll: $showsAll)
            }
        }
        .navigationTitle(name)
        .searchable(text: $search, prompt: "In the body")
    }
}

/// A body: the lines that a search finds, or all of it.
private struct BodySection: View {
    let preview: BodyPreview
    let search: String
    @Binding var showsAll: Bool

    var body: some View {
        Section {
            if let note = preview.note { Warning(text: note) }
            if search.isEmpty {
                content
            } else {
                found
            }
            if preview.isCut, !showsAll, preview.kind != .hexadecimal {
                Button("Show All") { showsAll = true }
            }
            CopyButton(title: "Copy Body", text: preview.text)
        } header: {
            Text(verbatim: preview.summary)
        } footer: {
            if preview.isCut { Text("Only the beginning is shown.") }
        }
    }

    @ViewBuilder private var content: some View {
        if let data = preview.image, let image = Image(data: data) {
            image
                .resizable()
                .scaledToFit()
                .frame(maxHeight: 320)
                .accessibilityLabel(preview.summary)
        } else if !preview.text.isEmpty {
            Text(verbatim: preview.text)
                .font(.system(.footnote, design: .monospaced))
        }
    }

    @ViewBuilder private var found: some View {
        let lines = preview.lines(containing: search)
        if lines.isEmpty { Text("No line has this text.").foregroundStyle(.secondary) }
        ForEach(lines, id: \.number) { line in
            LabeledContent("\(line.number)") {
                Text(verbatim: line.text)
                    .font(.system(.footnote, design: .monospaced))
                    .lineLimit(4)
            }
        }
    }
}
#endif
