#if canImport(SwiftUI)
import SwiftUI

/// The ways in which real replies differ from canned responses, in a list.
struct DriftSection: View {
    let sentences: [String]

    var body: some View {
        Section("Differs from the server") {
            ForEach(sentences, id: \.self) { sentence in
                Label {
                    Text(verbatim: sentence).font(.footnote)
                } icon: {
                    Image(systemName: "arrow.triangle.branch")
                }
                .accessibilityElement(children: .ignore)
                .accessibilityLabel(sentence)
            }
        }
    }
}
#endif
