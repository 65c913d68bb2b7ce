/// A rule that every load keeps, on every platform and in every order of what may happen.
enum LoadRule: Hashable, CustomStringConvertible {
    case toldAfterEnd
    case toldWhileNotRunning
    case toldOutOfOrder
    case tooManyVisits
    case goesOnTooEarly
    case timedOutTooEarly
    case notTold
    case notWatched
    case notStopped
    case workKept
    case alarmKept
    case nextLoaderForgotten
    case nextLoaderStoppedTooEarly

    var description: String {
        switch self {
        case .toldAfterEnd: "The client is told something after the end, or after the stop."
        case .toldWhileNotRunning: "The client is told something while the task is not running."
        case .toldOutOfOrder: "The client is told something else than what comes next."
        case .tooManyVisits: "The client is visited more often than there is a reason to."
        case .goesOnTooEarly: "The load goes on before its pause is over, or twice."
        case .timedOutTooEarly: "The load ends for its time before that is up."
        case .notTold: "All is quiet, and an event has not been told."
        case .notWatched: "All is quiet, and nothing will end the load in time."
        case .notStopped: "All is quiet, and the load is not stopped."
        case .workKept: "All is quiet, and somebody still works for a load that is over."
        case .alarmKept: "All is quiet, and an alarm is still set for a load that is over."
        case .nextLoaderForgotten: "All is quiet, and the next loader is not where the task is."
        case .nextLoaderStoppedTooEarly: "The next loader is stopped before the task has its error."
        }
    }
}

extension LoadModel {
    func brokenRule(in state: State) -> String? {
        (state.brokenRule ?? (state.isQuiet ? state.ruleBrokenWhenQuiet : nil))?.description
    }
}

extension LoadModel.State {
    /// Notes that the client is called.
    mutating func isTold(_ event: ScriptedEvent) {
        if expectation.isOver || !expectation.isLoading {
            brokenRule = .toldAfterEnd
        } else if !platform.isRunning {
            brokenRule = .toldWhileNotRunning
        } else if expectation.untold.first != event {
            brokenRule = .toldOutOfOrder
        } else {
            expectation.isTold(event)
        }
    }

    /// Puts a block on the queue; no more than things were added, or than the load was started.
    mutating func visitIsAskedFor() {
        expectation.visitsLeft -= 1
        platform.queue.append(.visit)
        let count = platform.queue.count { $0 == .visit }
        if count > expectation.visitLimit || expectation.visitsLeft < 0 {
            brokenRule = .tooManyVisits
        }
    }

    /// Notes that the next loader is stopped for good; that of Linux tells its client the error.
    mutating func nextLoaderIsStopped() {
        if !platform.hasError { brokenRule = .nextLoaderStoppedTooEarly }
        nextLoader = .stopped
    }

    mutating func isTimedOut() {
        if !expectation.isTimeUp(at: now) { brokenRule = .timedOutTooEarly }
    }

    mutating func goesOn(with work: ScriptedWork) {
        if !expectation.goOn(at: now) { brokenRule = .goesOnTooEarly }
    }

    /// The rule that is broken if nothing is on its way any more.
    fileprivate var ruleBrokenWhenQuiet: LoadRule? {
        if expectation.isLoading { return ruleBrokenWhileLoading }
        guard expectation.isOver else { return nil }
        if !expectation.workers.isEmpty { return .workKept }
        if alarm != nil { return .alarmKept }
        if expectation.isHandedOver, !platform.isOver, nextLoader != .none,
            (nextLoader == .started) != platform.isRunning
        {
            return .nextLoaderForgotten
        }
        return nil
    }

    private var ruleBrokenWhileLoading: LoadRule? {
        if platform.isOver { return .notStopped }
        // What is suspended waits to be resumed.
        guard platform.isRunning else { return nil }
        if !expectation.untold.isEmpty { return .notTold }
        return expectation.isWatched(byAlarmAt: alarm, at: now) ? nil : .notWatched
    }
}
