#if canImport(SwiftUI)
import BarricadeSurfaces
import SwiftUI

/// The header fields and the body of a request, a reply or a response.
struct MessageSections: View {
    let title: String
    let content: MessageContent
    let source: BodySource

    var body: some View {
        Section("\(title) headers") {
            if content.headers.isEmpty { Text("None").foregroundStyle(.secondary) }
            ForEach(Array(content.headers.enumerated()), id: \.offset) { _, field in
                FieldRow(field: field)
            }
        }
        Section {
            if let note = content.body.note {
                Warning(text: note)
            } else if content.body.kind == .empty {
                Text("None").foregroundStyle(.secondary)
            }
            BodyExcerpt(preview: content.body)
            if !content.body.text.isEmpty {
                NavigationLink("Read and Search", value: ScreenPlace.body(source))
                    .accessibilityIdentifier(BarricadeScreenIdentifier.readBody)
            }
        } header: {
            let isEmpty = content.body.kind == .empty
            Text(verbatim: "\(title) body\(isEmpty ? "" : ": \(content.body.summary)")")
        } footer: {
            if content.body.isCut { Text("Only the beginning is shown.") }
        }
    }
}

/// A name with its value below it; a short value stands beside it if the type is not large.
struct FieldRow: View {
    let field: MessageContent.Field
    var isShort = false
    @Environment(\.dynamicTypeSize) private var typeSize

    var body: some View {
        if isShort, !typeSize.isAccessibilitySize {
            LabeledContent(field.name, value: field.value)
        } else {
            VStack(alignment: .leading, spacing: 2) {
                Text(verbatim: field.name).font(.caption).foregroundStyle(.secondary)
                Text(verbatim: field.value).font(.callout)
            }
            .accessibilityElement(children: .ignore)
            .accessibilityLabel(field.name)
            .accessibilityValue(field.value)
        }
    }
}

/// An image, the parts of a form, or the first lines of a text.
private struct BodyExcerpt: View {
    let preview: BodyPreview

    /// The most characters and lines of the excerpt.
    private static let limits = (characters: 1_200, lines: 14)

    var body: some View {
        if let data = preview.image, let image = Image(data: data) {
            image
                .resizable()
                .scaledToFit()
                .frame(maxHeight: 320)
                .accessibilityLabel(preview.summary)
        } else if !preview.parts.isEmpty {
            ForEach(Array(preview.parts.enumerated()), id: \.offset) { _, part in
                Text(verbatim: "\(part.title): \(part.body.summary)").font(.callout)
                // A part of a form has no parts itself, so this ends.
                AnyView(BodyExcerpt(preview: part.body))
            }
        } else if !preview.text.isEmpty {
            Text(verbatim: String(preview.text.prefix(Self.limits.characters)))
                .font(.system(.footnote, design: .monospaced))
                .lineLimit(Self.limits.lines)
        }
    }
}

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
