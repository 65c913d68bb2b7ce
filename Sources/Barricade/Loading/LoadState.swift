package import Foundation
#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// The state of a load as a value: its pending events for the client, and what it waits for.
///
/// Everything that happens to a load is a method here, which returns the action to take. The value
/// calls no other code: its owner keeps it behind a lock, and acts outside the lock. So a test can
/// try every order of what may happen.
package struct LoadState: Sendable {
    /// The event that a load waits for.
    package enum Wait: Sendable {
        /// Work that continues by itself at any moment.
        case work
        /// The reply of a real server, whose session has a timeout of its own.
        case reply
        /// The end of a pause; `nil` means that it never comes.
        case pause(until: Duration?)

        var isPause: Bool { if case .pause = self { true } else { false } }
        package var isReply: Bool { if case .reply = self { true } else { false } }
    }

    /// The events to send to the client now, in order; whether the last of them ends the load; and
    /// the work for a load that has ended, which is usually `nil`.
    package typealias Visit = (events: [LoadEvent], isLast: Bool, work: LoadWork?)

    /// The action after the work for a load has been replaced, or after an alarm.
    package enum Action: Sendable {
        case nothing
        /// Call ``LoadState/alarm(at:)`` at that moment.
        case setAlarm(Duration, SteppedAlarm.Purpose)
        /// Find the deadlines after a moment, then call `alarm(at:)`; most loads end before.
        case findDeadlines
        /// The pause is over.
        case goOn(LoadWork)
        /// The deadline has passed.
        case timeOut
        /// Cancel this work, since the load has ended.
        case stop(LoadWork)
    }

    /// Whether the client may still get events: it has not got the last one, and the platform has
    /// not stopped the load.
    package private(set) var isLoading = true
    package private(set) var events: [LoadEvent] = []
    /// Whether a call to the client is running or requested.
    package private(set) var isVisiting = true
    package private(set) var work: LoadWork?
    package private(set) var wait = Wait.work
    /// When it began to wait.
    package private(set) var start: Duration?
    package private(set) var deadlines: LoadDeadlines?
    /// The moment of the next alarm.
    package private(set) var alarm: Duration?

    package init() {}

    private var isEnding: Bool { events.last?.isLast ?? false }

    /// Ends the load, since the platform stops it; returns the work for it.
    package mutating func stop() -> LoadWork? {
        defer { (isLoading, events, work, deadlines) = (false, [], nil, nil) }
        return work
    }

    // MARK: Telling the client

    /// Adds events for the client; returns whether a visit has to be requested.
    package mutating func add(_ added: [LoadEvent]) -> Bool {
        guard isLoading, !isEnding else { return false }
        defer { isVisiting = true }
        events += added
        return !isVisiting
    }

    /// Begins a visit to the client; returns false if there is nothing to tell.
    ///
    /// A task that is not running gets no events: the platform starts it again or stops it finally.
    package mutating func hasPendingEvents() -> Bool {
        isVisiting = !events.isEmpty
        return isVisiting
    }

    /// Takes the events for the client, with others to add; `nil` ends the visit.
    package mutating func visit(adding added: [LoadEvent] = []) -> Visit? {
        _ = add(added)
        guard hasPendingEvents() else { return nil }
        let (events, isLast) = (events, isEnding)
        self.events = []
        return (events, isLast, isLast ? stop() : nil)
    }

    // MARK: Waiting

    /// The end of the pause; infinite if there is none.
    private var pauseEnd: Duration { if case .pause(let end?) = wait { end } else { .maximum } }

    /// The moment at which the load times out; infinite if it has ended, or that is not known yet.
    package var deadline: Duration {
        (wait.isReply ? deadlines?.resource : deadlines?.next) ?? .maximum
    }

    /// Returns the start of the load's wait, at the latest now; `nil` if the deadlines are known.
    ///
    /// Called before a pause, and when an alarm goes off.
    package mutating func startWithoutDeadlines(at now: Duration) -> Duration? {
        guard isLoading, deadlines == nil else { return nil }
        start = start ?? now
        return start
    }

    package mutating func setDeadlines(_ deadlines: LoadDeadlines) {
        if isLoading, self.deadlines == nil { self.deadlines = deadlines }
    }

    /// Replaces the work for the load.
    ///
    /// - Parameter needsAlarm: Whether to set an alarm even if an earlier one is set.
    package mutating func wait(
        for work: LoadWork, _ wait: Wait = .work, at now: Duration, needsAlarm: Bool = false
    ) -> Action {
        guard isLoading else { return .stop(work) }
        (start, self.work, self.wait) = (start ?? now, work, wait)
        if deadlines == nil, !wait.isPause { return .findDeadlines }
        return nextAlarm(isNeeded: needsAlarm)
    }

    /// Records that a part of a body has arrived or been sent, so the load is not idle.
    package mutating func progress(at now: Duration) {
        deadlines?.progress(at: now)
    }

    /// Handles an alarm, perhaps one that has been replaced.
    package mutating func alarm(at now: Duration) -> Action {
        guard isLoading else { return .nothing }
        alarm = nil
        if isEnding { return .nothing }
        if deadline <= min(now, pauseEnd) { return .timeOut }
        if pauseEnd <= now, let work {
            (wait, self.work) = (.work, nil)
            return .goOn(work)
        }
        return nextAlarm()
    }

    /// Sets the alarm for the moment at which the load has to be called next, if that comes before
    /// its present alarm.
    private mutating func nextAlarm(isNeeded: Bool = false) -> Action {
        let next = min(pauseEnd, deadline)
        guard isNeeded || next < alarm ?? .maximum else { return .nothing }
        alarm = next
        if !wait.isPause { return .setAlarm(next, .deadline) }
        return .setAlarm(next, deadline <= pauseEnd ? .timeout : .delay)
    }
}

