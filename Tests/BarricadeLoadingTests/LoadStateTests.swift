import Testing

@testable import Barricade

/// What an exploration of all orders does not see; what it sees is for ``LoadExplorationTests``.
@Suite(.timeLimit(.minutes(10))) struct LoadStateTests {
    private typealias State = ScriptedLoadState

    private static let sending = ScriptedWork(part: 0, worker: .sender)

    private let work = Self.sending

    /// A load with nothing to tell, with 3 s to get something, and 4 s in all.
    private var loading: State {
        var state = State()
        _ = state.continueDelivery()
        return state
    }

    // MARK: The end

    @Test(arguments: [ScriptedEvent.finish, .failure, .handOver])
    func nothingComesAfterTheEnd(event: ScriptedEvent) {
        var state = loading
        #expect(state.deliver(adding: [event])?.isLast == true)
        #expect(!state.isLoading)
        #expect(state.add([.response]) == false)
        #expect(state.continueDelivery() == false)
        let deliveries: [ScriptedDelivery?] = [state.deliver(), state.deliver(adding: [.response])]
        #expect(deliveries == [nil, nil])
        #expect(state.alarm(at: .seconds(9)) == .nothing)
        let waits: [ScriptedWait] = [.work, .reply, .pause(until: nil)]
        let actions = waits.map { state.startWaiting(for: work, $0, at: .zero) }
        #expect(actions == Array(repeating: .stop(work), count: 3))
        #expect(state.stop() == nil)
    }

    // MARK: Waiting

    @Test func deadlinesAreSetOnceAMomentAfterWorkHasBegun() {
        var state = loading
        let waits = (1...2).map { state.startWaiting(for: work, at: .seconds($0)) }
        #expect(state.alarm(at: .seconds(2)) == .setAlarm(.seconds(4), .deadline))
        let actions = waits + [state.startWaiting(for: work, at: .seconds(2))]
        #expect(actions == [.setAlarmLater, .nothing, .nothing])
    }

    @Test func theDeadlineDoesNotMoveWithTheQuestion() {
        var state = LoadState(limits: LoadLimits(idle: .seconds(3), whole: .seconds(4)))
        #expect((1...2).map { state.deadline(at: .seconds($0)) } == [.seconds(4), .seconds(4)])
    }

    @Test func whatNoTimePassesForSetsNoAlarm() {
        var state = loading
        #expect(state.startWaiting(for: work, .reply, at: .zero, isTimed: false) == .nothing)
        let pause = state.startWaiting(for: work, .pause(until: nil), at: .zero)
        #expect(pause == .setAlarm(.seconds(3), .timeout))
    }

    /// What a load waits for, the action then, and what an alarm that is set later does.
    private static let waits: [(ScriptedWait, ScriptedWaitAction, ScriptedAlarmAction)] = [
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
        _ wait: ScriptedWait, _ action: ScriptedWaitAction, _ alarm: ScriptedAlarmAction
    ) {
        var state = loading
        let actions = [false, false, true].map {
            state.startWaiting(for: work, wait, at: .zero, needsAlarm: $0)
        }
        #expect(actions == [action, .nothing, action])
        #expect(state.alarm(at: .zero) == alarm)
    }

    /// Something that happens to a load at a moment.
    enum Step: Sendable {
        case wait(ScriptedWait)
        case progress(at: Duration)
        case alarm(at: Duration, ScriptedAlarmAction)
    }

    static let courses: [[Step]] = [
        // A reply has the deadline of the whole load.
        [
            .wait(.reply), .alarm(at: .seconds(3), .setAlarm(.seconds(4), .deadline)),
            .wait(.work), .alarm(at: .zero, .setAlarm(.seconds(3), .deadline)),
            .wait(.reply), .alarm(at: .seconds(4), .timeOut),
        ],
        // A load goes on at the end of a pause, unless its deadline comes first.
        [
            .wait(.pause(until: .seconds(2))),
            .alarm(at: .seconds(1), .setAlarm(.seconds(2), .delay)),
            .alarm(at: .seconds(2), .proceed(sending)),
            .alarm(at: .seconds(2), .setAlarm(.seconds(3), .deadline)),
            .wait(.pause(until: .seconds(3))), .alarm(at: .seconds(3), .timeOut),
        ],
        // Progress moves the deadline up to that of the whole load.
        [
            .wait(.work), .progress(at: .milliseconds(500)),
            .alarm(at: .seconds(3), .setAlarm(.milliseconds(3_500), .deadline)),
            .progress(at: .seconds(3)),
            .alarm(at: .milliseconds(3_500), .setAlarm(.seconds(4), .deadline)),
            .alarm(at: .seconds(4), .timeOut),
        ],
    ]

    @Test(arguments: courses) func anAlarmGoesOnOrTimesOutAtItsMoment(_ course: [Step]) {
        var state = loading
        for step in course {
            switch step {
            case .wait(let wait): _ = state.startWaiting(for: work, wait, at: .zero)
            case .progress(let moment): state.progress(at: moment)
            case .alarm(let moment, let action): #expect(state.alarm(at: moment) == action)
            }
        }
        // Once it has timed out, no alarm does so again.
        _ = state.add([.timeout])
        #expect(state.alarm(at: .seconds(4)) == .nothing)
        #expect(state.deliver()?.work == work)
    }
}
