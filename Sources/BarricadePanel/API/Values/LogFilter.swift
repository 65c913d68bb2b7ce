import Barricade

/// A kind of outcomes, to show of the log.
enum LogFilter: String, Sendable, CaseIterable {
    case all, answered, live, unmatched, waiting, failed

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
