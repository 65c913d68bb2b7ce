import Foundation

// The responses that are made at run time, by people or by code.
extension StoreState {
    /// The limits of all responses made at run time.
    private static let editLimits = (count: 200, bytes: 64 << 20)

    /// The number of responses made at run time.
    package var editCount: Int { edits.count }

    private var edits: [CannedResponse] {
        sets.values.flatMap { $0.definition.responses.filter { $0.edit != nil } }
    }

    /// Adds a set that is made at run time, with its responses, in front of all others.
    package mutating func add(_ set: ResponseSet) throws(BarricadeError) {
        var (set, made) = (set, [CannedResponse]())
        if sets[set.name] != nil { throw .taken(set.name, "A response set") }
        for response in set.responses { made.append(try edited(response, among: made)) }
        set.responses = made
        _ = register([set])
    }

    /// Adds a response to a set, which keeps its place and its other responses.
    package mutating func add(
        _ response: CannedResponse, to name: String
    ) throws(BarricadeError) {
        let set = try registeredSet(name)
        let others = set.definition.responses
        let response = try edited(response, among: others)
        revise(set, others + [response], preparing: response.name)
    }

    /// Replaces a response that was made at run time; one without a name gets that of the old one.
    package mutating func replace(
        _ name: String, with response: CannedResponse, in setName: String
    ) throws(BarricadeError) {
        let (set, index) = try edit(named: name, in: setName)
        var (response, responses) = (response, set.definition.responses)
        let replaced = responses.remove(at: index)
        if response.name.isEmpty { response.name = name }
        response = try edited(response, among: responses, replacing: replaced)
        responses.insert(response, at: index)
        if routing.selected[setName] == name, response.name != name {
            routing.selected[setName] = response.name
            effects.selectionChanges.add(.selected(response.name), for: setName)
            effects.changes.append(.selected(response: response.name, set: setName))
        }
        revise(set, responses, preparing: response.name)
    }

    /// Removes a response that was made at run time, and the set with its last response.
    package mutating func remove(_ name: String, from setName: String) throws(BarricadeError) {
        let (set, index) = try edit(named: name, in: setName)
        var responses = set.definition.responses
        responses.remove(at: index)
        if responses.isEmpty { unregister([set]) } else { revise(set, responses) }
    }

    /// Changes the responses of a set.
    ///
    /// - Parameters:
    ///   - edited: The name of the response that is prepared anew.
    ///   - registration: The registration that the set joins as the first; `nil` keeps its place.
    package mutating func revise(
        _ set: RegisteredSet, _ responses: [CannedResponse], preparing edited: String? = nil,
        in registration: Int? = nil
    ) {
        var definition = set.definition
        definition.responses = responses
        let place = registration.map { registration in
            orderedSets.first { $0.registration == registration }?.precedence ?? registration << 24
        }
        insert(
            RegisteredSet(
                definition, precedence: place.map { $0 + 1 } ?? set.precedence,
                state: routing.setup.handlerState, after: set, preparing: edited))
        definitionFaults[set.name] = ResponseSetChecks.named([definition]).faults[set.name]
        effects.changes.append(.registered([set.name]))
    }

    /// Returns a set with the responses that were made at run time for the one that it replaces.
    ///
    /// If the set has one of that name itself, that one answers, and the other is reported.
    mutating func keepingEdits(in set: ResponseSet) -> ResponseSet {
        var set = set
        for edit in sets[set.name]?.definition.responses ?? [] where edit.edit != nil {
            if let own = set[edit.name] {
                guard own.edit == nil else { continue }
                effects.faults.append(
                    BarricadeError(
                        .invalidDefinition,
                        """
                        Response set "\(set.name.shortened)" (\(set.origin.text)) has a response \
                        "\(own.name.shortened)" now, which replaces the one made at run time.
                        """))
            } else {
                set.responses.append(edit)
            }
        }
        return set
    }

    /// Returns a set, and the index of its response that was made at run time.
    private func edit(
        named name: String, in setName: String
    ) throws(BarricadeError) -> (RegisteredSet, Int) {
        let set = try registeredSet(setName)
        let responses = set.definition.responses
        guard let index = responses.firstIndex(where: { $0.name == name }) else {
            throw .unknownResponse(
                name, of: setName, known: responses.map(\.name), at: routing.place)
        }
        if responses[index].edit != nil { return (set, index) }
        throw BarricadeError(
            .invalidDefinition,
            """
            Response "\(name.shortened)" of set "\(setName.shortened)" \
            (\(set.definition.origin.text)) was not made at run time, so it can only be changed there.

            To fix: add a copy under another name.
            """)
    }

    /// Returns a response as a new edit.
    ///
    /// - Throws: ``BarricadeError/Code/invalidDefinition`` if its name is missing or taken, or if
    ///   there is no room for it.
    private func edited(
        _ response: CannedResponse, among others: [CannedResponse],
        replacing replaced: CannedResponse? = nil
    ) throws(BarricadeError) -> CannedResponse {
        let name = response.name
        if name.isEmpty || others.contains(where: { $0.name == name }) {
            throw .taken(name, "A response of the set")
        }
        let kept = edits.filter { $0.edit != replaced?.edit }
        let (most, limit) = Self.editLimits
        guard kept.count < most, kept.reduce(response.size, { $0 + $1.size }) <= limit else {
            throw BarricadeError(
                .invalidDefinition,
                """
                There is no room for response "\(name.shortened)": at most \(most) responses, with \
                \(limit >> 20) MB in all, can be made at run time.

                To fix: remove others, or write them to a folder: try barricade.write(to: …).
                """)
        }
        var response = response
        response.edit = UUID()
        return response
    }
}

extension BarricadeError {
    fileprivate static func taken(_ name: String, _ what: String) -> BarricadeError {
        let problem = name.isEmpty ? "needs a name" : "is already named \"\(name.shortened)\""
        return BarricadeError(.invalidDefinition, "\(what) \(problem).")
    }
}

extension CannedResponse {
    /// The number of bytes of its bodies in memory.
    fileprivate var size: Int {
        switch outcome {
        case .series(let series): return series.elements.reduce(0) { $0 + $1.size }
        case .reply(let reply):
            if case .data(let data) = reply.body.kind { return data.count }
            if case .pieces(let pieces) = reply.body.kind { return pieces.size ?? 0 }
            return 0
        default: return 0
        }
    }
}
