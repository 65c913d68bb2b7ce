extension StoreState {
    /// Makes a set answer its next requests with a response, then with the selected one again.
    mutating func answerNext(
        _ name: String, with response: CannedResponse, times: Int
    ) throws(BarricadeError) {
        let set = try registeredSet(name)
        let answers = routing.answers[name] ?? NextAnswers()
        var response = response
        response.name = response.logName
        let answer = PreparedResponse(response, in: set.context)
        answers.add(answer, times: times)
        routing.answers[name] = answers
        effects.choices.append(
            .answer(response.name, set: name, times: times) { answers.left(of: answer) })
    }

    /// Selects a response; returns the one selected before, `nil` for the default.
    @discardableResult
    package mutating func select(
        _ response: String, for name: String
    ) throws(BarricadeError) -> String? {
        let before = routing.selected[name]
        try begin(response, for: name)
        effects.choices.append(.response(response, set: name))
        return before
    }

    /// Selects a response, and restarts its sequence.
    mutating func begin(_ response: String, for name: String) throws(BarricadeError) {
        let (set, known) = try known(response, for: name)
        known.series?.restart()
        choose(known.name, for: set)
    }

    package func known(
        _ response: String, for name: String
    ) throws(BarricadeError) -> (RegisteredSet, PreparedResponse) {
        if sets[name] == nil, sets[response]?.response(named: name) != nil {
            throw BarricadeError(
                .unknownName,
                """
                No response set is named "\(name.shortened)", but "\(response.shortened)" is one \
                and has that response.
                To fix: name the response first, \
                select("\(name.shortened)", for: "\(response.shortened)").
                """)
        }
        let set = try registeredSet(name)
        guard let known = set.response(named: response) else {
            throw .unknownResponse(
                response, of: name, known: set.responses.map(\.name), at: routing.inBarricade)
        }
        return (set, known)
    }

    /// Makes every set answer with its default again, including live sets.
    mutating func reset() {
        for set in Array(savedSelection.keys) + launchSelection.keys {
            save(nil, for: set)
        }
        savedSelection = [:]
        appliedPreset = nil
        for set in orderedSets { reset(set) }
    }

    package mutating func reset(_ set: RegisteredSet) {
        choose(nil, for: set)
        dropAnswers(of: set.name)
        set.defaultResponse.series?.restart()
        try? setMode(.barricaded, for: set.name)
    }

    /// Selects what a selection names, and defaults for other sets; ignores sets that are gone.
    mutating func restore(_ selection: Preset.Selection) {
        for set in orderedSets {
            let name = selection[set.name]
            // A selection names the defaults too, which must not be saved as choices.
            putBack(name == set.defaultResponse.name ? nil : name, for: set.name)
        }
    }

    /// Restores a set's previous selection, if the set and the response still exist.
    package mutating func putBack(_ response: String?, for name: String) {
        guard let set = sets[name] else { return }
        choose(response.flatMap { set.response(named: $0)?.name }, for: set)
    }

    /// Selects a response, or the default, for this run and later ones.
    ///
    /// Save it even if it is already selected, since another barricade may have saved another name.
    private mutating func choose(_ response: String?, for set: RegisteredSet) {
        save(response, for: set.name)
        selectForThisRun(response, for: set)
    }

    /// Saves a selected response, or the default, for the next launch.
    mutating func save(_ response: String?, for set: String) {
        effects.selectionChanges.append { $0[set] = response }
    }

    /// Saves that a selected response is gone; a different saved name stays.
    mutating func forget(_ response: String, of set: String) {
        effects.selectionChanges.append { if $0[set] == response { $0[set] = nil } }
    }

    /// Selects a response, or the default, for this run only.
    mutating func selectForThisRun(_ response: String?, for set: RegisteredSet) {
        let before = routing.selected[set.name]
        guard before != response else { return }
        routing.selected[set.name] = response
        let answering = response ?? set.defaultResponse.name
        if answering != before ?? set.defaultResponse.name {
            effects.changes.append(.selected(response: answering, set: set.name))
        }
    }

    /// Selects a set's response by the launch options, or else by the saved selection.
    ///
    /// - Parameter isNew: Whether the launch preset selects its response for every set in this set,
    ///   unless the launch selects another.
    mutating func applyPendingSelection(for set: RegisteredSet, isNew: Bool) {
        let name = set.name
        let saved = savedSelection.removeValue(forKey: name)
        var launch = launchSelection.removeValue(forKey: name)
        if launch == nil, isNew, launchOptions.selection[name] == nil {
            launch = launchPreset?.everySet.flatMap { set.response(named: $0)?.name }
        }
        guard let wanted = launch ?? saved else { return }
        for response in [wanted, saved] {
            guard let response, set.response(named: response) != nil else { continue }
            selectForThisRun(response, for: set)
            break
        }
        guard set.response(named: wanted) == nil else { return }
        // It may come, and is reported with other unmet options until then.
        if launch != nil { return launchSelection[name] = wanted }
        effects.faults.append(
            BarricadeError(
                .unusableSelection,
                """
                The saved selection names "\(wanted.shortened)" for set "\(name.shortened)", which \
                has no such response. \
                "\(routing.selectedResponse(of: set).name.shortened)" answers instead.
                \(NameSuggestion.known(nearestTo: wanted, among: set.responses.map(\.name))).
                """))
    }
}

extension StoreState {
    package mutating func register(_ added: [Preset]) {
        guard !added.isEmpty else { return }
        var indices = Dictionary(uniqueKeysWithValues: zip(presets.map(\.name), presets.indices))
        for preset in added {
            if let index = indices[preset.name] {
                presets[index] = preset
            } else {
                indices[preset.name] = presets.endIndex
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
        for set in orderedSets { applyPendingSelection(for: set, isNew: true) }
    }

    mutating func apply(_ name: String) throws(BarricadeError) {
        guard let preset = presets.first(where: { $0.name == name }) else {
            throw .unknown(
                name, among: presets.map(\.name),
                saying: "No preset is named \"\(name.shortened)\"\(routing.inBarricade).",
                orElse: " Give presets to barricade.register([…]).")
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
    func fault(of preset: Preset) -> BarricadeError? {
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
            response, among: Array(names).ordered(by: \.self),
            saying: """
                Preset "\(preset.name.shortened)" cannot be applied. No set has a response named \
                "\(response.shortened)".
                """)
    }
}
