/// The state of a store, as a value; its changes are pure and return their effects.
package struct StoreState: Sendable {
    /// The effects of changes, to carry out afterwards.
    struct Effects: Sendable {
        var changes: [StoreChange] = []
        var choices: [Choice] = []
        var faults: [BarricadeError] = []
        /// The changes to save for the next launch.
        var selectionChanges: [SelectionChange] = []
        /// The gates of sets that are no longer held, to open.
        var openedGates: [HeldRequests] = []
        /// The objects to free outside the lock, since users' closures may own anything.
        var freed: [any AnyObject & Sendable] = []
    }

    package var routing: Routing
    package private(set) var sets: [String: RegisteredSet] = [:] { didSet { setChanges += 1 } }
    /// Another number after each change of the sets.
    package private(set) var setChanges = 0
    package var presets: [Preset] = []
    /// The name of the preset that was applied last, unless all sets were reset since.
    package var appliedPreset: String?
    /// The names that sets have or had, which are valid to ask for.
    private(set) var knownNames: Set<String> = []
    private var registrations = 0
    /// The saved responses of sets that are not registered yet.
    var savedSelection: [String: String]
    /// The responses that the launch options select in such sets; they win over the saved ones.
    var launchSelection: [String: String]
    package let launchOptions: LaunchOptions
    /// The mistake in the latest edit of each watched folder that has one, by its registration.
    package var folderFaults: [Int: BarricadeError] = [:]
    var effects = Effects()

    init(_ settings: Barricade.Settings, random: RandomSource, saved: Preset.Selection) {
        routing = Routing(settings, random: random)
        savedSelection = saved.responses
        launchOptions = settings.launchOptions
        launchSelection = launchOptions.selection.responses
    }

    /// The sets, in the order in which they are asked.
    package var orderedSets: [RegisteredSet] {
        Array(sets.values).ordered(by: \.precedence).reversed()
    }

    /// Returns whether a set names a scheme.
    func names(scheme: String) -> Bool {
        sets.values.contains { $0.definition.matcher.clause.names(scheme: scheme) }
    }
}

// MARK: - Sets

extension StoreState {
    /// Registers sets in front of all others, in the order given; a set replaces one with the same
    /// name.
    ///
    /// - Returns: The number of the registration.
    package mutating func register(_ added: [ResponseSet]) -> Int {
        let registration = newRegistration()
        insert(added, above: Precedence(behind: registration))
        return registration
    }

    /// Returns the number of a new registration, which is the highest, or the highest of those
    /// behind all others.
    package mutating func newRegistration(isBehindOthers: Bool = false) -> Int {
        registrations += 1
        return isBehindOthers ? registrations - (1 << 30) : registrations
    }

    /// Changes a set, which keeps its place in the order; returns false if it is unknown.
    package mutating func edit(_ name: String, _ change: (ResponseSet) -> ResponseSet) -> Bool {
        guard let set = sets[name] else { return false }
        let answers = routing.answers[name]
        insert([change(set.definition)], above: set.precedence.raised(by: -1))
        routing.answers[name] = answers
        return true
    }

    /// Inserts sets with the precedences above a lowest one, the first set with the highest.
    ///
    /// - Parameter unchanged: The names of sets that are the same as before.
    package mutating func insert(
        _ added: [ResponseSet], above lowest: Precedence, unchanged: Set<String> = []
    ) {
        let added = ResponseSet.checked(added).map { set in
            keepingEdits(in: set, isUnchanged: unchanged.contains(set.name))
        }
        // From last to first, so that each insertion is at the end of its list. Made before
        // indexing, so that the index is contiguous in memory.
        var registered: [RegisteredSet] = []
        for number in 1..<added.count + 1 {
            let set = added[added.count - number]
            let precedence = lowest.raised(by: number)
            let earlier = unchanged.contains(set.name) ? sets[set.name] : nil
            guard earlier?.precedence != precedence else { continue }
            if earlier == nil { dropAnswers(of: set.name) }
            registered.append(
                RegisteredSet(
                    set, precedence: precedence, files: routing.files, after: earlier))
        }
        guard !registered.isEmpty else { return }
        effects.changes.append(.registered(registered.reversed().map(\.name)))
        for set in registered { insert(set) }
        effects.faults += ResponseSet.faults(of: added)
        for set in added {
            let isNew = knownNames.insert(set.name).inserted
            if let set = sets[set.name] { applyPendingSelection(for: set, isNew: isNew) }
        }
    }

