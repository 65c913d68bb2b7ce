#if canImport(SwiftUI)
import BarricadeSurfaces
import SwiftUI

/// A response: its status, header fields and body.
struct ResponseDetailView: View {
    @ObservedObject var screen: ObservedModel
    let set: String
    let name: String

    var body: some View {
        List {
            switch screen.model.detail(of: name, in: self.set) {
            case .failure(let reason): Warning(text: reason)
            case .madeForEachRequest(let summary): Text(verbatim: summary)
            case .content(let content):
                Section("Status") { Text(verbatim: content.line) }
                MessageSections(
                    title: "Response", content: content, source: .response(name, set: self.set))
            }
        }
        .navigationTitle(name)
    }
}
#endif
