import Foundation

/// The edit that has made a response at run time; each edit is another one.
package struct Edit: Sendable, Hashable {
    package let id = UUID().uuidString

    package init() {}
}

extension CannedResponse {
    /// The edit that made it at run time; `nil` for a response of the code or a folder.
    package var edit: Edit? {
        get { attachments[Edit.self] }
        set { attachments[Edit.self] = newValue }
    }
}

extension StoreState {
    /// Adds a response to a set, or replaces one that was made at run time.
    ///
    /// The set keeps its place and its other responses. The new response stays selected, and
    /// without a name it gets that of the old one.
    package mutating func put(
        _ response: CannedResponse, inPlaceOf name: String? = nil, in setName: String
    ) throws(BarricadeError) {
        let set = try registeredSet(setName)
        var (response, responses) = (response, set.definition.responses)
        var index = responses.endIndex
        if let name {
            index = try Self.index(ofEdit: name, in: set)
            responses.remove(at: index)
            if response.name.isEmpty { response.name = name }
        }
        guard !response.name.isEmpty, !responses.contains(where: { $0.name == response.name })
        else {
            throw BarricadeError(
                .invalidDefinition,
                """
                A response of set "\(setName.shortened)" needs a name that no other has, got \
                "\(response.name.shortened)".
                """)
        }
        response.edit = Edit()
        responses.insert(response, at: index)
        if let name, routing.selected[setName] == name {
            routing.selected[setName] = response.name
            save(.selected(response.name), for: setName)
        }
        revise(set, responses, preparing: response.name)
    }

    /// Removes a response that was made at run time, and the set with its last response.
    package mutating func remove(_ name: String, from setName: String) throws(BarricadeError) {
        let set = try registeredSet(setName)
        var responses = set.definition.responses
        responses.remove(at: try Self.index(ofEdit: name, in: set))
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
        definition = ResponseSet.checked([definition])[0]
        let place = registration.map { registration in
            orderedSets.first { $0.registration == registration }?.precedence
                ?? Precedence(behind: registration)
        }
        insert(
            RegisteredSet(
                definition, precedence: place?.raised(by: 1) ?? set.precedence,
                files: routing.files, after: set, preparing: edited))
        effects.changes.append(.registered([set.name]))
    }

    /// Returns a set with the responses that were made at run time for the one that it replaces.
    ///
    /// If the set has one of that name itself, that one answers, and the other is reported.
    mutating func keepingEdits(in set: ResponseSet) -> ResponseSet {
        var set = set
        for edit in sets[set.name]?.definition.responses ?? [] where edit.edit != nil {
            guard let own = set[edit.name] else {
                set.responses.append(edit)
                continue
            }
            guard own.edit == nil else { continue }
            effects.faults.append(
                BarricadeError(
                    .invalidDefinition,
                    """
                    \(set.title) has a response "\(own.name.shortened)" now, which replaces the one \
                    made at run time.
                    """))
        }
        return set
    }

    /// Returns the index of a set's response that was made at run time.
    private static func index(
        ofEdit name: String, in set: RegisteredSet
    ) throws(BarricadeError) -> Int {
        let responses = set.definition.responses
        guard let index = responses.firstIndex(where: { $0.name == name }) else {
            throw .unknownResponse(name, of: set.name, known: responses.map(\.name))
        }
        if responses[index].edit != nil { return index }
        throw BarricadeError(
            .invalidDefinition,
            """
            Response "\(name.shortened)" of set "\(set.name.shortened)" \
            (\(set.definition.origin.text)) stands in code or in a folder, and only what is made at run time \
            can be changed from here.

            To fix: change it where it stands, or add a copy under another name.
            """)
    }
}
