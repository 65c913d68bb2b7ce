/// What a store holds, as a value: its changes are pure, and say what is to follow from them.
struct StoreState: Sendable {
    /// What it takes to route a request.
    struct Routing: Sendable {
        var index = MatchIndex()
        /// The names of selected responses by set; sets at their default are missing.
        var selected: [String: String] = [:]
        var modes: [String: ResponseSetMode] = [:]
        /// The requests that held sets keep, while those are held.
        var held: [String: HeldRequests] = [:]
        var unmatchedPolicy = UnmatchedPolicy.fail
        /// What is on the network; `nil` where it takes no time.
        var traffic: NetworkTraffic?
        /// The sets that name a scheme which reaches no server, by scheme.
        fileprivate(set) var localSets: [String: Set<String>] = [:]

        /// The schemes whose requests reach no server.
        static let localSchemes = ["data", "file"]

        /// Whether a URL may have such a scheme, by its first letter.
        static func mayBeLocal(_ url: String) -> Bool {
            switch url.utf8.first {
            case UInt8(ascii: "d"), UInt8(ascii: "D"), UInt8(ascii: "f"), UInt8(ascii: "F"): true
            default: false
            }
        }

        /// Whether a set names such a scheme.
        func names(scheme: String) -> Bool { localSets[scheme]?.isEmpty == false }
    }

    /// What follows from changes, once they are made.
    struct Effects: Sendable {
        var changes: [StoreChange] = []
        var faults: [BarricadeError] = []
        /// What is to be there again at the next launch.
        var selectionChanges = SelectionChanges()
        /// Gates of sets that are held no longer; their requests go on.
        var opened: [HeldRequests] = []
    }

    /// A selection for a set that is not registered yet.
    private struct Wish {
        var response: String
        var isFromLaunch: Bool
        /// The saved name that the launch's goes before.
        var saved: String?
    }

    private(set) var routing = Routing()
    private var sets: [String: RegisteredSet] = [:]
    private(set) var presets: [Preset] = []
    private(set) var definitionFaults: [String: [BarricadeError]] = [:]
    private var registrations = 0
    private var wishes: [String: Wish] = [:]
    private let launchOptions: LaunchOptions
    private let files: [FileLocation]
    private let resources: ResourceStores
    private var effects = Effects()
    private var hasReportedLaunchOptions = false

    init(
        files: [FileLocation], resources: ResourceStores, saved: Preset.Selection,
        launchOptions: LaunchOptions
    ) {
        self.files = files
        self.resources = resources
        self.launchOptions = launchOptions
        wishes = saved.responses.mapValues { Wish(response: $0, isFromLaunch: false) }
        for (set, response) in launchOptions.selection.responses {
            wishes[set] = Wish(
                response: response, isFromLaunch: true, saved: saved.responses[set])
        }
    }

    /// The sets, the one that is asked first in front.
    var orderedSets: [RegisteredSet] {
        // By numbers alone: to move the sets about, or look into them, takes longer than to sort.
        let all = Array(sets.values)
        let order = all.indices.map { (precedence: all[$0].precedence, index: $0) }
        return order.sorted { $0.precedence > $1.precedence }.map { all[$0.index] }
    }

    var setCount: Int { sets.count }

    mutating func takeEffects() -> Effects {
        defer { effects = Effects() }
        return effects
    }
}

// MARK: - Sets

extension StoreState {
    /// Registers sets in front of all others, in the order given; one of a known name replaces it.
    mutating func register(_ added: [ResponseSet]) {
        guard !added.isEmpty else { return }
        registrations += 1
        let (added, faults) = ResponseSetChecks.named(added)
        effects.changes.append(.registered(added.map(\.name)))
        // From the last to the first, so that each insertion is one at the end of its list.
        // Made before they are put into the index, whose parts lie together in memory then.
        let registered = added.enumerated().reversed().map { position, set in
            RegisteredSet(
                set, precedence: (registrations << 24) + (added.count - position), files: files,
                resources: resources)
        }
        for set in registered {
            insert(set)
            definitionFaults[set.name] = faults[set.name]
        }
        effects.faults += added.flatMap { faults[$0.name] ?? [] }
        for set in added { grantWish(for: set.name) }
    }

    private mutating func insert(_ set: RegisteredSet) {
        if let replaced = sets.updateValue(set, forKey: set.name) { takeOut(replaced) }
        routing.index.insert(set)
        for scheme in Routing.localSchemes
        where set.definition.matcher.clause.names(scheme: scheme) {
            routing.localSets[scheme, default: []].insert(set.name)
        }
        if let selected = routing.selected[set.name], set.response(named: selected) == nil {
            effects.selectionChanges.add(.lost(selected), for: set.name)
            put(nil, for: set)
        }
    }

