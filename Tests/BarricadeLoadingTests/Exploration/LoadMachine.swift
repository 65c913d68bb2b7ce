@testable import Barricade

/// One way in which the state of a load could be wrong.
enum LoadFlaw: CaseIterable {
    case asksForVisitEachTime
    case forgetsThatVisitIsOver
    case dropsWhatIsAddedDuringVisit
    case endsTwice
    case goesOnAfterStop
    case keepsWorkAtStop
    case keepsWorkAtTimeout
    case timesOutTooEarly
    case ignoresProgress
    case setsNoAlarmAfterOneThatWasEarly
    case setsNoAlarmForDeadline
    case goesOnTwice

    /// The script that shows it in few steps.
    var script: String {
        switch self {
        case .asksForVisitEachTime: "from a stream that may fail"
        case .forgetsThatVisitIsOver, .goesOnAfterStop: "delayed"
        case .dropsWhatIsAddedDuringVisit, .endsTwice: "answered at once"
        case .ignoresProgress: "in pieces for too long"
        case .goesOnTwice: "made by a handler, then delayed"
        case .keepsWorkAtStop, .keepsWorkAtTimeout, .timesOutTooEarly: "made by a handler"
        case .setsNoAlarmAfterOneThatWasEarly, .setsNoAlarmForDeadline: "made by a handler"
        }
    }

    /// The rule that is seen to be broken.
    var brokenRule: LoadRule {
        switch self {
        case .asksForVisitEachTime: .tooManyVisits
        case .forgetsThatVisitIsOver, .dropsWhatIsAddedDuringVisit: .notTold
        case .endsTwice: .toldAfterEnd
        case .goesOnAfterStop: .tooManyVisits
        case .keepsWorkAtStop, .keepsWorkAtTimeout: .workKept
        case .timesOutTooEarly, .ignoresProgress: .timedOutTooEarly
        case .setsNoAlarmAfterOneThatWasEarly, .setsNoAlarmForDeadline: .notWatched
        case .goesOnTwice: .goesOnTooEarly
        }
    }
}

/// What decides on a load: the library's own state.
///
/// With a flaw, some of what that does is left out, and some is done twice.
struct LoadMachine: Hashable {
    private var state = ScriptedLoadState()
    private let flaw: LoadFlaw?

    init(_ flaw: LoadFlaw? = nil) {
        self.flaw = flaw
    }

    /// Has nothing change where the state says one thing.
    private mutating func forgetting<Action>(
        _ flaw: LoadFlaw, _ change: (inout ScriptedLoadState) -> Action,
        if isForgotten: (Action) -> Bool
    ) -> Action {
        guard self.flaw == flaw else { return change(&state) }
        var next = state
        let action = change(&next)
        if !isForgotten(action) { state = next }
        return action
    }

    mutating func stop() -> ScriptedWork? {
        let work = forgetting(.goesOnAfterStop) {
            $0.stop()
        } if: { _ in
            true
        }
        return flaw == .keepsWorkAtStop ? nil : work
    }

    mutating func add(_ events: [ScriptedEvent]) -> Bool {
        let asksForVisit = forgetting(.dropsWhatIsAddedDuringVisit) {
            $0.add(events)
        } if: {
            !$0
        }
        return asksForVisit || flaw == .asksForVisitEachTime && state.isLoading
    }

    mutating func continueDelivery() -> Bool {
        forgetting(.forgetsThatVisitIsOver) {
            $0.continueDelivery()
        } if: {
            !$0
        }
    }

    mutating func deliver(adding added: [ScriptedEvent]) -> ScriptedDelivery? {
        guard let flaw else { return state.deliver(adding: added) }
        var delivery = forgetting(flaw) {
            $0.deliver(adding: added)
        } if: { delivery in
            switch flaw {
            case .forgetsThatVisitIsOver: delivery == nil
            case .endsTwice: delivery?.isLast == true
            default: false
            }
        }
        if flaw == .endsTwice { delivery?.isLast = false }
        if flaw == .keepsWorkAtTimeout, delivery?.events.last == .timeout { delivery?.work = nil }
        return delivery
    }

    mutating func startWaiting(
        for work: ScriptedWork, _ wait: ScriptedWait, at now: Duration
    ) -> ScriptedWaitAction {
        let action = state.startWaiting(for: work, wait, at: now)
        guard flaw == .setsNoAlarmForDeadline else { return action }
        switch action {
        case .setAlarm(_, .deadline), .setAlarmLater: return .nothing
        case .setAlarm, .nothing, .stop: return action
        }
    }

    mutating func progress(at now: Duration) {
        if flaw != .ignoresProgress { state.progress(at: now) }
    }

    mutating func alarm(at now: Duration) -> ScriptedAlarmAction {
        let moment = flaw == .timesOutTooEarly ? now + .seconds(2) : now
        let action = forgetting(.goesOnTwice) {
            $0.alarm(at: moment)
        } if: {
            if case .proceed = $0 { true } else { false }
        }
        if flaw == .setsNoAlarmAfterOneThatWasEarly, case .setAlarm = action { return .nothing }
        return action
    }

    var isLoading: Bool { state.isLoading }
}
