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

    @Test(arguments: [ScriptedEvent.finish, .failure, .handOver])
    func nothingComesAfterTheEnd(event: ScriptedEvent) {
        var state = loading
        #expect(state.visit(adding: [event])?.isLast == true)
        let states = [
            state.isLoading, state.lacksLimits, state.add([.response]), state.hasPendingEvents(),
        ]
        #expect(states == [false, false, false, false])
        let visits: [State.Visit?] = [state.visit(), state.visit(adding: [.response])]
        #expect(visits == [nil, nil])
        #expect(state.alarm(at: .seconds(9)) == .nothing)
        let waits: [State.Wait] = [.work, .reply, .pause(until: nil)]
        let actions = waits.map { state.wait(for: work, $0, at: .zero) }
        #expect(actions == Array(repeating: .stop(work), count: 3))
        #expect(state.stop() == nil)
    }

    // MARK: Telling the client

    @Test func aVisitIsAskedForOnceAndTellsAllThatIsAddedMeanwhile() {
        var state = loading
        #expect([state.add([.response]), state.add([.piece])] == [true, false])
        #expect(state.hasPendingEvents() == true)
        let first = state.visit(adding: [.piece])
        #expect(state.add([.piece]) == false)
        let visits = [first, state.visit(), state.visit()].map { $0?.events }
        #expect(visits == [[.response, .piece, .piece], [.piece], nil])
        #expect(state.add([.finish]) == true)
        // What begins a load is the first visit.
        var begun = State()
        #expect([begun.add([.response]), begun.hasPendingEvents()] == [false, true])
    }

    @Test func theLastEventOrAStopReturnsTheWorkAndNothingComesAfterIt() {
        var state = loading
        _ = state.wait(for: work, at: .zero)
        _ = state.add([.response])
        let first = state.visit()
        _ = state.add([.failure])
        #expect(state.add([.response, .finish]) == false)
        let last = state.visit(adding: [.response])
        #expect([first?.events, last?.events] == [[.response], [.failure]])
        #expect([first?.work, last?.work] == [nil, work])
        var stopped = loading
        _ = stopped.wait(for: work, at: .zero)
        let (before, works) = (stopped.isLoading, [stopped.stop(), stopped.stop()])
        #expect(works == [work, nil])
        #expect([before, stopped.isLoading] == [true, false])
    }

    // MARK: Waiting

    @Test func deadlinesAreSetOnceAMomentAfterWorkHasBegun() {
        var state = loading
        let waits = (1...2).map { state.wait(for: work, at: .seconds($0)) }
        #expect(waits == [.setAlarmLater, .setAlarmLater])
        let lackedLimits = state.lacksLimits
        state.setLimits(limits, at: .seconds(2))
        #expect([lackedLimits, state.lacksLimits] == [true, false])
        state.setLimits(limits, at: .seconds(9))
        #expect(state.alarm(at: .seconds(2)) == .setAlarm(.seconds(4), .deadline))
        #expect(state.wait(for: work, at: .seconds(2)) == .nothing)
    }

    /// What a load waits for, the action then, and what an alarm that is set later does.
    private static let waits: [(State.Wait, State.WaitAction, State.AlarmAction)] = [
        (.work, .setAlarmLater, .setAlarm(.seconds(3), .deadline)),
        (.reply, .setAlarmLater, .setAlarm(.seconds(4), .deadline)),
        // An alarm is set for what comes first.
        (.pause(until: nil), .setAlarm(.seconds(3), .timeout), .setAlarm(.seconds(3), .timeout)),
        (
            .pause(until: .seconds(2)), .setAlarm(.seconds(2), .delay),
            .setAlarm(.seconds(2), .delay)
        ),
        (
            .pause(until: .seconds(9)), .setAlarm(.seconds(3), .timeout),
            .setAlarm(.seconds(3), .timeout)
        ),
    ]

    @Test(arguments: waits)
    private func anAlarmIsSetOnce(
        _ wait: State.Wait, _ action: State.WaitAction, _ alarm: State.AlarmAction
    ) {
        var state = timed
        let actions = [false, false, true].map {
            state.wait(for: work, wait, at: .zero, needsAlarm: $0)
        }
        #expect(actions == [action, .nothing, action])
        #expect(state.alarm(at: .zero) == alarm)
    }

    @Test func aReplyHasTheDeadlineOfTheWholeLoad() {
        var state = timed
        _ = state.wait(for: work, .reply, at: .zero)
        let ofReply = state.alarm(at: .seconds(3))
        #expect(state.wait(for: work, at: .zero) == .setAlarmLater)
        let ofWork = state.alarm(at: .zero)
        _ = state.wait(for: work, .reply, at: .zero)
        #expect(
            [ofReply, ofWork, state.alarm(at: .seconds(4))] == [
                .setAlarm(.seconds(4), .deadline), .setAlarm(.seconds(3), .deadline), .timeOut,
            ])
    }

    @Test func anAlarmGoesOnAtTheEndOfAPauseAndTimesOutAtTheDeadline() {
        var state = timed
        _ = state.wait(for: work, .pause(until: .seconds(2)), at: .zero)
        let actions = [1, 2, 2].map { state.alarm(at: .seconds($0)) }
        #expect(
            actions == [
                .setAlarm(.seconds(2), .delay), .goOn(work), .setAlarm(.seconds(3), .deadline),
            ])
        _ = state.wait(for: work, .pause(until: .seconds(3)), at: .zero)
        let atDeadline = state.alarm(at: .seconds(3))
        _ = state.add([.timeout])
        #expect([atDeadline, state.alarm(at: .seconds(3))] == [.timeOut, .nothing])
        #expect(state.visit()?.work == work)
    }

    @Test func progressMovesTheDeadlineUpToThatOfTheWholeLoad() {
        var state = timed
        _ = state.wait(for: work, at: .zero)
        state.progress(at: .milliseconds(500))
        let moved = state.alarm(at: .seconds(3))
        state.progress(at: .seconds(3))
        let actions = [3_500, 4_000].map { state.alarm(at: .milliseconds($0)) }
        #expect(
            [moved] + actions == [
                .setAlarm(.milliseconds(3_500), .deadline), .setAlarm(.seconds(4), .deadline),
                .timeOut,
            ])
    }
}
