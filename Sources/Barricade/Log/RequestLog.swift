import Foundation

/// A barricade's log of its requests: the latest ones, and counts of all.
///
/// A request takes its lock twice: when it begins, and when it ends.
package final class RequestLog: Sendable {
    private struct State {
        let limit: Int
        /// The latest records, and older ones that have not ended or are pinned, by number.
        var records: [Int: Box<LogRecord>] = [:]
        /// The next record's number.
        var next = 0
        /// The number of the first record since the log was last cleared.
        var first = 0
        var bySet = SetCounts()
        /// The number of requests that failed because no set claimed them.
        var unmatched = 0
        /// The numbers of the first requests that the barricade itself failed, which later ones do not
        /// displace.
        var pinned: Set<Int> = []
        /// The number of changes, for views of the log.
        var changes = 0
        /// The number of the change that cleared it last; 0 if none has.
        var clearing = 0
        /// The listeners for changes; usually none.
        var listeners = Listeners()

        /// The numbers of the latest records.
        var latest: Range<Int> { max(first, next - limit)..<next }

        /// Adds the next record; returns one that it displaces.
        mutating func add(_ record: Box<LogRecord>) -> Box<LogRecord>? {
            records[next] = record
            next += 1
            return forget(next - 1 - limit)
        }

        /// Forgets a record unless it is among the latest or needed; returns a forgotten one.
        private mutating func forget(_ id: Int) -> Box<LogRecord>? {
            guard !latest.contains(id), !pinned.contains(id),
                let index = records.index(forKey: id), records.values[index].value.hasEnded
            else { return nil }
            return records.remove(at: index).value
        }

        /// Changes the record of a request, and returns the changed one; `nil` if it has been
        /// forgotten.
        mutating func change(
            _ id: Int, _ change: (inout LogRecord) -> Void
        ) -> (Box<LogRecord>, Listeners)? {
            changes += 1
            guard let index = records.index(forKey: id) else { return nil }
            var changed = records.values[index].value
            change(&changed)
            changed.latestChange = changes
            let record = Box(consume changed)
            records.values[index] = record
            _ = forget(id)
            return (record, listeners)
        }

        /// Keeps the record of a request that the barricade failed, even when later ones displace
        /// it.
        mutating func pin(_ id: Int) {
            // A request that began before the log was cleared is forgotten.
            if id >= first, pinned.count < limit { pinned.insert(id) }
        }
    }

    private struct Listeners {
        var events: Broadcaster<RequestEvent>?
        var signals: Broadcaster<Void>?

        func hear(_ event: (LoggedRequest) -> RequestEvent, about record: Box<LogRecord>) {
            events?.send(event(record.value.entry))
            signals?.send(())
        }
    }

    private let limits: RequestLogLimits
    private let state: Locked<State>

    init(limits: RequestLogLimits) {
        // The caller may have set the properties to negative values.
        self.limits = RequestLogLimits(requests: limits.requests, bodySize: limits.bodySize)
        state = Locked(State(limit: self.limits.requests))
    }

    /// Records a request that arrived.
    ///
    /// - Parameters:
    ///   - response: The response that answers.
    ///   - plugins: Those that are told of its answer.
    @inline(never)
    func begin(
        _ request: consuming BarricadeRequest, set: RegisteredSet?, response: PreparedResponse?,
        plugins: [any Plugin] = []
    ) -> LogWriter {
        let note = response?.note(on: request)
        request.cutBody(to: limits.bodySize)
        let logged = request
        let counted = plugins.isEmpty ? nil : response.flatMap { set?.response(named: $0.name) }
        let (record, displaced, listeners) = state.withLock { state in
            if let set { state.bySet.all[set.name, default: 0] += 1 }
            state.changes += 1
            let record = Box(
                LogRecord(
                    LoggedRequest(
                        id: state.next, request: logged, set: set?.name,
                        response: response?.shownName, date: Date(), note: note),
                    set: set?.context, counted: counted, latestChange: state.changes))
            let displaced = state.add(record)
            return (record, displaced, state.listeners)
        }
        listeners.hear(RequestEvent.began, about: record)
        return LogWriter(record.value.stored.id, in: self, displaced: displaced, plugins)
    }

    /// Records the outcome of a request; only the first call for a request counts.
    @inline(never)
    fileprivate func end(
        _ id: Int, _ outcome: LoggedRequest.Outcome, explanation: String? = nil,
        telling plugins: [any Plugin]
    ) {
        let changed = state.withLock { state -> (Box<LogRecord>, Listeners)? in
            guard let record = state.records[id], !record.value.hasEnded else { return nil }
            // The real server answered it, not the barricade.
            if record.value.passesThrough { return state.change(id) { $0.end(outcome) } }
            if explanation != nil { state.pin(id) }
            if outcome == .unmatched, id >= state.first { state.unmatched += 1 }
            return state.change(id) { $0.end(outcome, explanation: explanation) }
        }
        guard let (record, listeners) = changed else { return }
        SystemLog.end { "\(record.value.entry)" }
        if explanation == nil || record.value.passesThrough {
            record.value.tellAnswer(to: plugins)
        }
        listeners.hear(RequestEvent.ended, about: record)
    }

    /// Changes the record of a request, unless it has been forgotten.
    ///
    /// - Parameter pins: Whether later ones do not displace it from now on.
    fileprivate func change(
        _ id: Int, pins: Bool = false, _ change: (inout LogRecord) -> Void
    ) {
        let changed = state.withLock { state in
            if pins { state.pin(id) }
            return state.change(id, change)
        }
        changed?.1.signals?.send(())
    }

    /// Notes how the real reply to a request differed, unless the request is no longer in the log.
    package func note(drift: [String], in id: Int) {
        amend(id) { $0.drift += drift }
    }

    /// Changes the entry of a request, and tells listeners unless its end will.
    fileprivate func amend(
        _ id: Int, isEndAwaited: Bool = false, _ change: (inout LoggedRequest) -> Void
    ) {
        let changed = state.withLock { $0.change(id) { change(&$0.stored) } }
        guard let (record, listeners) = changed, record.value.hasEnded || !isEndAwaited else {
            return
        }
        listeners.hear(RequestEvent.differed, about: record)
    }

    /// Forgets all requests and counts.
    func clear() {
        // The records are freed outside the lock, since users' closures may own anything.
        let (ended, signals) = state.withLock { state in
            let all = state.records
            state.pinned = []
            state.records = all.filter { !$0.value.value.hasEnded }
            state.first = state.next
            state.bySet.before = state.bySet.all
            state.unmatched = 0
            state.changes += 1
            state.clearing = state.changes
            return (all, state.listeners.signals)
        }
        withExtendedLifetime(ended) { signals?.send(()) }
    }
}

