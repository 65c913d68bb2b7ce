/// One load as a value: how far it has come, what it waits for, and what is still to be told.
///
/// Whatever happens to a load is a method here, and returns the one ``Action`` that follows from it.
/// The value calls nobody: its owner keeps it behind a lock and acts outside of it. What is told and
/// what works for the load are opaque, so that a test can put tokens in their place and go through
/// every order of what may happen.
package struct LoadState<Event: LoadEnding, Work> {
    fileprivate enum Phase {
        /// The platform has not started the load.
        case idle
        case loading(Loading)
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
        var untold: ArraySlice<Event> = []
        /// Whether a visit to the client is under way or asked for.
        var isVisiting = true
        var work: Work?
        var wake = Wake.byItself
        var deadlines: LoadDeadlines?
        /// Whether the deadlines count for the work, which may have its own.
        var isTimed = true
        /// The moment of the next alarm.
        var alarm: Duration?

        var isEnding: Bool { untold.last?.ending != nil }
        var deadline: Duration { isTimed ? deadlines?.next ?? .maximum : .maximum }
        /// When the pause is over; none where there is no pause.
        var pauseEnd: Duration { if case .at(let moment) = wake { moment } else { .maximum } }

        mutating func setAlarm() -> Action {
            let next = min(pauseEnd, deadline)
            guard next < alarm ?? .maximum else { return .nothing }
            alarm = next
            if case .byItself = wake { return .setTimeout(next) }
            return .setAlarm(next)
        }
    }

    private var phase = Phase.idle

    package init() {}

    // MARK: The platform

    /// The platform starts the load, or starts it again after a suspension.
    package mutating func start() -> Action {
        switch phase {
        case .idle:
            phase = .loading(Loading())
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
        defer { phase = .ended }
        return switch phase {
        case .idle: .letGo(nil)
        case .loading(let loading): .letGo(loading.work)
        case .handedOver: .forward
        case .ended: .nothing
        }
    }

    // MARK: Telling the client

    /// There is something to tell.
    package mutating func add(_ events: [Event]) -> Action {
        guard case .loading(var loading) = take() else { return .nothing }
        defer { phase = .loading(loading) }
        guard !loading.isEnding else { return .nothing }
        if loading.untold.isEmpty { loading.untold = events[...] } else { loading.untold += events }
        guard !loading.isVisiting else { return .nothing }
        loading.isVisiting = true
        return .visitClient
    }

    /// The client may be called.
    ///
    /// A task that is not running is told nothing: the platform starts it again or stops it for good.
    package mutating func news() -> Action {
        guard case .loading(var loading) = take() else { return .nothing }
        defer { phase = .loading(loading) }
        if !loading.untold.isEmpty { return .tellIfRunning }
        loading.isVisiting = false
        return .nothing
    }

    /// Takes the next event to tell.
    package mutating func next() -> Action {
        guard case .loading(var loading) = take() else { return .nothing }
        guard let event = loading.untold.popFirst() else {
            loading.isVisiting = false
            phase = .loading(loading)
            return .nothing
        }
        switch event.ending {
        case nil:
            phase = .loading(loading)
            return .tell(event)
        case .finished: phase = .ended
        case .handedOver: phase = .handedOver
        }
        return .end(event, loading.work)
    }

    // MARK: Waiting

    /// Whether the load knows when its time is up; asked before its first wait.
    package var hasDeadlines: Bool {
        if case .loading(let loading) = phase { loading.deadlines != nil } else { true }
    }

    package mutating func setDeadlines(_ deadlines: LoadDeadlines) {
        guard case .loading(var loading) = take() else { return }
        loading.deadlines = loading.deadlines ?? deadlines
        phase = .loading(loading)
    }

    /// Work takes the place of what has worked for the load until now.
    ///
    /// - Parameter wake: When it goes on; by itself unless it is a pause.
    package mutating func wait(for work: Work, until wake: Wake = .byItself) -> Action {
        guard case .loading(var loading) = take() else { return .letGo(work) }
        defer { phase = .loading(loading) }
        (loading.work, loading.wake, loading.isTimed) = (work, wake, true)
        return loading.setAlarm()
    }

    /// Work takes the place of what has worked for the load, and has timeouts of its own.
    package mutating func leave(to work: Work) -> Action {
        guard case .loading(var loading) = take() else { return .letGo(work) }
        (loading.work, loading.wake, loading.isTimed) = (work, .byItself, false)
        phase = .loading(loading)
        return .nothing
    }

    /// A part of a body has come or gone, so the load is not idle.
    package mutating func progress(at now: Duration) {
        guard case .loading(var loading) = take() else { return }
        loading.deadlines?.progress(at: now)
        phase = .loading(loading)
    }

    /// An alarm goes off, perhaps one that has been superseded.
    ///
    /// - Parameter timeout: What ends the load if its time is up.
    package mutating func alarm(at now: Duration, timeout: Event) -> Action {
        guard case .loading(var loading) = take() else { return .nothing }
        loading.alarm = nil
        guard !loading.isEnding else {
            phase = .loading(loading)
            return .nothing
        }
        if loading.deadline <= now, loading.deadline <= loading.pauseEnd {
            phase = .loading(loading)
            return add([timeout])
        }
        defer { phase = .loading(loading) }
        guard loading.pauseEnd <= now, let work = loading.work else { return loading.setAlarm() }
        (loading.wake, loading.work) = (.byItself, nil)
        return .goOn(work)
    }

    /// Whether anything may still be told.
    package var isLoading: Bool { if case .loading = phase { true } else { false } }

    /// Takes the phase out where the load is on, so that it is changed rather than copied.
    private mutating func take() -> Phase {
        guard case .loading = phase else { return phase }
        defer { phase = .ended }
        return phase
    }
}

extension LoadState: Sendable where Event: Sendable, Work: Sendable {}
extension LoadState.Phase: Sendable where Event: Sendable, Work: Sendable {}
extension LoadState.Loading: Sendable where Event: Sendable, Work: Sendable {}
extension LoadState.Action: Sendable where Event: Sendable, Work: Sendable {}

// A test compares what follows, and knows the states it has been in.
extension LoadState: Equatable where Event: Equatable, Work: Equatable {}
extension LoadState: Hashable where Event: Hashable, Work: Hashable {}
extension LoadState.Phase: Equatable where Event: Equatable, Work: Equatable {}
extension LoadState.Phase: Hashable where Event: Hashable, Work: Hashable {}
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
