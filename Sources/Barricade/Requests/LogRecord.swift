import Foundation

/// One request in the log while it is under way; it ends once.
final class LogRecord: Sendable {
    private struct Ending: Sendable {
        let outcome: LoggedRequest.Outcome
        let duration: Duration
        let explanation: String?
    }

    let id: Int
    let request: BarricadeRequest
    /// The set that claimed the request; `nil` where none did.
    let set: RegisteredSet?
    private let response: String?
    private let date = Date()
    private let start = ContinuousClock.now
    private let signpost: Signpost
    private let ending = Mutex<Ending?>(nil)
    private let isHeld = Mutex(false)

    init(
        _ id: Int, _ request: BarricadeRequest, _ set: RegisteredSet?, _ response: String?
    ) {
        self.id = id
        self.request = request
        self.set = set
        self.response = response
        signpost = SystemLog.begin()
    }

    /// The request as it stands now.
    var entry: LoggedRequest {
        let ending = ending.withLock { $0 }
        return LoggedRequest(
            id: id, request: request, set: set?.name, response: response, date: date,
            outcome: ending?.outcome ?? (isHeld.withLock { $0 } ? .held : .pending),
            duration: ending?.duration,
            explanation: ending?.explanation)
    }

    /// Notes how the request ended; false where that has been noted before.
    func end(_ outcome: LoggedRequest.Outcome, explanation: String?) -> Bool {
        let isFirst = ending.withLock { ending in
            guard ending == nil else { return false }
            ending = Ending(
                outcome: outcome, duration: start.duration(to: .now), explanation: explanation)
            return true
        }
        if isFirst { SystemLog.end(signpost, self) }
        return isFirst
    }

    /// Notes that the request is held, or no longer.
    func hold(_ isHeld: Bool) {
        self.isHeld.withLock { $0 = isHeld }
    }
}
