/// The state of a load as a value: its phase, its current work, and its pending events.
///
/// Everything that happens to a load is a method here, which returns the one ``Action`` to take.
/// The value calls no other code: its owner keeps it behind a lock, and acts outside the lock.
/// Events and work are generic, so that a test can use tokens and try every order of what may
/// happen.
package struct LoadState<Event: LoadEnding, Work> {
    fileprivate enum Phase: Sendable, Hashable {
        /// The platform has not started the load.
        case idle
        case loading
        /// Another loader has the task: the platform's, or another URLProtocol.
        case handedOver
        /// The client has got the last event, or the platform has stopped the load.
        case ended
    }

    /// The action to take after something has happened.
    package enum Action {
        case nothing
        /// Decide on the request.
        case begin
        /// Call ``LoadState/news()`` where the client may be called.
        case visitClient
        /// Take the events one by one, if the task is running.
        case tellIfRunning
        case tell(Event)
        /// Send the last event, and release the work for the load.
        case end(Event, Work?)
        /// Call ``LoadState/alarm(at:timeout:)`` at that moment.
        case setAlarm(Duration)
        /// The same, for a load that usually ends before, since this is only its deadline.
        case setTimeout(Duration)
        /// Set the deadlines in a moment, and call it then; usually the load ends before.
        case findDeadlines
        /// The pause is over.
        case goOn(Work)
        case letGo(Work?)
        /// Forward the platform's call to the loader that has the task.
        case forward
    }

    /// The moment at which work continues.
    package enum Wake: Hashable {
        /// By itself, at any moment.
        case byItself
        case at(Duration)
        case never
    }

    fileprivate struct Loading {
        /// The events, including those already sent.
        private var events: [Event] = []
        private var told = 0
        /// Whether a call to the client is running or requested.
        var isVisiting = true
        var work: Work?
        var wake = Wake.byItself
        var deadlines: LoadDeadlines?
        /// Whether the work has to progress in time; other work sees to that itself.
        var isTimed = true
        /// The moment of the next alarm.
        var alarm: Duration?

        var hasNews: Bool { told < events.count }
        var isEnding: Bool { events.last?.ending != nil }
        var deadline: Duration {
            (isTimed ? deadlines?.next : deadlines?.resource) ?? .maximum
        }
        /// The end of the pause; infinite if there is none.
        var pauseEnd: Duration { if case .at(let moment) = wake { moment } else { .maximum } }

        mutating func add(_ added: [Event]) {
            if hasNews { events = events[told...] + added } else { events = added }
            told = 0
        }

        mutating func next() -> Event? {
            guard hasNews else { return nil }
            defer {
                told += 1
                if !hasNews { events = [] }
            }
            return events[told]
        }

        /// The end of the pause, or the deadline if that comes before.
        var nextAlarm: Duration { min(pauseEnd, deadline) }

        mutating func setAlarm() -> Action {
            let next = nextAlarm
            guard next < alarm ?? .maximum else { return .nothing }
            alarm = next
            if case .byItself = wake { return .setTimeout(next) }
            return .setAlarm(next)
        }
    }

    private var phase = Phase.idle
    /// The state while loading; not a part of the phase, so that it is changed in place.
    private var loading = Loading()

    package init() {}

    // MARK: The platform

    /// Handles the platform's start of the load, also after a suspension.
    package mutating func start() -> Action {
        switch phase {
        case .idle:
            phase = .loading
            return .begin
        case .handedOver: return .forward
        case .loading, .ended: return .nothing
        }
    }

    /// Handles the platform's stop of the load until the next start.
    package func suspend() -> Action {
        if case .handedOver = phase { .forward } else { .nothing }
    }

    /// Handles the platform's final stop of the load, perhaps before its start.
    package mutating func stop() -> Action {
        let before = phase
        let work = end(in: .ended)
        return switch before {
        case .idle, .loading: .letGo(work)
        case .handedOver: .forward
        case .ended: .nothing
        }
    }

    // MARK: Telling the client

    /// Adds events for the client.
    package mutating func add(_ events: [Event]) -> Action {
        guard isLoading, !loading.isEnding else { return .nothing }
        loading.add(events)
        guard !loading.isVisiting else { return .nothing }
        loading.isVisiting = true
        return .visitClient
    }

    /// Handles the moment when the client may be called.
    ///
    /// A task that is not running gets no events: the platform starts it again or stops it finally.
    package mutating func news() -> Action {
        guard isLoading else { return .nothing }
        if loading.hasNews { return .tellIfRunning }
        loading.isVisiting = false
        return .nothing
    }

    /// Takes the next event for the client.
    package mutating func next() -> Action {
        guard isLoading else { return .nothing }
        guard let event = loading.next() else {
            loading.isVisiting = false
            return .nothing
        }
        guard let ending = event.ending else { return .tell(event) }
        return .end(event, end(in: ending == .handedOver ? .handedOver : .ended))
    }

    // MARK: Waiting

    /// Whether the load knows when its time is up; asked before a pause, and when an alarm goes off.
    package var hasDeadlines: Bool { !isLoading || loading.deadlines != nil }

    /// The moment at which the load's time is up; infinite if it has ended, or does not know yet.
    package var deadline: Duration { isLoading ? loading.deadline : .maximum }

    package mutating func setDeadlines(_ deadlines: LoadDeadlines) {
        guard isLoading, loading.deadlines == nil else { return }
        loading.deadlines = deadlines
    }

    /// Replaces the work for the load.
    ///
    /// - Parameter wake: The moment at which it continues; by itself unless it is a pause.
    package mutating func wait(for work: Work, until wake: Wake = .byItself) -> Action {
        replaceWork(with: work, until: wake, isTimed: true)
    }

    private mutating func replaceWork(
        with work: Work, until wake: Wake, isTimed: Bool
    ) -> Action {
        guard isLoading else { return .letGo(work) }
        (loading.work, loading.wake, loading.isTimed) = (work, wake, isTimed)
        if case .byItself = wake, loading.deadlines == nil { return .findDeadlines }
        return loading.setAlarm()
    }

    /// Replaces the work for the load with work that sees to its progress itself.
    package mutating func leave(to work: Work) -> Action {
        replaceWork(with: work, until: .byItself, isTimed: false)
    }

    /// The moment at which the load has to be called next; infinite if there is none.
    package var nextAlarm: Duration { loading.nextAlarm }

    /// Whether the next alarm is the deadline of a pause, so that nothing ends the load before.
    package var isTimeoutNext: Bool {
        loading.wake != .byItself && loading.deadline <= loading.pauseEnd
    }

    /// Records that a part of a body has arrived or been sent, so the load is not idle.
    package mutating func progress(at now: Duration) {
        guard isLoading else { return }
        loading.deadlines?.progress(at: now)
    }

    /// Handles an alarm, perhaps one that has been replaced.
    ///
    /// - Parameter timeout: The event that ends the load after its deadline.
    package mutating func alarm(
        at now: Duration, timeout: @autoclosure () -> Event
    ) -> Action {
        guard isLoading else { return .nothing }
        loading.alarm = nil
        guard !loading.isEnding else { return .nothing }
        if loading.deadline <= now, loading.deadline <= loading.pauseEnd {
            return add([timeout()])
        }
        guard loading.pauseEnd <= now, let work = loading.work else { return loading.setAlarm() }
        (loading.wake, loading.work) = (.byItself, nil)
        return .goOn(work)
    }

    /// Whether the client may still get events.
    package var isLoading: Bool { phase == .loading }

    /// Ends the load and clears its state; returns the work for it.
    private mutating func end(in phase: Phase) -> Work? {
        defer { loading = Loading() }
        self.phase = phase
        return loading.work
    }
}

extension LoadState: Sendable where Event: Sendable, Work: Sendable {}
extension LoadState.Loading: Sendable where Event: Sendable, Work: Sendable {}
extension LoadState.Action: Sendable where Event: Sendable, Work: Sendable {}

// A test compares actions, and keeps a set of visited states.
extension LoadState: Equatable where Event: Equatable, Work: Equatable {}
extension LoadState: Hashable where Event: Hashable, Work: Hashable {}
extension LoadState.Loading: Equatable where Event: Equatable, Work: Equatable {}
extension LoadState.Loading: Hashable where Event: Hashable, Work: Hashable {}
extension LoadState.Action: Equatable where Event: Equatable, Work: Equatable {}

/// An event that may be the last one of a load.
package protocol LoadEnding {
    /// The way in which the load ends with it; `nil` if the load continues.
    var ending: LoadStateEnding? { get }
}

/// The way in which a load ends.
package enum LoadStateEnding {
    case finished
    /// Another loader continues the task.
    case handedOver
}