// MARK: - Reading

extension RequestLog {
    /// The records, oldest first.
    var records: [LogRecord] {
        let (records, latest) = state.withLock { ($0.records, $0.latest) }
        return latest.compactMap { records[$0]?.value }
    }

    /// The records of the first requests that the barricade itself failed.
    var explainedRecords: [LogRecord] {
        state.withLock { state in
            Array(state.pinned).ordered(by: \.self).compactMap { state.records[$0]?.value }
        }
    }

    /// Returns the record of a request; `nil` if it has been forgotten.
    func record(_ id: Int) -> LogRecord? { state.withLock { $0.records[id] }?.value }

    /// Returns a set's request by its number, from 1, since the log was made or cleared; `nil` if
    /// later ones have displaced it.
    func record(_ number: Int, of set: String) -> LogRecord? {
        let (records, latest, count) = state.withLock {
            ($0.records, $0.latest, $0.bySet.count(of: set))
        }
        let own = latest.compactMap { records[$0]?.value }.filter { $0.set?.name == set }
        let index = own.count - 1 - (count - number)
        return own.indices.contains(index) ? own[index] : nil
    }

    func count(of set: String) -> Int { state.withLock { $0.bySet.count(of: set) } }

    /// The number of the first of them, even if it has not come yet.
    package var first: Int { state.withLock { $0.first } }

    /// The counts of requests by set.
    package struct SetCounts: Sendable {
        /// The counts of all requests, including those before the log was last cleared.
        package fileprivate(set) var all: [String: Int] = [:]
        /// The counts when the log was last cleared.
        fileprivate var before: [String: Int] = [:]

        /// Returns the number of requests to a set since the log was last cleared.
        package func count(of set: String) -> Int { all[set, default: 0] - before[set, default: 0] }
    }

    /// The numbers of requests since the log was made or cleared.
    package typealias Counts = (all: Int, unmatched: Int, bySet: SetCounts)

    package var counts: Counts {
        state.withLock { ($0.next - $0.first, $0.unmatched, $0.bySet) }
    }
}

// MARK: - Listening

extension RequestLog: ChangeSource {
    /// The events of requests from now on.
    var events: AsyncStream<RequestEvent> {
        state.withLock { state in
            let events = state.listeners.events ?? Broadcaster()
            state.listeners.events = events
            return events
        }.listen()
    }

