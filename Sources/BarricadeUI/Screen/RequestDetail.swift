#if canImport(SwiftUI)
import Barricade
import BarricadeSurfaces
import SwiftUI

/// A request in the log: its outcome, and the reason for it.
struct RequestDetail: View {
    @ObservedObject var screen: ObservedModel
    let id: Int

    private var model: ScreenModel { screen.model }

    var body: some View {
        List {
            if let entry = model.request(id) {
                Section("Request") {
                    Text(verbatim: entry.request.curl)
                        .font(.system(.footnote, design: .monospaced))
                    CopyButton(title: "Copy as cURL", text: entry.request.curl)
                }
                Section("Outcome") {
                    Text(verbatim: entry.outcome.words)
                    if entry.explanation != nil, entry.set != nil {
                        Text(verbatim: entry.explanation ?? "").font(.footnote)
                    }
                }
                if !entry.drift.isEmpty { DriftSection(sentences: entry.drift) }
                if let explanation = model.overview.keepingExplanation(of: entry) {
                    keeping(explanation)
                }
                if let set = entry.set { answer(set) }
                if let explanation = model.explanation(of: entry) {
                    ExplanationSections(explanation: explanation)
                }
            } else {
                Warning(text: "This request is no longer in the log.")
            }
        }
        .navigationTitle("Request")
    }

    private func keeping(_ explanation: String) -> some View {
        Section {
            if model.canKeepReply(to: id) {
                Button("Keep This Reply") { model.keepReply(to: id) }
                    .accessibilityIdentifier(BarricadeScreenIdentifier.keepReply)
            }
        } footer: {
            Text(verbatim: explanation)
        }
    }

    @ViewBuilder private func answer(_ set: String) -> some View {
        if let row = model.row(of: set) {
            Section {
                ResponsePicker(screen: screen, row: row)
                    .accessibilityIdentifier(BarricadeScreenIdentifier.set(set))
            } header: {
                Text(verbatim: row.choiceTitle)
            }
        }
    }
}

/// The nearest sets, each clause with a tick or a cross, and the suggested set.
private struct ExplanationSections: View {
    let explanation: MatchExplanation

    var body: some View {
        ForEach(explanation.nearest) { set in
            Section {
                ForEach(Array(set.checks.enumerated()), id: \.offset) { _, check in
                    CheckRow(check: check)
                }
                if set.isLive { Text("The set is live.") }
            } header: {
                Text(verbatim: "\(set.name) (\(set.origin))")
            }
        }
        Section("To answer it") {
            Text(verbatim: explanation.suggestion)
                .font(.system(.footnote, design: .monospaced))
            CopyButton(title: "Copy the Line", text: explanation.suggestion)
        }
    }
}

private struct CheckRow: View {
    let check: RequestMatcher.Check

    var body: some View {
        Label {
            Text(verbatim: text)
        } icon: {
            Image(systemName: check.isMet ? "checkmark" : "xmark")
                .foregroundStyle(check.isMet ? .green : .red)
        }
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(check.isMet ? "Met: \(text)" : "Not met: \(text)")
    }

    private var text: String {
        // Without the leading mark, since the symbol shows it.
        String(check.description.dropFirst(2))
    }
}
#endif
