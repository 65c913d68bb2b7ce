import Barricade
import Dispatch

/// The waits on a clock, behind a lock.
///
/// A clock with a queue steps by itself, on that queue, whenever no request is at work.
final class ClockSteps: Sendable {
    private let state = Locked(ClockState())
    private let queue: DispatchQueue?
    let workLimit: Duration
    /// Counts the sleeps that begin, and the changes after which no request is at work.
    private let changes = ChangeCounter()

    init(stepsByItself: Bool, workLimit: Duration) {
        self.workLimit = workLimit
        queue = stepsByItself ? DispatchQueue(label: "Barricade.ImmediateClock") : nil
    }

    var now: Duration { state.withLock { $0.now } }

    private var isInUse: Bool { state.withLock { $0.isInUse } }

    /// The texts of all waits, in the order in which they end.
    var waits: [String] { state.withLock { $0.texts }.map { $0() } }

    /// The moments to which time went on while a request was still at work, as sentences.
    var notes: [String] { state.withLock { $0.notes }.map { $0() } }

    /// Changes the state, and counts it if no request is at work then.
    private func update(_ change: (inout ClockState) -> Void) {
        let isBusy = state.withLock { state in
            change(&state)
            _ = state.nextNumber()
            return state.isBusy
        }
        if !isBusy { changes.countOne() }
        stepByItself()
    }

    // MARK: Sleeps

    func sleep(until deadline: Duration) async throws {
        let number = state.withLock { $0.nextNumber() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<Void, CancellationError>? in
                    // The handler below may have run already.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    let isOver = state.addSleep(until: deadline, number, continuation)
                    return isOver ? .success(()) : nil
                }
                if let outcome { return continuation.resume(with: outcome) }
                changes.countOne()
                stepByItself()
            }
        } onCancel: {
            state.withLock { $0.cancelSleep(number) }?
                .resume(throwing: CancellationError())
        }
    }

    /// Waits until so many tasks sleep at the same time; false after the timeout.
    func waitForSleep(count: Int, timeout: Duration) async throws -> Bool {
        try await changes.wait(timeout: timeout, on: ContinuousClock()) {
            self.state.withLock { $0.sleepCount } >= count
        }
    }

    // MARK: Steps

    /// The result of stepping to a moment.
    enum Stepping {
        case done
        /// There was no request and no sleep, neither before nor after.
        case unneeded
        /// The limit is reached, and there are still waits.
        case limited
    }

    /// Steps to a moment, or to the end of all waits.
    ///
    /// - Parameters:
    ///   - target: The moment; `nil` means the end of all waits.
    ///   - limit: The most steps.
    func step(until target: Duration?, limit: Int = .max) async throws -> Stepping {
        var steps = 0
        let isNeeded = isInUse
        while true {
            let step = state.withLock { state -> ClockState.Step? in
                if steps == limit, !state.texts.isEmpty { return nil }
                return state.takeStep(until: target, ringsDeadlines: true)
            }
            switch step {
            case nil: return .limited
            case .done: return steps > 0 || isNeeded || isInUse ? .done : .unneeded
            case .wait, .pause: try await waitUntilNobodyWorks()
            case .ring(let ring):
                steps += 1
                ring()
            }
        }
    }

    /// Begins the run of a call; returns its number.
    func beginRun() -> Int {
        let number = state.withLock { $0.beginRun() }
        Task { await step(during: number) }
        return number
    }

    func endRun(_ number: Int) {
        state.withLock { $0.runs[number] = nil }
    }

    /// Steps until a call has ended, and pauses before and after it wakes a task.
    private func step(during run: Int) async {
        var (seen, pauses) = (0, 0)
        while let step = state.withLock({ state in
            state.runs[run] != nil
                ? state.takeStep(until: nil, ringsDeadlines: false, pausesUnless: seen) : nil
        }) {
            switch step {
            case .ring(let ring): ring()
            case .wait: try? await waitUntilNobodyWorks()
            case .pause, .done:
                if case .pause(let number, let awaitsWoken) = step {
                    // A task that has been woken is given as much time as a handler.
                    pauses = awaitsWoken ? pauses + 1 : 0
                    if pauses == 0 || .milliseconds(10) * pauses > workLimit { seen = number }
                }
                try? await Task.sleep(for: .milliseconds(10))
                // On a busy machine, tasks that are ready get their turn first.
                for _ in 0..<5 { await Task.yield() }
            }
        }
    }

    private func waitUntilNobodyWorks() async throws {
        // They begin before the state is read, so that no change is missed.
        var signals = changes.signals.makeAsyncIterator()
        while state.withLock({ $0.isBusy }), await signals.next() != nil {}
        try Task.checkCancellation()
    }

    private func stepByItself() {
        queue?.async { [self] in
            while case .ring(let ring) = state.withLock({
                $0.takeStep(until: nil, ringsDeadlines: false)
            }) {
                ring()
            }
        }
    }
}

extension ClockSteps {
    /// Reports once if a delay or sleep waits too long, or a call runs, while the clock stands still.
    ///
    /// - Parameters:
    ///   - patience: The longest wait in real time; the report may be a fifth of it later.
    ///   - notify: Receives the clock's time, all waits, and whether it is a call.
    func reportStall(
        after patience: Duration,
        _ notify: @escaping @Sendable (Duration, [String], _ isRunning: Bool) -> Void
    ) {
        let pause = patience / .seconds(5)
        DispatchQueue.global().asyncAfter(deadline: .now() + pause) { [weak self] in
            guard let self else { return }
            let state = state.withLock { $0 }
            let latest = SuspendingClock.now.advanced(by: .zero - patience)
            let isRunning = state.runs.values.contains { $0 <= latest }
            let isStalled = isRunning || state.delayStarts.contains { $0 <= latest }
            if isStalled, state.lastMove <= latest {
                notify(state.now, waits, isRunning)
            } else {
                reportStall(after: patience, notify)
            }
        }
    }
}

extension ClockSteps: SteppedSchedule {
    func begin(_ owner: ObjectIdentifier, name: @escaping @Sendable () -> String) {
        update { $0.begin(owner, name: name) }
    }

    func work(of owner: ObjectIdentifier) -> Int? {
        state.withLock { $0.work(of: owner) }
    }

    func setAlarm(_ alarm: SteppedAlarm, of owner: ObjectIdentifier) {
        update { $0.setAlarm(alarm, of: owner) }
    }

    func suspend(_ owner: ObjectIdentifier) {
        update { $0.endWork(of: owner) }
    }

    func endSuspension(of owner: ObjectIdentifier) {
        update { $0.beginWork(of: owner) }
    }

    func end(_ owner: ObjectIdentifier) {
        update { $0.end(owner) }
    }
}
