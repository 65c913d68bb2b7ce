package import Foundation
#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// The state of a load as a value: its pending events for the client, and what it waits for.
///
/// Everything that happens to a load is a method here, which returns the action to take. The value
/// calls no other code: its owner keeps it behind a lock, and acts outside the lock. So a test can
/// try every order of what may happen.
struct LoadState: Sendable {
    /// The event that a load waits for.
    enum Wait: Sendable {
        /// Work that continues by itself at any moment.
        case work
        /// The reply of a real server, whose session has a timeout of its own.
        case reply
        /// The end of a pause, to continue then; `nil` means that it never comes.
        case pause(until: Duration?, then: @Sendable () -> Void)

        var isPause: Bool { if case .pause = self { true } else { false } }
        var isReply: Bool { if case .reply = self { true } else { false } }
    }

    /// The events to send to the client now, in order.
    struct Delivery {
        let events: [LoadEvent]
        /// Whether the last event ends the load.
        let isLast: Bool
        /// Stops the work for a load that ends before its work does; usually `nil`.
        let stop: (@Sendable () -> Void)?
    }

    /// The action after a load has begun to wait.
    enum WaitAction: Sendable {
        case nothing
        /// Call ``LoadState/alarm(at:)`` at that moment.
        case setAlarm(Duration, AlarmPurpose)
        /// Call `alarm(at:)` soon, to set the alarm of a deadline then; most loads end before.
        case setAlarmLater
        /// Stop the work, since the load has ended.
        case stop
    }

    /// The action after an alarm.
    enum AlarmAction {
        case nothing
        case setAlarm(Duration, AlarmPurpose)
        /// The pause is over.
        case proceed(@Sendable () -> Void)
        /// The deadline has passed.
        case timeOut
    }

    struct Loading: Sendable {
        fileprivate(set) var events: [LoadEvent] = []
        /// Whether a delivery is running or requested; the beginning of the load ends with one.
        fileprivate(set) var isDelivering = true
        fileprivate(set) var wait = Wait.work
        /// Stops what it waits for, on any thread.
        fileprivate(set) var stop: (@Sendable () -> Void)?
        /// The time at which it began to wait.
        fileprivate(set) var start: Duration?
        /// The time at which a part of a body last came or went.
        fileprivate(set) var progress = Duration.zero
        let limits: LoadLimits
        /// The moment of the next alarm.
        fileprivate(set) var alarm: Duration?

        var isEnding: Bool { events.last?.isLast ?? false }
        /// The moment at which it times out; infinite if it has not waited yet.
        var deadline: Duration {
            guard let start else { return .maximum }
            return wait.isReply ? end : min(end, max(start, progress) + limits.idle)
        }
        /// The moment at which it has lasted too long as a whole.
        var end: Duration { start.map { $0 + limits.whole } ?? .maximum }
        /// The end of the pause; infinite if there is none.
        var pauseEnd: Duration { if case .pause(let end?, _) = wait { end } else { .maximum } }

        fileprivate mutating func add(_ added: [LoadEvent]) {
            if isEnding { return }
            if events.isEmpty { events = added } else { events += added }
        }

        /// Returns the moment at which the load has to be called next, if that comes before its
        /// alarm.
        mutating func nextAlarm(isNeeded: Bool = false) -> (Duration, AlarmPurpose)? {
            let next = min(pauseEnd, deadline)
            guard isNeeded || next < alarm ?? .maximum else { return nil }
            alarm = next
            if !wait.isPause { return (next, .deadline) }
            return (next, deadline <= pauseEnd ? .timeout : .delay)
        }
    }

    /// `nil` once the last events are taken for the client, or the platform has stopped the load.
    private(set) var loading: Loading?

    init(limits: LoadLimits) {
        loading = Loading(limits: limits)
    }

    /// Whether there may still be events to take.
    var isLoading: Bool { loading != nil }

    /// Ends the load, since the platform stops it; returns what stops the work for it.
    mutating func stop() -> (@Sendable () -> Void)? {
        defer { loading = nil }
        return loading?.stop
    }

    // MARK: Delivering

