import Foundation

/// One request in the log while it is under way; it ends once.
final class LogRecord: Sendable {
    private struct State {
        var ending: Ending?
        var isHeld = false
    }

    private struct Ending: Sendable {
        let outcome: LoggedRequest.Outcome
        let duration: Duration
        let explanation: String?
    }

    let id: Int
    let request: BarricadeRequest
    /// The set that claimed the request; `nil` where none did.
    let set: RegisteredSet?
    /// Its number among the requests of its set, from 1.
    let number: Int?
    private let response: String?
    private let date = Date()
    private let start = ContinuousClock.now
    private let signpost: Signpost
    private let state = Mutex(State())

    init(
        _ id: Int, _ request: BarricadeRequest, _ set: RegisteredSet?, number: Int?,
        _ response: String?
    ) {
        self.id = id
        self.request = request
        self.set = set
        self.number = number
        self.response = response
        signpost = SystemLog.begin()
    }

    /// The request as it stands now.
    var entry: LoggedRequest {
        let (ending, isHeld) = state.withLock { ($0.ending, $0.isHeld) }
        return LoggedRequest(
            id: id, request: request, set: set?.name, response: response, date: date,
            outcome: ending?.outcome ?? (isHeld ? .held : .pending),
            duration: ending?.duration,
            explanation: ending?.explanation)
    }

    /// Notes how the request ended; false where that has been noted before.
    func end(_ outcome: LoggedRequest.Outcome, explanation: String?) -> Bool {
        let isFirst = state.withLock { state in
            guard state.ending == nil else { return false }
            state.ending = Ending(
                outcome: outcome, duration: start.duration(to: .now), explanation: explanation)
            return true
        }
        if isFirst { SystemLog.end(signpost, self) }
        return isFirst
    }

    /// Notes that the request is held, or no longer.
    func hold(_ isHeld: Bool) {
        state.withLock { $0.isHeld = isHeld }
    }
}
