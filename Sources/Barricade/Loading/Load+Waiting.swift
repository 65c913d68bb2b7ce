import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The time between the steps of a load.
extension Load {
    // MARK: Telling the client

    /// Adds events, and has them sent to the client.
    func send(_ events: [LoadEvent]) {
        guard !events.isEmpty, loader.content.withLock({ $0.state.add(events) }) else { return }
        queue.run(for: loader.task) { self.loader.tell() }
    }

    /// Whether the client may still get events.
    var isLoading: Bool { loader.content.withLock { $0.state.isLoading } }

    // MARK: Working

    /// Waits for work that continues by itself; it is cancelled if the load ends first.
    func wait(for work: LoadWork) {
        replaceWork(with: work, .work)
    }

    /// Notes that a caller continues the work, which was a pause without end until now.
    ///
    /// A stepped clock does not wait for such a pause, so that only a timeout ends it by itself.
    func endSuspension() {
        guard timeline.isStepped else { return }
        timeline.schedule?.endSuspension(of: owner)
        replaceWork(with: LoadWork(), .work)
        // The work may take long, and a stepped clock does not wait for it.
        findDeadlines()
    }

    /// Waits for a real server, which has a timeout of its own; the work is cancelled if the load
    /// ends first.
    ///
    /// The deadline of the whole load still applies if the barricade's clock runs in real time.
    func leave(to work: LoadWork) {
        timeline.schedule?.suspend(owner)
        replaceWork(with: work, .reply)
    }

    /// Runs slow work on a background thread, in parallel with other slow work.
    func inBackground(_ work: @escaping @Sendable () -> [LoadEvent]) -> [LoadEvent] {
        wait(for: LoadWork())
        // Each has its own queue, since users' code may block all threads of the global queues.
        DispatchQueue(label: "Barricade.Background").async { [self] in
            if isLoading { send(work()) }
        }
        return []
    }

    /// Runs a user's code in its own task; an error that it throws fails the load.
    func run(_ work: @escaping @Sendable () async throws -> [LoadEvent]) -> [LoadEvent] {
        let task = UserTask()
        wait(for: LoadWork(stop: task.loadEnded))
        task.start(for: self) { self.send(try await work()) }
        return []
    }

    // MARK: Pauses

    /// Continues after a duration, unless the load ends before; `nil` means never.
    ///
    /// - Parameter stop: Called if the load ends meanwhile.
    // Not copied into its callers, with their closures twice each.
    @inline(never)
    @discardableResult
    func pause(
        for duration: Duration?, then goOn: @escaping @Sendable () -> [LoadEvent] = { [] },
        stop: (@Sendable () -> Void)? = nil
    ) -> [LoadEvent] {
        if let duration, duration <= .zero { return goOn() }
        setDeadlines()
        // Longer than 30 years makes no difference.
        let end = duration.map { timeline.now + min($0, .seconds(1_000_000_000)) }
        replaceWork(with: LoadWork(goOn: { self.send(goOn()) }, stop: stop), .pause(until: end))
        return []
    }

    private func replaceWork(with work: LoadWork, _ wait: LoadState.Wait) {
        let now = timeline.now
        // A stepped clock waits for the alarm of a pause, even if another alarm has been postponed.
        let needsAlarm = timeline.isStepped && wait.isPause
        let action = loader.content.withLock { [timeline] content in
            content.timeline = timeline
            return content.state.wait(for: work, wait, at: now, needsAlarm: needsAlarm)
        }
        // A real server's time passes on real clocks only.
        let isWatched = !wait.isReply || timeline.isReal
        switch action {
        case .nothing: break
        case .setAlarm(let moment, let purpose):
            if isWatched { setAlarm(at: moment, for: purpose) }
        case .findDeadlines:
            if isWatched { findDeadlines() }
        case .stop(let work): work.stop?()
        }
    }

    // MARK: Deadlines

    /// Records that a part of a body has arrived or been sent.
    func progress() {
        setDeadlines()
        let now = timeline.now
        loader.content.withLock { $0.state.progress(at: now) }
    }

    /// Sets the load's deadlines, which take long to find: most loads end before they need them.
    private func setDeadlines() {
        let now = timeline.now
        let start = loader.content.withLock { $0.state.startWithoutDeadlines(at: now) }
        guard let start else { return }
        let own = loader.request.timeoutInterval
        let configured = loader.sessionConfiguration
        // 60 s is the default of a request; the session's timeout then counts.
        let interval =
            own == 60 || !(own > 0) ? configured?.timeoutIntervalForRequest ?? 60 : own
        let resource = configured?.timeoutIntervalForResource ?? .infinity
        let deadlines = LoadDeadlines(
            start: start, interval: .limited(interval, orElse: 60),
            resource: .limited(resource, orElse: .infinity))
        loader.content.withLock { $0.state.setDeadlines(deadlines) }
    }

