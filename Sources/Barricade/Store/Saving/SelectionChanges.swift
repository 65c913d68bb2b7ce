/// What is to become of a saved selection: the latest change of each set that has one.
///
/// Sets without a change are left as they are saved, since another barricade may have saved them.
struct SelectionChanges: Sendable {
    enum Change: Sendable {
        case selected(String)
        case reset
        /// The name of a response that is gone; another one saved in its place stays.
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
