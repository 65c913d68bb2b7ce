import Foundation

/// A keeper of a barricade's selection, which loads it and saves its changes in order.
package final class SelectionSaver: Sendable {
    private struct State {
        /// The changes that no save has taken, in order.
        var unsaved: [SelectionChange] = []
        var isSaving = false
        /// The first fault since the selection was last read or saved; it has been reported.
        var fault: BarricadeError?
    }

    package let storage: (any SelectionStorage)?
    private let barricade: String
    private let report: @Sendable (BarricadeError) -> Void
    private let state = Locked(State())

    init(
        _ settings: Barricade.Settings, report: @escaping @Sendable (BarricadeError) -> Void
    ) {
        storage = settings.storage
        barricade = settings.name
        self.report = report
    }

    /// The fault that keeps it from working now; `nil` if it works.
    package var fault: BarricadeError? { state.withLock { $0.fault } }

    /// Returns the saved selection; an empty one if it cannot be loaded.
    func load() -> Preset.Selection {
        do {
            return try storage?.load(for: barricade) ?? [:]
        } catch {
            note(
                error, "The saved selection", "cannot be read",
                "Sets start at their defaults, and it is not overwritten. To fix: repair or remove it."
            )
            return [:]
        }
    }

    /// Records changes for the next save.
    func note(_ changes: [SelectionChange]) {
        if !changes.isEmpty { state.withLock { $0.unsaved += changes } }
    }

    /// Saves changes; a running save saves them too, so that two never run at a time.
    ///
    /// Changes that cannot be saved are saved together with the next ones.
    func save() {
        let isFirst = state.withLock { state in
            defer { state.isSaving = true }
            return !state.isSaving
        }
        guard isFirst else { return }
        var left: [SelectionChange] = []
        while let changes = takeUnsaved(after: left) {
            do {
                // A selection that cannot be read must not be overwritten.
                if fault != nil { _ = try storage?.load(for: barricade) }
                try storage?.update(for: barricade) { selection in
                    for change in changes { change(&selection) }
                }
                left = []
                state.withLock { $0.fault = nil }
            } catch {
                left = changes
                note(
                    error, "The selection", "cannot be saved",
                    "It applies to this run; the next one starts with the previously saved selection."
                )
            }
        }
    }

    /// Returns the changes to save: those left by the last attempt, and those made since.
    ///
    /// If none were made since, the save ends, and those left are kept for the next save.
    private func takeUnsaved(after left: [SelectionChange]) -> [SelectionChange]? {
        state.withLock { state in
            let changes = left + state.unsaved
            state.isSaving = !state.unsaved.isEmpty
            state.unsaved = state.isSaving ? [] : changes
            return state.isSaving ? changes : nil
        }
    }

    /// Reports the first fault since the selection was last read or saved.
    private func note(
        _ error: any Error, _ what: String, _ problem: String, _ consequence: String
    ) {
        let reason = (BarricadeError(error)?.message ?? "\(error)").shortened(to: 400)
        let fault = BarricadeError(
            .unusableSelection,
            """
            \(what) of barricade "\(barricade.shortened)" \(problem): \(reason).
            \(consequence)
            """)
        let isFirst = state.withLock { state in
            defer { state.fault = state.fault ?? fault }
            return state.fault == nil
        }
        if isFirst { report(fault) }
    }
}

/// A change to the saved selection.
///
/// It leaves other sets as they are saved, since another barricade may have saved them.
typealias SelectionChange = @Sendable (inout Preset.Selection) -> Void
