import Barricade
import BarricadeSurfaces

extension ScreenModel {
    /// The text to show if the list is empty; `nil` otherwise.
    var emptyText: String? {
        guard sections.isEmpty else { return nil }
        return overview.sets.isEmpty
            ? "No response sets are registered." : "No set is found."
    }

    /// Returns the row of a set; `nil` if it is not registered any more.
    func row(of set: String) -> SetRow? {
        overview.row(of: set, isPinned: preferences.pinned.contains(set))
    }

    func togglePin(of set: String) {
        if preferences.pinned.contains(set) {
            preferences.pinned.removeAll { $0 == set }
        } else {
            preferences.pinned.append(set)
        }
    }

    func toggleCollapse(of group: String) {
        if preferences.collapsed.remove(group) == nil { preferences.collapsed.insert(group) }
    }
}
