/// A keeper of a barricade's selection, which loads it and saves its changes in order.
package final class SelectionKeeper: Sendable {
    private struct State {
        /// The changes that no save has taken.
        var unsaved = SelectionChanges()
        var isSaving = false
        /// The first fault since the selection was last read or saved; it has been reported.
        var fault: BarricadeError?
    }

    private let storage: any SelectionStorage
    private let barricade: String
    private let state = Locked(State())

    init(storage: any SelectionStorage, barricade: String) {
        self.storage = storage
        self.barricade = barricade
    }

    /// The name of the storage.
    package var place: String {
        // Not the default description of a custom storage, which may contain secrets.
        (storage as? any CustomStringConvertible)?.description ?? "\(type(of: storage))"
    }

    package var isLasting: Bool { !(storage is MemorySelectionStorage) }

    /// The fault that keeps it from working now; `nil` if it works.
    package var fault: BarricadeError? { state.withLock { $0.fault } }

    func load() -> (selection: Preset.Selection, fault: BarricadeError?) {
        do {
            return (try storage.load(for: barricade), nil)
        } catch {
            let fault = fault(
                error, "The saved selection", "cannot be read",
                "Sets start at their defaults, and it is not overwritten. To fix: repair or remove it."
            )
            state.withLock { $0.fault = fault }
            return (Preset.Selection(), fault)
        }
    }

    /// Records changes for the next save.
    package func note(_ changes: SelectionChanges) {
        guard !changes.isEmpty else { return }
        state.withLock { $0.unsaved.add(changes) }
    }

    /// Saves changes; a running save saves them too, so that two never run at a time.
    ///
    /// Changes that cannot be saved are saved together with the next ones.
    ///
    /// - Returns: The error, unless it has been reported.
    func save() -> BarricadeError? {
        let isFirst = state.withLock { state in
            defer { state.isSaving = true }
            return !state.isSaving
        }
        guard isFirst else { return nil }
        var left = SelectionChanges()
        var report: BarricadeError?
        while let changes = takeUnsaved(after: left) {
            do {
                // A selection that cannot be read must not be overwritten.
                if fault != nil { _ = try storage.load(for: barricade) }
                try storage.update(for: barricade) { changes.apply(to: &$0) }
                (left, report) = (SelectionChanges(), nil)
                state.withLock { $0.fault = nil }
            } catch {
                left = changes
                guard fault == nil else { continue }
                report = fault(
                    error, "The selection", "cannot be saved",
                    "It applies to this run; the next one starts with the previously saved selection."
                )
                state.withLock { [report] in $0.fault = report }
            }
        }
        return report
    }

    /// Returns the changes to save: those left by the last attempt, and those made since.
    ///
    /// If none were made since, the save ends, and those left are kept for the next save.
    private func takeUnsaved(after left: SelectionChanges) -> SelectionChanges? {
        state.withLock { state in
            var changes = left
            changes.add(state.unsaved)
            state.isSaving = !state.unsaved.isEmpty
            state.unsaved = state.isSaving ? SelectionChanges() : changes
            return state.isSaving ? changes : nil
        }
    }

    private func fault(
        _ error: any Error, _ what: String, _ problem: String, _ consequence: String
    ) -> BarricadeError {
        let reason = (BarricadeError(error)?.message ?? "\(error)").shortened(to: 400)
        return BarricadeError(
            .unusableSelection,
            """
            \(what) of barricade "\(barricade.shortened)" \(problem): \(reason).
            \(consequence)
            """)
    }
}

/// The changes to a saved selection: the latest one of each changed set.
///
/// Sets without a change stay as saved, since another barricade may have saved them.
package struct SelectionChanges: Sendable {
    enum Change: Sendable {
        case selected(String)
        case reset
        /// The removal of a name that is gone; a different saved name stays.
        case lost(String)
    }

    private var changes: [String: Change] = [:]

    var isEmpty: Bool { changes.isEmpty }

    /// Adds a later change of a set.
    mutating func add(_ change: Change, for set: String) {
        switch (changes[set], change) {
        case (.selected?, .lost), (.reset?, .lost): changes[set] = .reset
        default: changes[set] = change
        }
    }

    /// Adds changes that are all later.
    mutating func add(_ later: SelectionChanges) {
        for (set, change) in later.changes { add(change, for: set) }
    }

    func apply(to selection: inout Preset.Selection) {
        for (set, change) in changes {
            switch change {
            case .selected(let response): selection[set] = response
            case .reset: selection[set] = nil
            case .lost(let response): if selection[set] == response { selection[set] = nil }
            }
        }
    }
}
