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

    /// The sets that a reset changes.
    private var changedSets: [BarricadeOverview.SetSummary] { overview.sets.filter(\.isChanged) }

    var canReset: Bool { !changedSets.isEmpty }

    /// The changes of a reset, one set in each line.
    var resetSummary: String {
        let changed = changedSets
        let lines = changed.prefix(6).map { Self.change(of: $0) }
        let more = changed.count > 6 ? ["and \((changed.count - 6).counted("more set"))"] : []
        let waiting = overview.heldRequests.count
        let released =
            waiting > 0
            ? ["\(waiting.counted("waiting request")) will be released, which cannot be undone"]
            : []
        return (lines + more + released).joined(separator: "\n")
    }

    private static func change(of set: BarricadeOverview.SetSummary) -> String {
        var parts: [String] = []
        if let selected = set.selectedResponse, let usual = set.defaultResponse, selected != usual {
            parts.append("\(short(selected)) to \(short(usual))")
        }
        if set.mode != .barricaded { parts.append("\(set.mode.title.lowercased()) to barricaded") }
        return "\(short(set.name)): \(parts.joined(separator: ", "))"
    }

    /// Shortens a name in the middle, for a list.
    static func short(_ name: String) -> String {
        name.count > 40 ? "\(name.prefix(24))…\(name.suffix(15))" : name
    }

    /// Resets every set to its default.
    func reset() {
        let changed = changedSets
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
        let title = sets.count == 1 ? "Reset of \(Self.short(sets[0].name))" : nil
        state.undo = UndoStep(
            title: title ?? "Reset of \(sets.count.counted("set"))",
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
