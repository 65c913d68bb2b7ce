import Barricade
import BarricadeSurfaces

extension ScreenModel {
    /// The latest reset or deletion, to undo it.
    struct UndoStep: Sendable {
        enum Change: Sendable {
            /// The selections and modes before a reset.
            case reset([String: Barricade.SetChange])
            case deletion(RemovedResponse)
        }

        /// What it undoes: `Reset of 3 sets`, `Deletion of Sold Out`.
        let title: String
        let change: Change
    }

    var canReset: Bool { !state.overview.changedSets.isEmpty }

    /// Resets every set to its default.
    func reset() {
        let changed = state.overview.changedSets
        guard !changed.isEmpty else { return }
        perform {
            $0.reset()
            remember(changed)
        }
    }

    /// Resets one set to its default.
    func reset(_ set: String) {
        guard let before = state.overview[set], before.isChanged else { return }
        perform {
            try $0.reset(set)
            remember([before])
        }
    }

    private func remember(_ sets: [BarricadeOverview.SetSummary]) {
        let changes = sets.map { set in
            let selected = set.selectedResponse == set.defaultResponse ? nil : set.selectedResponse
            return (
                set.name,
                Barricade.SetChange(
                    selection: selected.map { .response($0) } ?? .byDefault, mode: set.mode)
            )
        }
        state.undoStep = UndoStep(
            title: BarricadeOverview.resetTitle(of: sets),
            change: .reset(Dictionary(uniqueKeysWithValues: changes)))
    }

    /// The latest reset or deletion that can be undone; `nil` if there is none.
    var undoStep: UndoStep? { state.undoStep }

    /// Undoes the latest reset or deletion; it skips sets that are no longer registered.
    func undo() {
        guard let step = state.undoStep else { return }
        refresh()
        perform { barricade in
            switch step.change {
            case .deletion(let removed): try barricade.restore(removed)
            case .reset(let changes):
                try barricade.change(changes.filter { state.overview[$0.key] != nil })
            }
            // Only now: what failed can be tried again.
            state.undoStep = nil
        }
    }
}
