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
                selectAtLaunch(preset)
                appliedPreset = preset.name
            }
        }
        effects.changes.append(.presets(added.map(\.name)))
    }

    /// The preset that the launch options apply, once it is registered.
    var launchPreset: Preset? { presets.first { $0.name == launchOptions.preset } }

    /// Selects a launch preset's responses, also in sets that are registered later.
    private mutating func selectAtLaunch(_ preset: Preset) {
        for (set, response) in preset.selection.responses
        where launchOptions.selection[set] == nil {
            launchSelection[set] = response
        }
        for set in sets.orderedKeys {
            selectAtLaunch(inNewSet: set)
            applyPendingSelection(for: set)
        }
    }

    /// Selects the response for every set of the launch preset in a set, unless the launch selects
    /// another.
    mutating func selectAtLaunch(inNewSet set: String) {
        guard let preset = launchPreset, let response = preset.everySet,
            sets[set]?.response(named: response) != nil,
            preset.selection[set] == nil, launchOptions.selection[set] == nil
        else { return }
        launchSelection[set] = response
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
        let selection = selection(of: preset)
        for (set, response) in selection.ordered { try begin(response, for: set) }
        effects.choices.append(.preset(preset, selection))
        appliedPreset = preset.name
    }

    /// Returns a preset's selection in the registered sets.
    package func selection(of preset: Preset) -> Preset.Selection {
        var selection = preset.selection
        guard let response = preset.everySet else { return selection }
        for set in sets.values
        where selection[set.name] == nil && set.response(named: response) != nil {
            selection[set.name] = response
        }
        return selection
    }

    /// Returns why a preset cannot be applied: its first unknown name.
    package func fault(of preset: Preset) -> BarricadeError? {
        if let fault = preset.fault { return BarricadeError(.invalidDefinition, fault) }
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
