import BarricadeSurfaces

/// Sets under one title.
struct SetSection: Sendable, Hashable, Identifiable {
    /// The kind of a section.
    enum Kind: Sendable, Hashable {
        case pinned
        case group(String)
        /// The sets of no group.
        case others
    }

    let id: Kind
    let title: String
    let rows: [SetRow]
    /// Whether the rows are hidden.
    let isCollapsed: Bool

    /// The title and the number of sets, for VoiceOver.
    var sentence: String { "\(title), \(rows.count.counted("set"))" }
}

extension BarricadeOverview {
    /// Returns the sections of the list: pinned sets, groups, and sets of no group.
    func sections(_ search: SetSearch, _ arrangement: Arrangement) -> [SetSection] {
        let order = Dictionary(
            arrangement.pinned.enumerated().map { ($1, $0) }, uniquingKeysWith: min)
        var pinned: [SetRow] = []
        var grouped: [String: [SetRow]] = [:]
        var others: [SetRow] = []
        for set in search.found(in: sets) {
            let row = SetRow(set, isPinned: order[set.name] != nil, isRecording: isRecording)
            if row.isPinned {
                pinned.append(row)
            } else if let group = set.group {
                grouped[group, default: []].append(row)
            } else {
                others.append(row)
            }
        }
        pinned.sort { order[$0.name, default: 0] < order[$1.name, default: 0] }
        func section(_ kind: SetSection.Kind, _ title: String, _ rows: [SetRow]) -> SetSection {
            // A search shows results in collapsed groups too.
            var isCollapsed = false
            if case .group = kind, search.isEmpty {
                isCollapsed = arrangement.collapsed.contains(title)
            }
            return SetSection(id: kind, title: title, rows: rows, isCollapsed: isCollapsed)
        }
        let groups = groups.compactMap { group in
            grouped[group].map { section(.group(group), group, $0) }
        }
        let rest = section(.others, groups.isEmpty ? "Sets" : "Other sets", others)
        return ([section(.pinned, "Pinned", pinned)] + groups + [rest]).filter { !$0.rows.isEmpty }
    }
}
