import Foundation

/// A request in the log, with all that is known of it so far.
struct LogRecord: Sendable {
    /// Its entry, without the values that its path has for its set.
    var bare: LoggedRequest
    /// The set that claimed the request; `nil` if none did.
    let set: SetIdentity?
    /// Its number among the requests of its set, from 1.
    let number: Int?
    /// The response of its set that answers it, if that is counted; `nil` if none does, or one that
    /// is not the set's.
    var counted: PreparedResponse?
    private let start = ContinuousClock.now

    init(
        _ id: Int, _ request: BarricadeRequest, _ set: SetIdentity?, number: Int?,
        _ response: String?, counted: PreparedResponse?
    ) {
        bare = LoggedRequest(
            id: id, request: request, set: set?.name, response: response, date: Date())
        self.set = set
        self.number = number
        self.counted = counted
    }

    var id: Int { bare.id }
    var request: BarricadeRequest { bare.request }
    var hasEnded: Bool { bare.duration != nil }

    /// The current log entry.
    var entry: LoggedRequest {
        var entry = bare
        if let set { entry.request.pathValues = set.clause.pathValues(in: entry.request) }
        return entry
    }

    /// What the request waits for, as a sentence; `nil` if that is not the barricade.
    var awaited: String? {
        guard let set = bare.set?.shortened, let response = bare.response?.shortened else {
            return nil
        }
        return bare.outcome == .held
            ? "Response set \"\(set)\" holds the request, and it was not released in time."
            : "Response \"\(response)\" of set \"\(set)\" did not come in time."
    }

    /// Records the outcome of the request.
    mutating func end(_ outcome: LoggedRequest.Outcome, explanation: String?) {
        bare.outcome = outcome
        bare.duration = start.duration(to: .now)
        if let explanation { bare.explanation = explanation }
    }

    /// Tells the system log of the end.
    func tellSystemLog() {
        SystemLog.end { "\(entry)" }
    }
}
