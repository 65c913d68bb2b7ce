import Barricade

/// The rule by which loads used to tell their client, to see that an exploration finds its fault.
///
/// The way to the client was to resume the task, which starts the load again, and what a start was
/// to tell was put off while a task was being resumed.
struct HoppingState: Hashable {
    private var hasBegun = false
    private var hasEnded = false
    private var untold: [ScriptedEvent] = []
    private var isDrainComing = false
    private var isHopping = false
    private var hasPutOffDrain = false

    /// The load is started; true if for the first time.
    mutating func start() -> Bool {
        guard !hasBegun else { return false }
        (hasBegun, isDrainComing) = (true, true)
        return true
    }

    mutating func stop() {
        (hasEnded, untold) = (true, [])
    }

    /// Takes events in; true if the task has to be resumed for them.
    mutating func add(_ events: [ScriptedEvent]) -> Bool {
        guard hasBegun, !hasEnded else { return false }
        untold += events
        defer { isDrainComing = true }
        return !isDrainComing
    }

    /// Whether there is something to tell; false ends the drain.
    mutating func hasNext() -> Bool {
        if isHopping {
            hasPutOffDrain = true
            return false
        }
        guard !hasEnded, !untold.isEmpty else {
            isDrainComing = false
            return false
        }
        return true
    }

    mutating func next() -> ScriptedEvent? {
        guard hasNext() else { return nil }
        let event = untold.removeFirst()
        if event.isLast { stop() }
        return event
    }

    /// Puts drains off while the task is resumed; false if there is nothing to tell.
    mutating func beginHop() -> Bool {
        guard hasBegun, !hasEnded, !untold.isEmpty else { return false }
        (isHopping, hasPutOffDrain) = (true, false)
        return true
    }

    /// Allows drains again; true if one was put off, so that the task has to be resumed again.
    mutating func endHop() -> Bool {
        isHopping = false
        return hasPutOffDrain
    }
}
