import Barricade

/// One way in which the state of a load could be wrong.
enum LoadFlaw: CaseIterable {
    case asksForVisitEachTime
    case forgetsThatVisitIsOver
    case dropsWhatIsAddedDuringVisit
    case tellsTaskThatIsNotRunning
    case endsTwice
    case goesOnAfterStop
    case keepsWorkAtStop
    case keepsWorkAtTimeout
    case timesOutTooEarly
    case ignoresProgress
    case setsNoAlarmAfterOneThatWasEarly
    case setsNoAlarmForDeadline
    case goesOnTwice

    /// The rule that is seen to be broken.
    var brokenRule: LoadRule {
        switch self {
        case .asksForVisitEachTime: .tooManyVisits
        case .forgetsThatVisitIsOver, .dropsWhatIsAddedDuringVisit: .notTold
        case .tellsTaskThatIsNotRunning: .toldWhileNotRunning
        case .endsTwice: .toldAfterEnd
        case .goesOnAfterStop, .timesOutTooEarly: .tooManyVisits
        case .keepsWorkAtStop, .keepsWorkAtTimeout: .workKept
        case .ignoresProgress: .toldOutOfOrder
        case .setsNoAlarmAfterOneThatWasEarly, .setsNoAlarmForDeadline: .notWatched
        case .goesOnTwice: .goesOnTooEarly
        }
    }
}

/// The state of a load with a flaw: some of what it does is left out, and some is done twice.
struct FlawedLoadState: LoadMachine {
    private var state = LoadState<ScriptedEvent, ScriptedWork>()
    private let flaw: LoadFlaw

    init(_ flaw: LoadFlaw) {
        self.flaw = flaw
    }

    /// Has nothing change where the state says one thing.
    private mutating func forgetting(
        _ flaw: LoadFlaw, _ change: (inout LoadState<ScriptedEvent, ScriptedWork>) -> Action,
        if isForgotten: (Action) -> Bool
    ) -> Action {
        var next = state
        let action = change(&next)
        if self.flaw != flaw || !isForgotten(action) { state = next }
        return action
    }

    mutating func start() -> Action { state.start() }

    func suspend() -> Action { state.suspend() }

    mutating func stop() -> Action {
        let action = forgetting(.goesOnAfterStop) {
            $0.stop()
        } if: { _ in
            true
        }
        if flaw == .keepsWorkAtStop, case .letGo = action { return .nothing }
        return action
    }

    mutating func add(_ events: [ScriptedEvent]) -> Action {
        let action = forgetting(.dropsWhatIsAddedDuringVisit) {
            $0.add(events)
        } if: {
            $0 == .nothing
        }
        if flaw == .asksForVisitEachTime, state.isLoading { return .visitClient }
        return action
    }

    mutating func news() -> Action {
        let action = forgetting(.forgetsThatVisitIsOver) {
            $0.news()
        } if: {
            $0 == .nothing
        }
        let isTold = flaw == .tellsTaskThatIsNotRunning && action == .tellIfRunning
        return isTold ? state.next() : action
    }

    mutating func next() -> Action {
        let action = forgetting(.endsTwice) {
            $0.next()
        } if: {
            if case .end = $0 { true } else { false }
        }
        switch action {
        case .end(let event, _) where flaw == .endsTwice: return .tell(event)
        case .end(.timeout, _) where flaw == .keepsWorkAtTimeout: return .end(.timeout, nil)
        default: return action
        }
    }

    var hasDeadlines: Bool { state.hasDeadlines }

    mutating func setDeadlines(_ deadlines: LoadDeadlines) {
        state.setDeadlines(deadlines)
    }

    mutating func wait(for work: ScriptedWork, until wake: Wake) -> Action {
        let action = state.wait(for: work, until: wake)
        guard flaw == .setsNoAlarmForDeadline else { return action }
        switch action {
        case .setTimeout, .findDeadlines: return .nothing
        default: return action
        }
    }

    mutating func leave(to work: ScriptedWork) -> Action { state.leave(to: work) }

    mutating func progress(at now: Duration) {
        if flaw != .ignoresProgress { state.progress(at: now) }
    }

    mutating func alarm(
        at now: Duration, timeout: @autoclosure () -> ScriptedEvent
    ) -> Action {
        let moment = flaw == .timesOutTooEarly ? now + .seconds(2) : now
        let action = forgetting(.goesOnTwice) {
            $0.alarm(at: moment, timeout: timeout())
        } if: {
            if case .goOn = $0 { true } else { false }
        }
        guard flaw == .setsNoAlarmAfterOneThatWasEarly else { return action }
        switch action {
        case .setAlarm, .setTimeout: return .nothing
        default: return action
        }
    }

    var isLoading: Bool { state.isLoading }
}
