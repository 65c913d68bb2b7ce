import Barricade

/// The state of a clock: its time, and all waits on it.
struct ClockState: Sendable {
    /// The next event of the clock.
    enum Step: Sendable {
        case ring(@Sendable () -> Void)
        case resume(Sleep)
        /// A request is at work, so time stands still.
        case wait
        /// No wait ends before the target, which has been reached.
        case done

        /// The call that carries it out; `nil` if there is nothing to call.
        var call: (@Sendable () -> Void)? {
            switch self {
            case .ring(let ring): ring
            case .resume(let sleep): { sleep.continuation.resume() }
            case .wait, .done: nil
            }
        }
    }

    struct Sleep: Sendable {
        let deadline: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Owner: Sendable {
        let name: @Sendable () -> String
        /// The number of its current work; `nil` if it waits.
        var work: Int?
        var alarm: (number: Int, alarm: SteppedAlarm)?
    }

    /// A wait until a moment; waits until the same moment end in the order in which they began.
    private struct Place: Comparable {
        enum Waiter {
            case owner(ObjectIdentifier)
            case sleep(Int)
        }

        let moment: Duration
        let number: Int
        let waiter: Waiter

        static func < (left: Place, right: Place) -> Bool {
            (left.moment, left.number) < (right.moment, right.number)
        }

        static func == (left: Place, right: Place) -> Bool {
            left.number == right.number
        }
    }

    private(set) var now = Duration.zero
    private var lastNumber = 0
    private var owners: [ObjectIdentifier: Owner] = [:]
    private var sleeps: [Int: Sleep] = [:]
    private var workers = 0

    /// The number of tasks that sleep.
    var sleepCount: Int { sleeps.count }

    var isBusy: Bool { workers > 0 }

    /// Whether there is a request or a sleep, even one without a moment to wait for.
    var isInUse: Bool { !owners.isEmpty || !sleeps.isEmpty }

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    // MARK: Owners of alarms

    mutating func begin(_ owner: ObjectIdentifier, name: @escaping @Sendable () -> String) {
        end(owner)
        owners[owner] = Owner(name: name)
        beginWork(of: owner)
    }

    func work(of owner: ObjectIdentifier) -> Int? { owners[owner]?.work }

    mutating func setAlarm(_ alarm: SteppedAlarm, of owner: ObjectIdentifier) {
        if let work = alarm.work, work != owners[owner]?.work { return }
        let number = nextNumber()
        owners[owner]?.alarm = alarm.moment < .infinite ? (number, alarm) : nil
        endWork(of: owner)
    }

    mutating func endWork(of owner: ObjectIdentifier) {
        guard owners[owner]?.work != nil else { return }
        owners[owner]?.work = nil
        workers -= 1
    }

    mutating func end(_ owner: ObjectIdentifier) {
        endWork(of: owner)
        owners[owner] = nil
    }

    mutating func beginWork(of owner: ObjectIdentifier) {
        guard let known = owners[owner] else { return }
        if known.work == nil { workers += 1 }
        let number = nextNumber()
        owners[owner]?.work = number
    }

    // MARK: Sleeps

    /// Adds a sleep; returns whether it is over already.
    mutating func add(_ sleep: Sleep, _ number: Int) -> Bool {
        guard sleep.deadline > now else { return true }
        sleeps[number] = sleep
        return false
    }

    mutating func cancelSleep(_ number: Int) -> Sleep? { sleeps.removeValue(forKey: number) }

    // MARK: Steps

    /// Takes the next step, at most to a moment.
    ///
    /// - Parameters:
    ///   - target: The moment to reach if no wait ends before it; `nil` leaves the time unchanged.
    ///   - ringsDeadlines: Whether timeouts ring too, although their requests may still end.
    mutating func takeStep(until target: Duration?, ringsDeadlines: Bool) -> Step {
        guard !isBusy else { return .wait }
        let next = places(withDeadlines: ringsDeadlines).min()
        guard let next, next.moment <= target ?? .infinite else {
            if let target { now = max(now, target) }
            return .done
        }
        now = max(now, next.moment)
        switch next.waiter {
        case .sleep(let number):
            return sleeps.removeValue(forKey: number).map { .resume($0) } ?? .wait
        case .owner(let owner):
            let alarm = owners[owner]?.alarm?.alarm
            owners[owner]?.alarm = nil
            beginWork(of: owner)
            return alarm.map { .ring($0.ring) } ?? .wait
        }
    }

    private func places(withDeadlines: Bool) -> [Place] {
        owners.compactMap { owner, state in
            guard let (number, alarm) = state.alarm, withDeadlines || alarm.purpose != .deadline
            else { return nil }
            return Place(moment: alarm.moment, number: number, waiter: .owner(owner))
        }
            + sleeps.map { Place(moment: $1.deadline, number: $0, waiter: .sleep($0)) }
    }

    /// The numbers of the delays and sleeps; not of timeouts, since their requests may end first.
    var delays: [Int] {
        owners.values.compactMap { state in
            state.alarm.flatMap { $0.alarm.purpose == .delay ? $0.number : nil }
        } + sleeps.keys
    }

    /// The texts of all waits, in the order in which they end.
    var waits: [@Sendable () -> String] {
        places(withDeadlines: true).sorted().map { place in
            let moment = ClockInstant(offset: place.moment)
            switch place.waiter {
            case .sleep: return { "A task: sleep until \(moment)" }
            case .owner(let owner):
                let state = owners[owner]
                let isDelay = state?.alarm?.alarm.purpose == .delay
                return {
                    "\(state?.name() ?? ""): \(isDelay ? "delay until" : "timeout at") \(moment)"
                }
            }
        }
    }
}

extension Duration {
    fileprivate static let infinite = Duration.seconds(Int64.max)
}