    private mutating func takeOut(_ set: RegisteredSet) {
        routing.index.remove(set)
        for scheme in routing.localSets.keys { routing.localSets[scheme]?.remove(set.name) }
    }

    private mutating func grantWish(for name: String) {
        guard let set = sets[name], let wish = wishes.removeValue(forKey: name) else { return }
        if let response = set.response(named: wish.response) {
            return put(response.name, for: set)
        }
        if let saved = wish.saved.flatMap({ set.response(named: $0) }) { put(saved.name, for: set) }
        if !wish.isFromLaunch { effects.selectionChanges.add(.lost(wish.response), for: name) }
        effects.faults.append(
            BarricadeError(
                wish.isFromLaunch ? .invalidLaunchOption : .unusableSelection,
                """
                The \(wish.isFromLaunch ? "launch options select" : "saved selection names") \
                "\(wish.response.shortened)" for set "\(name.shortened)", which has no such response. \
                "\(selectedResponse(of: set).name.shortened)" answers instead.
                Known: \(NameSuggestion.list(nearestTo: wish.response, among: set.responses.map(\.name))).
                """))
    }

    /// Takes a set out, with what is selected for it.
    mutating func unregister(_ name: String) throws(BarricadeError) {
        let set = try registeredSet(name)
        sets[name] = nil
        definitionFaults[name] = nil
        takeOut(set)
        routing.modes[name] = nil
        letGo(name)
        if let selected = routing.selected.removeValue(forKey: name) {
            effects.selectionChanges.add(.lost(selected), for: name)
        }
        effects.changes.append(.unregistered([name]))
    }

    func registeredSet(_ name: String) throws(BarricadeError) -> RegisteredSet {
        guard let set = sets[name] else {
            throw BarricadeError(
                .unknownName,
                """
                No response set is named "\(name.shortened)".
                Known: \(NameSuggestion.list(nearestTo: name, among: orderedSets.map(\.name))).
                """)
        }
        return set
    }

    mutating func setMode(_ mode: ResponseSetMode, for name: String) throws(BarricadeError) {
        _ = try registeredSet(name)
        guard routing.modes[name, default: .barricaded] != mode else { return }
        routing.modes[name] = mode == .barricaded ? nil : mode
        if mode != .held { letGo(name) }
        effects.changes.append(.mode(mode, set: name))
    }

    /// Holds a set's requests, by the gate that holds them already where there is one.
    mutating func hold(
        _ name: String, _ makeGate: (RegisteredSet) -> HeldRequests
    ) throws(BarricadeError) -> HeldRequests {
        let set = try registeredSet(name)
        let gate = routing.held[name] ?? makeGate(set)
        routing.held[name] = gate
        try setMode(.held, for: name)
        return gate
    }

    private mutating func letGo(_ name: String) {
        if let gate = routing.held.removeValue(forKey: name) { effects.opened.append(gate) }
    }

    mutating func setUnmatchedPolicy(_ policy: UnmatchedPolicy) {
        guard routing.unmatchedPolicy != policy else { return }
        routing.unmatchedPolicy = policy
        effects.changes.append(.unmatchedPolicy(policy))
    }

    mutating func setTraffic(_ traffic: NetworkTraffic?) {
        guard routing.traffic?.conditions != traffic?.conditions else { return }
        routing.traffic = traffic
        effects.changes.append(.networkConditions(traffic?.conditions))
        if let error = traffic?.error { effects.faults.append(error) }
    }

    /// Returns the launch options' unmet names the first time, nothing afterwards.
    mutating func takeUnmetLaunchOptions() -> [BarricadeError] {
        guard !hasReportedLaunchOptions else { return [] }
        hasReportedLaunchOptions = true
        return unmetLaunchOptions
    }

    /// The launch options' names that no registered set or preset has, for messages.
    var unmetLaunchOptions: [BarricadeError] {
        var unmet: [BarricadeError] = []
        if let preset = launchOptions.preset, !presets.contains(where: { $0.name == preset }) {
            unmet.append(
                unknownPreset(
                    preset, .invalidLaunchOption,
                    "The launch options apply preset \"\(preset.shortened)\", which is not registered."
                ))
        }
        for (name, wish) in wishes.sorted(by: { $0.key < $1.key }) where wish.isFromLaunch {
            unmet.append(
                BarricadeError(
                    .invalidLaunchOption,
                    """
                    The launch options select "\(wish.response.shortened)" for set \
                    "\(name.shortened)", which is not registered.
                    Known: \(NameSuggestion.list(nearestTo: name, among: orderedSets.map(\.name))).
                    """))
        }
        return unmet
    }
}

// MARK: - Selection

extension StoreState {
    /// The response that answers for a set: the one selected, else its default.
    func selectedResponse(of set: RegisteredSet) -> PreparedResponse {
        routing.selectedResponse(of: set)
    }