    /// Adds events for the client; returns whether a delivery has to be requested.
    mutating func add(_ events: [LoadEvent]) -> Bool {
        guard let isDelivering = loading?.isDelivering, loading?.isEnding == false else {
            return false
        }
        loading?.add(events)
        loading?.isDelivering = true
        return !isDelivering
    }

    /// Begins or continues the delivery if there are events, and ends it if there are none; returns
    /// whether there are.
    ///
    /// A client that is not running gets no events: the load is started again or stopped finally.
    mutating func continueDelivery() -> Bool {
        let hasPendingEvents = loading?.events.isEmpty == false
        loading?.isDelivering = hasPendingEvents
        return hasPendingEvents
    }

    /// Takes the events for the client, with others to add; `nil` ends the delivery.
    mutating func deliver(adding added: [LoadEvent] = []) -> Delivery? {
        loading?.add(added)
        guard continueDelivery(), let events = loading?.events else { return nil }
        loading?.events = []
        let isLast = events.last?.isLast ?? false
        return Delivery(events: events, isLast: isLast, stop: isLast ? stop() : nil)
    }

    // MARK: Waiting

    /// Returns the moment at which the load times out; infinite if it has ended.
    ///
    /// If it has not waited yet, its time begins now.
    mutating func deadline(at now: Duration) -> Duration {
        if loading?.start == nil { loading?.start = now }
        return loading?.deadline ?? .maximum
    }

    /// Waits for something else than before.
    ///
    /// - Parameters:
    ///   - needsAlarm: Whether to set an alarm even if an earlier one is set: on a stepped clock.
    ///   - isTimed: Whether time passes on the load's clock meanwhile.
    ///   - stop: Stops what it waits for, if the load ends before.
    mutating func startWaiting(
        for wait: Wait, at now: Duration, needsAlarm: Bool = false, isTimed: Bool = true,
        stop: (@Sendable () -> Void)? = nil
    ) -> WaitAction {
        guard var current = loading else { return .stop }
        defer { loading = current }
        // A stepped clock stops at each deadline. If one has passed nevertheless, users' code was
        // at work meanwhile, whose time does not count.
        if needsAlarm, current.deadline <= now { current.start = now }
        current.start = current.start ?? now
        (current.wait, current.stop) = (wait, stop)
        guard isTimed, let (moment, purpose) = current.nextAlarm(isNeeded: needsAlarm) else {
            return .nothing
        }
        return wait.isPause ? .setAlarm(moment, purpose) : .setAlarmLater
    }

    /// Records that a part of a body has arrived or been sent, so the load is not idle.
    mutating func progress(at now: Duration) {
        loading?.progress = now
    }

    /// Handles an alarm, perhaps one that has been replaced.
    mutating func alarm(at now: Duration) -> AlarmAction {
        guard var current = loading else { return .nothing }
        defer { loading = current }
        current.alarm = nil
        if current.isEnding { return .nothing }
        if current.deadline <= min(now, current.pauseEnd) { return .timeOut }
        if case .pause(let end?, let next) = current.wait, end <= now {
            (current.wait, current.stop) = (.work, nil)
            return .proceed(next)
        }
        return current.nextAlarm().map { .setAlarm($0, $1) } ?? .nothing
    }
}

/// The longest times of a load on its barricade's clock: without progress, and as a whole.
typealias LoadLimits = (idle: Duration, whole: Duration)

/// An event for a load's client, in order.
package enum LoadEvent: Sendable {
    /// The head; a canned one also as it was made, since the response has lost the fields' order.
    case response(URLResponse, head: ResponseHead? = nil)
    /// The whole body.
    case data(Data)
    /// A part of a body that is sent over time.
    case piece(Data)
    /// A part of the request's body has been sent, out of so many bytes.
    case sent(Range<Int>, of: Int)
    /// Nothing for the client: runs a closure on its queue, once it is running.
    case perform(@Sendable () -> Void)
    /// Another loader takes over the request, and sends the client the rest.
    case handOver
    case finish
    case fail(any Error)

    var isLast: Bool {
        switch self {
        case .finish, .fail, .handOver: true
        case .response, .data, .piece, .sent, .perform: false
        }
    }
}

extension Data {
    /// The same bytes with indices from 0, as callers expect of a session's data.
    var indexedFromZero: Data { startIndex == 0 ? self : Data(self) }
}
