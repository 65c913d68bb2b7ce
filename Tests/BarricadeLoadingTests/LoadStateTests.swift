import Barricade
import Testing

@Suite(.timeLimit(.minutes(10))) struct LoadStateTests {
    private typealias State = ScriptedLoadState

    private let work = ScriptedWork(part: 0, worker: .sender)
    private let limits: LoadLimits = (.seconds(3), .seconds(4))

    /// A load with nothing to tell.
    private var loading: State {
        var state = State()
        _ = state.hasPendingEvents()
        return state
    }

    /// A load with 3 s to get something, and 4 s in all.
    private var timed: State {
        var state = loading
        state.setLimits(limits, at: .zero)
        return state
    }

    // MARK: The end

    @Test func aStopReturnsTheWork() {
        var state = loading
        #expect(state.isLoading)
        _ = state.wait(for: work, at: .zero)
        #expect(state.stop() == work)
        #expect(!state.isLoading)
        #expect(state.stop() == nil)
    }

    @Test(arguments: [ScriptedEvent.finish, .failure, .handOver])
    func nothingComesAfterTheEnd(event: ScriptedEvent) {
        var state = loading
        #expect(state.visit(adding: [event])?.isLast == true)
        #expect(!state.isLoading)
        #expect(state.add([.response]) == false)
        #expect(state.hasPendingEvents() == false)
        #expect(state.visit() == nil)
        #expect(state.visit(adding: [.response]) == nil)
        #expect(state.alarm(at: .seconds(9)) == .nothing)
        #expect(state.wait(for: work, at: .zero) == .stop(work))
        #expect(state.wait(for: work, .reply, at: .zero) == .stop(work))
        #expect(state.wait(for: work, .pause(until: nil), at: .zero) == .stop(work))
        #expect(!state.lacksLimits)
        #expect(state.stop() == nil)
    }

    // MARK: Telling the client

    @Test func aVisitIsAskedForOnce() {
        var state = loading
        #expect(state.add([.response]) == true)
        #expect(state.add([.finish]) == false)
    }

    @Test func whatBeginsALoadIsTheFirstVisit() {
        var state = State()
        #expect(state.add([.response]) == false)
        #expect(state.hasPendingEvents() == true)
    }

    @Test func aVisitEndsWithTheLastEvent() {
        var state = loading
        _ = state.add([.response, .piece])
        #expect(state.hasPendingEvents() == true)
        #expect(state.visit()?.events == [.response, .piece])
        #expect(state.visit() == nil)
        #expect(state.add([.finish]) == true)
    }

    @Test func whatIsAddedDuringAVisitIsToldInIt() {
        var state = loading
        _ = state.add([.response])
        #expect(state.visit(adding: [.piece])?.events == [.response, .piece])
        #expect(state.add([.finish]) == false)
        #expect(state.visit()?.events == [.finish])
    }

    @Test func whatComesAfterTheLastEventIsDropped() {
        var state = loading
        _ = state.add([.failure])
        #expect(state.add([.response, .finish]) == false)
        #expect(state.visit(adding: [.response])?.events == [.failure])
    }

    @Test func theEndComesWithTheWork() {
        var state = loading
        _ = state.wait(for: work, at: .zero)
        _ = state.add([.response])
        #expect(state.visit()?.work == nil)
        _ = state.add([.timeout])
        #expect(state.visit()?.work == work)
    }

    // MARK: Waiting

    @Test func deadlinesAreSetOnce() {
        var state = loading
        #expect(state.lacksLimits)
        state.setLimits(limits, at: .zero)
        #expect(!state.lacksLimits)
        state.setLimits(limits, at: .seconds(9))
        #expect(state.wait(for: work, at: .seconds(9)) == .setAlarmLater)
        #expect(state.alarm(at: .zero) == .setAlarm(.seconds(3), .deadline))
    }

    @Test func deadlinesAreFoundAMomentAfterWorkHasBegun() {
        var state = loading
        #expect(state.wait(for: work, at: .seconds(1)) == .setAlarmLater)
        #expect(state.wait(for: work, at: .seconds(2)) == .setAlarmLater)
        #expect(state.lacksLimits)
        state.setLimits(limits, at: .seconds(2))
        #expect(state.alarm(at: .seconds(2)) == .setAlarm(.seconds(4), .deadline))
        #expect(state.wait(for: work, at: .seconds(2)) == .nothing)
    }

    @Test(arguments: [
        (ScriptedWait.work, ScriptedAlarmAction.setAlarm(.seconds(3), .deadline)),
        (.reply, .setAlarm(.seconds(4), .deadline)),
    ])
    private func theAlarmOfADeadlineIsSetLater(wait: ScriptedWait, action: ScriptedAlarmAction) {
        var state = timed
        #expect(state.wait(for: work, wait, at: .zero) == .setAlarmLater)
        #expect(state.wait(for: work, wait, at: .zero) == .nothing)
        #expect(state.wait(for: work, wait, at: .zero, needsAlarm: true) == .setAlarmLater)
        #expect(state.alarm(at: .zero) == action)
    }

    @Test(arguments: [
        (ScriptedWait.pause(until: nil), ScriptedWaitAction.setAlarm(.seconds(3), .timeout)),
        (.pause(until: .seconds(2)), .setAlarm(.seconds(2), .delay)),
        (.pause(until: .seconds(9)), .setAlarm(.seconds(3), .timeout)),
    ])
    private func anAlarmIsSetForWhatComesFirst(wait: ScriptedWait, action: ScriptedWaitAction) {
        var state = timed
        #expect(state.wait(for: work, wait, at: .zero) == action)
        #expect(state.wait(for: work, wait, at: .zero) == .nothing)
        #expect(state.wait(for: work, wait, at: .zero, needsAlarm: true) == action)
    }

    @Test func aReplyHasTheDeadlineOfTheWholeLoad() {
        var state = timed
        _ = state.wait(for: work, .reply, at: .zero)
        #expect(state.alarm(at: .seconds(3)) == .setAlarm(.seconds(4), .deadline))
        #expect(state.wait(for: work, at: .zero) == .setAlarmLater)
        #expect(state.alarm(at: .zero) == .setAlarm(.seconds(3), .deadline))
        _ = state.wait(for: work, .reply, at: .zero)
        #expect(state.alarm(at: .seconds(4)) == .timeOut)
    }

    @Test func anAlarmAtTheEndOfAPauseGoesOn() {
        var state = timed
        _ = state.wait(for: work, .pause(until: .seconds(2)), at: .zero)
        #expect(state.alarm(at: .seconds(1)) == .setAlarm(.seconds(2), .delay))
        #expect(state.alarm(at: .seconds(2)) == .goOn(work))
        #expect(state.alarm(at: .seconds(2)) == .setAlarm(.seconds(3), .deadline))
    }

    @Test func anAlarmAtTheDeadlineTimesOut() {
        var state = timed
        _ = state.wait(for: work, .pause(until: .seconds(3)), at: .zero)
        #expect(state.alarm(at: .seconds(3)) == .timeOut)
        _ = state.add([.timeout])
        #expect(state.alarm(at: .seconds(3)) == .nothing)
        #expect(state.visit()?.work == work)
    }

    @Test func progressMovesTheDeadlineUpToThatOfTheWholeLoad() {
        var state = timed
        _ = state.wait(for: work, at: .zero)
        state.progress(at: .milliseconds(500))
        #expect(state.alarm(at: .seconds(3)) == .setAlarm(.milliseconds(3_500), .deadline))
        state.progress(at: .seconds(3))
        #expect(state.alarm(at: .milliseconds(3_500)) == .setAlarm(.seconds(4), .deadline))
        #expect(state.alarm(at: .seconds(4)) == .timeOut)
    }
}