    mutating func select(_ response: String, for name: String) throws(BarricadeError) {
        let (set, known) = try known(response, for: name)
        known.restart()
        choose(known.name, for: set)
    }

    private func known(
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
            throw BarricadeError(
                .unknownName,
                """
                Set "\(name.shortened)" has no response named "\(response.shortened)".
                Known: \(NameSuggestion.list(nearestTo: response, among: set.responses.map(\.name))).
                """)
        }
        return (set, known)
    }

    /// Makes every set answer with its default again, and none pass its requests through.
    mutating func reset() {
        for set in wishes.keys { effects.selectionChanges.add(.reset, for: set) }
        wishes = wishes.filter(\.value.isFromLaunch)
            .mapValues { Wish(response: $0.response, isFromLaunch: true) }
        for set in orderedSets { reset(set) }
    }

    mutating func reset(_ name: String) throws(BarricadeError) {
        reset(try registeredSet(name))
    }

    private mutating func reset(_ set: RegisteredSet) {
        choose(nil, for: set)
        letGo(set.name)
        set.defaultResponse.restart()
        if routing.modes.removeValue(forKey: set.name) != nil {
            effects.changes.append(.mode(.barricaded, set: set.name))
        }
    }

    /// Selects exactly what a snapshot holds; sets that are gone since are passed over.
    mutating func restore(_ selection: Preset.Selection) {
        for set in orderedSets { putBack(selection[set.name], for: set.name) }
    }

    /// Puts back what was selected before, as far as the set and the response still exist.
    mutating func putBack(_ response: String?, for name: String) {
        guard let set = sets[name] else { return }
        choose(response.flatMap { set.response(named: $0)?.name }, for: set)
    }

    /// Selects a response, or the default, for this run and those to come.
    ///
    /// What is selected already is to be saved too: another barricade may have saved something else.
    private mutating func choose(_ response: String?, for set: RegisteredSet) {
        effects.selectionChanges.add(response.map { .selected($0) } ?? .reset, for: set.name)
        put(response, for: set)
    }

    private mutating func put(_ response: String?, for set: RegisteredSet) {
        let before = routing.selected[set.name]
        guard before != response else { return }
        routing.selected[set.name] = response
        let answering = response ?? set.defaultResponse.name
        if answering != before ?? set.defaultResponse.name {
            effects.changes.append(.selected(response: answering, set: set.name))
        }
    }
}

// MARK: - Presets

extension StoreState {
    mutating func register(_ added: [Preset]) {
        guard !added.isEmpty else { return }
        for preset in added {
            if let index = presets.firstIndex(where: { $0.name == preset.name }) {
                presets[index] = preset
            } else {
                presets.append(preset)
            }
            if preset.name == launchOptions.preset { wish(for: preset) }
        }
        effects.changes.append(.presets(added.map(\.name)))
    }

    /// A launch's preset selects in the sets that are there, and in others once they are.
    private mutating func wish(for preset: Preset) {
        for (set, response) in preset.selection.responses
        where launchOptions.selection[set] == nil {
            let saved = wishes[set].flatMap { $0.isFromLaunch ? $0.saved : $0.response }
            wishes[set] = Wish(response: response, isFromLaunch: true, saved: saved)
            grantWish(for: set)
        }
    }

    mutating func apply(_ name: String) throws(BarricadeError) {
        guard let preset = presets.first(where: { $0.name == name }) else {
            throw unknownPreset(name, .unknownName, "No preset is named \"\(name.shortened)\".")
        }
        try apply(preset)
    }

    /// Selects all that a preset names, or nothing where a name is unknown.
    mutating func apply(_ preset: Preset) throws(BarricadeError) {
        if let fault = fault(of: preset) { throw fault }
        for (set, response) in preset.selection.responses.sorted(by: { $0.key < $1.key }) {
            try select(response, for: set)
        }
    }

    /// What keeps a preset from being applied: the first of its names that is not known.
    func fault(of preset: Preset) -> BarricadeError? {
        for (set, response) in preset.selection.responses.sorted(by: { $0.key < $1.key }) {
            do {
                _ = try known(response, for: set)
            } catch {
                return BarricadeError(
                    .unknownName,
                    "Preset \"\(preset.name.shortened)\" cannot be applied. \(error.message)")
            }
        }
        return nil
    }

    private func unknownPreset(
        _ name: String, _ code: BarricadeError.Code, _ sentence: String
    ) -> BarricadeError {
        BarricadeError(
            code,
            """
            \(sentence)
            Known: \(NameSuggestion.list(nearestTo: name, among: presets.map(\.name))).
            """)
    }
}

extension StoreState.Routing {
    func selectedResponse(of set: RegisteredSet) -> PreparedResponse {
        selected[set.name].flatMap { set.response(named: $0) } ?? set.defaultResponse
    }
}
