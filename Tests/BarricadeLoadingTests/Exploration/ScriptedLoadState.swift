import Foundation

@testable import Barricade

/// The library's own state of a load, with events and work of a script, which can be compared.
struct ScriptedLoadState {
    private var state: LoadState {
        didSet { content = Content(state) }
    }
    /// What is compared: made once for each change, since many states are compared more often.
    private var content: Content?

    init() {
        state = LoadState(
            limits: (.seconds(LoadExpectation.interval), .seconds(LoadExpectation.resource)))
        content = Content(state)
    }

    var isLoading: Bool { state.isLoading }

    mutating func stop() -> ScriptedWork? { state.stop().map(ScriptedWork.init(noted:)) }

    mutating func add(_ events: [ScriptedEvent]) -> Bool { state.add(events.map(\.event)) }

    mutating func continueDelivery() -> Bool { state.continueDelivery() }

    mutating func deliver(adding added: [ScriptedEvent] = []) -> ScriptedDelivery? {
        state.deliver(adding: added.map(\.event)).map { delivery in
            ScriptedDelivery(
                events: delivery.events.map(\.scripted), isLast: delivery.isLast,
                work: delivery.stop.map(ScriptedWork.init(noted:)))
        }
    }

    mutating func startWaiting(
        for work: ScriptedWork, _ wait: ScriptedWait = .work, at now: Duration,
        needsAlarm: Bool = false, isTimed: Bool = true
    ) -> ScriptedWaitAction {
        let wait: LoadState.Wait =
            switch wait {
            case .work: .work
            case .reply: .reply
            case .pause(let end): .pause(until: end, then: work.note)
            }
        return
            switch state.startWaiting(
                for: wait, at: now, needsAlarm: needsAlarm, isTimed: isTimed, stop: work.note)
        {
        case .nothing: .nothing
        case .setAlarm(let moment, let purpose): .setAlarm(moment, purpose)
        case .setAlarmLater: .setAlarmLater
        case .stop: .stop(work)
        }
    }

    mutating func progress(at now: Duration) { state.progress(at: now) }

    mutating func alarm(at now: Duration) -> ScriptedAlarmAction {
        switch state.alarm(at: now) {
        case .nothing: .nothing
        case .setAlarm(let moment, let purpose): .setAlarm(moment, purpose)
        case .proceed(let next): .proceed(ScriptedWork(noted: next))
        case .timeOut: .timeOut
        }
    }
}

struct ScriptedDelivery: Equatable {
    let events: [ScriptedEvent]
    var isLast: Bool
    var work: ScriptedWork?
}

/// What a load waits for, without what goes on then.
enum ScriptedWait: Equatable {
    case work
    case reply
    case pause(until: Duration?)
}

enum ScriptedWaitAction: Equatable {
    case nothing
    case setAlarm(Duration, AlarmPurpose)
    case setAlarmLater
    case stop(ScriptedWork)
}

enum ScriptedAlarmAction: Equatable {
    case nothing
    case setAlarm(Duration, AlarmPurpose)
    case proceed(ScriptedWork)
    case timeOut
}

// MARK: - Comparing

extension ScriptedLoadState: Hashable {
    /// All that the library's state holds.
    ///
    /// Here rather than in the library, which never compares states.
    private struct Content: Hashable {
        let events: [ScriptedEvent]
        let isDelivering: Bool
        let work: ScriptedWork?
        let isReply: Bool
        let isPause: Bool
        // In seconds; -1 if there is none. Optional durations take longer to compare than all else.
        let start: Int
        let progress: Int
        let alarm: Int
        let pauseEnd: Int

        init?(_ state: LoadState) {
            guard let loading = state.loading else { return nil }
            let pauseEnd: Duration?? =
                if case .pause(let end, _) = loading.wait { end } else { nil }
            events = loading.events.map(\.scripted)
            isDelivering = loading.isDelivering
            work = loading.stop.map(ScriptedWork.init(noted:))
            isReply = loading.wait.isReply
            isPause = pauseEnd != nil
            start = Self.seconds(loading.start)
            progress = Self.seconds(loading.progress)
            alarm = Self.seconds(loading.alarm)
            self.pauseEnd = Self.seconds(pauseEnd ?? nil)
        }

        /// Scripts know whole seconds only.
        private static func seconds(_ moment: Duration?) -> Int {
            if let moment { Int(moment.components.seconds) } else { -1 }
        }
    }

    static func == (left: Self, right: Self) -> Bool { left.content == right.content }

    func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

extension ScriptedEvent {
    /// The library's event for it: a state looks only at whether one ends the load.
    fileprivate var event: LoadEvent {
        switch self {
        case .response: .piece(Data([0]))
        case .piece: .piece(Data([1]))
        case .redirect: .piece(Data([2]))
        case .mark(let part): .piece(Data([3, UInt8(part)]))
        case .visit(let part): .piece(Data([4, UInt8(part)]))
        case .handOver: .handOver
        case .finish: .finish
        case .failure: .fail(Failure.other)
        case .timeout: .fail(Failure.timeout)
        }
    }

    fileprivate enum Failure: Error {
        case other
        case timeout
    }
}

extension LoadEvent {
    fileprivate var scripted: ScriptedEvent {
        switch self {
        case .handOver: return .handOver
        case .finish: return .finish
        case .fail(let error):
            return error as? ScriptedEvent.Failure == .timeout ? .timeout : .failure
        case .piece(let data):
            switch data[0] {
            case 0: return .response
            case 1: return .piece
            case 2: return .redirect
            case 3: return .mark(Int(data[1]))
            default: return .visit(Int(data[1]))
            }
        case .response, .data, .sent, .perform: preconditionFailure("No script has it.")
        }
    }
}

extension ScriptedWork {
    /// The script's work that was called last, and the lock of those who call.
    private static let called = Locked<ScriptedWork?>(nil)
    private static let calling = NSLock()

    /// Makes a closure that notes which work it is when it is called.
    fileprivate var note: @Sendable () -> Void { { Self.called.withLock { $0 = self } } }

    fileprivate init(noted note: @Sendable () -> Void) {
        self = Self.calling.withLock {
            note()
            return Self.called.withLock { $0 } ?? ScriptedWork()
        }
    }
}
