extension Barricade {
    /// Makes a response answer for its set from the next request on.
    ///
    /// - Throws: ``BarricadeError/Code/unknownName``, listing the names that exist, nearest first.
    public func select(
        _ response: String, for set: some ResponseSetName
    ) throws(BarricadeError) {
        _ = try exchangeSelection(response, for: set.responseSetName)
    }

    /// Returns the name of a set's selected response, or of its default.
    ///
    /// - Throws: ``BarricadeError/Code/unknownName`` if no set has that name.
    public func selectedResponse(
        for set: some ResponseSetName
    ) throws(BarricadeError) -> String {
        let state = store.state
        let set = try state.registeredSet(set.responseSetName)
        return state.routing.selectedResponse(of: set).name
    }

    /// The selected response of every set, including those at their default.
    public var selection: Preset.Selection {
        let state = store.state
        let names = state.orderedSets.map { ($0.name, state.routing.selectedResponse(of: $0).name) }
        return Preset.Selection(Dictionary(uniqueKeysWithValues: names))
    }

    /// Selects what an earlier ``selection`` holds, and defaults for other sets; unknown names are
    /// ignored.
    public func restore(_ selection: Preset.Selection) {
        store.update { $0.restore(selection) }
    }

    /// Answers a set's next requests with a response, then with the selected one again.
    ///
    /// ```swift
    /// try barricade.answerNext("Login", with: CannedResponse(status: 503), times: 2)
    /// ```
    ///
    /// Responses given by several calls follow each other. ``reset()`` drops those that are left;
    /// so does registering a set of that name. While the set is live, they wait.
    ///
    /// - Parameters:
    ///   - set: The set or its name.
    ///   - response: The response; if it is unusable, it fails the requests, as it would in a set.
    ///   - times: The number of requests; 1 by default.
    /// - Throws: ``BarricadeError/Code/unknownName`` if no set has that name, and
    ///   ``BarricadeError/Code/invalidDefinition`` if the number of requests is below 1.
    public func answerNext(
        _ set: some ResponseSetName, with response: CannedResponse, times: Int = 1
    ) throws(BarricadeError) {
        guard times > 0 else {
            throw BarricadeError(
                .invalidDefinition, "answerNext needs a number of times above 0, got \(times).")
        }
        try store.update { state throws(BarricadeError) in
            try state.answerNext(set.responseSetName, with: response, times: times)
        }
    }

    /// Answers a set's next requests with one of its responses, then with the selected one again.
    ///
    /// ```swift
    /// try barricade.answerNext("Login", with: "Offline")
    /// ```
    ///
    /// - Throws: ``BarricadeError/Code/unknownName`` if no set or response has that name, and
    ///   ``BarricadeError/Code/invalidDefinition`` if the number of requests is below 1.
    public func answerNext(
        _ set: some ResponseSetName, with response: String, times: Int = 1
    ) throws(BarricadeError) {
        let known = try store.state.known(response, for: set.responseSetName).1
        try answerNext(set, with: known.definition, times: times)
    }

    /// Makes every set answer with its default again, including live sets.
    ///
    /// Sequences start again, next answers are forgotten, and held requests are released. The items
    /// of resources, the network conditions and the log stay.
    public func reset() {
        store.update { $0.reset() }
    }

    /// Makes one set answer with its default again, as ``reset()`` does.
    ///
    /// - Throws: ``BarricadeError/Code/unknownName`` if no set has that name.
    public func reset(_ set: some ResponseSetName) throws(BarricadeError) {
        try store.update { state throws(BarricadeError) in
            state.reset(try state.registeredSet(set.responseSetName))
        }
    }

    /// Selects a response while the body runs, then restores the previous selection.
    ///
    /// - Throws: ``BarricadeError/Code/unknownName`` before the body runs, or what the body throws.
    public func withSelection<Result>(
        _ response: String, for set: some ResponseSetName, perform body: () throws -> Result
    ) throws -> Result {
        let set = set.responseSetName
        let before = try exchangeSelection(response, for: set)
        defer { store.update { $0.putBack(before, for: set) } }
        return try body()
    }

