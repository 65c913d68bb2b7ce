extension StoreState {
    /// All mistakes found: unusable definitions, missing files, unknown names, sets that can never
    /// answer.
    ///
    /// It reads the files of all responses.
    var faults: [BarricadeError] {
        let sets = orderedSets
        var seen: Set<BarricadeError> = []
        return sets.flatMap { definitionFaults[$0.name] ?? [] }
            // A mistake in a resource shows up in each of its sets.
            + sets.flatMap { $0.responses.flatMap { $0.check() } }.filter {
                seen.insert($0).inserted
            }
            + shadowingFaults + presets.compactMap { fault(of: $0) } + unmetLaunchOptions
            + [routing.setup.delayFault, routing.traffic?.conditions.error].compactMap(\.self)
            + routing.unmatchedPolicy.faults
    }

    /// The sets that can never answer, since an earlier one claims all their requests.
    ///
    /// It compares only sets of one registration, since later sets are meant to replace earlier
    /// ones. It compares none if there are more than 2 000.
    private var shadowingFaults: [BarricadeError] {
        guard sets.count <= 2_000 else { return [] }
        var faults: [BarricadeError] = []
        var earlier: [RegisteredSet] = []
        for set in orderedSets {
            if earlier.first?.registration != set.registration { earlier = [] }
            if let first = earlier.first(where: { $0.covers(set) }) {
                faults.append(
                    BarricadeError(
                        .invalidDefinition,
                        """
                        Response set "\(set.name.shortened)" (\(set.definition.origin.text)) never answers: \
                        "\(first.name.shortened)" (\(first.definition.origin.text)) is listed before it and \
                        claims all of its requests.

                        To fix: list it first, or let "\(first.name.shortened)" match less.
                        """))
            }
            earlier.append(set)
        }
        return faults
    }

    /// The errors about names in the launch options that no registered set or preset has.
    package var unmetLaunchOptions: [BarricadeError] {
        var unmet: [BarricadeError] = []
        if let preset = launchPreset {
            if let fault = fault(of: preset) {
                unmet.append(
                    BarricadeError(.invalidLaunchOption, "The launch options: \(fault.message)"))
            }
        } else if let name = launchOptions.preset {
            unmet.append(
                .unknown(
                    name, among: presets.map(\.name),
                    saying:
                        "The launch options apply preset \"\(name.shortened)\", which is not registered.",
                    code: .invalidLaunchOption))
        }
        for (name, response) in Preset.Selection(launchSelection).ordered {
            unmet.append(
                .unknown(
                    name, among: orderedSets.map(\.name),
                    saying: """
                        The launch options select "\(response.shortened)" for set \
                        "\(name.shortened)", which is not registered.
                        """,
                    code: .invalidLaunchOption))
        }
        return unmet
    }

    /// Returns the effects of the launch options at the first request; none afterwards.
    mutating func takeLaunchReport() -> (unmet: [BarricadeError], list: String?) {
        guard !hasReportedLaunchOptions else { return ([], nil) }
        hasReportedLaunchOptions = true
        return (unmetLaunchOptions, launchOptions.isListing ? description : nil)
    }
}

extension RegisteredSet {
    fileprivate func covers(_ other: RegisteredSet) -> Bool {
        // A sequence may leave its requests to the next set.
        definition.matcher.clause.covers(other.definition.matcher.clause)
            && !responses.contains { $0.series?.endsWithNextSet == true }
    }
}

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
