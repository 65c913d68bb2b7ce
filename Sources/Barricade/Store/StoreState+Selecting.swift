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
        answers.add(set.prepared(response), times: times)
        routing.answers[name] = answers
    }

    mutating func select(_ response: String, for name: String) throws(BarricadeError) {
        let (set, known) = try known(response, for: name)
        known.restart()
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

    /// Makes every set answer with its default again, including live sets; ends chaos.
    mutating func reset() {
        setChaos(nil)
        for set in pendingSelections.keys { effects.selectionChanges.add(.reset, for: set) }
        pendingSelections = pendingSelections.filter(\.value.isFromLaunch)
            .mapValues { PendingSelection(response: $0.response, isFromLaunch: true) }
        appliedPreset = nil
        for set in orderedSets { reset(set) }
    }

    mutating func reset(_ name: String) throws(BarricadeError) {
        reset(try registeredSet(name))
    }

    private mutating func reset(_ set: RegisteredSet) {
        choose(nil, for: set)
        dropAnswers(of: set.name)
        letGo(set.name)
        set.defaultResponse.restart()
        if routing.modes.removeValue(forKey: set.name) != nil {
            effects.changes.append(.mode(.barricaded, set: set.name))
        }
    }

    /// Selects what a snapshot holds, and defaults for other sets; ignores sets that are gone.
    mutating func restore(_ selection: Preset.Selection) {
        for set in orderedSets { putBack(selection[set.name], for: set.name) }
    }

    /// Restores a set's previous selection, if the set and the response still exist.
    mutating func putBack(_ response: String?, for name: String) {
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

    /// Applies a set's pending selection when the set is registered.
    mutating func applyPendingSelection(for name: String) {
        guard let set = sets[name], let pending = pendingSelections.removeValue(forKey: name) else {
            return
        }
        if let response = set.response(named: pending.response) {
            return put(response.name, for: set)
        }
        if let saved = pending.saved.flatMap({ set.response(named: $0) }) {
            put(saved.name, for: set)
        }
        if !pending.isFromLaunch {
            effects.selectionChanges.add(.lost(pending.response), for: name)
        }
        effects.faults.append(
            BarricadeError(
                pending.isFromLaunch ? .invalidLaunchOption : .unusableSelection,
                """
                The \(pending.isFromLaunch ? "launch options select" : "saved selection names") \
                "\(pending.response.shortened)" for set "\(name.shortened)", which has no such response. \
                "\(routing.selectedResponse(of: set).name.shortened)" answers instead.
                Known: \(NameSuggestion.list(nearestTo: pending.response, among: set.responses.map(\.name))).
                """))
    }
}
