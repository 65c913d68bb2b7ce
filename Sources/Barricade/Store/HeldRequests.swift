package import Foundation

/// The requests that a held set keeps waiting until you release them.
///
/// ```swift
/// let held = try barricade.hold("Login")
/// let signIn = Task { await model.signIn() }
/// try await held.waitForRequest()
/// #expect(model.isLoading)
/// held.release()
/// await signIn.value
/// ```
///
/// A request waits until it is released, or until its timeout on the barricade's clock. Requests
/// are released in the order of arrival, unless you say which.
public final class HeldRequests: Sendable {
    /// A request that waits.
    package struct Held: Sendable {
        /// Its number in the log.
        package let id: Int
        package let request: BarricadeRequest
        /// The name of the response that was selected when it came.
        package let response: String
        package let arrival = Date()
        /// The time at which it fails unless it is released.
        package let timeout: Date
        /// Continues with a response; `nil` means the one that was selected.
        let release: @Sendable (CannedResponse?) -> Void
    }

    private struct State {
        /// The requests in the order of arrival.
        var waiting: [Held] = []
        var isOpen = false
        /// The number of requests since the set was held.
        var arrivals = 0
        /// The number of requests that earlier waits have counted.
        var awaited = 0

        /// Takes the request with a number; `nil` if it does not wait.
        mutating func take(_ id: Int) -> Held? {
            waiting.firstIndex { $0.id == id }.map { waiting.remove(at: $0) }
        }
    }

    private let set: RegisteredSet
    private let state = Locked(State())
    private let clock: any Clock<Duration>
    /// Counts arrivals and releases.
    private let changes: ChangeCounter
    private let barricade: @Sendable () -> Barricade?

    init(_ set: RegisteredSet, at barricade: Barricade) {
        self.set = set
        clock = barricade.waitClock
        changes = barricade.changeCounter
        self.barricade = { [weak barricade] in barricade }
    }

    /// The requests that wait now, in the order of arrival.
    public var requests: [BarricadeRequest] { waiting.map(\.request) }

    /// The requests that wait now, with their details.
    package var waiting: [Held] {
        state.withLock { $0.waiting }
    }

    /// The number of requests that have come while the set was held.
    package var arrivalCount: Int { state.withLock { $0.arrivals } }

    /// Waits for the next request, or for several; the requests of earlier calls do not count,
    /// while calls that wait at the same time may count the same one.
    ///
    /// A request counts even if it came before the call, or has been released since.
    ///
    /// - Throws: ``BarricadeError/Code/missingRequest`` after the timeout on the barricade's clock,
    ///   in real time if that is a `ManualClock` or `ImmediateClock`, or `CancellationError`.
    public func waitForRequest(count: Int = 1, timeout: Duration = .seconds(5)) async throws {
        let before = state.withLock { $0.awaited }
        let wanted = before + max(count, 1)
        let haveCome = try await changes.wait(timeout: timeout, on: clock) {
            self.arrivalCount >= wanted
        }
        guard haveCome else {
            throw barricade()?.missingRequest(
                set, found: arrivalCount - before, wanted: wanted - before, timeout)
                ?? BarricadeError(.barricadeReleased, "The barricade no longer exists.")
        }
        state.withLock { $0.awaited = max($0.awaited, wanted) }
    }

    /// Releases the oldest waiting request, or the oldest that matches, to the response that was
    /// selected when it came: `held.release(for: .get("/books/2"))`.
    ///
    /// - Returns: False if no such request waits.
    @discardableResult
    public func release(for request: RequestMatcher = .any) -> Bool {
        releaseFirst(request, with: nil)
    }

    /// Releases the oldest waiting request, or the oldest that matches, to another response of its
    /// set; false if none waits.
    ///
    /// - Throws: ``BarricadeError/Code/unknownName``, listing the set's responses, nearest first.
    @discardableResult
    public func release(
        _ response: String, for request: RequestMatcher = .any
    ) throws(BarricadeError) -> Bool {
        let set = (barricade()?.store.state.sets[set.name] ?? set).definition
        guard let known = set[response] else {
            throw .unknownResponse(response, of: set.name, known: set.responses.map(\.name))
        }
        return release(with: known, for: request)
    }

    /// Releases the oldest waiting request, or the oldest that matches, to a response given here;
    /// false if none waits.
    @discardableResult
    public func release(with response: CannedResponse, for request: RequestMatcher = .any) -> Bool {
        releaseFirst(request, with: response)
    }

    private func releaseFirst(_ request: RequestMatcher, with response: CannedResponse?) -> Bool {
        // Matched outside the lock; another caller may have released it meanwhile.
        while let held = waiting.first(where: { request.matches($0.request) }) {
            if release(held.id, with: response) { return true }
        }
        return false
    }

    /// Releases all waiting requests, and makes the set answer again.
    ///
    /// If the set has been held again since, or has another mode, its mode does not change.
    public func releaseAll() {
        barricade()?.store.update { $0.endHold(of: set.name, at: self) }
        open()
    }

    /// Releases all requests, including those that come later.
    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for request in waiting { request.release(nil) }
        changes.countOne()
    }

    /// Releases the waiting request with that number in the log; false if it does not wait here.
    package func release(_ id: Int, with response: CannedResponse?) -> Bool {
        guard let waiting = state.withLock({ $0.take(id) }) else { return false }
        waiting.release(response)
        changes.countOne()
        return true
    }

    /// Makes a request wait until it is released; call it on any thread.
    func wait(_ held: Held) {
        let isOpen = state.withLock { state in
            if !state.isOpen {
                state.waiting.append(held)
                state.arrivals += 1
            }
            return state.isOpen
        }
        if isOpen { held.release(nil) } else { changes.countOne() }
    }

    /// Forgets a request whose load has ended; it still counts as arrived.
    func leave(_ held: Held) {
        // Returned, so that it is freed outside the lock.
        if state.withLock({ $0.take(held.id) }) != nil { changes.countOne() }
    }
}

extension HeldRequests: CustomStringConvertible {
    /// The name of the set and the number of requests that wait: `Login: 2 waiting`.
    public var description: String { "\(set.name.shortened): \(requests.count) waiting" }
}
