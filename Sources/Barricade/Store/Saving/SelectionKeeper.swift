/// Loads and saves a barricade's selection so that the last save always holds the latest one.
final class SelectionKeeper: Sendable {
    private struct State {
        var isSaving = false
        var isStale = false
        /// Whether what was saved before could not be read; until it can, nothing is saved over it.
        var isUnread = false
        /// Whether the fault has been reported; it is said once until a save succeeds.
        var isBroken = false
    }

    private let storage: any SelectionStorage
    private let barricade: String
    private let state = Mutex(State())

    init(storage: any SelectionStorage, barricade: String) {
        self.storage = storage
        self.barricade = barricade
    }

    func load() -> (selection: Selection, faults: [BarricadeError]) {
        do {
            return (try storage.load(for: barricade), [])
        } catch {
            state.withLock { state in
                state.isBroken = true
                state.isUnread = true
            }
            return (
                Selection(),
                [
                    fault(
                        "The saved selection of barricade \"\(barricade)\" cannot be read", error,
                        "Sets start at their defaults, and nothing is saved over it. To fix: repair or remove it."
                    )
                ]
            )
        }
    }

    /// Saves what `current` returns; a save under way saves again instead of two at a time.
    ///
    /// - Returns: What went wrong, unless that has been said before.
    func save(_ current: () -> Selection) -> BarricadeError? {
        let isFirst = state.withLock { state in
            state.isStale = true
            defer { state.isSaving = true }
            return !state.isSaving
        }
        guard isFirst else { return nil }
        var failure: (any Error)?
        while state.withLock({ state in
            defer { state.isStale = false }
            state.isSaving = state.isStale
            return state.isStale
        }) {
            do {
                failure = nil
                if state.withLock({ $0.isUnread }) {
                    _ = try storage.load(for: barricade)
                    state.withLock { $0.isUnread = false }
                }
                try storage.save(current(), for: barricade)
            } catch {
                failure = error
            }
        }
        let wasBroken = state.withLock { state in
            defer { state.isBroken = failure != nil }
            return state.isBroken
        }
        guard let failure, !wasBroken else { return nil }
        return fault(
            "The selection of barricade \"\(barricade)\" cannot be saved", failure,
            "It holds for this run; the next one starts with what was saved before.")
    }

    private func fault(_ what: String, _ error: any Error, _ consequence: String) -> BarricadeError
    {
        let reason = BarricadeError(error)?.message ?? "\(error)"
        return BarricadeError(
            .unusableSelection,
            """
            \(what): \(reason).
            \(consequence)
            """)
    }
}