    /// Puts a set in the place of one with the same name, or at a new place.
    mutating func insert(_ set: RegisteredSet) {
        let replaced = sets.updateValue(set, forKey: set.name)
        if let replaced { takeOut(replaced) }
        routing.index.insert(set)
        if let selected = routing.selected[set.name], set.response(named: selected) == nil {
            forget(selected, of: set.name)
            selectForThisRun(nil, for: set)
        }
    }

    /// Drops the responses that wait for a set's next requests.
    mutating func dropAnswers(of name: String) {
        if let answers = routing.answers.removeValue(forKey: name) {
            effects.freed.append(answers)
        }
    }

    private mutating func takeOut(_ set: RegisteredSet) {
        effects.freed.append(set)
        routing.index.remove(set)
    }

    /// Removes sets and their selections.
    package mutating func unregister(_ gone: [RegisteredSet]) {
        guard !gone.isEmpty else { return }
        for set in gone {
            sets[set.name] = nil
            takeOut(set)
            dropAnswers(of: set.name)
            routing.modes[set.name] = nil
            openGate(of: set.name)
            if let selected = routing.selected.removeValue(forKey: set.name) {
                forget(selected, of: set.name)
            }
        }
        effects.changes.append(.unregistered(gone.map(\.name)))
    }

    /// Throws if no set has or had a name.
    func checkKnown(_ name: String) throws(BarricadeError) {
        if !knownNames.contains(name) { _ = try registeredSet(name) }
    }

    package func registeredSet(_ name: String) throws(BarricadeError) -> RegisteredSet {
        if let set = sets[name] { return set }
        throw .unknown(
            name, among: orderedSets.map(\.name),
            saying: "No response set is named \"\(name.shortened)\"\(routing.inBarricade).",
            seeing: " in barricade.sets",
            orElse: " Give sets to Barricade(…) or barricade.register(…).")
    }

    package mutating func setMode(_ mode: ResponseSet.Mode, for name: String) throws(BarricadeError)
    {
        _ = try registeredSet(name)
        guard routing.modes[name, default: .barricaded] != mode else { return }
        routing.modes[name] = mode == .barricaded ? nil : mode
        if mode != .held { openGate(of: name) }
        effects.changes.append(.mode(mode, set: name))
    }

    /// Holds a set's requests; returns the existing object if the set is already held.
    mutating func hold(
        _ name: String, at barricade: Barricade
    ) throws(BarricadeError) -> HeldRequests {
        let set = try registeredSet(name)
        let gate = routing.held[name] ?? HeldRequests(set, at: barricade)
        routing.held[name] = gate
        try setMode(.held, for: name)
        effects.choices.append(.hold(gate, set: name))
        return gate
    }

    /// Makes a held set answer again, if its requests wait at this gate.
    mutating func endHold(of name: String, at gate: HeldRequests) {
        guard routing.held[name] === gate else { return }
        try? setMode(.barricaded, for: name)
    }

    private mutating func openGate(of name: String) {
        if let gate = routing.held.removeValue(forKey: name) { effects.openedGates.append(gate) }
    }

