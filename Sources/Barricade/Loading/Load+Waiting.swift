import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The time between the steps of a load.
extension Load {
    // MARK: Telling the client

    /// Takes a step, and has its events sent to the client.
    func send(_ step: () throws -> [LoadEvent]) { send(LoadEvent.events(step)) }

    /// Adds events, and has them sent to the client.
    func send(_ events: [LoadEvent]) {
        guard !events.isEmpty, loader.content.withLock({ $0.state.add(events) }) else { return }
        queue.run(for: loader.task) { self.loader.tell() }
    }

    /// Whether the client may still get events.
    var isLoading: Bool { loader.content.withLock { $0.state.isLoading } }

    // MARK: Working

    /// Notes that a caller continues a pause without end.
    ///
    /// A stepped clock does not wait for such a pause, so that only a timeout ends it by itself.
    func endSuspension() {
        timeline.schedule?.endSuspension(of: owner)
        wait(for: .work)
    }

    /// Runs slow work on a background thread, in parallel with other slow work.
    @discardableResult
    func inBackground(_ work: @escaping @Sendable () throws -> [LoadEvent]) -> [LoadEvent] {
        wait(for: .work)
        // Each has its own queue, since users' code may block all threads of the global queues.
        DispatchQueue(label: "Barricade.Background").async { [self] in
            if isLoading { send(work) }
        }
        return []
    }

    /// Runs a user's code in its own task.
    @discardableResult
    func run(_ work: @escaping @Sendable () async throws -> [LoadEvent]) -> [LoadEvent] {
        let task = UserTask()
        wait(for: .work, stop: task.loadEnded)
        task.start { [self] in
            do {
                send(try await work())
            } catch {
                send([.fail(error)])
            }
        }
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
        for duration: Duration?, then goOn: @escaping @Sendable () throws -> [LoadEvent],
        stop: (@Sendable () -> Void)? = nil
    ) rethrows -> [LoadEvent] {
        if let duration, duration <= .zero { return try goOn() }
        findLimits()
        // Longer than 30 years makes no difference.
        let end = duration.map { timeline.now + min($0, .seconds(1_000_000_000)) }
        wait(for: .pause(until: end) { self.send(goOn) }, stop: stop)
        return []
    }

    /// Waits for something else than before: work that continues by itself, the end of a pause, or
    /// a real server, which has a timeout of its own.
    ///
    /// - Parameter stop: Called if the load ends meanwhile.
    func wait(for wait: LoadState.Wait, stop: (@Sendable () -> Void)? = nil) {
        if wait.isReply { timeline.schedule?.suspend(owner) }
        let now = timeline.now
        let action = loader.content.withLock { [timeline] content in
            content.timeline = timeline
            // A stepped clock waits for each alarm, even if another one has been postponed.
            return content.state.wait(
                for: wait, at: now, needsAlarm: timeline.isStepped, stop: stop)
        }
        switch action {
        case .stop: stop?()
        case .nothing: break
        // A real server's time passes on real clocks only.
        case _ where wait.isReply && !timeline.isReal: break
        case .setAlarm(let moment, let purpose): setAlarm(at: moment, for: purpose)
        case .setAlarmLater:
            let work = timeline.schedule?.work(of: owner)
            timeline.waitBriefly(for: owner) { self.alarm(ending: work) }
        }
    }

    // MARK: Deadlines

    /// Records that a part of a body has arrived or been sent.
    func progress() {
        let now = timeline.now
        loader.content.withLock { $0.state.progress(at: now) }
    }

    /// Finds the limits of the load's time, which takes long: most loads end before.
    private func findLimits() {
        let now = timeline.now
        guard loader.content.withLock({ $0.state.lacksLimits }) else { return }
        let own = loader.request.timeoutInterval
        let configured = loader.sessionConfiguration
        // 60 s is the default of a request; the session's timeout then counts.
        let interval =
            own == 60 || !(own > 0) ? configured?.timeoutIntervalForRequest ?? 60 : own
        let resource = configured?.timeoutIntervalForResource ?? .infinity
        let limits = LoadLimits(
            idle: .limited(interval, orElse: 60), whole: .limited(resource, orElse: .infinity))
        loader.content.withLock { $0.state.setLimits(limits, at: now) }
    }

    /// The time at which the load fails unless there is progress before.
    var timeout: Date {
        findLimits()
        let left = loader.content.withLock { $0.state.deadline } - timeline.now
        return Date(timeIntervalSinceNow: left / .seconds(1))
    }

    /// The error of a request that is not answered in time; its debug description tells why.
    private var timeoutError: any Error {
        let reason = place?.record?.awaited.map { [NSDebugDescriptionErrorKey: $0] }
        return URLError(.timedOut, userInfo: reason ?? [:]).located(at: loader.request.url)
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
    ///
    /// - Parameter work: The work on a stepped clock that ends if another alarm is set.
    private func alarm(for moment: Duration = .zero, ending work: Int? = nil) {
        findLimits()
        // A stepped clock rings what has come; it may go on while users' code works.
        let now = timeline.isStepped ? moment : max(timeline.now, moment)
        switch loader.content.withLock({ $0.state.alarm(at: now) }) {
        case .setAlarm(let moment, let purpose): setAlarm(at: moment, for: purpose, ending: work)
        case .goOn(let goOn): goOn()
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
        if !isLoading { timeline.cancelAlarm(of: owner) }
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
    private enum State {
        case new
        case running(Task<Void, Never>)
        case over
    }

    private let state = Locked(State.new)
    /// The number of all tasks that have not come to their end.
    private static let running = Locked(0)
    private static let mostRunning = 10_000

    func start(_ code: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            guard case .new = state else { return }
            Self.running.withLock { $0 += 1 }
            state = .running(
                Task {
                    await code()
                    _ = self.end()
                    Self.running.withLock { $0 -= 1 }
                })
        }
    }

    /// Ends it; returns its last state.
    private func end() -> State {
        state.withLock { state in
            defer { state = .over }
            return state
        }
    }

    /// Cancels the task, on another thread than the caller's.
    ///
    /// The user's code may load something itself, and Linux traps if a task is cancelled on the
    /// queue that starts and stops all loads.
    func stop() {
        if case .running(let task) = end() { DispatchQueue.global().async { task.cancel() } }
    }

    /// Lets the code go on to its end, or a stream to its next piece, without effect on the load that
    /// has ended.
    ///
    /// If very many tasks are running, it cancels this one, so that none lasts for ever.
    func abandon() {
        if Self.running.withLock({ $0 > Self.mostRunning }) { stop() } else { _ = end() }
    }
}
