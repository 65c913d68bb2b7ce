/// The items of a resource, reached by one request at a time.
final class ResourceStore<Model: Codable & Identifiable & Sendable>: Sendable
where Model.ID: Codable & Sendable {
    private struct State {
        var isReady = false
        /// What a storage of the app's own held at first.
        var found: [Model] = []
        /// The highest number that was ever an id.
        var highestNumber = 0
    }

    let storage: any ResourceStorage<Model>
    private let turns = Turns()
    private let state = Mutex(State())

    init(_ storage: any ResourceStorage<Model>) {
        self.storage = storage
    }

    /// Runs work alone with the items, which are made ready before the first.
    func take<Value: Sendable>(
        for resource: Resource<Model>, in files: [FileLocation],
        _ work: @escaping @Sendable (ResourceStore) async throws -> Value
    ) async throws -> Value {
        try await turns.take { [self] in
            try await prepare(resource, files)
            return try await work(self)
        }
    }

    /// Puts back what was there at first; call it in a turn.
    func reset(_ resource: Resource<Model>, in files: [FileLocation]) async throws {
        let seed = try resource.seedItems(in: files) ?? state.withLock { $0.found }
        try await storage.replaceAll(with: seed)
        let highest = try resource.format.highestNumber(among: seed.map(\.id))
        state.withLock { $0.highestNumber = highest }
    }

    /// The number after which ids count on, of which none was ever an id.
    func highestNumber(_ format: ResourceFormat) async throws -> Int {
        try note(try await storage.items().map(\.id), format)
        return state.withLock { $0.highestNumber }
    }

    /// Remembers ids that are numbers, so that none is made again.
    func note(_ ids: [Model.ID], _ format: ResourceFormat) throws {
        let highest = try format.highestNumber(among: ids)
        state.withLock { $0.highestNumber = max($0.highestNumber, highest) }
    }

    private func prepare(_ resource: Resource<Model>, _ files: [FileLocation]) async throws {
        if state.withLock({ $0.isReady }) { return }
        let seed = try resource.seedItems(in: files)
        var items = try await storage.items()
        let found = items
        if let seed, items.isEmpty {
            try await storage.replaceAll(with: seed)
            items = seed
        }
        try note(items.map(\.id), resource.format)
        state.withLock { state in
            state.found = found
            state.isReady = true
        }
    }
}