    /// The time at which the load fails unless there is progress before.
    var timeout: Date {
        setDeadlines()
        let left = loader.content.withLock { $0.state.deadline } - timeline.now
        return Date(timeIntervalSinceNow: left / .seconds(1))
    }

    /// The error of a request that is not answered in time; its debug description tells why.
    private var timeoutError: URLError {
        var userInfo: [String: Any] = [:]
        userInfo[NSURLErrorFailingURLErrorKey] = loader.request.url
        userInfo[NSDebugDescriptionErrorKey] = place?.record?.awaited
        return URLError(.timedOut, userInfo: userInfo)
    }

    // MARK: Alarms

    private var timeline: Timeline { barricade.timeline }
    private var owner: ObjectIdentifier { ObjectIdentifier(loader) }

    /// Reports the load to a stepped clock; the load reports its end too.
    func beginOnSteppedClock() {
        let content = loader.content
        content.withLock { $0.timeline = timeline }
        timeline.schedule?.begin(owner) { [request = loader.request] in
            guard let record = content.withLock({ $0.place })?.record else {
                return request.httpMethod ?? "A request"
            }
            return record.set?.name ?? "\(record.request)"
        }
    }

    /// Handles the alarm for a moment, which has come even if the clock shows an earlier time.
    private func alarm(for moment: Duration = .zero) {
        setDeadlines()
        let now = max(timeline.now, moment)
        switch loader.content.withLock({ $0.state.alarm(at: now) }) {
        case .setAlarm(let moment, let purpose): setAlarm(at: moment, for: purpose)
        case .goOn(let work): work.goOn?()
        case .timeOut: send([.fail(timeoutError)])
        case .nothing: break
        }
    }

    /// Finds the deadlines after a moment; most loads end before.
    private func findDeadlines() {
        timeline.waitBriefly(for: owner) { self.alarm() }
    }

    private func setAlarm(at moment: Duration, for purpose: SteppedAlarm.Purpose) {
        timeline.postponeSleep(of: owner, for: purpose) { [self] work in
            timeline.setAlarm(of: owner, at: moment, for: purpose, ending: work) {
                self.alarm(for: moment)
            }
            // The load may have ended on another thread, which cancelled its alarm before this one
            // was set.
            if !isLoading { timeline.cancelAlarm(of: owner) }
        }
    }
}

extension Duration {
    /// Returns a duration in seconds, at most some 30 years; an invalid time means the default.
    fileprivate static func limited(
        _ seconds: TimeInterval, orElse usual: TimeInterval
    ) -> Duration {
        .seconds(min(seconds > 0 ? seconds : usual, 1e9))
    }
}

/// A task that runs a user's code for a load; it can be cancelled, even before it has begun.
final class UserTask: Sendable {
    private struct State {
        /// The task, until its code ends or it is cancelled.
        var task: Task<Void, Never>?
        var isStopped = false
        /// Whether it goes on although it is stopped.
        var isAbandoned = false
    }

    private let state = Locked(State())
    /// The number of all tasks that go on although they are stopped.
    private static let abandoned = Locked(0)
    private static let mostAbandoned = 10_000

    /// Starts the code; an error that it throws fails the load.
    func start(for load: Load, _ work: @escaping @Sendable () async throws -> Void) {
        state.withLock { state in
            if state.isStopped { return }
            state.task = Task {
                do {
                    try await work()
                } catch {
                    // The load of a cancelled task has ended, so the error has no receiver.
                    if !Task.isCancelled { load.send([.fail(error)]) }
                }
                self.end()
            }
        }
    }

    /// Cancels the task, on another thread than the caller's.
    ///
    /// The user's code may load something itself, and Linux traps if a task is cancelled on the
    /// queue that starts and stops all loads.
    func stop() {
        let task = state.withLock { state in
            defer { (state.task, state.isStopped) = (nil, true) }
            return state.task
        }
        if let task { DispatchQueue.global().async { task.cancel() } }
    }

    /// Lets the code go on to its end, or a stream to its next piece, without effect on the load that
    /// has ended.
    ///
    /// If very many are still going on, it cancels the task, so that none lasts for ever.
    func abandon() {
        let isAmongFew = state.withLock { state in
            guard state.task != nil else { return false }
            state.isAbandoned = Self.abandoned.withLock { count in
                guard count < Self.mostAbandoned else { return false }
                count += 1
                return true
            }
            return state.isAbandoned
        }
        if !isAmongFew { stop() }
    }

    private func end() {
        let isAbandoned = state.withLock { state in
            defer { (state.task, state.isStopped) = (nil, true) }
            return state.isAbandoned
        }
        if isAbandoned { Self.abandoned.withLock { $0 -= 1 } }
    }
}
