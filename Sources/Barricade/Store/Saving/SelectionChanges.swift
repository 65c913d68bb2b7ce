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
