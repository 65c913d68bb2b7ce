extension StoreState {
    package mutating func register(_ added: [Preset]) {
        guard !added.isEmpty else { return }
        for preset in added {
            if let index = presets.firstIndex(where: { $0.name == preset.name }) {
                presets[index] = preset
            } else {
                presets.append(preset)
            }
            if preset.name == launchOptions.preset {
                addPendingSelections(of: preset)
                appliedPreset = preset.name
            }
        }
        effects.changes.append(.presets(added.map(\.name)))
    }

    /// Replaces presets that were registered together; those that were replaced since then stay.
    package mutating func replace(_ earlier: [Preset], with added: [Preset]) {
        let names = Set(added.map(\.name))
        presets.removeAll { earlier.contains($0) && !names.contains($0.name) }
        register(added.filter { !presets.contains($0) })
    }

    /// The preset that the launch options apply, once it is registered.
    var launchPreset: Preset? { presets.first { $0.name == launchOptions.preset } }

    /// Selects a launch preset's responses, also in sets that are registered later.
    private mutating func addPendingSelections(of preset: Preset) {
        for set in sets.orderedKeys { addPendingSelectionOfEverySet(for: set) }
        for (set, response) in preset.selection.responses
        where launchOptions.selection[set] == nil {
            let saved = pendingSelections[set].flatMap { $0.isFromLaunch ? $0.saved : $0.response }
            pendingSelections[set] = PendingSelection(
                response: response, isFromLaunch: true, saved: saved)
            applyPendingSelection(for: set)
        }
        for set in sets.orderedKeys { applyPendingSelection(for: set) }
    }

    /// Selects the response for every set of the launch preset in a set, unless the launch selects
    /// another.
    mutating func addPendingSelectionOfEverySet(for set: String) {
        guard let preset = launchPreset, let response = preset.everySet,
            sets[set]?.response(named: response) != nil,
            preset.selection[set] == nil, launchOptions.selection[set] == nil
        else { return }
        let saved = pendingSelections[set]?.response
        pendingSelections[set] = PendingSelection(
            response: response, isFromLaunch: true, saved: saved)
    }

    mutating func apply(_ name: String) throws(BarricadeError) {
        guard let preset = presets.first(where: { $0.name == name }) else {
            throw .unknown(
                name, among: presets.map(\.name),
                saying: "No preset is named \"\(name.shortened)\".")
        }
        try apply(preset)
    }

    /// Selects all that a preset names, or nothing if a name is unknown.
    mutating func apply(_ preset: Preset) throws(BarricadeError) {
        if let fault = fault(of: preset) { throw fault }
        for (set, response) in selection(of: preset).ordered {
            try select(response, for: set)
        }
        appliedPreset = preset.name
    }

    /// Returns whether every set answers as a preset says; false if it says nothing.
    package func isInForce(_ preset: Preset) -> Bool {
        var isEmpty = true
        for (name, response) in preset.selection.responses {
            guard let set = sets[name], routing.selectedResponse(of: set).name == response else {
                return false
            }
            isEmpty = false
        }
        guard let response = preset.everySet else { return !isEmpty }
        for set in sets.values
        where preset.selection[set.name] == nil && set.response(named: response) != nil {
            guard routing.selectedResponse(of: set).name == response else { return false }
            isEmpty = false
        }
        return !isEmpty
    }

    /// Returns a preset's selection in the registered sets.
    private func selection(of preset: Preset) -> Preset.Selection {
        var selection = Preset.Selection()
        if let response = preset.everySet {
            for set in sets.values where set.response(named: response) != nil {
                selection[set.name] = response
            }
        }
        for (set, response) in preset.selection.responses { selection[set] = response }
        return selection
    }

    /// Returns why a preset cannot be applied: its first unknown name.
    package func fault(of preset: Preset) -> BarricadeError? {
        for (set, response) in preset.selection.ordered {
            do {
                _ = try known(response, for: set)
            } catch {
                return BarricadeError(
                    .unknownName,
                    "Preset \"\(preset.name.shortened)\" cannot be applied. \(error.message)",
                    nearestNames: error.nearestNames)
            }
        }
        guard let response = preset.everySet,
            !sets.values.contains(where: { $0.response(named: response) != nil })
        else { return nil }
        let names = Set(sets.values.flatMap { $0.responses.map(\.name) })
        return .unknown(
            response, among: names.sorted(),
            saying: """
                Preset "\(preset.name.shortened)" cannot be applied. No set has a response named \
                "\(response.shortened)".
                """)
    }
}
