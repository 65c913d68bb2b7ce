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

    /// The events to send to the client now, in order.
    package struct Visit {
        package let events: [LoadEvent]
        /// Whether the last event ends the load.
        package var isLast: Bool
        /// The work for the load that has ended; usually `nil`.
        package var work: LoadWork?
    }

    /// The action after the work for a load has been replaced.
    package enum WaitAction: Sendable {
        case nothing
        /// Call ``LoadState/alarm(at:)`` at that moment.
        case setAlarm(Duration, SteppedAlarm.Purpose)
        /// Find the deadlines after a moment, then call `alarm(at:)`; most loads end before.
        case findDeadlines
        /// Cancel this work, since the load has ended.
        case stop(LoadWork)
    }

    /// The action after an alarm.
    package enum AlarmAction {
        case nothing
        case setAlarm(Duration, SteppedAlarm.Purpose)
        /// The pause is over.
        case goOn(LoadWork)
        /// The deadline has passed.
        case timeOut
    }

    package struct Loading: Sendable {
        package fileprivate(set) var events: [LoadEvent] = []
        /// Whether a call to the client is running or requested.
        package fileprivate(set) var isVisiting = true
        package fileprivate(set) var work: LoadWork?
        package fileprivate(set) var wait = Wait.work
        /// When it began to wait.
        package fileprivate(set) var start: Duration?
        package fileprivate(set) var deadlines: LoadDeadlines?
        /// The moment of the next alarm.
        package fileprivate(set) var alarm: Duration?

        var isEnding: Bool { events.last?.isLast ?? false }
        var deadline: Duration {
            (wait.isReply ? deadlines?.resource : deadlines?.next) ?? .maximum
        }
        /// The end of the pause; infinite if there is none.
        var pauseEnd: Duration { if case .pause(let end?) = wait { end } else { .maximum } }

        fileprivate mutating func add(_ added: [LoadEvent]) {
            if !isEnding { events += added }
        }

        /// Returns the moment at which the load has to be called next, if that comes before its
        /// alarm.
        mutating func nextAlarm(isNeeded: Bool = false) -> (Duration, SteppedAlarm.Purpose)? {
            let next = min(pauseEnd, deadline)
            guard isNeeded || next < alarm ?? .maximum else { return nil }
            alarm = next
            if !wait.isPause { return (next, .deadline) }
            return (next, deadline <= pauseEnd ? .timeout : .delay)
        }
    }

    /// `nil` once the client has got the last event, or the platform has stopped the load.
    package private(set) var loading: Loading? = Loading()

    package init() {}

    /// Whether the client may still get events.
    package var isLoading: Bool { loading != nil }

    /// Ends the load, since the platform stops it; returns the work for it.
    package mutating func stop() -> LoadWork? {
        defer { loading = nil }
        return loading?.work
    }

    // MARK: Telling the client

    /// Adds events for the client; returns whether a visit has to be requested.
    package mutating func add(_ events: [LoadEvent]) -> Bool {
        guard let isVisiting = loading?.isVisiting, loading?.isEnding == false else { return false }
        loading?.add(events)
        loading?.isVisiting = true
        return !isVisiting
    }

    /// Begins a visit to the client; returns false if there is nothing to tell.
    ///
    /// A task that is not running gets no events: the platform starts it again or stops it finally.
    package mutating func hasPendingEvents() -> Bool {
        let hasPendingEvents = loading?.events.isEmpty == false
        loading?.isVisiting = hasPendingEvents
        return hasPendingEvents
    }

    /// Takes the events for the client, with others to add; `nil` ends the visit.
    package mutating func visit(adding added: [LoadEvent] = []) -> Visit? {
        loading?.add(added)
        guard hasPendingEvents(), let events = loading?.events else { return nil }
        loading?.events = []
        let isLast = events.last?.isLast ?? false
        return Visit(events: events, isLast: isLast, work: isLast ? stop() : nil)
    }

    // MARK: Waiting

    /// Returns the start of the load's wait, at the latest now; `nil` if the deadlines are known.
    ///
    /// Called before a pause, and when an alarm goes off.
    package mutating func startWithoutDeadlines(at now: Duration) -> Duration? {
        guard let loading, loading.deadlines == nil else { return nil }
        let start = loading.start ?? now
        self.loading?.start = start
        return start
    }

    /// The moment at which the load times out; infinite if it has ended, or that is not known yet.
    package var deadline: Duration { loading?.deadline ?? .maximum }

    package mutating func setDeadlines(_ deadlines: LoadDeadlines) {
        if loading?.deadlines == nil { loading?.deadlines = deadlines }
    }

    /// Replaces the work for the load.
    ///
    /// - Parameter needsAlarm: Whether to set an alarm even if an earlier one is set.
    package mutating func wait(
        for work: LoadWork, _ wait: Wait = .work, at now: Duration, needsAlarm: Bool = false
    ) -> WaitAction {
        guard let start = loading.map({ $0.start ?? now }) else { return .stop(work) }
        loading?.start = start
        loading?.work = work
        loading?.wait = wait
        if loading?.deadlines == nil, !wait.isPause { return .findDeadlines }
        return loading?.nextAlarm(isNeeded: needsAlarm).map { .setAlarm($0, $1) } ?? .nothing
    }

    /// Records that a part of a body has arrived or been sent, so the load is not idle.
    package mutating func progress(at now: Duration) {
        loading?.deadlines?.progress(at: now)
    }

    /// Handles an alarm, perhaps one that has been replaced.
    package mutating func alarm(at now: Duration) -> AlarmAction {
        guard var current = loading else { return .nothing }
        defer { loading = current }
        current.alarm = nil
        if current.isEnding { return .nothing }
        if current.deadline <= min(now, current.pauseEnd) { return .timeOut }
        if current.pauseEnd <= now, let work = current.work {
            (current.wait, current.work) = (.work, nil)
            return .goOn(work)
        }
        return current.nextAlarm().map { .setAlarm($0, $1) } ?? .nothing
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
