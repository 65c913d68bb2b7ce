extension StoreState {
    /// Makes a set answer its next requests with a response, then with the selected one again.
    mutating func answerNext(
        _ name: String, with response: CannedResponse, times: Int
    ) throws(BarricadeError) {
        let set = try registeredSet(name)
        let answers = routing.answers[name] ?? NextAnswers()
        var response = response
        // The log shows this name.
        if response.name.isEmpty { response.name = "\(response)" }
        let answer = set.prepared(response)
        answers.add(answer, times: times)
        routing.answers[name] = answers
        effects.choices.append(
            .answer(response.name, set: name) { answers.isUnused(answer, times: times) })
    }

    package mutating func select(_ response: String, for name: String) throws(BarricadeError) {
        try begin(response, for: name)
        effects.choices.append(.response(response, set: name))
    }

    /// Selects a response from its beginning.
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
            throw .unknownResponse(response, of: name, known: set.responses.map(\.name))
        }
        return (set, known)
    }

    /// Makes every set answer with its default again, including live sets.
    mutating func reset() {
        for set in [savedSelection, launchSelection].flatMap(\.keys) {
            effects.selectionChanges.add(.reset, for: set)
        }
        savedSelection = [:]
        appliedPreset = nil
        for set in orderedSets { reset(set) }
    }

    package mutating func reset(_ set: RegisteredSet) {
        choose(nil, for: set)
        dropAnswers(of: set.name)
        letGo(set.name)
        set.defaultResponse.series?.restart()
        if routing.modes.removeValue(forKey: set.name) != nil {
            effects.changes.append(.mode(.barricaded, set: set.name))
        }
    }

    /// Selects what a snapshot holds, and defaults for other sets; ignores sets that are gone.
    mutating func restore(_ selection: Preset.Selection) {
        for set in orderedSets { putBack(selection[set.name], for: set.name) }
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
        effects.selectionChanges.add(response.map { .selected($0) } ?? .reset, for: set.name)
        put(response, for: set)
    }

    mutating func put(_ response: String?, for set: RegisteredSet) {
        let before = routing.selected[set.name]
        guard before != response else { return }
        routing.selected[set.name] = response
        let answering = response ?? set.defaultResponse.name
        if answering != before ?? set.defaultResponse.name {
            effects.changes.append(.selected(response: answering, set: set.name))
        }
    }

    /// Selects what the launch or else the last run selects in a set, when it is registered.
    mutating func applyPendingSelection(for name: String) {
        guard let set = sets[name] else { return }
        let launch = launchSelection.removeValue(forKey: name)
        let saved = savedSelection.removeValue(forKey: name)
        guard let wanted = launch ?? saved else { return }
        for response in [wanted, saved] {
            guard let response, set.response(named: response) != nil else { continue }
            put(response, for: set)
            break
        }
        guard set.response(named: wanted) == nil else { return }
        if launch == nil { effects.selectionChanges.add(.lost(wanted), for: name) }
        effects.faults.append(
            BarricadeError(
                launch == nil ? .unusableSelection : .invalidLaunchOption,
                """
                The \(launch == nil ? "saved selection names" : "launch options select") \
                "\(wanted.shortened)" for set "\(name.shortened)", which has no such response. \
                "\(routing.selectedResponse(of: set).name.shortened)" answers instead.
                Known: \(NameSuggestion.list(nearestTo: wanted, among: set.responses.map(\.name))).
                """))
    }
}
