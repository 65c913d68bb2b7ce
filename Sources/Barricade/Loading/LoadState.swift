/// One load as a value: how far it has come, what it waits for, and what is still to be told.
///
/// Whatever happens to a load is a method here, and returns the one ``Action`` that follows from it.
/// The value calls nobody: its owner keeps it behind a lock and acts outside of it. What is told and
/// what works for the load are opaque, so that a test can put tokens in their place and go through
/// every order of what may happen.
package struct LoadState<Event: LoadEnding, Work> {
    fileprivate enum Phase: Sendable, Hashable {
        /// The platform has not started the load.
        case idle
        case loading
        /// Another loader has the task: the platform's own, or another URLProtocol.
        case handedOver
        /// The client has been told the last event, or the platform has stopped the load.
        case ended
    }

    /// What follows from something that happened.
    package enum Action {
        case nothing
        /// Find out what the request gets.
        case begin
        /// Call ``LoadState/news()`` where the client may be called.
        case visitClient
        /// Take the events one by one, if the task is running.
        case tellIfRunning
        case tell(Event)
        /// Tell the last event, and let go of what works for the load.
        case end(Event, Work?)
        /// Call ``LoadState/alarm(at:timeout:)`` at that moment.
        case setAlarm(Duration)
        /// The same, for a load that usually ends before: nothing but its deadline is waited for.
        case setTimeout(Duration)
        /// Set the deadlines in a moment, and call it then; usually the load ends before.
        case findDeadlines
        /// The pause is over.
        case goOn(Work)
        case letGo(Work?)
        /// Pass the platform's call on to the loader that has the task.
        case forward
    }

    /// When work goes on.
    package enum Wake: Hashable {
        /// By itself, at any moment.
        case byItself
        case at(Duration)
        case never
    }

    fileprivate struct Loading {
        /// What is to be told, behind what has been told of it.
        private var events: [Event] = []
        private var told = 0
        /// Whether a visit to the client is under way or asked for.
        var isVisiting = true
        var work: Work?
        var wake = Wake.byItself
        var deadlines: LoadDeadlines?
        /// Whether the deadlines count for the work, which may have its own.
        var isTimed = true
        /// The moment of the next alarm.
        var alarm: Duration?

        var hasNews: Bool { told < events.count }
        var isEnding: Bool { events.last?.ending != nil }
        var deadline: Duration { isTimed ? deadlines?.next ?? .maximum : .maximum }
        /// When the pause is over; none where there is no pause.
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

        mutating func setAlarm() -> Action {
            let next = min(pauseEnd, deadline)
            guard next < alarm ?? .maximum else { return .nothing }
            alarm = next
            if case .byItself = wake { return .setTimeout(next) }
            return .setAlarm(next)
        }
    }

    private var phase = Phase.idle
    /// How far the load is; beside the phase rather than in it, so that it is changed in place.
    private var loading = Loading()

    package init() {}

    // MARK: The platform

    /// The platform starts the load, or starts it again after a suspension.
    package mutating func start() -> Action {
        switch phase {
        case .idle:
            phase = .loading
            return .begin
        case .handedOver: return .forward
        case .loading, .ended: return .nothing
        }
    }

    /// The platform stops the load until it starts it again.
    package func suspend() -> Action {
        if case .handedOver = phase { .forward } else { .nothing }
    }

    /// The platform stops the load for good, perhaps before it has started it.
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

    /// There is something to tell.
    package mutating func add(_ events: [Event]) -> Action {
        guard isLoading, !loading.isEnding else { return .nothing }
        loading.add(events)
        guard !loading.isVisiting else { return .nothing }
        loading.isVisiting = true
        return .visitClient
    }

    /// The client may be called.
    ///
    /// A task that is not running is told nothing: the platform starts it again or stops it for good.
    package mutating func news() -> Action {
        guard isLoading else { return .nothing }
        if loading.hasNews { return .tellIfRunning }
        loading.isVisiting = false
        return .nothing
    }

    /// Takes the next event to tell.
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

    package mutating func setDeadlines(_ deadlines: LoadDeadlines) {
        guard isLoading, loading.deadlines == nil else { return }
        loading.deadlines = deadlines
    }

    /// Work takes the place of what has worked for the load until now.
    ///
    /// - Parameter wake: When it goes on; by itself unless it is a pause.
    package mutating func wait(for work: Work, until wake: Wake = .byItself) -> Action {
        guard isLoading else { return .letGo(work) }
        (loading.work, loading.wake, loading.isTimed) = (work, wake, true)
        if case .byItself = wake, loading.deadlines == nil { return .findDeadlines }
        return loading.setAlarm()
    }

    /// Work takes the place of what has worked for the load, and has timeouts of its own.
    package mutating func leave(to work: Work) -> Action {
        guard isLoading else { return .letGo(work) }
        (loading.work, loading.wake, loading.isTimed) = (work, .byItself, false)
        return .nothing
    }

    /// A part of a body has come or gone, so the load is not idle.
    package mutating func progress(at now: Duration) {
        guard isLoading else { return }
        loading.deadlines?.progress(at: now)
    }

    /// An alarm goes off, perhaps one that has been superseded.
    ///
    /// - Parameter timeout: What ends the load if its time is up.
    package mutating func alarm(at now: Duration, timeout: Event) -> Action {
        guard isLoading else { return .nothing }
        loading.alarm = nil
        guard !loading.isEnding else { return .nothing }
        if loading.deadline <= now, loading.deadline <= loading.pauseEnd { return add([timeout]) }
        guard loading.pauseEnd <= now, let work = loading.work else { return loading.setAlarm() }
        (loading.wake, loading.work) = (.byItself, nil)
        return .goOn(work)
    }

    /// Whether anything may still be told.
    package var isLoading: Bool { phase == .loading }

    /// Ends the load and lets go of all it had; returns what works for it.
    private mutating func end(in phase: Phase) -> Work? {
        defer { loading = Loading() }
        self.phase = phase
        return loading.work
    }
}

extension LoadState: Sendable where Event: Sendable, Work: Sendable {}
extension LoadState.Loading: Sendable where Event: Sendable, Work: Sendable {}
extension LoadState.Action: Sendable where Event: Sendable, Work: Sendable {}

// A test compares what follows, and knows the states it has been in.
extension LoadState: Equatable where Event: Equatable, Work: Equatable {}
extension LoadState: Hashable where Event: Hashable, Work: Hashable {}
extension LoadState.Loading: Equatable where Event: Equatable, Work: Equatable {}
extension LoadState.Loading: Hashable where Event: Hashable, Work: Hashable {}
extension LoadState.Action: Equatable where Event: Equatable, Work: Equatable {}

/// An event that may be the last one that a load tells.
package protocol LoadEnding {
    /// How the load ends with it; `nil` where it goes on.
    var ending: LoadStateEnding? { get }
}

/// How a load ends with its last event.
package enum LoadStateEnding {
    case finished
    /// Another loader goes on with the task.
    case handedOver
}
