import Barricade

// What differs from the defaults, and what a reset changes.
extension BarricadeOverview {
    /// The differences from the defaults: `3 selected, 1 live, 2 waiting`.
    package var differences: String {
        let changed = changedSets
        let selected = changed.count { $0.selectedResponse != $0.defaultResponse }
        let modes = [ResponseSet.Mode.live, .held, .recording].map { mode in
            (changed.count { $0.mode == mode }, mode.rawValue)
        }
        let parts = [(selected, "selected")] + modes + [(heldRequests.count, "waiting")]
        let shown = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return shown.isEmpty ? "All sets are at their defaults" : shown.joined(separator: ", ")
    }

    /// The responses that are only in memory, in words; `nil` if there are none.
    package var madeHere: String? {
        editCount > 0 ? "\(editCount.counted("response")) made here" : nil
    }

    /// The sets that a reset changes.
    package var changedSets: [SetSummary] { sets.filter { $0.isChanged } }

    /// The changes of a reset, each in a line.
    package var resetLines: [String] {
        let changed = changedSets
        let lines = changed.prefix(6).map(\.resetLine)
        let more = changed.count > 6 ? ["and \((changed.count - 6).counted("more set"))"] : []
        let waiting = heldRequests.count.counted("waiting request")
        let released =
            heldRequests.isEmpty ? [] : ["\(waiting) will be released, which cannot be undone"]
        return lines + more + released
    }

    /// The title of a reset of these sets: `Reset of Login`, `Reset of 3 sets`.
    package static func resetTitle(of sets: [SetSummary]) -> String {
        "Reset of \(sets.count == 1 ? sets[0].name.shortName : sets.count.counted("set"))"
    }
}

extension BarricadeOverview.SetSummary {
    fileprivate var resetLine: String {
        var parts: [String] = []
        if let selectedResponse, let defaultResponse, selectedResponse != defaultResponse {
            parts.append("\(selectedResponse.shortName) to \(defaultResponse.shortName)")
        }
        if mode != .barricaded { parts.append("\(mode.rawValue) to barricaded") }
        return "\(name.shortName): \(parts.joined(separator: ", "))"
    }
}
