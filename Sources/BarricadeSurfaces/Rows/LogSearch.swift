package import Barricade
import BarricadeCommon
import Foundation

/// A filter of the log by outcome.
package enum LogFilter: String, Sendable, Codable, CaseIterable, Identifiable {
    case all, answered, live, unmatched, waiting, failed

    package var id: String { rawValue }
    package var title: String { rawValue.capitalized }

    /// The text to show if it accepts no request.
    package var emptyText: String { "No request is \(rawValue)." }

    package func accepts(_ outcome: LoggedRequest.Outcome) -> Bool {
        self == .all || self == outcome.kind.filter
    }
}

/// A search of the log: an outcome, and words in the URL, set, response, status, or a body.
package struct LogSearch: Sendable, Hashable {
    package var filter: LogFilter
    package var text: String

    package init(_ filter: LogFilter = .all, text: String = "") {
        self.filter = filter
        self.text = text
    }

    /// Returns those of some rows that the filter accepts, and the number that each filter does.
    package func filtered(_ found: [LogRow]) -> (rows: [LogRow], counts: [LogFilter: Int]) {
        let counts = LogFilter.allCases.map { filter in
            (filter, found.count { filter.accepts($0.entry.outcome) })
        }
        return (
            found.filter { filter.accepts($0.entry.outcome) },
            Dictionary(uniqueKeysWithValues: counts)
        )
    }

    /// Returns whether a request has every word, in its row or in its bodies as they are shown.
    package func hasWords(_ row: LogRow, in barricade: Barricade?) -> Bool {
        if hasWords(row, []) { return true }
        let (request, reply) = (row.entry.request, barricade?.reply(to: row.entry))
        let bodies = [request.body.data, reply?.body].compactMap(\.self)
        // Masking reads whole bodies, so only those that have the words at all are masked.
        return hasWords(row, bodies)
            && hasWords(row, [request.maskedBodyData, reply?.maskedBody].compactMap(\.self))
    }

    private func hasWords(_ row: LogRow, _ bodies: [Data]) -> Bool {
        let texts = [row.sentence] + bodies.map { String(decoding: $0, as: UTF8.self) }
        return text.split(whereSeparator: \.isWhitespace).allSatisfy { word in
            texts.contains { $0.range(of: word, options: .caseInsensitive) != nil }
        }
    }

    /// The text to show if no row is found; `hasRows` tells whether there are any.
    package func emptyText(hasRows: Bool) -> String {
        if !hasRows { return "No request has come." }
        if !text.isEmpty { return "No request is found." }
        return filter.emptyText
    }
}
