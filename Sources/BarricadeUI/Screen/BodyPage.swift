#if canImport(SwiftUI)
import BarricadeSurfaces
import SwiftUI

/// A body by its lines, to fold and to search.
struct BodyPage: View {
    @ObservedObject var model: ScreenModel
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
        .task(id: [showsAll, model.showsSecrets]) { read() }
    }

    private func read() {
        preview = model.body(of: source, showsAll: showsAll)
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
                step("Previous", "chevron.up", by: -1)
                step("Next", "chevron.down", by: 1)
            }
            CopyButton(title: "Copy Body", text: preview?.text ?? "")
        }
    }

    private func step(_ title: String, _ symbol: String, by step: Int) -> some View {
        Button(title, systemImage: symbol) { reading?.go(by: step) }
            .disabled(reading?.current == nil)
    }
}

/// A line of a body; one that opens an object or array folds it.
private struct BodyLineView: View {
    let line: BodyReading.Line
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
            Image(systemName: symbol ?? "circle").imageScale(.small).foregroundStyle(.secondary)
                .opacity(symbol == nil ? 0 : 1)
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

    /// The symbol before the line; `nil` if it neither folds nor is found.
    private var symbol: String? {
        if isFound { return "arrow.forward" }
        return line.end == nil ? nil : isFolded ? "chevron.forward" : "chevron.down"
    }
}
#endif
