import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One load as a value: what is still to be told to the client, and whether it may be told.
///
/// Nothing comes after the event that ends the load, or after the load was stopped, and at most one
/// drain is under way or asked for at a time. It calls nobody; its owner acts on what it returns.
struct Exchange: Sendable {
    /// Something to tell the client, in order.
    enum Event: Sendable {
        case response(URLResponse)
        /// The whole body.
        case data(Data)
        /// A part of the body, which comes over time.
        case piece(Data)
        /// Nothing for the client: calls back once the task's owner has taken what came before.
        case mark(@Sendable () -> Void)
        /// The platform may load another request instead, and stops this load if it does; only
        /// where it can.
        case redirect(URLRequest, HTTPURLResponse)
        /// Nothing for the client: goes on with the load where alone its task can be looked into.
        case callBack(@Sendable (BarricadeProtocol) -> Void)
        /// The platform's own loader takes the task over, and tells the client the rest.
        case native
        case finish
        case fail(any Error)

        var isLast: Bool {
            switch self {
            case .native, .finish, .fail: true
            default: false
            }
        }
    }

    private enum Phase {
        case idle
        case open
        case closed
    }

    private var phase = Phase.idle
    private var pending: ArraySlice<Event> = []
    private var isDrainComing = false
    /// Whether a task is being resumed for a drain, and whether a drain was put off for that.
    private(set) var isHopping = false
    private var hasPutOffDrain = false
    /// Whether what works for the load is to pause; Linux says so, Apple platforms never do.
    private(set) var isSuspended = false

    /// What the platform's call to start a load means.
    enum Start: Sendable {
        case begin
        /// What was suspended is to go on.
        case resume
        /// There is nothing to start; the call only lets events be told.
        case drain
    }

    /// Begins the load, or says what a later call to start it means.
    mutating func start() -> Start {
        if case .idle = phase {
            phase = .open
            isDrainComing = true
            return .begin
        }
        return isSuspended ? .resume : .drain
    }

    /// Pauses the load; false where there is nothing to pause.
    mutating func suspend() -> Bool {
        if case .idle = phase { return false }
        defer { isSuspended = true }
        return !isSuspended
    }

    mutating func resume() {
        isSuspended = false
    }

    /// Takes events in; true where the caller must arrange for a drain.
    mutating func add(_ events: [Event]) -> Bool {
        guard case .open = phase else { return false }
        if pending.isEmpty { pending = events[...] } else { pending += events }
        defer { isDrainComing = true }
        return !isDrainComing
    }

    /// Whether there is something to tell; false ends the drain.
    mutating func hasNext() -> Bool {
        if isHopping {
            hasPutOffDrain = true
            return false
        }
        guard case .open = phase, !pending.isEmpty else {
            isDrainComing = false
            return false
        }
        return true
    }

    /// Returns the next event to tell; `nil` ends the drain.
    mutating func next() -> Event? {
        guard hasNext(), let event = pending.popFirst() else { return nil }
        if event.isLast { close() }
        return event
    }

    /// Puts drains off while a task is resumed for one; false where there is nothing to tell.
    ///
    /// A resume by its user may be served in between and bring a drain with it. If that ended the
    /// load, ours would resume a task that has ended, at which Linux traps.
    mutating func beginHop() -> Bool {
        guard case .open = phase, !pending.isEmpty else { return false }
        (isHopping, hasPutOffDrain) = (true, false)
        return true
    }

    /// Allows drains again; true where one was put off, which may have been the one asked for.
    mutating func endHop() -> Bool {
        isHopping = false
        return hasPutOffDrain
    }

    /// Ends the load from outside, also before it began.
    mutating func stop() {
        close()
    }

    var isOpen: Bool { if case .open = phase { true } else { false } }

    private mutating func close() {
        phase = .closed
        pending = []
    }
}
