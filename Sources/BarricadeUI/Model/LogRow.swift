import Barricade
import Foundation

/// A request in the log as a row.
struct LogRow: Sendable, Identifiable {
    let entry: LoggedRequest

    var id: Int { entry.id }
    /// The method and URL, with secrets masked.
    var request: String { "\(entry.request)" }
    var outcome: String { entry.outcome.words }

    /// The set and response that answered, if any.
    var answer: String? {
        entry.set.map { set in entry.response.map { "\(set), \($0)" } ?? set }
    }

    /// A note if the real server's reply was the first with its differences; `nil` otherwise.
    var drift: String? { entry.drift.isEmpty ? nil : "differs from the responses" }

    /// The row in one sentence, for VoiceOver.
    var sentence: String {
        [request, outcome, answer, drift].compactMap(\.self).joined(separator: ", ")
    }

    /// The symbol of the outcome, by its name in SF Symbols.
    var symbol: String {
        switch entry.outcome {
        case .answered: "checkmark.circle"
        case .redirected: "arrow.turn.up.right"
        case .passedThrough: "dot.radiowaves.left.and.right"
        case .unmatched: "questionmark.circle"
        case .failed: "xmark.octagon"
        case .cancelled: "slash.circle"
        default: "hourglass"
        }
    }
}

/// A filter of the log by outcome.
enum LogFilter: String, Sendable, CaseIterable, Identifiable {
    case all
    case answered
    case live
    case unmatched
    case waiting
    case failed

    var id: String { rawValue }
    var title: String { rawValue.capitalized }

    func accepts(_ outcome: LoggedRequest.Outcome) -> Bool {
        switch (self, outcome) {
        case (.all, _): true
        case (.answered, .answered), (.answered, .redirected): true
        case (.live, .passedThrough): true
        case (.unmatched, .unmatched): true
        case (.waiting, .pending), (.waiting, .held): true
        case (.failed, .failed), (.failed, .cancelled): true
        default: false
        }
    }
}
