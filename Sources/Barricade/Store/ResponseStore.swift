/// The registry of response sets and selections; it does not know how requests arrive.
///
/// It makes every change under one lock, and tells listeners in the same order. Slow work comes
/// afterwards, outside the lock: saving the selection, reporting faults.
package final class ResponseStore: Sendable {
    /// The values that decide on requests; a class, so that they are shared rather than copied.
    final class Snapshot: Sendable {
        package let routing: Routing

        init(_ routing: Routing) {
            self.routing = routing
        }
    }

    private struct State {
        var content: StoreState
        /// Made for the first request after a change, and shared by later ones.
        var snapshot: Snapshot?
        /// Registers the edits of watched folders.
        var refreshes: [@Sendable () -> Void] = []
    }

    package let handlerState: HandlerState
    private let state: Locked<State>
    private let broadcaster = Broadcaster<StoreChange>()
    private let keeper: SelectionKeeper
    private let changeCounter: ChangeCounter
    private let report: @Sendable (BarricadeError) -> Void

    init(
        _ routing: Routing, _ handlerState: HandlerState, keeper: SelectionKeeper,
        changes: ChangeCounter, launchOptions: LaunchOptions,
        report: @escaping @Sendable (BarricadeError) -> Void
    ) {
        self.keeper = keeper
        changeCounter = changes
        self.report = report
        self.handlerState = handlerState
        let loaded = keeper.load()
        state = Locked(
            State(
                content: StoreState(
                    routing, handlerState, saved: loaded.selection, launchOptions: launchOptions)))
        for fault in loaded.faults + launchOptions.faults { report(fault) }
    }

    /// The current state of the store, as a copy.
    package var snapshot: StoreState { state.withLock { $0.content } }

    /// The current values for routing.
    package var routing: Routing { state.withLock { $0.content.routing } }

    /// Where the selection is saved, and whether that works.
    package var storageStatus: SelectionKeeper.Status { keeper.status }

    var changes: BroadcastSequence<StoreChange> { broadcaster.listen() }

    /// Makes a change, then carries out its effects.
    package func update<Result, Failure: Error>(
        _ body: (inout StoreState) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let (result, effects): (Result, StoreState.Effects) = try state.withLock {
            state throws(Failure) in
            // Released first, so that the content it shares is not copied.
            state.snapshot = nil
            return (try body(&state.content), tellEffects(of: &state.content))
        }
        follow(effects)
        changeCounter.countOne()
        return result
    }

    /// Tells listeners and the keeper of a change; under the lock, so that they hear of it in order.
    private func tellEffects(of content: inout StoreState) -> StoreState.Effects {
        let effects = content.takeEffects()
        broadcaster.send(effects.changes)
        keeper.note(effects.selectionChanges)
        return effects
    }

    /// Does what may take time, outside of the lock.
    private func follow(_ effects: StoreState.Effects) {
        if !effects.selectionChanges.isEmpty, let fault = keeper.save() { report(fault) }
        effects.faults.forEach(report)
        effects.opened.forEach { $0.open() }
    }

    /// Runs a closure before each decision on a request, to register what has changed.
    package func watch(_ refresh: @escaping @Sendable () -> Void) {
        state.withLock { $0.refreshes.append(refresh) }
    }

    /// Returns the values that decide on a request; the first call reports the launch options.
    func beginRouting() -> Snapshot {
        let (snapshot, refreshes) = state.withLock { ($0.snapshot, $0.refreshes) }
        if let snapshot, refreshes.isEmpty { return snapshot }
        for refresh in refreshes { refresh() }
        return makeSnapshot()
    }

    private func makeSnapshot() -> Snapshot {
        let (snapshot, (unmet, list)) = state.withLock { state in
            if let snapshot = state.snapshot {
                return (snapshot, ([BarricadeError](), String?.none))
            }
            let snapshot = Snapshot(state.content.routing)
            state.snapshot = snapshot
            return (snapshot, state.content.takeLaunchReport())
        }
        unmet.forEach(report)
        if let list { print(list) }
        return snapshot
    }
}