    /// The number of changes so far.
    package var changeCount: Int { state.withLock { $0.changes } }

    /// The number of changes after which a view does better to begin anew.
    private static let mostChanges = 512

    /// Returns the requests that have changed after a change, as they are now, each with the number
    /// of its latest change; `nil` in place of a request if the log was cleared.
    ///
    /// - Returns: `nil` if there have been too many changes since.
    package func changes(after number: Int) -> [(number: Int, entry: LoggedRequest?)]? {
        let found = state.withLock { state -> [(number: Int, record: Box<LogRecord>?)]? in
            guard max(0, state.changes - Self.mostChanges)...state.changes ~= number else {
                return nil
            }
            let changed = state.records.values.filter {
                $0.value.latestChange > number && $0.value.stored.id >= state.first
            }
            return (state.clearing > number ? [(state.clearing, nil)] : [])
                + changed.map { ($0.value.latestChange, $0) }
        }
        return found?.ordered(by: \.number).map { ($0.number, $0.record?.value.entry) }
    }

    /// Signals each change from now on.
    func signalChanges(by broadcaster: Broadcaster<Void>) {
        state.withLock { $0.listeners.signals = broadcaster }
    }

    /// Ends the events, since the barricade is released; loads and listeners may still hold the
    /// log.
    func finish() {
        let events = state.withLock { $0.listeners.events }
        events?.finish()
    }
}

/// Writes into the log what becomes of one request.
final class LogWriter: Sendable {
    /// The number of the request.
    let id: LoggedRequest.ID
    private let log: RequestLog
    /// The record that it displaced.
    ///
    /// It is freed with the load, after the response, since freeing a record takes as long as
    /// making one.
    private let displaced: Box<LogRecord>?
    /// Those that are told of the answer; usually none.
    private let plugins: [any Plugin]

    fileprivate init(
        _ id: LoggedRequest.ID, in log: RequestLog, displaced: Box<LogRecord>?,
        _ plugins: [any Plugin]
    ) {
        self.id = id
        self.log = log
        self.displaced = displaced
        self.plugins = plugins
    }

    /// The record; `nil` if the request has ended and been displaced.
    var record: LogRecord? { log.record(id) }

    /// Notes why the request should not pass through; later requests do not displace the record.
    func explain(_ explanation: String) {
        log.change(id, pins: true) { $0.stored.explanation = explanation }
    }

    /// Notes what the client got in place of the answer, and perhaps why; also after the end.
    func add(note: String, explanation: String? = nil) {
        log.amend(id, isEndAwaited: true) { entry in
            entry.note = [entry.note, note].compactMap(\.self).joined(separator: "; ")
            entry.explanation = explanation ?? entry.explanation
        }
    }

    /// Notes whether the request is held.
    func hold(_ isHeld: Bool) {
        log.change(id) { if !$0.hasEnded { $0.stored.outcome = isHeld ? .held : .pending } }
    }

    /// Notes that another response answers than the one that was selected.
    ///
    /// - Parameter counted: The response of the set that has its name; `nil` if none has.
    func noteResponse(_ name: String, counted: PreparedResponse?) {
        log.change(id) { ($0.counted, $0.stored.response) = (counted, name) }
    }

    /// Notes that the request goes to the real server, which stays its outcome.
    func passThrough() {
        log.change(id) { $0.stored.outcome = .passedThrough }
    }

    /// Notes how the request ended; only the first call counts.
    func end(_ outcome: LoggedRequest.Outcome) {
        log.end(id, outcome, telling: plugins)
    }

    /// Notes that the request failed, and why if the barricade itself failed it.
    func end(failedWith error: any Error) {
        guard let error = BarricadeError(error) else {
            let nsError = error as NSError
            return end(.failed(domain: nsError.domain, code: nsError.code))
        }
        log.end(
            id,
            error.code == .unmatchedRequest
                ? .unmatched : .failed(domain: BarricadeError.errorDomain, code: error.errorCode),
            explanation: error.message, telling: plugins)
    }
}

/// The limits of a barricade's request log; counts have no limit.
public struct RequestLogLimits: Sendable, Equatable {
    /// The number of latest requests to keep; 1 000 by default.
    public var requests: Int
    /// The number of bytes to keep of each body, 1 MiB by default; matchers see the whole body.
    public var bodySize: Int

    /// Makes limits; a negative one becomes 0.
    public init(requests: Int = 1_000, bodySize: Int = 1 << 20) {
        self.requests = max(requests, 0)
        self.bodySize = max(bodySize, 0)
    }
}
