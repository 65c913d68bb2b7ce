import Barricade

/// The state of a clock: its time, and all waits on it.
struct ClockState: Sendable {
    /// The next event of the clock.
    enum Step: Sendable {
        /// A wait is over; call this.
        case ring(@Sendable () -> Void)
        /// A request is at work, so time stands still.
        case wait
        /// A sleep is the last or the next to end; the number of the last change, and whether the
        /// woken task has done nothing since.
        case pause(Int, awaitsWoken: Bool)
        /// No wait ends before the target, which has been reached.
        case done
    }

    private struct Owner: Sendable {
        let name: @Sendable () -> String
        /// The number of its current work; `nil` if it waits.
        var work: Int?
        /// The number of its wait.
        var wait: Int?
        /// Whether it is still at work after the limit.
        var isLate = false
    }

    /// A wait until a moment, of a request or of a task that sleeps.
    private struct Wait: Sendable {
        /// Its beginning in real time.
        let start = SuspendingClock.now
        let alarm: SteppedAlarm
        var owner: ObjectIdentifier?
        /// That of a task that sleeps.
        var sleep: CheckedContinuation<Void, any Error>?
    }

    private(set) var now = Duration.zero
    /// The moment in real time at which the time last went on.
    private(set) var lastMove = SuspendingClock.now
    /// The texts of what a test should know about the time.
    private(set) var notes: [@Sendable () -> String] = []
    private var lastNumber = 0
    /// The number of the last step, if it woke a task.
    private var waking: Int?
    private var owners: [ObjectIdentifier: Owner] = [:]
    /// The waits by their numbers; those until the same moment end in this order.
    private var waits: [Int: Wait] = [:]
    /// The calls that the clock runs to their ends, by number, with their beginnings in real time.
    var runs: [Int: SuspendingClock.Instant] = [:]

    /// The number of tasks that sleep.
    var sleepCount: Int { waits.values.count { $0.sleep != nil } }

    /// Whether a request is at work.
    var isBusy: Bool { owners.values.contains { $0.work != nil } }

    /// Whether there is a request or a sleep, even one without a moment to wait for.
    var isInUse: Bool { !owners.isEmpty || !waits.isEmpty }

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    mutating func beginRun() -> Int {
        let number = nextNumber()
        runs[number] = .now
        return number
    }

    // MARK: Owners of alarms

    mutating func begin(_ owner: ObjectIdentifier, name: @escaping @Sendable () -> String) {
        end(owner)
        owners[owner] = Owner(name: name)
        beginWork(of: owner)
    }

    func work(of owner: ObjectIdentifier) -> Int? { owners[owner]?.work }

    mutating func setAlarm(_ alarm: SteppedAlarm, of owner: ObjectIdentifier) {
        guard let known = owners[owner], alarm.work == nil || alarm.work == known.work else {
            return
        }
        known.wait.map { waits[$0] = nil }
        owners[owner]?.wait = nil
        let number = nextNumber()
        if alarm.moment < .seconds(Int64.max) {
            waits[number] = Wait(alarm: alarm, owner: owner)
            owners[owner]?.wait = number
        }
        endWork(of: owner)
        // Such an alarm comes after the limit.
        owners[owner]?.isLate = alarm.work != nil
    }

    mutating func endWork(of owner: ObjectIdentifier) {
        owners[owner]?.isLate = false
        owners[owner]?.work = nil
    }

    mutating func end(_ owner: ObjectIdentifier) {
        owners.removeValue(forKey: owner)?.wait.map { waits[$0] = nil }
    }

    mutating func beginWork(of owner: ObjectIdentifier) {
        let number = nextNumber()
        owners[owner]?.work = number
        owners[owner]?.isLate = false
    }

    // MARK: Sleeps

    /// Adds a sleep; returns whether it is over already.
    mutating func addSleep(
        until deadline: Duration, _ number: Int, _ sleep: CheckedContinuation<Void, any Error>
    ) -> Bool {
        guard deadline > now else { return true }
        waits[number] = Wait(alarm: (deadline, .delay, nil, { sleep.resume() }), sleep: sleep)
        return false
    }

    mutating func cancelSleep(_ number: Int) -> CheckedContinuation<Void, any Error>? {
        waits.removeValue(forKey: number)?.sleep
    }

    // MARK: Steps

    /// Takes the next step, at most to a moment.
    ///
    /// - Parameters:
    ///   - target: The moment to reach if no wait ends before it; `nil` leaves the time unchanged.
    ///   - ringsDeadlines: Whether timeouts ring too, although their requests may still end.
    ///   - seen: The number of the last change before a pause; `nil` means that none is needed.
    mutating func takeStep(
        until target: Duration?, ringsDeadlines: Bool, pausesUnless seen: Int? = nil
    ) -> Step {
        guard !isBusy else { return .wait }
        let possible = waits.filter { ringsDeadlines || $1.alarm.purpose != .deadline }
        guard let (number, next) = possible.min(by: Self.isBefore),
            target.map({ next.alarm.moment <= $0 }) ?? true
        else {
            if let target { moveOn(to: target) }
            return .done
        }
        if next.sleep != nil || waking != nil, let seen, seen != lastNumber {
            return .pause(lastNumber, awaitsWoken: waking == lastNumber)
        }
        // The task that wakes may begin or cancel something.
        waking = next.sleep.map { _ in nextNumber() }
        moveOn(to: next.alarm.moment)
        waits[number] = nil
        if let owner = next.owner {
            owners[owner]?.wait = nil
            beginWork(of: owner)
        }
        return .ring(next.alarm.ring)
    }

    /// Moves the time on, and notes whose work it does not wait for any longer.
    private mutating func moveOn(to moment: Duration) {
        guard moment > now else { return }
        now = moment
        lastMove = .now
        for (id, owner) in owners where owner.isLate {
            owners[id]?.isLate = false
            notes.append {
                "Time went on to \(ClockInstant(offset: moment)) while \"\(owner.name())\" was still at work."
            }
        }
    }

    private static func isBefore(_ left: (Int, Wait), _ right: (Int, Wait)) -> Bool {
        (left.1.alarm.moment, left.0) < (right.1.alarm.moment, right.0)
    }

    /// The beginnings of delays and sleeps; not of timeouts, since their requests may end first.
    var delayStarts: [SuspendingClock.Instant] {
        waits.values.filter { $0.alarm.purpose == .delay }.map(\.start)
    }

    /// The texts of all waits, in the order in which they end.
    var texts: [@Sendable () -> String] {
        waits.sorted(by: Self.isBefore).map { _, wait in
            let moment = ClockInstant(offset: wait.alarm.moment)
            guard let owner = wait.owner else { return { "A task: sleep until \(moment)" } }
            let name = owners[owner]?.name
            let verb = wait.alarm.purpose == .delay ? "delay until" : "timeout at"
            return { "\(name?() ?? ""): \(verb) \(moment)" }
        }
    }
}
