import Barricade
import Foundation

/// A kind of outcomes to show in the log.
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
