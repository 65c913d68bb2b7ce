import Barricade
import BarricadeSurfaces

extension ScreenModel {
    /// The selections and modes before a reset, to undo it.
    struct UndoStep: Sendable, Hashable {
        struct Choice: Sendable, Hashable {
            let set: String
            /// `nil` means the default.
            let response: String?
            let mode: ResponseSet.Mode
        }

        /// The title of the reset: `Reset of 3 sets`.
        let title: String
        let choices: [Choice]
    }

    var canReset: Bool { !overview.changedSets.isEmpty }

    /// Resets every set to its default.
    func reset() {
        let changed = overview.changedSets
        guard !changed.isEmpty else { return }
        perform { $0.reset() }
        remember(changed)
    }

    /// Resets one set to its default.
    func reset(_ set: String) {
        guard let before = overview[set], before.isChanged else { return }
        perform { try $0.reset(set) }
        remember([before])
    }

    private func remember(_ sets: [BarricadeOverview.SetSummary]) {
        state.undo = UndoStep(
            title: BarricadeOverview.resetTitle(of: sets),
            choices: sets.map { set in
                let isDefault = set.selectedResponse == set.defaultResponse
                return UndoStep.Choice(
                    set: set.name, response: isDefault ? nil : set.selectedResponse, mode: set.mode)
            })
    }

    /// The latest reset that can be undone; `nil` if there is none.
    var undoStep: UndoStep? { state.undo }

    /// Undoes the latest reset; it skips sets that are no longer registered.
    func undo() {
        guard let step = state.undo else { return }
        state.undo = nil
        refresh()
        perform { barricade in
            // In one change, so that the selection is saved once.
            var selection = barricade.snapshot
            for choice in step.choices { selection[choice.set] = choice.response }
            barricade.restore(selection)
            for choice in step.choices where overview[choice.set] != nil {
                try barricade.setMode(choice.mode, for: choice.set)
            }
        }
    }

    /// Removes the offer to undo the latest reset.
    func dismissUndo() {
        state.undo = nil
    }
}
