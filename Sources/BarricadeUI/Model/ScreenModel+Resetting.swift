import Barricade
import BarricadeSurfaces

extension ScreenModel {
    /// The latest reset or deletion, to undo it.
    struct UndoStep: Sendable {
        struct Choice: Sendable {
            let set: String
            /// `nil` means the default.
            let response: String?
            let mode: ResponseSet.Mode
        }

        enum Change: Sendable {
            /// The selections and modes before a reset.
            case reset([Choice])
            case deletion(RemovedResponse)
        }

        /// What it undoes: `Reset of 3 sets`, `Deletion of Sold Out`.
        let title: String
        let change: Change
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
        let choices = sets.map { set in
            let isDefault = set.selectedResponse == set.defaultResponse
            return UndoStep.Choice(
                set: set.name, response: isDefault ? nil : set.selectedResponse, mode: set.mode)
        }
        state.undo = UndoStep(
            title: BarricadeOverview.resetTitle(of: sets), change: .reset(choices))
    }

    /// The latest reset or deletion that can be undone; `nil` if there is none.
    var undoStep: UndoStep? { state.undo }

    /// Undoes the latest reset or deletion; it skips sets that are no longer registered.
    func undo() {
        guard let step = state.undo else { return }
        state.undo = nil
        refresh()
        perform { barricade in
            switch step.change {
            case .deletion(let removed):
                try barricade.restore(removed)
            case .reset(let choices):
                // In one change, so that the selection is saved once.
                var selection = barricade.snapshot
                for choice in choices { selection[choice.set] = choice.response }
                barricade.restore(selection)
                for choice in choices where overview[choice.set] != nil {
                    try barricade.setMode(choice.mode, for: choice.set)
                }
            }
        }
    }
}
