#if canImport(SwiftUI)
import Barricade
import BarricadeSurfaces
import SwiftUI

/// A request in the log: what was sent and answered, and why.
struct RequestDetail: View {
    @ObservedObject var model: ScreenModel
    let id: LoggedRequest.ID

    var body: some View {
        let detail = model.logDetail(of: id)
        List {
            if let detail {
                outcome(of: detail)
                let entry = detail.row.entry
                if !entry.drift.isEmpty { DriftSection(sentences: entry.drift) }
                #if !os(tvOS) && !os(watchOS)
                Section {
                    Button(detail.makingTitle) { model.keepAndEdit(entry) }
                        .accessibilityIdentifier(BarricadeScreenIdentifier.editor("keep"))
                }
                #endif
                if let set = entry.set { answer(set) }
                if let reply = detail.reply {
                    MessageSections(title: "Reply", content: reply, source: .reply(id))
                }
                MessageSections(title: "Request", content: detail.request, source: .request(id))
                if let match = detail.match { ExplanationSections(explanation: match) }
            } else {
                Warning(text: "This request is no longer in the log.")
            }
        }
        .navigationTitle("Request")
        #if !os(tvOS) && !os(watchOS)
        .toolbar {
            if let detail { copies(of: detail) }
        }
        #endif
    }

    private func outcome(of detail: LogDetail) -> some View {
        Section("Outcome") {
            Label {
                Text(verbatim: detail.row.outcome).font(.headline)
            } icon: {
                Image(systemName: detail.row.entry.outcome.kind.symbol)
            }
            .accessibilityElement(children: .ignore)
            .accessibilityLabel(detail.row.outcome)
            Text(verbatim: detail.request.line).font(.system(.footnote, design: .monospaced))
            if detail.row.entry.set != nil, let explanation = detail.row.entry.explanation {
                Text(verbatim: explanation).font(.footnote)
            }
            ForEach(detail.facts, id: \.self) { FieldRow(field: $0, isShort: true) }
            if let set = detail.row.entry.set, model.row(of: set) != nil {
                NavigationLink("Open the Set", value: ScreenPlace.set(set))
                    .accessibilityIdentifier(BarricadeScreenIdentifier.openSet)
            }
            Toggle("Show Secrets", isOn: $model.showsSecrets)
                .accessibilityIdentifier(BarricadeScreenIdentifier.showSecrets)
        }
    }

    @ViewBuilder private func answer(_ set: String) -> some View {
        if let row = model.row(of: set) {
            Section {
                ResponsePicker(model: model, row: row)
                    .accessibilityIdentifier(BarricadeScreenIdentifier.set(set))
            } header: {
                Text(verbatim: row.choiceTitle)
            }
        }
    }

    #if !os(tvOS) && !os(watchOS)
    /// The actions that copy parts of a request and its reply, or share all of it.
    private func copies(of detail: LogDetail) -> some ToolbarContent {
        ToolbarItemGroup(placement: .primaryAction) {
            Menu {
                CopyButton(title: "Copy as cURL", text: detail.row.entry.request.curlCommand)
                CopyButton(title: "Copy URL", text: detail.url)
                CopyButton(title: "Copy Request Headers", text: detail.request.headerText)
                CopyButton(title: "Copy Request Body", text: detail.request.body.text)
                if let reply = detail.reply {
                    CopyButton(title: "Copy Reply Headers", text: reply.headerText)
                    CopyButton(title: "Copy Reply Body", text: reply.body.text)
                    CopyButton(title: "Copy Reply as a Response", text: detail.responseCode)
                }
            } label: {
                Label("Copy", systemImage: "doc.on.doc")
            }
            ShareLink(item: detail.text)
        }
    }
    #endif
}

/// The sets that were compared, each clause with a tick or a cross, and the suggested set.
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
        if !explanation.suggestion.isEmpty {
            Section("To answer it") {
                Text(verbatim: explanation.suggestion)
                    .font(.system(.footnote, design: .monospaced))
                CopyButton(title: "Copy the Line", text: explanation.suggestion)
            }
        }
    }
}

private struct CheckRow: View {
    let check: RequestMatcher.Check

    var body: some View {
        Label {
            Text(verbatim: check.words)
        } icon: {
            Image(systemName: check.isMet ? "checkmark" : "xmark")
                .foregroundStyle(check.isMet ? .green : .red)
        }
        .accessibilityElement(children: .ignore)
        .accessibilityLabel("\(check.isMet ? "Met" : "Not met"): \(check.words)")
    }
}
#endif