    /// Selects a response while the body runs, then restores the previous selection.
    ///
    /// Other tasks see the selection too; a barricade for each test keeps them apart.
    ///
    /// - Throws: ``BarricadeError/Code/unknownName`` before the body runs, or what the body throws.
    public func withSelection<Result>(
        _ response: String, for set: some ResponseSetName,
        isolation: isolated (any Actor)? = #isolation, perform body: () async throws -> Result
    ) async throws -> Result {
        let set = set.responseSetName
        let before = try exchangeSelection(response, for: set)
        defer { store.update { $0.putBack(before, for: set) } }
        return try await body()
    }

    /// Selects a response; returns the one selected before, `nil` for the default.
    private func exchangeSelection(
        _ response: String, for set: String
    ) throws(BarricadeError) -> String? {
        try store.update { state throws(BarricadeError) in try state.select(response, for: set) }
    }
}

// MARK: - Responses made at run time

extension Barricade {
    /// Adds a response to a set, to select like its others.
    ///
    /// ```swift
    /// try barricade.add(CannedResponse("Sold Out", status: 410), to: "Book")
    /// try barricade.select("Sold Out", for: "Book")
    /// ```
    ///
    /// Sequences of the set continue where they are. The response stays when the set is registered
    /// again, unless the new set has one of that name, which is reported.
    ///
    /// - Throws: ``BarricadeError/Code/unknownName`` if no set has that name, and
    ///   ``BarricadeError/Code/invalidDefinition`` if the response has no name, or if the set has
    ///   one of that name.
    public func add(
        _ response: CannedResponse, to set: some ResponseSetName
    ) throws(BarricadeError) {
        try store.update { state throws(BarricadeError) in
            try state.put(response, in: set.responseSetName)
        }
    }

    /// Replaces a response that was added at run time, or is in a folder; it stays selected, also under
    /// a new name.
    ///
    /// ```swift
    /// try barricade.replace("Sold Out", with: CannedResponse(status: .notFound), in: "Book")
    /// ```
    ///
    /// A response without a name gets that of the old one.
    ///
    /// - Throws: ``BarricadeError/Code/unknownName`` if no set or response has that name, and
    ///   ``BarricadeError/Code/invalidDefinition`` if it is in code, if another one has the new name,
    ///   or if one of a folder gets another.
    public func replace(
        _ name: String, with response: CannedResponse, in set: some ResponseSetName
    ) throws(BarricadeError) {
        try store.update { state throws(BarricadeError) in
            try state.put(response, inPlaceOf: name, in: set.responseSetName)
        }
    }

    /// Removes a response that was added at run time; if it was the set's last, also the set.
    ///
    /// If it replaced a response of a folder, the folder's answers again.
    ///
    /// - Throws: ``BarricadeError/Code/unknownName`` if no set or response has that name, and
    ///   ``BarricadeError/Code/invalidDefinition`` if it was not added at run time.
    public func remove(
        _ response: String, from set: some ResponseSetName
    ) throws(BarricadeError) {
        try store.update { state throws(BarricadeError) in
            try state.remove(response, from: set.responseSetName)
        }
    }
}

// MARK: - Sequences

extension Barricade {
    /// Returns the number of requests that a set's selected sequence has answered; `nil` for other
    /// responses.
    ///
    /// Selecting the sequence again restarts it.
    ///
    /// - Throws: ``BarricadeError/Code/unknownName`` if no set has that name.
    public func sequencePosition(
        for set: some ResponseSetName
    ) throws(BarricadeError) -> Int? {
        let state = store.state
        let set = try state.registeredSet(set.responseSetName)
        return state.routing.selectedResponse(of: set).series?.position
    }
}

// MARK: - Presets

extension Barricade {
    /// The presets, in the order of registration.
    public var presets: [Preset] { store.state.presets }

    /// Registers presets; one replaces a registered preset of the same name.
    public func register(_ presets: [Preset]) {
        store.update { $0.register(presets) }
    }

    /// Selects the responses that a preset names; other sets stay as they are.
    ///
    /// - Throws: ``BarricadeError/Code/unknownName`` for the preset or a name in it; then it
    ///   selects nothing.
    public func apply(_ preset: String) throws(BarricadeError) {
        try store.update { state throws(BarricadeError) in try state.apply(preset) }
    }

    /// Selects the responses that a preset names, registered or not; other sets stay as they are.
    ///
    /// - Throws: ``BarricadeError/Code/unknownName`` for a name in it; then it selects nothing.
    public func apply(_ preset: Preset) throws(BarricadeError) {
        try store.update { state throws(BarricadeError) in try state.apply(preset) }
    }
}
