import Barricade
import Foundation

/// The library's own state of a load, with events and work of a script, which can be compared.
struct ScriptedLoadState: LoadMachine {
    private var state = LoadState()

    var isLoading: Bool { state.isLoading }

    mutating func stop() -> ScriptedWork? { state.stop()?.scripted }

    mutating func add(_ events: [ScriptedEvent]) -> Bool { state.add(events.map(\.event)) }

    mutating func hasPendingEvents() -> Bool { state.hasPendingEvents() }

    mutating func visit(adding added: [ScriptedEvent] = []) -> ScriptedVisit? {
        state.visit(adding: added.map(\.event)).map { visit in
            ScriptedVisit(
                events: visit.events.map(\.scripted), isLast: visit.isLast,
                work: visit.work?.scripted)
        }
    }

    mutating func startWithoutDeadlines(at now: Duration) -> Duration? {
        state.startWithoutDeadlines(at: now)
    }

    mutating func setDeadlines(_ deadlines: LoadDeadlines) { state.setDeadlines(deadlines) }

    mutating func wait(
        for work: ScriptedWork, _ wait: LoadState.Wait = .work, at now: Duration,
        needsAlarm: Bool = false
    ) -> ScriptedAction {
        state.wait(for: LoadWork(work), wait, at: now, needsAlarm: needsAlarm).scripted
    }

    mutating func progress(at now: Duration) { state.progress(at: now) }

    mutating func alarm(at now: Duration) -> ScriptedAction { state.alarm(at: now).scripted }
}

struct ScriptedVisit: Equatable {
    let events: [ScriptedEvent]
    var isLast: Bool
    var work: ScriptedWork?
}

enum ScriptedAction: Equatable {
    case nothing
    case setAlarm(Duration, SteppedAlarm.Purpose)
    case findDeadlines
    case goOn(ScriptedWork)
    case timeOut
    case stop(ScriptedWork)
}

// MARK: - Comparing

// Here rather than in the library, which never compares states.
extension ScriptedLoadState: Hashable {
    /// All that the library's state holds.
    private struct Content: Hashable {
        let events: [ScriptedEvent]
        let isVisiting: Bool
        let work: ScriptedWork?
        let wait: String
        let moments: [Duration?]
    }

    private var content: Content? {
        guard state.isLoading else { return nil }
        let deadlines = state.deadlines
        return Content(
            events: state.events.map(\.scripted), isVisiting: state.isVisiting,
            work: state.work?.scripted, wait: "\(state.wait)",
            moments: [
                state.start, deadlines?.interval, deadlines?.resource, deadlines?.idle, state.alarm,
            ])
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
        case .response, .data, .visit: preconditionFailure("No script has it.")
        }
    }
}

extension LoadState.Action {
    fileprivate var scripted: ScriptedAction {
        switch self {
        case .nothing: .nothing
        case .setAlarm(let moment, let purpose): .setAlarm(moment, purpose)
        case .findDeadlines: .findDeadlines
        case .goOn(let work): .goOn(work.scripted)
        case .timeOut: .timeOut
        case .stop(let work): .stop(work.scripted)
        }
    }
}

extension LoadWork {
    /// The script's work that was called last, and the lock of those who call.
    private static let called = Locked<ScriptedWork?>(nil)
    private static let calling = Locked(())

    /// Makes work that notes which it is when it is called.
    fileprivate convenience init(_ work: ScriptedWork) {
        self.init(stop: { Self.called.withLock { $0 = work } })
    }

    fileprivate var scripted: ScriptedWork {
        Self.calling.withLock { _ in
            stop?()
            return Self.called.withLock { $0 } ?? ScriptedWork()
        }
    }
}
