package import Barricade
import BarricadeCommon
import Foundation

/// A request in the log as a row.
package struct LogRow: Sendable, Identifiable {
    package let entry: LoggedRequest
    private let deferredRequest: DeferredPart<String>

    /// The number of the latest requests that a set's detail shows.
    package static let latestCount = 5

    /// Makes the row, perhaps from its earlier state, so that its text is made once.
    package init(_ entry: LoggedRequest, after earlier: LogRow? = nil) {
        self.entry = entry
        deferredRequest = earlier?.deferredRequest ?? DeferredPart { "\(entry.request)" }
    }

    /// The method and URL, with secrets masked.
    package var request: String { deferredRequest.value }

    package var id: LoggedRequest.ID { entry.id }
    package var outcome: String { entry.outcomeWords }
    /// The time of its arrival, as people write it here.
    package var time: String { entry.date.formatted(date: .omitted, time: .standard) }
    /// The time that it took; `nil` until it ends.
    package var duration: String? { entry.duration?.words }

    /// The set and response that answered, if any.
    package var answer: String? {
        entry.set.map { set in entry.response.map { "\(set), \($0)" } ?? set }
    }

    /// A note if the real server's reply was the first with its differences; `nil` otherwise.
    package var drift: String? { entry.drift.isEmpty ? nil : "differs from the responses" }

    /// The parts of the line below the request.
    package var parts: [String] {
        [outcome, entry.note, answer, drift, duration].compactMap(\.self)
    }

    /// The line below the request.
    package var caption: String { parts.joined(separator: " · ") }

    /// The row in one sentence, for VoiceOver.
    package var sentence: String {
        [request, outcome, entry.note, answer, drift].compactMap(\.self).joined(separator: ", ")
    }
}

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

/// All that is known of a request in the log.
package struct LogDetail: Sendable {
    package let row: LogRow
    package let request: MessageContent
    /// The reply that the caller got; `nil` if none came, or none was kept.
    package let reply: MessageContent?
    package let url: String
    /// A response with the reply, in Swift, or in JSON for people without it; empty if there is none,
    /// or it is too large.
    package let responseCode: String
    /// When it came, how long it took, and why it got its reply.
    package let facts: [MessageContent.Field]
    /// Why the claiming set, or the nearest sets, match the request or do not.
    package let match: MatchExplanation?

    /// - Parameter isMasked: Whether secrets are masked.
    package init(_ entry: LoggedRequest, in barricade: Barricade?, isMasked: Bool) {
        row = LogRow(entry)
        request = MessageContent(entry.request, isMasked: isMasked)
        let kept = barricade?.reply(to: entry)
        reply = kept.map { MessageContent($0, isMasked: isMasked) }
        let draft = kept == nil ? nil : try? barricade?.draft(from: entry, isMasked: isMasked)
        let made = draft.flatMap { try? $0.made() }
        let isRunByTool = barricade?.store.state.routing.isRunByTool ?? false
        responseCode = (isRunByTool ? made?.json : made?.swift) ?? ""
        facts = [
            ("Arrived", row.time), ("Waited", kept?.waited.words),
            ("First byte after", kept?.firstByte?.words), ("Took", row.duration),
            ("Set", entry.set), ("Response", entry.response), ("Note", entry.note),
        ].compactMap { name, value in value.map { MessageContent.Field(name, $0) } }
        let target = entry.request.url.absoluteString
        url = isMasked ? Secrets.masked(url: target) : target
        match = barricade?.explanation(of: entry.request).about(entry.set)
    }
}

extension LogDetail {
    /// The request and its reply as text, to share.
    package var text: String { "\(request.text)\n\(reply?.text ?? "\(row.outcome)\n")" }

    /// The title of the action that makes a response of the request and its reply.
    package var makingTitle: String {
        if reply != nil { return "Keep and Edit" }
        return row.entry.set == nil ? "Make a Set" : "Make a Response"
    }
}

extension MatchExplanation {
    /// The part about the set that claimed the request; all of it if none did, and `nil` if that
    /// set is gone.
    fileprivate func about(_ set: String?) -> MatchExplanation? {
        guard let set else { return self }
        let claiming = nearest.filter { $0.name == set && $0.checks.allSatisfy(\.isMet) }
        return claiming.isEmpty ? nil : MatchExplanation(nearest: claiming, suggestion: "")
    }
}

extension Barricade {
    /// Returns a request by its number; `nil` if it is not in the log.
    package func loggedRequest(_ id: LoggedRequest.ID) -> LoggedRequest? { request(id) }
}
