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
        let known = presets.map { "\"\($0.name.shortened)\"" }.joined(separator: ", ")
        return
            (["Barricade \"\(routing.barricade.shortened)\": \(count)"] + lines
            + (presets.isEmpty ? [] : ["Presets: \(known)"])
            + (routing.chaos.map { ["Chaos: seed \($0.seed) chooses the responses"] } ?? [])
            + ["Unmatched requests: \(routing.unmatchedPolicy)"]).joined(separator: "\n")
    }

    /// Returns a set's mode or selected response, and its other responses.
    private func answer(of set: RegisteredSet) -> String {
        if let chaos = routing.chaos, routing.isInChaos(set) {
            return answer(of: set, chosenFrom: chaos.responses(of: set).map(\.name))
        }
        let selected = routing.selectedResponse(of: set).name
        let others = set.responses.map(\.name).filter { $0 != selected }
        let choice = others.isEmpty ? "" : " (others: \(Self.list(others)))"
        return switch routing.modes[set.name, default: .barricaded] {
        case .barricaded: "\"\(selected.shortened)\"\(choice)"
        case .live: "passes through"
        case .held: "held, then \"\(selected.shortened)\"\(choice)"
        }
    }

    /// Returns a set's mode, and the responses that chaos chooses from.
    private func answer(of set: RegisteredSet, chosenFrom responses: [String]) -> String {
        switch routing.modes[set.name, default: .barricaded] {
        case .barricaded: "any of \(Self.list(responses))"
        case .live: "passes through"
        case .held: "held, then any of \(Self.list(responses))"
        }
    }

    /// Returns the first five names, quoted, and the number of the others.
    private static func list(_ names: [String]) -> String {
        let shown = names.prefix(5).map { "\"\($0.shortened)\"" }.joined(separator: ", ")
        return shown + (names.count > 5 ? " and \(names.count - 5) more" : "")
    }
}
