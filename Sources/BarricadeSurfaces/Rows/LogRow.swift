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
