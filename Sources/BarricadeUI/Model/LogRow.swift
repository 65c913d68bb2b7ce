package import Barricade

/// A request in the log as a row.
package struct LogRow: Sendable, Identifiable {
    package let entry: LoggedRequest

    package var id: Int { entry.id }
    /// The method and URL, with secrets masked.
    package var request: String { "\(entry.request)" }
    package var outcome: String { entry.outcome.words }

    /// The set and response that answered, if any.
    package var answer: String? {
        entry.set.map { set in entry.response.map { "\(set), \($0)" } ?? set }
    }

    /// The row in one sentence, for those who hear it.
    package var sentence: String {
        [request, outcome, answer].compactMap(\.self).joined(separator: ", ")
    }

    /// The symbol of the outcome, by its name in SF Symbols.
    package var symbol: String {
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
