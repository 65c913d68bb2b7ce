import Foundation

/// A request in the log, whose outcome is set once.
final class LogRecord: Sendable {
    private struct State {
        var ending: Ending?
        var isHeld = false
        /// Whether another response than the selected one was given to it while it was held.
        var isAnsweredOtherwise = false
        /// The reason why it should not have passed through; usually `nil`.
        var warning: String?
        /// The ways in which the real reply differed; usually none.
        var drift: [String] = []
    }

    private struct Ending: Sendable {
        let outcome: LoggedRequest.Outcome
        let duration: Duration
        let explanation: String?
    }

    package let id: Int
    package let request: BarricadeRequest
    /// The set that claimed the request; `nil` if none did.
    package let set: SetIdentity?
    /// Its number among the requests of its set, from 1.
    let number: Int?
    private let response: String?
    /// That response, if what answers is counted.
    private let counted: PreparedResponse?
    private let date = Date()
    private let start = ContinuousClock.now
    private let signpost: Signpost
    private let state = Locked(State())

    init(
        _ id: Int, _ request: BarricadeRequest, _ set: SetIdentity?, number: Int?,
        _ response: String?, counted: PreparedResponse?
    ) {
        self.id = id
        self.request = request
        self.set = set
        self.number = number
        self.response = response
        self.counted = counted
        signpost = SystemLog.begin()
    }

    /// The current log entry.
    var entry: LoggedRequest {
        let (ending, isHeld, warning, drift) = state.withLock {
            ($0.ending, $0.isHeld, $0.warning, $0.drift)
        }
        var request = request
        if let set { request.pathValues = set.clause.pathValues(in: request) }
        return LoggedRequest(
            id: id, request: request, set: set?.name, response: response, date: date,
            outcome: ending?.outcome ?? (isHeld ? .held : .pending),
            duration: ending?.duration,
            explanation: ending?.explanation ?? warning, drift: drift)
    }

    /// What the request waits for, as a sentence; `nil` if that is not the barricade.
    var awaited: String? {
        guard let set = set?.name.shortened, let response else { return nil }
        if state.withLock({ $0.isHeld }) {
            return "Response set \"\(set)\" holds the request, and it was not released in time."
        }
        return "Response \"\(response.shortened)\" of set \"\(set)\" did not come in time."
    }

    /// The response of its set that answers it, if that is counted; `nil` if none does, or one that
    /// is not the set's.
    var countedResponse: PreparedResponse? {
        state.withLock { $0.isAnsweredOtherwise } ? nil : counted
    }

    /// Records the outcome of the request; returns false if it already has one.
    func end(_ outcome: LoggedRequest.Outcome, explanation: String?) -> Bool {
        let isFirst = state.withLock { state in
            guard state.ending == nil else { return false }
            state.ending = Ending(
                outcome: outcome, duration: start.duration(to: .now), explanation: explanation)
            return true
        }
        if isFirst { SystemLog.end(signpost, "\(entry)") }
        return isFirst
    }

    /// Records why a request should not have passed through.
    func warn(of error: BarricadeError) {
        state.withLock { $0.warning = error.message }
    }

    /// Records how the real reply differed from the set's responses.
    package func note(drift: [String]) {
        state.withLock { $0.drift += drift }
    }

    /// Records that the request is held, or no longer held.
    func hold(_ isHeld: Bool) {
        state.withLock { $0.isHeld = isHeld }
    }

    /// Records that another response than the selected one is given to it.
    func answerOtherwise() {
        state.withLock { $0.isAnsweredOtherwise = true }
    }
}

/// A request's place in a log, held by its load.
struct LogPlace: Sendable {
    let record: LogRecord
    private let log: RequestLog
    /// The record that it displaced.
    ///
    /// It is freed with the load, when nobody waits for an answer, since freeing takes as long as
    /// making.
    private let displaced: LogRecord?

    init(record: LogRecord, log: RequestLog, displaced: LogRecord?) {
        self.record = record
        self.log = log
        self.displaced = displaced
    }

    /// Notes why the request should not pass through.
    func warn(of error: BarricadeError) {
        log.warn(record, of: error)
    }

    /// Notes how the request ended; only the first call counts.
    func end(_ outcome: LoggedRequest.Outcome) {
        log.end(record, outcome)
    }

    /// Records that the request failed, and why if the barricade itself failed it.
    func end(failedWith error: any Error) {
        log.end(record, failedWith: error)
    }
}
