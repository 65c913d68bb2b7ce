/// The registry of response sets and selections; it does not know how requests arrive.
///
/// It makes every change under one lock, and tells listeners in the same order. Slow work comes
/// afterwards, outside the lock: saving the selection, reporting faults.
package final class ResponseStore: Sendable {
    /// The state that decides on requests; a class, so that it is shared rather than copied.
    final class Snapshot: Sendable {
        let state: StoreState

        init(_ state: StoreState) {
            self.state = state
        }
    }

    /// A class, so that no code is needed to copy it.
    private final class State {
        var content: StoreState
        /// Made for the first request after a change, and shared by later ones.
        var snapshot: Snapshot?
        /// Registers the edits of watched folders.
        var refreshes: [@Sendable () -> Void] = []

        init(_ content: StoreState) {
            self.content = content
        }
    }

    package let setup: StoreSetup
    private let state: Locked<State>
    private let broadcaster = Broadcaster<StoreChange>()
    package let keeper: SelectionKeeper
    private let changeCounter: ChangeCounter
    private let report: @Sendable (BarricadeError) -> Void
    private let noteChoice: @Sendable (Choice) -> Void

    init(
        _ setup: StoreSetup, keeper: SelectionKeeper, changes: ChangeCounter,
        noteChoice: @escaping @Sendable (Choice) -> Void,
        report: @escaping @Sendable (BarricadeError) -> Void
    ) {
        self.keeper = keeper
        self.noteChoice = noteChoice
        changeCounter = changes
        self.report = report
        self.setup = setup
        let loaded = keeper.load()
        state = Locked(State(StoreState(setup, saved: loaded.selection)))
        if let fault = loaded.fault { report(fault) }
        setup.launchOptions.faults.forEach(report)
        if let fault = setup.delayFault { report(fault) }
    }

    /// The current state of the store, as a copy.
    package var snapshot: StoreState { state.withLock { $0.content } }

    package var routing: Routing { state.withLock { $0.content.routing } }

    var changes: AsyncStream<StoreChange> { broadcaster.listen() }

    /// Makes a change, then carries out its effects.
    package func update<Result, Failure: Error>(
        _ body: (inout StoreState) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let (result, effects) = try state.withLock {
            state throws(Failure) -> (Result, StoreState.Effects) in
            // Released first, so that the content it shares is not copied.
            state.snapshot = nil
            let result = try body(&state.content)
            let effects = state.content.effects
            state.content.effects = StoreState.Effects()
            // Under the lock, so that listeners and the keeper hear of changes in order.
            effects.changes.forEach(broadcaster.send)
            effects.choices.forEach(noteChoice)
            keeper.note(effects.selectionChanges)
            return (result, effects)
        }
        if !effects.selectionChanges.isEmpty, let fault = keeper.save() { report(fault) }
        effects.faults.forEach(report)
        effects.opened.forEach { $0.open() }
        changeCounter.countOne()
        return result
    }

    /// Runs a closure before each decision on a request, to register what has changed.
    package func watch(_ refresh: @escaping @Sendable () -> Void) {
        state.withLock { $0.refreshes.append(refresh) }
    }

    /// Returns the state that decides on a request; the first call reports the launch options.
    func beginRouting() -> Snapshot {
        let (snapshot, refreshes) = state.withLock { ($0.snapshot, $0.refreshes) }
        if let snapshot, refreshes.isEmpty { return snapshot }
        for refresh in refreshes { refresh() }
        let (current, launch) = state.withLock { state in
            let launch = state.content.takeLaunchReport()
            let current = state.snapshot ?? Snapshot(state.content)
            state.snapshot = current
            return (current, launch)
        }
        launch.unmet.forEach(report)
        if let list = launch.list { print(list) }
        return current
    }
}

/// A change in a barricade: of its sets, its selection, its presets, or its policies.
public enum StoreChange: Sendable, Equatable {
    /// Sets were registered, or replaced sets with the same name; in order.
    case registered([String])
    /// Sets were removed.
    case unregistered([String])
    /// A set's selected response changed, by name, preset, reset or restore.
    case selected(response: String, set: String)
    /// A set's mode changed.
    case mode(ResponseSet.Mode, set: String)
    /// Presets were registered, or replaced presets with the same name.
    case presets([String])
    /// The unmatched policy changed.
    case unmatchedPolicy(UnmatchedPolicy)
    /// The network conditions changed; `nil` if there are none now.
    case networkConditions(NetworkConditions?)
}

extension Barricade {
    /// Makes an observer see the replies of real servers to requests that start from now on.
    ///
    /// - Returns: The observer's registration, which ends when it is released.
    package func observe(with observer: any LiveObserver) -> LiveObserverPlace {
        store.update { $0.routing.observers.append(observer) }
        return LiveObserverPlace { [weak self, weak observer] in
            self?.store.update { $0.routing.observers.removeAll { $0 === observer } }
        }
    }
}

/// The registration of an observer at a barricade, which ends when it is released.
package final class LiveObserverPlace: Sendable {
    private let leave: @Sendable () -> Void

    fileprivate init(leave: @escaping @Sendable () -> Void) {
        self.leave = leave
    }

    deinit {
        leave()
    }
}
