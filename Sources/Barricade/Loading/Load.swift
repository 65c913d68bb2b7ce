import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A load, for use on any thread.
struct Load: @unchecked Sendable {
    // Unchecked because a URLProtocol is not Sendable. Its content is behind a lock, its initial
    // values do not change, and only `tell` uses its client and driver, on the platform's queue.
    let loader: BarricadeProtocol
    let queue: ClientQueue
    package let barricade: Barricade
    /// Whether the session may add header fields that its requests do not show.
    let mayAddHeaders: Bool
    /// Where the header fields of canned responses are kept for the task's owner; usually `nil`.
    let decidedHeaders: DecidedHeaders?

    // MARK: Telling the client

    /// Adds events, and has them sent to the client.
    func send(_ events: [LoadEvent]) {
        act(on: loader.content.withLock { $0.state.add(events) })
    }

    func fail(_ error: any Error) {
        send([.fail(error)])
    }

    /// Whether the client may still get events.
    var isLoading: Bool { loader.content.withLock { $0.state.isLoading } }

    // MARK: Waiting

    /// Waits for work that continues by itself; it is cancelled if the load ends first.
    func wait(for work: LoadWork) {
        noteStart()
        act(on: loader.content.withLock { $0.state.wait(for: work) })
    }

    /// Waits for work that somebody continues, perhaps after long; it is cancelled if the load ends
    /// first.
    ///
    /// On a clock that steps, that is no work, and nothing but the timeout ends it.
    func rest(for work: LoadWork) {
        guard barricade.timeline.isStepped else { return wait(for: work) }
        setDeadlines()
        let (action, next) = loader.content.withLock { content in
            (content.state.wait(for: work), content.state.nextAlarm)
        }
        if case .letGo = action { act(on: action) } else { setAlarm(at: next, for: .timeout) }
    }

    /// Notes that somebody continues the work that the load has rested for.
    func endRest() {
        guard barricade.timeline.isStepped else { return }
        barricade.timeline.endRest(of: ObjectIdentifier(loader))
        // What continues may take long, which a clock that steps does not wait for.
        act(on: .findDeadlines)
    }

    /// Waits for a real server, which has a timeout of its own; the work is cancelled if the load
    /// ends first.
    ///
    /// The deadline of the whole load stays, if the barricade's clock shows the time that passes
    /// there too.
    func leave(to work: LoadWork) {
        noteStart()
        barricade.timeline.rest(ObjectIdentifier(loader))
        let action = loader.content.withLock { $0.state.leave(to: work) }
        if case .letGo = action { return act(on: action) }
        if barricade.timeline.isReal { act(on: action) }
    }

    /// Continues after a duration; `nil` means never.
    ///
    /// - Parameter work: The work that the pause belongs to, cancelled if the load ends meanwhile.
    func pause(
        for duration: Duration?, within work: LoadWork = LoadWork(),
        then goOn: @escaping @Sendable () -> Void = {}
    ) {
        if let duration, duration <= .zero { return goOn() }
        setDeadlines()
        // Longer than 30 years makes no difference.
        let wake = duration.map { barricade.timeline.now + min($0, .seconds(1_000_000_000)) }
        let (action, next) = loader.content.withLock { content in
            let action = content.state.wait(
                for: LoadWork(goOn: goOn, stop: work.stop), until: wake.map { .at($0) } ?? .never)
            return (action, content.state.nextAlarm)
        }
        if case .nothing = action, barricade.timeline.isStepped {
            // An alarm that has been put off is set now, since the clock waits for that.
            act(on: .setAlarm(next))
        } else {
            act(on: action)
        }
    }

    /// Records that a part of a body has arrived or been sent.
    func progress() {
        let now = barricade.timeline.now
        setDeadlines()
        loader.content.withLock { $0.state.progress(at: now) }
    }

    /// Notes when the load begins to wait, from which its deadlines count; returns that moment.
    @discardableResult
    private func noteStart() -> Duration {
        let now = barricade.timeline.now
        return loader.content.withLock { content in
            let start = content.start ?? now
            content.start = start
            return start
        }
    }

    /// Sets the load's deadlines, which take long to find: most loads end before they need them.
    private func setDeadlines() {
        guard !loader.content.withLock({ $0.state.hasDeadlines }) else { return }
        let deadlines = RequestTimeout(of: loader).deadlines(from: noteStart())
        loader.content.withLock { $0.state.setDeadlines(deadlines) }
    }

    /// The time at which the load fails unless there is progress before.
    package var timeout: Date {
        setDeadlines()
        let left = loader.content.withLock { $0.state.deadline } - barricade.timeline.now
        return Date(timeIntervalSinceNow: left / .seconds(1))
    }

    /// The alarm for a moment goes off: then it has come, even on a clock that says otherwise.
    private func alarm(for moment: Duration = .zero) {
        setDeadlines()
        let now = max(barricade.timeline.now, moment)
        act(
            on: loader.content.withLock { content in
                let record = content.place?.record
                return content.state.alarm(at: now, timeout: .fail(timeoutError(of: record)))
            })
    }

    /// The error of a request that is not answered in time; its debug description tells why.
    private func timeoutError(of record: LogRecord?) -> URLError {
        var userInfo: [String: Any] = [:]
        userInfo[NSURLErrorFailingURLErrorKey] = loader.request.url
        userInfo[NSDebugDescriptionErrorKey] = record?.awaited
        return URLError(.timedOut, userInfo: userInfo)
    }

    // MARK: Acting

    private func act(on action: LoadState<LoadEvent, LoadWork>.Action) {
        switch action {
        case .visitClient:
            queue.run(for: loader.task) { self.loader.tell() }
        case .setAlarm(let moment):
            setAlarm(at: moment, for: isTimeoutNext ? .timeout : .delay)
        case .setTimeout(let moment):
            setAlarm { timeline, owner in
                timeline.putOffSleep(of: owner) { work in
                    setAlarm(at: moment, for: .deadline, ending: work)
                }
            }
        case .findDeadlines:
            setAlarm { timeline, owner in
                timeline.waitAMoment(for: owner) { alarm() }
            }
        case .goOn(let work):
            work.goOn?()
        case .letGo(let work):
            work?.stop?()
        default:
            break
        }
    }

    /// Whether nothing ends the load before its timeout.
    private var isTimeoutNext: Bool { loader.content.withLock { $0.state.isTimeoutNext } }

    private func setAlarm(
        at moment: Duration, for purpose: @autoclosure @escaping () -> SteppedAlarm.Purpose,
        ending work: Int? = nil
    ) {
        setAlarm { timeline, owner in
            timeline.setAlarm(of: owner, at: moment, for: purpose(), ending: work) {
                alarm(for: moment)
            }
        }
    }

    /// Sets an alarm for a load that has not ended.
    ///
    /// If it ends meanwhile on another thread, that thread may have cancelled the alarm before this
    /// one was set.
    private func setAlarm(_ set: (Timeline, ObjectIdentifier) -> Void) {
        loader.content.withLock { $0.timeline = barricade.timeline }
        set(barricade.timeline, ObjectIdentifier(loader))
        if !isLoading { barricade.timeline.cancelAlarm(of: ObjectIdentifier(loader)) }
    }
}
