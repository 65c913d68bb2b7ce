import Barricade
import Testing

@Suite(.timeLimit(.minutes(5))) struct LoadStateTests {
    private typealias State = LoadState<ScriptedEvent, ScriptedWork>

    private let work = ScriptedWork(part: 0, worker: .sender)

    /// A load that has been begun, with nothing to tell.
    private var loading: State {
        var state = State()
        _ = state.start()
        _ = state.news()
        return state
    }

    /// A load with 3 s to get something, and 4 s in all.
    private var timed: State {
        var state = loading
        state.setDeadlines(
            LoadDeadlines(start: .zero, interval: .seconds(3), resource: .seconds(4)))
        return state
    }

    private func ended(by event: ScriptedEvent) -> State {
        var state = loading
        _ = state.add([event])
        _ = state.next()
        return state
    }

    // MARK: The platform

    @Test func itBeginsOnce() {
        var state = State()
        #expect(!state.isLoading)
        #expect(state.start() == .begin)
        #expect(state.isLoading)
        #expect(state.start() == .nothing)
    }

    @Test func anotherLoaderIsStartedAndStoppedInItsPlace() {
        var state = ended(by: .handOver)
        #expect(state.start() == .forward)
        #expect(state.suspend() == .forward)
        #expect(state.stop() == .forward)
        #expect(state.stop() == .nothing)
    }

    @Test func aSuspensionAloneChangesNothing() {
        let state = loading
        #expect(state.suspend() == .nothing)
        #expect(state == loading)
    }

    @Test func aStopLetsGoOfTheWork() {
        var state = loading
        _ = state.wait(for: work)
        #expect(state.stop() == .letGo(work))
        #expect(state.stop() == .nothing)
    }

    @Test func nothingBeginsAfterAStop() {
        var state = State()
        #expect(state.stop() == .letGo(nil))
        #expect(state.start() == .nothing)
    }

    @Test(arguments: [ScriptedEvent.finish, .failure, .handOver])
    func nothingComesAfterTheEnd(event: ScriptedEvent) {
        var state = ended(by: event)
        #expect(!state.isLoading)
        #expect(state.add([.response]) == .nothing)
        #expect(state.news() == .nothing)
        #expect(state.next() == .nothing)
        #expect(state.alarm(at: .seconds(9), timeout: .timeout) == .nothing)
        #expect(state.wait(for: work) == .letGo(work))
        #expect(state.leave(to: work) == .letGo(work))
    }

    // MARK: Telling the client

    @Test func aVisitIsAskedForOnce() {
        var state = loading
        #expect(state.add([.response]) == .visitClient)
        #expect(state.add([.finish]) == .nothing)
    }

    @Test func whatBeginsALoadIsTheFirstVisit() {
        var state = State()
        _ = state.start()
        #expect(state.add([.response]) == .nothing)
        #expect(state.news() == .tellIfRunning)
    }

    @Test func aVisitEndsWithTheLastEvent() {
        var state = loading
        _ = state.add([.response, .piece])
        #expect(state.news() == .tellIfRunning)
        #expect(state.next() == .tell(.response))
        #expect(state.next() == .tell(.piece))
        #expect(state.next() == .nothing)
        #expect(state.add([.finish]) == .visitClient)
    }

    @Test func whatIsAddedDuringAVisitIsToldInIt() {
        var state = loading
        _ = state.add([.response])
        #expect(state.next() == .tell(.response))
        #expect(state.add([.finish]) == .nothing)
        #expect(state.next() == .end(.finish, nil))
    }

    @Test func whatComesAfterTheLastEventIsDropped() {
        var state = loading
        _ = state.add([.failure])
        #expect(state.add([.response, .finish]) == .nothing)
        #expect(state.next() == .end(.failure, nil))
        #expect(state.next() == .nothing)
    }

    @Test func theEndComesWithTheWork() {
        var state = loading
        _ = state.wait(for: work)
        _ = state.add([.timeout])
        #expect(state.next() == .end(.timeout, work))
    }

    // MARK: Waiting

    @Test func deadlinesAreSetOnce() {
        var state = loading
        #expect(!state.hasDeadlines)
        state.setDeadlines(
            LoadDeadlines(start: .zero, interval: .seconds(3), resource: .seconds(4)))
        #expect(state.hasDeadlines)
        state.setDeadlines(
            LoadDeadlines(start: .seconds(9), interval: .seconds(3), resource: .seconds(4)))
        #expect(state.wait(for: work) == .setTimeout(.seconds(3)))
    }

    @Test func deadlinesAreFoundAMomentAfterWorkHasBegun() {
        var state = loading
        #expect(state.wait(for: work) == .findDeadlines)
        #expect(state.wait(for: work) == .findDeadlines)
        state.setDeadlines(
            LoadDeadlines(start: .zero, interval: .seconds(3), resource: .seconds(4)))
        #expect(state.alarm(at: .zero, timeout: .timeout) == .setTimeout(.seconds(3)))
        #expect(state.wait(for: work) == .nothing)
    }

    @Test(arguments: [
        (State.Wake.byItself, State.Action.setTimeout(.seconds(3))),
        (.never, .setAlarm(.seconds(3))),
        (.at(.seconds(2)), .setAlarm(.seconds(2))),
        (.at(.seconds(9)), .setAlarm(.seconds(3))),
    ])
    private func anAlarmIsSetForWhatComesFirst(wake: State.Wake, action: State.Action) {
        var state = timed
        #expect(state.wait(for: work, until: wake) == action)
        #expect(state.wait(for: work, until: wake) == .nothing)
    }

    @Test func workThatSeesToItsProgressHasTheDeadlineOfTheWholeLoad() {
        var state = timed
        #expect(state.leave(to: work) == .setTimeout(.seconds(4)))
        #expect(state.alarm(at: .seconds(3), timeout: .timeout) == .setTimeout(.seconds(4)))
        #expect(state.wait(for: work) == .setTimeout(.seconds(3)))
        _ = state.leave(to: work)
        #expect(state.alarm(at: .seconds(4), timeout: .timeout) == .visitClient)
    }

    @Test func anAlarmAtTheEndOfAPauseGoesOn() {
        var state = timed
        _ = state.wait(for: work, until: .at(.seconds(2)))
        #expect(state.alarm(at: .seconds(1), timeout: .timeout) == .setAlarm(.seconds(2)))
        #expect(state.alarm(at: .seconds(2), timeout: .timeout) == .goOn(work))
        #expect(state.alarm(at: .seconds(2), timeout: .timeout) == .setTimeout(.seconds(3)))
    }

    @Test func anAlarmAtTheDeadlineEndsTheLoad() {
        var state = timed
        _ = state.wait(for: work, until: .at(.seconds(3)))
        #expect(state.alarm(at: .seconds(3), timeout: .timeout) == .visitClient)
        #expect(state.alarm(at: .seconds(3), timeout: .timeout) == .nothing)
        #expect(state.next() == .end(.timeout, work))
    }

    @Test func progressMovesTheDeadlineUpToThatOfTheWholeLoad() {
        var state = timed
        _ = state.wait(for: work)
        state.progress(at: .milliseconds(500))
        let next = state.alarm(at: .seconds(3), timeout: .timeout)
        #expect(next == .setTimeout(.milliseconds(3_500)))
        state.progress(at: .seconds(3))
        let last = state.alarm(at: .milliseconds(3_500), timeout: .timeout)
        #expect(last == .setTimeout(.seconds(4)))
        #expect(state.alarm(at: .seconds(4), timeout: .timeout) == .visitClient)
    }
}
