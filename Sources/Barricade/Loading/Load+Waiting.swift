import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The time between the steps of a load.
extension Load {
    /// Whether the client may still get events.
    var isLoading: Bool { state.withLock { $0.load.isLoading } }

    // MARK: Working

    /// Runs slow work on a background thread, in parallel with other slow work.
    func inBackground(_ work: @escaping @Sendable () throws -> Step) -> Step {
        startWaiting(for: .work)
        // Each has its own queue, since users' code may block all threads of the global queues.
        DispatchQueue(label: "Barricade.Background").async { [self] in
            if isLoading { send(work) }
        }
        return .later
    }

    /// Runs a user's code in its own task.
    func run(_ work: @escaping @Sendable () async throws -> Step) -> Step {
        let task = UserTask()
        startWaiting(for: .work, isQueued: true, stop: task.loadEnded)
        task.start(by: barricade.store.state.routing.plugins) { [self] in
            if timeline.schedule?.work(of: owner) != nil { waitBriefly() }
            do {
                let step = try await work()
                send { step }
            } catch {
                send([.fail(error)])
            }
        }
        return .later
    }

    // MARK: Pauses

    /// Continues after a duration, unless the load ends before; `nil` means never.
    // Not copied into its callers, with their closures twice each.
    @inline(never)
    func pause(
        for duration: Duration?, then next: @escaping @Sendable () throws -> Step
    ) rethrows -> Step {
        guard let duration else { return pauseForever() }
        if duration <= .zero { return try next() }
        let end = timeline.now + min(duration, .longest)
        startWaiting(for: .pause(until: end) { self.send(next) })
        return .later
    }

    /// Waits until the load ends, or until other code continues it.
    ///
    /// - Parameter stop: Called if the load ends meanwhile.
    func pauseForever(stop: (@Sendable () -> Void)? = nil) -> Step {
        startWaiting(for: .pause(until: nil) {}, stop: stop)
        return .later
    }

    /// Waits for something else than before: work that continues by itself, the end of a pause, or
    /// a real server, which has a timeout of its own.
    ///
    /// - Parameters:
    ///   - isQueued: Whether it is work that has to wait for a thread first.
    ///   - stop: Called if the load ends meanwhile.
    func startWaiting(
        for wait: LoadState.Wait, isQueued: Bool = false, stop: (@Sendable () -> Void)? = nil
    ) {
        if wait.isReply { timeline.schedule?.suspend(owner) }
        let now = timeline.now
        let action = state.withLock { [timeline] state in
            state.timeline = timeline
            // A stepped clock waits for each alarm, even if another one has been postponed. A real
            // server's time passes on real clocks only.
            return state.load.startWaiting(
                for: wait, at: now, needsAlarm: timeline.isStepped,
                isTimed: timeline.isReal || !wait.isReply, stop: stop)
        }
        switch action {
        case .stop: stop?()
        case .nothing: break
        case .setAlarm(let moment, let purpose): setAlarm(at: moment, for: purpose)
        case .setAlarmLater: waitBriefly(isQueued: isQueued)
        }
    }

    /// Sets the alarm of a deadline if the load lasts longer than most.
    private func waitBriefly(isQueued: Bool = false) {
        let work = timeline.schedule?.work(of: owner)
        timeline.waitBriefly(for: owner, isQueued: isQueued) { self.alarm(ending: work) }
    }

    // MARK: Deadlines

    /// Records that a part of a body has arrived or been sent.
    func progress() {
        let now = timeline.now
        state.withLock { $0.load.progress(at: now) }
    }

    /// Returns the limits of the time of a load that begins with a request.
    static func limits(
        of request: URLRequest, in configuration: URLSessionConfiguration?
    ) -> LoadLimits {
        let own = request.timeoutInterval
        // 60 s is the default of a request; the session's timeout then counts.
        let interval =
            own == 60 || !(own > 0) ? configuration?.timeoutIntervalForRequest ?? 60 : own
        let resource = configuration?.timeoutIntervalForResource ?? .infinity
        return LoadLimits(
            idle: .limited(interval, orElse: 60), whole: .limited(resource, orElse: .infinity))
    }

    /// The time at which the load fails unless there is progress before.
    var timeout: Date {
        let now = timeline.now
        let left = state.withLock { $0.load.deadline(at: now) } - now
        return Date(timeIntervalSinceNow: left / .seconds(1))
    }

    /// The error of a request that is not answered in time; its debug description tells why.
    private var timeoutError: any Error {
        let loading = state.withLock { $0.load.loading }
        let wait = loading.map { loading in
            loading.deadline == loading.end
                ? "had not ended after \(loading.limits.whole)"
                : "sent nothing for \(loading.limits.idle)"
        }
        let reason = logWriter?.record?.awaited(wait ?? "did not come")
        let info = reason.map { [NSDebugDescriptionErrorKey: $0] } ?? [:]
        return URLError(.timedOut, userInfo: info).located(at: client.requestToLoad.url)
    }

    // MARK: Alarms

    var timeline: Timeline { barricade.timeline }
    /// The load, for its timeline.
    var owner: ObjectIdentifier { ObjectIdentifier(self) }

    /// Reports the load to a stepped clock; the load reports its end too.
    func beginOnSteppedClock() {
        state.withLock { $0.timeline = timeline }
        timeline.schedule?.begin(owner) { [state, urlRequest] in
            guard let record = state.withLock({ $0.logWriter })?.record else {
                return urlRequest.httpMethod ?? "A request"
            }
            return record.set?.name ?? "\(record.request)"
        }
    }

    /// Handles the alarm for a moment, which has come even if the clock shows an earlier time.
    ///
    /// - Parameter work: The work on a stepped clock that ends if another alarm is set.
    private func alarm(for moment: Duration = .zero, ending work: Int? = nil) {
        // A stepped clock rings what has come; it may go on while users' code works.
        let now = timeline.isStepped ? moment : max(timeline.now, moment)
        switch state.withLock({ $0.load.alarm(at: now) }) {
        case .setAlarm(let moment, let purpose): setAlarm(at: moment, for: purpose, ending: work)
        case .proceed(let next): next()
        case .timeOut: send([.fail(timeoutError)])
        case .nothing: break
        }
    }

    private func setAlarm(
        at moment: Duration, for purpose: AlarmPurpose, ending work: Int? = nil
    ) {
        timeline.setAlarm(of: owner, at: moment, for: purpose, ending: work) {
            self.alarm(for: moment)
        }
        // The load may have ended on another thread, which cancelled its alarm before this one was
        // set.
        if !isLoading { timeline.end(owner) }
    }
}

extension Duration {
    /// Returns a duration in seconds, at most the longest; an invalid time means the default.
    fileprivate static func limited(
        _ seconds: TimeInterval, orElse usual: TimeInterval
    ) -> Duration {
        .seconds(min(seconds > 0 ? seconds : usual, longestSeconds))
    }
}
