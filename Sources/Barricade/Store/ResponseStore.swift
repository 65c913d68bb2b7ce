/// The registry of response sets and selections; it does not know how requests arrive.
///
/// It makes every change under one lock, and tells listeners in the same order. Slow work comes
/// afterwards, outside the lock: saving the selection, reporting faults.
package final class ResponseStore: Sendable {
    /// The state that decides on requests; a class, so that it is shared rather than copied.
    final class SharedState: Sendable {
        let state: StoreState

        init(_ state: StoreState) {
            self.state = state
        }
    }

    private struct State {
        var content: StoreState
        /// Made for the first request after a change, and shared by later ones.
        var shared: SharedState?
        /// Whether a request has been decided on.
        var hasDecided = false
    }

    private let content: Locked<State>
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
        content = Locked(State(content: initial))
        initial.launchOptions.faults.forEach(report)
        if let fault = initial.routing.delayFault { report(fault) }
    }

    /// The current state of the store, as a copy.
    package var state: StoreState { content.withLock { $0.content } }

    package var routing: Routing { content.withLock { $0.content.routing } }

    var changes: AsyncStream<StoreChange> { broadcaster.listen() }

    /// Makes a change, then carries out its effects.
    @discardableResult
    package func update<Result, Failure: Error>(
        _ body: (inout StoreState) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let (result, finish) = try content.withLock { state throws(Failure) in
            // Released first, so that the content it shares is not copied.
            state.shared = nil
            let result = try body(&state.content)
            return (result, announce(&state.content))
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
            for gate in effects.opened { gate.open() }
            changeCounter.countOne()
        }
    }

    /// Returns the state that would decide on a request, with the changes that plugins bring.
    var upToDate: StoreState {
        for plugin in routing.plugins {
            if let change = plugin.pendingChange() { update(change) }
        }
        return state
    }

    /// Returns the state that decides on a request; the first call reports the launch options.
    func beginRouting() -> SharedState {
        let (shared, plugins) = content.withLock { ($0.shared, $0.content.routing.plugins) }
        if let shared, plugins.isEmpty { return shared }
        for plugin in plugins {
            if let change = plugin.pendingChange() { update(change) }
        }
        let (current, isFirst) = content.withLock { state in
            defer { state.hasDecided = true }
            let current = state.shared ?? SharedState(state.content)
            state.shared = current
            return (current, !state.hasDecided)
        }
        if isFirst {
            for fault in current.state.unmetLaunchOptions { report(fault) }
            if current.state.launchOptions.isListing { print(current.state.description) }
        }
        return current
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
