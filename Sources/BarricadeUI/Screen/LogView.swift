#if canImport(SwiftUI)
import Barricade
import BarricadeSurfaces
import Foundation
import SwiftUI

/// The requests, newest first.
struct LogView: View {
    @ObservedObject var screen: ObservedModel

    private var model: ScreenModel { screen.model }

    var body: some View {
        let found = model.foundLog
        List {
            Section {
                LogFilters(screen: screen, counts: found.counts)
                Toggle("Pause", isOn: $screen.model.isLogPaused)
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
            text: $screen.model.logSearch.text, prompt: "URLs, sets, responses, statuses"
        )
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

/// The filters in one row, each with the number of requests that it accepts.
private struct LogFilters: View {
    @ObservedObject var screen: ObservedModel
    let counts: [LogFilter: Int]

    var body: some View {
        ChipRow {
            ForEach(LogFilter.allCases) { filter in
                let isChosen = screen.model.logSearch.filter == filter
                Chip(
                    title: filter.title, note: "\(counts[filter, default: 0])",
                    symbol: isChosen ? "checkmark" : nil, isChosen: isChosen
                ) {
                    screen.model.logSearch.filter = filter
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
            Image(systemName: row.entry.outcome.symbol)
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
