#if canImport(SwiftUI)
import Barricade
import BarricadeSurfaces
import Foundation
import SwiftUI

/// The requests, newest first.
struct LogView: View {
    @ObservedObject var model: ScreenModel

    var body: some View {
        let found = model.foundLog
        List {
            Section {
                filters(found.counts)
                Toggle("Pause", isOn: $model.isLogPaused)
                    .accessibilityIdentifier(BarricadeScreenIdentifier.pauseLog)
            }
            Section {
                ForEach(found.rows) { row in
                    NavigationLink(value: ScreenPlace.request(row.id)) { LogRowView(row: row) }
                        .accessibilityIdentifier(BarricadeScreenIdentifier.request(row.id))
                }
                if found.rows.isEmpty {
                    Text(verbatim: model.emptyLogText).foregroundStyle(.secondary)
                }
            }
        }
        .navigationTitle("Log")
        .searchable(
            text: $model.logSearch.text, prompt: "URL, set, response, status, body"
        )
        .toolbar {
            ToolbarItem(placement: .primaryAction) {
                Button("Clear") { model.clearLog() }
                    .accessibilityIdentifier(BarricadeScreenIdentifier.clearLog)
            }
        }
    }

    /// The filters in one row, each with the number of requests that it accepts.
    private func filters(_ counts: [LogFilter: Int]) -> some View {
        ChipRow {
            ForEach(LogFilter.allCases) { filter in
                let isChosen = model.logSearch.filter == filter
                Chip(
                    title: filter.title, note: "\(counts[filter, default: 0])",
                    symbol: isChosen ? "checkmark" : nil, isChosen: isChosen
                ) {
                    model.logSearch.filter = filter
                }
                .accessibilityIdentifier(BarricadeScreenIdentifier.logFilter(filter.rawValue))
            }
        }
    }
}

/// A request of the log.
struct LogRowView: View {
    let row: LogRow
    @Environment(\.dynamicTypeSize) private var typeSize

    var body: some View {
        HStack(alignment: .firstTextBaseline) {
            Image(systemName: row.entry.outcome.kind.symbol)
            VStack(alignment: .leading, spacing: 2) {
                Text(verbatim: row.request).font(.callout).lineLimit(
                    typeSize.isAccessibilitySize ? nil : 3)
                Text(verbatim: "\(row.time) · \(row.caption)")
                    .font(.caption)
                    .monospacedDigit()
                    .foregroundStyle(.secondary)
                    .lineLimit(typeSize.isAccessibilitySize ? nil : 2)
            }
        }
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(row.sentence)
    }
}
#endif