    /// Changes the policy, and registers the plugin that it names in place of the one before.
    ///
    /// - Returns: Whether the policy is another one.
    mutating func setUnmatchedPolicy(
        _ policy: UnmatchedPolicy, asking plugin: (any Plugin)?
    ) -> Bool {
        guard routing.unmatchedPolicy != policy else { return false }
        routing.unmatchedPolicy = policy
        if let before = routing.policyPlugin {
            routing.plugins.removeAll { $0 === before }
            effects.freed.append(before)
        }
        routing.policyPlugin = plugin
        if let plugin { routing.plugins.append(plugin) }
        effects.changes.append(.unmatchedPolicy(policy))
        effects.faults += policy.faults
        return true
    }

    mutating func setTraffic(_ traffic: NetworkTraffic?) {
        guard routing.traffic?.conditions != traffic?.conditions else { return }
        routing.traffic = traffic
        effects.changes.append(.networkConditions(traffic?.conditions))
        if let error = traffic?.conditions.error { effects.faults.append(error) }
    }
}

extension StoreState {
    /// All mistakes found: unusable definitions, missing files, unknown names, sets that can never
    /// answer.
    ///
    /// It reads the files of all responses.
    var faults: [BarricadeError] {
        let sets = orderedSets
        var faults = ResponseSet.faults(of: sets.map(\.definition))
        var seen: Set<BarricadeError> = []
        for set in sets {
            for response in set.responses {
                // A mistake in a resource shows up in each of its sets.
                for fault in response.check(in: routing.files) where seen.insert(fault).inserted {
                    faults.append(fault)
                }
            }
        }
        faults += shadowingFaults
        for preset in presets {
            if let fault = fault(of: preset) { faults.append(fault) }
        }
        return faults + launchOptions.faults + unmetLaunchOptions + settingFaults
    }

    /// The mistakes in the delay, the network conditions, the unmatched policy and edits of watched
    /// folders; usually none.
    package var settingFaults: [BarricadeError] {
        [routing.delayFault, routing.traffic?.conditions.error].compactMap(\.self)
            + routing.unmatchedPolicy.faults + Array(folderFaults).ordered(by: \.key).map(\.value)
    }

    /// The sets that can never answer, since an earlier one claims all their requests.
    ///
    /// It compares only sets of one registration, since later sets are meant to replace earlier
    /// ones, and each with the first 100 at its path that have a part in common with it.
    private var shadowingFaults: [BarricadeError] {
        var faults: [BarricadeError] = []
        var earlier: [String: MatchIndex<RegisteredSet>] = [:]
        var registration: Int?
        for set in orderedSets {
            if set.registration != registration { earlier = [:] }
            registration = set.registration
            let clause = set.definition.matcher.clause
            let target = clause.exampleTarget
            let candidates = clause.partsToCover.flatMap { part in
                earlier[part]?.candidates(for: target) ?? []
            }.ordered(by: \.precedence).reversed()
            if let first = candidates.prefix(100).first(where: { $0.covers(set) }) {
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
            for part in clause.coveredParts {
                earlier[part, default: MatchIndex()].insert(set)
            }
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
            let responses = sets[name]?.responses.map(\.name)
            unmet.append(
                .unknown(
                    responses == nil ? name : response,
                    among: responses ?? orderedSets.map(\.name),
                    saying: """
                        The launch options select "\(response.shortened)" for set "\(name.shortened)", \
                        which \(responses == nil ? "is not registered" : "has no such response").
                        """,
                    code: .invalidLaunchOption))
        }
        return unmet
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
        let count = sets.count.counted("response set")
        var lines = ["Barricade \"\(routing.barricade.shortened)\": \(count)"]
        for (index, set) in sets.enumerated() {
            lines.append("  \(names[index])  \(matchers[index])  \(answer(of: set))")
        }
        if !presets.isEmpty {
            let names = NameSuggestion.quoted(presets.map(\.name), limit: presets.count)
            lines.append("Presets: \(names)")
        }
        lines.append("Unmatched requests: \(routing.unmatchedPolicy)")
        return lines.joined(separator: "\n")
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
