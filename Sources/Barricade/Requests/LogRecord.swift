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
    private weak let log: RequestLog?

    init(
        _ id: Int, _ request: BarricadeRequest, _ set: RegisteredSet?, _ response: String?,
        in log: RequestLog
    ) {
        self.id = id
        self.request = request
        self.set = set
        self.response = response
        self.log = log
        signpost = SystemLog.begin()
    }

    /// The request as it stands now.
    var entry: LoggedRequest {
        let ending = ending.withLock { $0 }
        return LoggedRequest(
            id: id, request: request, set: set?.name, response: response, date: date,
            outcome: ending?.outcome ?? .pending, duration: ending?.duration,
            explanation: ending?.explanation)
    }

    /// Notes that the request failed, and why if that was the barricade's own doing.
    func end(failedWith error: any Error) {
        if let error = BarricadeError(error) {
            let isUnmatched = error.code == .unmatchedRequest
            end(
                isUnmatched
                    ? .unmatched
                    : .failed(domain: BarricadeError.errorDomain, code: error.errorCode),
                explanation: error.message)
        } else {
            let bare = error as NSError
            end(.failed(domain: bare.domain, code: bare.code))
        }
    }

    /// Notes how the request ended; only the first call counts.
    func end(_ outcome: LoggedRequest.Outcome, explanation: String? = nil) {
        let isFirst = ending.withLock { ending in
            guard ending == nil else { return false }
            ending = Ending(
                outcome: outcome, duration: start.duration(to: .now), explanation: explanation)
            return true
        }
        guard isFirst else { return }
        log?.ended(self, explained: explanation != nil)
        SystemLog.end(signpost, self)
    }
}
