@testable import Barricade

/// What ought to become of a load, kept beside the machine that is tried and without its code.
struct LoadExpectation: Hashable {
    private enum Phase {
        case idle
        case loading
        case handedOver
        case ended
        case stopped
    }

    /// How long nothing may come, and how long the whole load may take.
    static let (interval, resource) = (3, 4)

    private var phase = Phase.idle
    /// What has been added and not been told, in order.
    private(set) var untold: [ScriptedEvent] = []
    /// Those who work, until they go on by themselves or are let go of.
    var workers = Workers()
    private var isWaiting = false
    private(set) var pauseEnd: Int?
    private var isTimed = false
    private var idleEnd: Int?
    private var resourceEnd: Int?
    /// How many visits may still be asked for: one for each time that something was added.
    var visitsLeft = 0
    /// How many visits may be on their way at a time: each start may do the work of one that is.
    var visitLimit = 0

    /// Hashes numbers as one, which takes a fraction of the time.
    func hash(into hasher: inout Hasher) {
        hasher.combine(((untold.count * 8 + visitsLeft) * 8 + visitLimit) * 256 + workers.bits)
        hasher.combine(phase)
    }

    var isLoading: Bool { phase == .loading }
    var isHandedOver: Bool { phase == .handedOver }
    /// Whether nothing may be told any more.
    var isOver: Bool { phase != .idle && phase != .loading }

    private var isEnding: Bool { untold.contains(where: \.isLast) }

    private var deadline: Int? {
        guard let idleEnd, let resourceEnd else { return nil }
        return isTimed ? min(idleEnd, resourceEnd) : resourceEnd
    }

    mutating func begin() {
        phase = .loading
    }

    mutating func add(_ events: [ScriptedEvent]) {
        guard isLoading, !isEnding else { return }
        untold += events
        visitsLeft += 1
    }

    mutating func isTold(_ event: ScriptedEvent) {
        untold.remove(at: 0)
        guard event.isLast else { return }
        phase = event == .handOver ? .handedOver : .ended
        untold = []
        // Who has answered has ended by itself.
        if event == .finish || event == .handOver { workers = Workers() }
    }

    mutating func stop() {
        phase = .stopped
        untold = []
    }

    // MARK: Waiting

    mutating func wait(
        for work: ScriptedWork, _ wait: ScriptedWait, at now: Int
    ) {
        if let worker = work.worker { workers.insert(worker) }
        guard isLoading else { return }
        idleEnd = idleEnd ?? now + Self.interval
        resourceEnd = resourceEnd ?? now + Self.resource
        (isWaiting, isTimed, pauseEnd) = (true, wait != .reply, nil)
        if case .pause(let end?) = wait { pauseEnd = Int(end.components.seconds) }
    }

    mutating func progress(at now: Int) {
        guard isLoading, let end = idleEnd else { return }
        idleEnd = max(end, now + Self.interval)
    }

    /// Whether the load may end since its time is up.
    func isTimeUp(at now: Int) -> Bool {
        deadline.map { $0 <= now && $0 <= pauseEnd ?? .max } ?? false
    }

    /// Notes that a pause is over; false if it is not.
    mutating func goOn(at now: Int) -> Bool {
        defer { (pauseEnd, isWaiting) = (nil, false) }
        return pauseEnd.map { $0 <= now } ?? false
    }

    /// Whether a load that does nothing at all will go on, or end, if an alarm is set: at once if
    /// its moment has passed.
    func isWatched(byAlarmAt alarm: Int?, at now: Int) -> Bool {
        guard isWaiting else { return false }
        guard let moment = [pauseEnd, deadline].compactMap(\.self).min() else { return false }
        return alarm.map { $0 <= max(moment, now) } ?? false
    }
}
