import BarricadeSurfaces
import Barricade

extension ScreenModel {
    func makeSections() -> [SetSection] {
        let found = search.found(in: overview.sets)
        let order = Dictionary(
            preferences.pinned.enumerated().map { ($1, $0) }, uniquingKeysWith: min)
        var pinned: [SetRow] = []
        var grouped: [String: [SetRow]] = [:]
        var others: [SetRow] = []
        for set in found {
            let row = SetRow(
                summary: set, isPinned: order[set.name] != nil, isRecording: isRecording)
            if row.isPinned {
                pinned.append(row)
            } else if let group = set.group {
                grouped[group, default: []].append(row)
            } else {
                others.append(row)
            }
        }
        pinned.sort { order[$0.name, default: 0] < order[$1.name, default: 0] }
        let groups = overview.groups.compactMap { group in
            grouped[group].map { section(.group(group), group, $0) }
        }
        let rest = section(.others, groups.isEmpty ? "Sets" : "Other sets", others)
        let all = [section(.pinned, "Pinned", pinned)] + groups + [rest]
        return all.filter { !$0.rows.isEmpty }
    }

    private func section(_ kind: SetSection.Kind, _ title: String, _ rows: [SetRow]) -> SetSection {
        var isCollapsed = false
        // A search shows results in collapsed groups too.
        if case .group(let group) = kind, search.isEmpty {
            isCollapsed = preferences.collapsed.contains(group)
        }
        return SetSection(kind: kind, title: title, rows: rows, isCollapsed: isCollapsed)
    }

    /// The text to show if the list is empty; `nil` otherwise.
    var emptyText: String? {
        guard sections.isEmpty else { return nil }
        return overview.sets.isEmpty
            ? "No response sets are registered." : "No set is found."
    }

    /// Returns the row of a set; `nil` if it is not registered any more.
    func row(of set: String) -> SetRow? {
        overview[set].map {
            SetRow(
                summary: $0, isPinned: preferences.pinned.contains(set), isRecording: isRecording)
        }
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

    /// The differences from the defaults: `3 selected, 1 live, 2 waiting`.
    var differences: String {
        let sets = overview.sets
        let selected = sets.count { $0.selectedResponse != $0.defaultResponse }
        let modes = [ResponseSet.Mode.live, .held, .recording].map { mode in
            (sets.count { $0.mode == mode }, mode.rawValue)
        }
        let parts =
            [(selected, "selected")] + modes + [(overview.heldRequests.count, "waiting")]
        let shown = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return shown.isEmpty ? "All sets are at their defaults" : shown.joined(separator: ", ")
    }
}
