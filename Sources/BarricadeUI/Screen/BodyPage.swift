#if canImport(SwiftUI)
import BarricadeSurfaces
import SwiftUI

/// A body by its lines, to fold and to search.
struct BodyPage: View {
    @ObservedObject var screen: ObservedModel
    let source: BodySource
    @State private var reading: BodyReading?
    @State private var preview: BodyPreview?
    @State private var search = ""
    @State private var showsAll = false

    var body: some View {
        ScrollViewReader { reader in
            ScrollView {
                LazyVStack(alignment: .leading, spacing: 0) {
                    ForEach(reading?.shown ?? []) { line in
                        BodyLineView(
                            line: line, isFolded: reading?.folded.contains(line.id) == true,
                            isFound: line.id == reading?.current
                        ) {
                            reading?.toggleFold(of: line.id)
                        }
                    }
                    more
                }
                .padding()
            }
            .task(id: reading?.current) {
                if let line = reading?.current { reader.scrollTo(line, anchor: .center) }
            }
        }
        .navigationTitle(preview?.summary ?? "Body")
        .searchable(text: $search, prompt: "In the body")
        .task(id: search) { reading?.search = search }
        .toolbar { toolbar }
        .task(id: [showsAll, screen.model.showsSecrets]) { read() }
    }

    private func read() {
        preview = screen.model.body(of: source, showsAll: showsAll)
        reading = preview.map { BodyReading($0) }
        reading?.search = search
    }

    @ViewBuilder private var more: some View {
        if let preview, preview.isCut {
            Text("Only the beginning is shown.").foregroundStyle(.secondary)
            if case .response = source, !showsAll, preview.kind != .hexadecimal {
                Button("Show All") { showsAll = true }
            }
        }
    }

    @ToolbarContentBuilder private var toolbar: some ToolbarContent {
        ToolbarItemGroup(placement: .primaryAction) {
            if let count = reading?.count {
                Text(verbatim: count).font(.caption).monospacedDigit()
                Button {
                    reading?.go(by: -1)
                } label: {
                    Label("Previous", systemImage: "chevron.up")
                }
                .disabled(reading?.current == nil)
                Button {
                    reading?.go(by: 1)
                } label: {
                    Label("Next", systemImage: "chevron.down")
                }
                .disabled(reading?.current == nil)
            }
            CopyButton(title: "Copy Body", text: preview?.text ?? "")
        }
    }
}

/// A line of a body; one that opens an object or array folds it.
private struct BodyLineView: View {
    let line: BodyLines.Line
    let isFolded: Bool
    let isFound: Bool
    let fold: () -> Void

    var body: some View {
        if line.end == nil {
            text
                #if os(tvOS)
            // The remote scrolls from one focus to the next.
            .focusable()
                #endif
        } else {
            Button(action: fold) { text }
                .buttonStyle(.plain)
                .accessibilityValue(isFolded ? "Collapsed" : "Expanded")
        }
    }

    private var text: some View {
        HStack(alignment: .firstTextBaseline, spacing: 4) {
            // A mark of its own, since colour alone tells nothing.
            Image(systemName: symbol).imageScale(.small).foregroundStyle(.secondary)
                .opacity(symbol == Self.none ? 0 : 1)
                .accessibilityHidden(true)
            Text(verbatim: line.text(isFolded: isFolded))
                .font(.system(.footnote, design: .monospaced))
                .fontWeight(isFound ? .bold : .regular)
                .frame(maxWidth: .infinity, alignment: .leading)
        }
        .background {
            if isFound { Color.yellow.opacity(0.3) }
        }
        .accessibilityElement(children: .combine)
        .accessibilityAddTraits(isFound ? .isSelected : [])
    }

    private static let none = "circle"

    private var symbol: String {
        if isFound { return "arrow.forward" }
        if line.end == nil { return Self.none }
        return isFolded ? "chevron.forward" : "chevron.down"
    }
}
#endif
