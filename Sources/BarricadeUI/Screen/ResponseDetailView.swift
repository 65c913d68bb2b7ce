#if canImport(SwiftUI)
import BarricadeSurfaces
import SwiftUI

/// A response: its status, header fields and body, and what can be done with it.
struct ResponseDetailView: View {
    @ObservedObject var model: ScreenModel
    let set: String
    let name: String
    @State private var isDeleting = false

    var body: some View {
        List {
            let detail = model.detail(of: name, in: self.set)
            if let content = detail?.content {
                Section("Status") { Text(verbatim: content.line) }
                MessageSections(
                    title: "Response", content: content, source: .response(name, set: self.set))
            } else if let fault = detail?.fault {
                Warning(text: fault)
            } else {
                Text(verbatim: detail?.summary ?? "This response is no longer registered.")
            }
            #if !os(tvOS) && !os(watchOS)
            editing(isEditable: detail?.version != nil, removal: detail?.removal)
            #endif
        }
        .navigationTitle(name)
    }

    #if !os(tvOS) && !os(watchOS)
    private func editing(isEditable: Bool, removal: String?) -> some View {
        Section {
            if isEditable {
                Button("Edit") { model.edit(name, in: self.set) }
                    .accessibilityIdentifier(BarricadeScreenIdentifier.editor("edit"))
            }
            Button("Copy and Edit") { model.edit(name, in: self.set, asCopy: true) }
                .accessibilityIdentifier(BarricadeScreenIdentifier.editor("copy"))
            if let removal {
                Button(removal, role: .destructive) { isDeleting = true }
                    .accessibilityIdentifier(BarricadeScreenIdentifier.editor("delete"))
                    .confirmationDialog(
                        "\(removal) “\(name.shortName)”?", isPresented: $isDeleting,
                        titleVisibility: .visible
                    ) {
                        Button(removal, role: .destructive) {
                            model.delete(name, from: self.set)
                        }
                        Button("Cancel", role: .cancel) {}
                    } message: {
                        Text("It is not saved anywhere. The last deletion can be undone.")
                    }
            }
        } footer: {
            if removal != nil { Text("Made here, and kept in memory only.") }
        }
    }
    #endif
}
#endif
