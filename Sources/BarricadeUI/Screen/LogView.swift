#if canImport(SwiftUI)
import Barricade
import SwiftUI

/// The requests, newest first.
struct LogView: View {
    @ObservedObject var screen: ObservedModel

    private var model: ScreenModel { screen.model }

    var body: some View {
        List {
            Picker("Show", selection: $screen.model.logFilter) {
                ForEach(LogFilter.allCases) { Text(verbatim: $0.title).tag($0) }
            }
            .accessibilityIdentifier(BarricadeScreenIdentifier.logFilter)
            Toggle("Pause", isOn: $screen.model.isLogPaused)
                .accessibilityIdentifier(BarricadeScreenIdentifier.pauseLog)
            Section {
                ForEach(model.logRows) { row in
                    NavigationLink(value: ScreenPlace.request(row.id)) { LogRowView(row: row) }
                        .accessibilityIdentifier(BarricadeScreenIdentifier.request(row.id))
                }
                if let text = model.emptyLogText {
                    Text(verbatim: text).foregroundStyle(.secondary)
                }
            }
        }
        .navigationTitle("Log")
        .toolbar {
            ToolbarItem(placement: .primaryAction) {
                Button("Clear") { model.clearLog() }
                    .accessibilityIdentifier(BarricadeScreenIdentifier.clearLog)
            }
        }
        .onAppear { model.isLogShown = true }
        .onDisappear { model.isLogShown = false }
    }
}

/// A request of the log.
struct LogRowView: View {
    let row: LogRow

    var body: some View {
        HStack(alignment: .firstTextBaseline) {
            Image(systemName: row.symbol)
            VStack(alignment: .leading, spacing: 2) {
                Text(verbatim: row.request).font(.callout).lineLimit(3)
                Text(
                    verbatim: [row.outcome, row.answer, row.drift].compactMap(\.self)
                        .joined(separator: " · ")
                )
                .font(.caption)
                .foregroundStyle(.secondary)
                .lineLimit(2)
            }
        }
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(row.sentence)
    }
}
#endif
