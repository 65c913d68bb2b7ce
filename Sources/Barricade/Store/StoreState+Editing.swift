package import Foundation

/// The edit that has made or changed a response at run time; each edit is another one.
package struct Edit: Sendable {
    package let id = UUID().uuidString
    package let date = Date()
    /// The response of a folder that it has changed; `nil` for a new one.
    package private(set) var original: CannedResponse?

    package init() {}

    /// Makes an edit of a response that may have been edited before.
    fileprivate init(of response: CannedResponse) {
        original = response.unedited
    }
}

extension CannedResponse {
    /// The edit that made it at run time, or changed it; `nil` for a response as the code or a folder
    /// has it.
    package var edit: Edit? {
        get { attachments[Edit.self] }
        set { attachments[Edit.self] = newValue }
    }

    /// The response as the code or a folder has it; `nil` if it was made at run time.
    package var unedited: CannedResponse? { edit.map { $0.original } ?? self }
}

extension StoreState {
    /// Adds a response to a set, or replaces one that was made at run time or is in a folder.
    ///
    /// The set keeps its place and its other responses. The new response stays selected, and
    /// without a name it gets that of the old one. One that a folder has keeps its name.
    package mutating func put(
        _ response: CannedResponse, inPlaceOf name: String? = nil, in setName: String
    ) throws(BarricadeError) {
        let set = try registeredSet(setName)
        var (response, responses) = (response, set.definition.responses)
        var (index, edit) = (responses.endIndex, Edit())
        if let name {
            index = try Self.index(ofEdit: name, in: set, orOfFolder: true)
            edit = Edit(of: responses.remove(at: index))
            if response.name.isEmpty { response.name = name }
        }
        if let original = edit.original, original.name != response.name {
            throw BarricadeError(
                .invalidDefinition,
                """
                Response "\(original.name.shortened)" of set "\(setName.shortened)" is in a folder, \
                and keeps its name.
                """)
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
        response.edit = edit
        responses.insert(response, at: index)
        if let name, routing.selected[setName] == name {
            routing.selected[setName] = response.name
            save(response.name, for: setName)
        }
        revise(set, responses, preparing: [response.name])
    }

    /// Removes a response that was made at run time, and the set with its last response; one that was
    /// changed is as its folder has it again.
    package mutating func remove(_ name: String, from setName: String) throws(BarricadeError) {
        let set = try registeredSet(setName)
        var responses = set.definition.responses
        let index = try Self.index(ofEdit: name, in: set)
        if let original = responses[index].edit?.original {
            responses[index] = original
        } else {
            responses.remove(at: index)
        }
        if responses.isEmpty {
            unregister([set])
        } else {
            revise(set, responses, preparing: [name])
        }
    }

    /// Changes the responses of a set.
    ///
    /// - Parameters:
    ///   - edited: The names of the responses that are prepared anew.
    ///   - registration: The registration that the set joins as the first; `nil` keeps its place.
    package mutating func revise(
        _ set: RegisteredSet, _ responses: [CannedResponse], preparing edited: Set<String> = [],
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
    ///
    /// - Parameter isUnchanged: Whether the set is the same as before, and so keeps all of them.
    mutating func keepingEdits(in set: ResponseSet, isUnchanged: Bool) -> ResponseSet {
        guard let known = sets[set.name] else { return set }
        var set = set
        for edit in known.definition.responses where edit.edit != nil {
            guard let index = set.responses.firstIndex(where: { $0.name == edit.name }) else {
                set.responses.append(edit)
                continue
            }
            let own = set.responses[index]
            if isUnchanged { set.responses[index] = edit }
            if isUnchanged || own.edit != nil { continue }
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

    /// Returns the index of a set's response that was made at run time, or is in a folder.
    private static func index(
        ofEdit name: String, in set: RegisteredSet, orOfFolder: Bool = false
    ) throws(BarricadeError) -> Int {
        let responses = set.definition.responses
        guard let index = responses.firstIndex(where: { $0.name == name }) else {
            throw .unknownResponse(name, of: set.name, known: responses.map(\.name))
        }
        let definition = set.definition
        // A set that was made here and saved is in a folder too.
        let isOfFolder = definition.isMade || definition.origin.isInFolder
        if responses[index].edit != nil || orOfFolder && isOfFolder { return index }
        throw BarricadeError(
            .invalidDefinition,
            """
            Response "\(name.shortened)" of set "\(set.name.shortened)" \
            (\(definition.origin.text)) stands in \(isOfFolder ? "a folder" : "code"), and only \
            what is made at run time can be \(orOfFolder ? "changed" : "removed") from here.

            To fix: change it where it stands, or add a copy under another name.
            """)
    }
}
