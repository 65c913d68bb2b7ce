import Foundation

/// A barricade's log of its requests: the latest ones, and counts of all.
package final class RequestLog: Sendable {
    private struct State {
        /// The latest records; number `id` is at `(id - first) % limit`.
        var records: [LogRecord] = []
        /// The next record's number.
        var next = 0
        /// The number of the first record since the log was last cleared.
        var first = 0
        var countsBySet: [String: Int] = [:]
        /// The numbers taken of requests that have no record yet, by set; usually none.
        var takenNumbers: [String: Set<Int>] = [:]
        /// The sets that had a request before the log was last cleared.
        var usedBefore: Set<String> = []
        /// The number of requests that failed because no set claimed them.
        var unmatched = 0
        /// The requests that the barricade itself failed, kept even when later ones displace them.
        var explained: [LogRecord] = []

        /// Returns the number of a set's requests that have come.
        func count(of set: String) -> Int {
            countsBySet[set, default: 0] - (takenNumbers[set]?.count ?? 0)
        }

        mutating func countOne(for set: String) -> Int {
            func next(_ count: inout Int) -> Int {
                count += 1
                return count
            }
            return next(&countsBySet[set, default: 0])
        }

        /// Returns a request's number: the one that was taken for it, unless the log was cleared
        /// since, or the next.
        mutating func number(for set: String, taken: Int?) -> Int {
            if let taken, takenNumbers[set]?.remove(taken) != nil { return taken }
            return countOne(for: set)
        }

        /// Adds the next record; returns the one that it displaces.
        mutating func keep(_ record: LogRecord, limit: Int) -> LogRecord? {
            defer { next += 1 }
            guard records.count >= limit else {
                records.append(record)
                return nil
            }
            guard limit > 0 else { return nil }
            let place = (next - first) % limit
            defer { records[place] = record }
            return records[place]
        }
    }

    private let limits: RequestLogLimits
    /// Called with each record of a response that has answered; usually `nil`.
    private let countAnswer: Barricade.Settings.AnswerCounter?
    private let state = Locked(State())
    private let arrivals = Arrivals<LogRecord>()
    private let broadcaster = Broadcaster<RequestEvent>()
    private let changes: ChangeCounter

    init(
        limits: RequestLogLimits, changes: ChangeCounter,
        countAnswer: Barricade.Settings.AnswerCounter? = nil
    ) {
        // The properties may have been set to anything.
        self.limits = RequestLogLimits(requests: limits.requests, bodySize: limits.bodySize)
        self.changes = changes
        self.countAnswer = countAnswer
    }

    /// Records a request that arrived.
    ///
    /// - Parameters:
    ///   - number: Its number among the requests of its set, if it has been taken.
    ///   - readsHeaders: Whether to read the header fields that the session adds to each request.
    func begin(
        _ request: consuming BarricadeRequest, set: RegisteredSet?, number taken: Int? = nil,
        response: String?, readsHeaders: Bool = false
    ) -> LogPlace {
        request.settleHeaders(reading: readsHeaders)
        request.cutBody(to: limits.bodySize)
        let logged = request
        let counted = countAnswer == nil ? nil : response.flatMap { set?.response(named: $0) }
        let (record, displaced) = state.withLock { state -> (LogRecord, LogRecord?) in
            let number = set.map { state.number(for: $0.name, taken: taken) }
            let record = LogRecord(
                state.next, logged, set?.identity, number: number, response, counted: counted)
            return (record, state.keep(record, limit: limits.requests))
        }
        if let set, let number = record.number {
            arrivals.arrived(record, number: number, of: set.name)
        }
        tell(RequestEvent.began, about: record)
        return LogPlace(record: record, log: self, displaced: displaced)
    }

    /// Takes the number of a set's next request, whose record follows at once.
    func takeNumber(of set: String) -> Int {
        state.withLock { state in
            let number = state.countOne(for: set)
            state.takenNumbers[set, default: []].insert(number)
            return number
        }
    }

    /// Records the outcome of a request; only the first call for a record counts.
    func end(
        _ record: LogRecord, _ outcome: LoggedRequest.Outcome, explanation: String? = nil
    ) {
        guard record.end(outcome, explanation: explanation) else { return }
        if explanation != nil {
            keepExplained(record, isUnmatched: outcome == .unmatched)
        } else {
            count(record, outcome)
        }
        tell(RequestEvent.ended, about: record)
    }

    /// Counts the response to a request that has ended, if it was the one selected for it.
    private func count(_ record: LogRecord, _ outcome: LoggedRequest.Outcome) {
        guard let countAnswer, let set = record.set, let response = record.countedResponse else {
            return
        }
        // Nothing else ends a request that is never answered, except its timeout.
        if case .cancelled = outcome, !response.neverAnswers { return }
        countAnswer(set.name, response.name)
    }

    /// Notes why a request should not pass through.
    func warn(_ record: LogRecord, of error: BarricadeError) {
        record.warn(of: error)
        keepExplained(record)
    }

    /// Notes how the real reply to a request differed, unless the request is no longer in the log.
    package func note(drift: [String], in request: LoggedRequest.ID) {
        guard let record = record(request) else { return }
        record.note(drift: drift)
        tell(RequestEvent.differed, about: record)
    }

    private func keepExplained(_ record: LogRecord, isUnmatched: Bool = false) {
        state.withLock { state in
            // One that began before the log was cleared is forgotten.
            guard record.id >= state.first else { return }
            if isUnmatched { state.unmatched += 1 }
            if state.explained.count < limits.requests { state.explained.append(record) }
        }
    }

    /// Notes that a request failed, and why if that was the barricade's own doing.
    func end(_ record: LogRecord, failedWith error: any Error) {
        if let error = BarricadeError(error) {
            let isUnmatched = error.code == .unmatchedRequest
            end(
                record,
                isUnmatched
                    ? .unmatched
                    : .failed(domain: BarricadeError.errorDomain, code: error.errorCode),
                explanation: error.message)
        } else {
            let bare = error as NSError
            end(record, .failed(domain: bare.domain, code: bare.code))
        }
    }

    private func tell(_ event: (LoggedRequest) -> RequestEvent, about record: LogRecord) {
        changes.countOne()
        if broadcaster.hasListeners { broadcaster.send([event(record.entry)]) }
    }

    var events: BroadcastSequence<RequestEvent> { broadcaster.listen() }

    /// The records, oldest first.
    var records: [LogRecord] { state.withLock { $0.records }.ordered(by: \.id) }

    /// Returns the record of a request; `nil` if it is not in the log.
    func record(_ request: LoggedRequest.ID) -> LogRecord? {
        state.withLock { state in
            guard limits.requests > 0, (state.first..<state.next).contains(request) else {
                return nil
            }
            let record = state.records[(request - state.first) % limits.requests]
            return record.id == request ? record : nil
        }
    }

    /// The records of the first requests that the barricade itself failed.
    var explainedRecords: [LogRecord] {
        state.withLock { $0.explained }.ordered(by: \.id)
    }

    /// The number of requests since the log was made or cleared.
    var count: Int { state.withLock { $0.next - $0.first } }

    /// The number that the first of them has or will have.
    var first: Int { state.withLock { $0.first } }

    /// The numbers of requests since the log was made or cleared.
    package struct Counts {
        package let all: Int
        package let unmatched: Int
        package let bySet: [String: Int]
        fileprivate let usedBefore: Set<String>

        /// Returns whether a set has ever had a request.
        package func isUsed(_ set: String) -> Bool { bySet[set] != nil || usedBefore.contains(set) }
    }

    package var counts: Counts {
        state.withLock { state in
            Counts(
                all: state.next - state.first, unmatched: state.unmatched,
                bySet: state.countsBySet, usedBefore: state.usedBefore)
        }
    }

    func count(of set: String) -> Int { state.withLock { $0.count(of: set) } }

    /// Returns whether a set's request of that number has come.
    private func hasCome(_ number: Int, of set: String) -> Bool {
        state.withLock { state in
            state.countsBySet[set, default: 0] >= number
                && state.takenNumbers[set]?.contains(number) != true
        }
    }

    /// Returns a set's request by its number, from 1, since the log was made or cleared; `nil` if
    /// later ones have displaced it.
    func record(_ number: Int, of set: String) -> LogRecord? {
        state.withLock { $0.records }.first { $0.set?.name == set && $0.number == number }
    }

    /// Forgets all requests and counts.
    func clear() {
        state.withLock { state in
            state.first = state.next
            state.records = []
            state.explained = []
            state.usedBefore.formUnion(state.countsBySet.keys)
            state.countsBySet = [:]
            state.takenNumbers = [:]
            state.unmatched = 0
        }
        changes.countOne()
    }

    /// Waits for a set's request by its number, from 1, since the log was made or cleared.
    ///
    /// - Returns: The record, or none if the request came before the wait began.
    func wait(
        for set: String, number: Int, timeout: Duration, on clock: any Clock<Duration>
    ) async throws -> Arrivals<LogRecord>.Outcome {
        try await arrivals.wait(for: number, of: set, timeout: timeout, on: clock) {
            self.hasCome(number, of: set)
        }
    }
}

/// The limits of a barricade's request log; counts have no limit.
public struct RequestLogLimits: Sendable, Hashable {
    /// The number of latest requests to keep; 1 000 by default.
    public var requests: Int
    /// The number of bytes to keep of each body, of which matchers see all; 1 MiB by default.
    public var bodySize: Int

    /// Makes limits; a negative one becomes 0.
    public init(requests: Int = 1_000, bodySize: Int = 1 << 20) {
        self.requests = max(requests, 0)
        self.bodySize = max(bodySize, 0)
    }
}

/// The beginning or the end of a request, or what was found out about it later.
public indirect enum RequestEvent: Sendable {
    /// The request arrived, and its response is decided.
    case began(LoggedRequest)
    /// The request ended.
    case ended(LoggedRequest)
    /// The real server's reply to it was found to differ from the set's responses.
    ///
    /// ``LoggedRequest/drift`` says how. It may come before the end, or long after it.
    case differed(LoggedRequest)
}
