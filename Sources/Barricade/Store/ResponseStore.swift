/// The registry of response sets and selections; it does not know how requests arrive.
///
/// It makes every change under one lock, and tells listeners in the same order. Slow work comes
/// afterwards, outside the lock: saving the selection, reporting faults.
package final class ResponseStore: Sendable {
    private struct Guarded {
        var state: StoreState
        /// Made for the first request after a change, and shared by later ones.
        var router: Router?
        /// Whether a request has been routed.
        var hasRouted = false
    }

    private let guarded: Locked<Guarded>
    private let broadcaster = Broadcaster<StoreChange>()
    package let selectionSaver: SelectionSaver
    private let changeCounter: ChangeCounter
    private let report: @Sendable (BarricadeError) -> Void

    init(
        _ settings: Barricade.Settings, random: RandomSource, changes: ChangeCounter,
        report: @escaping @Sendable (BarricadeError) -> Void
    ) {
        selectionSaver = SelectionSaver(settings, report: report)
        changeCounter = changes
        self.report = report
        let initial = StoreState(settings, random: random, saved: selectionSaver.load())
        guarded = Locked(Guarded(state: initial))
        initial.launchOptions.faults.forEach(report)
        if let fault = initial.routing.delayFault { report(fault) }
    }

    /// The current state of the store, as a copy.
    package var state: StoreState { guarded.withLock { $0.state } }

    package var routing: Routing { guarded.withLock { $0.state.routing } }

    var changes: AsyncStream<StoreChange> { broadcaster.listen() }

    /// Makes a change, then carries out its effects.
    @discardableResult
    package func update<Result, Failure: Error>(
        _ body: (inout StoreState) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let (result, finish) = try guarded.withLock { guarded throws(Failure) in
            // Released first, so that the state it shares is not copied.
            guarded.router = nil
            let result = try body(&guarded.state)
            return (result, announce(&guarded.state))
        }
        finish()
        return result
    }

    /// Tells listeners, plugins and the saver of a change, under the lock, so that they hear of
    /// changes in order.
    ///
    /// - Returns: The rest, to do outside the lock.
    private func announce(_ state: inout StoreState) -> () -> Void {
        let effects = state.effects
        state.effects = StoreState.Effects()
        for change in effects.changes { broadcaster.send(change) }
        for choice in effects.choices {
            for plugin in state.routing.plugins { plugin.chose(choice) }
        }
        selectionSaver.note(effects.selectionChanges)
        return { [self] in
            if !effects.selectionChanges.isEmpty { selectionSaver.save() }
            for fault in effects.faults { report(fault) }
            for gate in effects.openedGates { gate.open() }
            changeCounter.countOne()
        }
    }

    /// The state that would decide on a request, with the changes that plugins bring.
    var upToDate: StoreState {
        makePendingChanges(of: routing.plugins)
        return state
    }

    /// Returns who decides on a request; the first call reports the launch options.
    func router() -> Router {
        let (known, plugins) = guarded.withLock { ($0.router, $0.state.routing.plugins) }
        if let known, plugins.isEmpty { return known }
        makePendingChanges(of: plugins)
        let (router, isFirst) = guarded.withLock { guarded in
            defer { guarded.hasRouted = true }
            let router = guarded.router ?? Router(guarded.state)
            guarded.router = router
            return (router, !guarded.hasRouted)
        }
        if isFirst { reportLaunchOptions(of: router.state) }
        return router
    }

    private func makePendingChanges(of plugins: [any Plugin]) {
        for plugin in plugins {
            if let change = plugin.pendingChange() { update(change) }
        }
    }

    private func reportLaunchOptions(of state: StoreState) {
        for fault in state.unmetLaunchOptions { report(fault) }
        if state.launchOptions.isListing { print(state.description) }
    }
}

/// A change in a barricade: of its sets, its selection, its presets, or its policies.
public indirect enum StoreChange: Sendable, Equatable {
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
