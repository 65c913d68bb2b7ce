extension StoreState {
    /// The sets and their selected responses, one per line, then the presets and the unmatched
    /// policy.
    var description: String {
        let sets = orderedSets
        let names = TextColumn.padded(sets.map { "\"\($0.name.shortened)\"" })
        let matchers = TextColumn.padded(
            sets.map { $0.definition.matcher.clause.maskedDescription.shortened })
        let lines = sets.indices.map { index in
            "  \(names[index])  \(matchers[index])  \(answer(of: sets[index]))"
        }
        let count = sets.count == 1 ? "1 response set" : "\(sets.count) response sets"
        let known = NameSuggestion.quoted(presets.map(\.name), limit: presets.count)
        return
            (["Barricade \"\(routing.setup.barricade.shortened)\": \(count)"] + lines
            + (presets.isEmpty ? [] : ["Presets: \(known)"])
            + ["Unmatched requests: \(routing.unmatchedPolicy)"]).joined(separator: "\n")
    }

    /// Returns what a set does with its requests.
    private func answer(of set: RegisteredSet) -> String {
        switch routing.modes[set.name, default: .barricaded] {
        case .barricaded: choice(of: set)
        case .live: "passes through"
        case .recording: "passes through, recorded"
        case .held: "held, then \(choice(of: set))"
        }
    }

    /// Returns a set's selected response and the others.
    private func choice(of set: RegisteredSet) -> String {
        let selected = routing.selectedResponse(of: set).name
        let others = set.responses.map(\.name).filter { $0 != selected }
        return "\"\(selected.shortened)\""
            + (others.isEmpty ? "" : " (others: \(NameSuggestion.quoted(others, limit: 5)))")
    }
}