/// The two deadlines of a load, on its barricade's clock.
package struct LoadDeadlines: Sendable {
    /// The longest time without progress.
    package let interval: Duration
    /// The deadline of the whole load.
    package let resource: Duration
    package private(set) var idle: Duration

    /// Makes the deadlines of a request that starts now.
    package init(start: Duration, interval: Duration, resource: Duration) {
        self.interval = interval
        self.resource = start + resource
        idle = start + interval
    }

    /// The next deadline, unless there is progress before.
    package var next: Duration { min(idle, resource) }

    package mutating func progress(at now: Duration) {
        idle = max(idle, now + interval)
    }
}

extension Duration {
    /// A moment that never comes.
    static var maximum: Duration { .seconds(Int64.max) }
}

/// An event for a load's client, in order.
package enum LoadEvent: Sendable {
    case response(URLResponse)
    /// The whole body.
    case data(Data)
    /// A part of a body that is sent over time.
    case piece(Data)
    /// Nothing for the client: runs a closure on the only queue on which the task can be inspected.
    case visit(@Sendable () -> Void)
    /// The next loader takes over the task, and sends the client the rest; on Linux only.
    case handOver
    case finish
    case fail(any Error)

    /// Makes an end with an error of the URL loading system.
    static func fail(_ code: URLError.Code) -> LoadEvent { .fail(URLError(code)) }

    package var isLast: Bool {
        switch self {
        case .finish, .fail, .handOver: true
        case .response, .data, .piece, .visit: false
        }
    }

    /// The part of the reply that the client gets; `nil` if it gets none.
    var part: DeliveredPart? {
        switch self {
        case .response(let response): (response as? HTTPURLResponse).map { .head($0) }
        case .data(let data), .piece(let data): .data(data)
        case .visit, .handOver, .finish, .fail: nil
        }
    }
}

extension Data {
    /// The same bytes with indices from 0, as callers expect of a session's data.
    var indexedFromZero: Data { startIndex == 0 ? self : Data(self) }
}

/// The work for a load while its client waits; one at a time.
package final class LoadWork: Sendable {
    /// Continues after a pause; `nil` for work that continues by itself.
    let goOn: (@Sendable () -> Void)?
    /// Cancels the work, on any thread.
    package let stop: (@Sendable () -> Void)?

    package init(goOn: (@Sendable () -> Void)? = nil, stop: (@Sendable () -> Void)? = nil) {
        self.goOn = goOn
        self.stop = stop
    }
}
