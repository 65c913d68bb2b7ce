#if canImport(SwiftUI)
import Barricade
import BarricadeSurfaces
import Foundation
import SwiftUI

/// The requests, newest first.
struct LogView: View {
    @ObservedObject var screen: ObservedModel
    let open: (ScreenPlace) -> Void

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
                        .modifier(SetAction(set: row.entry.set, open: open))
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
        #if os(watchOS)
        Picker("Show", selection: $screen.model.logSearch.filter) {
            ForEach(LogFilter.allCases) { Text(verbatim: title(of: $0)).tag($0) }
        }
        .accessibilityIdentifier(BarricadeScreenIdentifier.logFilter)
        #else
        ScrollView(.horizontal, showsIndicators: false) {
            HStack {
                ForEach(LogFilter.allCases) { chip($0) }
            }
        }
        .accessibilityIdentifier(BarricadeScreenIdentifier.logFilter)
        #endif
    }

    private func title(of filter: LogFilter) -> String {
        "\(filter.title) \(counts[filter, default: 0])"
    }

    #if !os(watchOS)
    private func chip(_ filter: LogFilter) -> some View {
        let isChosen = screen.model.logSearch.filter == filter
        return Button {
            screen.model.logSearch.filter = filter
        } label: {
            HStack(spacing: 4) {
                if isChosen { Image(systemName: "checkmark").accessibilityHidden(true) }
                Text(verbatim: title(of: filter)).monospacedDigit().lineLimit(1)
            }
        }
        .buttonStyle(.bordered)
        .fixedSize()
        .accessibilityLabel(filter.title)
        .accessibilityValue(counts[filter, default: 0].counted("request"))
        .accessibilityAddTraits(isChosen ? .isSelected : [])
    }
    #endif
}

/// The action that jumps from a request to the set that claimed it.
private struct SetAction: ViewModifier {
    let set: String?
    let open: (ScreenPlace) -> Void

    func body(content: Content) -> some View {
        if let name = self.set {
            #if os(tvOS)
            content.contextMenu { button(name) }
            #elseif os(watchOS)
            content.swipeActions { button(name) }
            #else
            content.swipeActions { button(name) }.contextMenu { button(name) }
            #endif
        } else {
            content
        }
    }

    private func button(_ name: String) -> some View {
        Button("Open Set") { open(.set(name)) }
    }
}

/// A request of the log.
struct LogRowView: View {
    let row: LogRow

    var body: some View {
        HStack(alignment: .firstTextBaseline) {
            Image(systemName: row.entry.outcome.symbol)
            VStack(alignment: .leading, spacing: 2) {
                Text(verbatim: row.request).font(.callout).lineLimit(3)
                Text(verbatim: "\(row.time) · \(row.caption)")
                    .font(.caption)
                    .monospacedDigit()
                    .foregroundStyle(.secondary)
                    .lineLimit(2)
            }
        }
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(row.sentence)
    }
}
#endif
