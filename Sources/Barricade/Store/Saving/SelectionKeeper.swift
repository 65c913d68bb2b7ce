/// A keeper of a barricade's selection, which loads it and saves its changes in order.
package final class SelectionKeeper: Sendable {
    private struct State {
        var unsaved = SelectionChanges()
        var isSaving = false
        /// Whether there are changes that no save has attempted.
        var isStale = false
        /// Whether the saved selection is unreadable, and must not be overwritten.
        var isUnread = false
        /// The latest fault, which is reported once until a save succeeds.
        var fault: BarricadeError?
    }

    private let storage: any SelectionStorage
    private let barricade: String
    private let state = Locked(State())

    init(storage: any SelectionStorage, barricade: String) {
        self.storage = storage
        self.barricade = barricade
    }

    /// The storage, and whether it works.
    package struct Status: Sendable {
        package let place: String
        package let isLasting: Bool
        package let fault: String?
    }

    package var status: Status {
        // Not what a storage of others prints by default, which may hold secrets.
        let place = (storage as? any CustomStringConvertible)?.description
        return Status(
            place: place ?? "\(type(of: storage))",
            isLasting: !(storage is MemorySelectionStorage),
            fault: state.withLock { $0.fault?.message })
    }

    func load() -> (selection: Preset.Selection, faults: [BarricadeError]) {
        do {
            return (try storage.load(for: barricade), [])
        } catch {
            let fault = fault(
                "The saved selection of barricade \"\(barricade.shortened)\" cannot be read",
                error,
                "Sets start at their defaults, and it is not overwritten. To fix: repair or remove it."
            )
            state.withLock { state in
                state.fault = fault
                state.isUnread = true
            }
            return (Preset.Selection(), [fault])
        }
    }

    /// Records changes for the next save.
    package func note(_ changes: SelectionChanges) {
        guard !changes.isEmpty else { return }
        state.withLock { state in
            state.unsaved.add(changes)
            state.isStale = true
        }
    }

    /// Saves changes; a save under way saves again, so that two never run at a time.
    ///
    /// Changes that cannot be saved wait for the next ones.
    ///
    /// - Returns: The error, unless it has been reported.
    func save() -> BarricadeError? {
        let isFirst = state.withLock { state in
            defer { state.isSaving = true }
            return !state.isSaving
        }
        guard isFirst else { return nil }
        var fault: BarricadeError?
        while let changes = takeUnsaved() {
            do {
                try save(changes)
                state.withLock { $0.fault = nil }
                fault = nil
            } catch {
                fault = putBack(changes, for: saveFault(error)) ?? fault
            }
        }
        return fault
    }

    /// Returns the changes since the last attempt, and ends the save if there are none.
    private func takeUnsaved() -> SelectionChanges? {
        state.withLock { state in
            guard state.isStale else {
                state.isSaving = false
                return nil
            }
            state.isStale = false
            defer { state.unsaved = SelectionChanges() }
            return state.unsaved
        }
    }

    private func save(_ changes: SelectionChanges) throws {
        if state.withLock({ $0.isUnread }) {
            _ = try storage.load(for: barricade)
            state.withLock { $0.isUnread = false }
        }
        try storage.update(for: barricade) { changes.apply(to: &$0) }
    }

    /// Returns unsaved changes to the front of those made since.
    ///
    /// - Returns: The fault to report; `nil` if one has been.
    private func putBack(
        _ changes: SelectionChanges, for fault: BarricadeError
    ) -> BarricadeError? {
        state.withLock { state in
            var unsaved = changes
            unsaved.add(state.unsaved)
            state.unsaved = unsaved
            let isFirst = state.fault == nil
            // A selection that cannot be read is not saved either: why says the first.
            if isFirst || !state.isUnread { state.fault = fault }
            return isFirst ? fault : nil
        }
    }

    private func saveFault(_ error: any Error) -> BarricadeError {
        fault(
            "The selection of barricade \"\(barricade.shortened)\" cannot be saved", error,
            "It applies to this run; the next one starts with the previously saved selection.")
    }

    private func fault(_ what: String, _ error: any Error, _ consequence: String) -> BarricadeError
    {
        let reason = (BarricadeError(error)?.message ?? "\(error)").shortened(to: 400)
        return BarricadeError(
            .unusableSelection,
            """
            \(what): \(reason).
            \(consequence)
            """)
    }
}
