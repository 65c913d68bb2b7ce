public import Barricade
import BarricadeCommon

/// The items of a resource, which one request at a time can use.
package final class ResourceStore<Model: Codable & Identifiable & Sendable>: Sendable
where Model.ID: Codable & Sendable {
    private struct State {
        var isReady = false
        /// The initial items in the app's own storage.
        var found: [Model] = []
        /// The highest number that was ever an id; 0 at first.
        var highest = 0
    }

    let storage: any ResourceStorage<Model>
    /// Not an actor, since that is reentrant: another call may run wherever one awaits.
    private let lock = TaskLock()
    private let state = Locked(State())

    init(_ storage: any ResourceStorage<Model>) {
        self.storage = storage
    }

    /// Runs work with exclusive access to the items, which are prepared before the first work.
    func take<Value: Sendable>(
        for resource: Resource<Model>, in files: FileLocation,
        _ work: @escaping @Sendable (ResourceStore) async throws -> Value
    ) async throws -> Value {
        try await lock.withLock { [self] in
            // Work that has begun is not cancelled, so that it has all of its effects or none.
            try await Task {
                try await prepare(resource, files)
                return try await work(self)
            }.value
        }
    }

    /// Restores the initial items; call it in `take`.
    func reset(_ resource: Resource<Model>, in files: FileLocation) async throws {
        let seed = try resource.seedItems(in: files) ?? state.withLock { $0.found }
        try await storage.replaceAll(with: seed)
        state.withLock { $0.highest = 0 }
        try note(seed.map(\.id), resource.format)
    }

    /// Returns an id that no item has or had, or `nil` if there is none; call it in `take`.
    func nextID(_ format: ResourceFormat, using random: RandomSource) async throws -> Model.ID? {
        try note(try await storage.items().map(\.id), format)
        return format.nextID(Model.ID.self, after: state.withLock { $0.highest }, using: random)
    }

    /// Remembers numeric ids, so that none is used twice.
    func note(_ ids: [Model.ID], _ format: ResourceFormat) throws {
        let numbers = try format.numbers(among: ids)
        state.withLock { $0.highest = numbers.reduce($0.highest, max) }
    }

    private func prepare(_ resource: Resource<Model>, _ files: FileLocation) async throws {
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

extension Barricade {
    /// Returns the store of a resource: the one over the app's own storage, or else this
    /// barricade's.
    func store<Model>(of resource: Resource<Model>) -> ResourceStore<Model> {
        resource.shared ?? attachments.value { ResourceStores<Model>() }.store(of: resource)
    }
}

/// A barricade's stores of resources, which are definitions that several barricades may share.
private final class ResourceStores<Model: Codable & Identifiable & Sendable>: Sendable
where Model.ID: Codable & Sendable {
    private let all = Locked<[(resource: Resource<Model>, store: ResourceStore<Model>)]>([])

    /// Returns the store of a resource, made at the first call.
    func store(of resource: Resource<Model>) -> ResourceStore<Model> {
        all.withLock { all in
            if let known = all.first(where: { $0.resource === resource }) { return known.store }
            let store = ResourceStore(MemoryResourceStorage<Model>())
            all.append((resource, store))
            return store
        }
    }
}

extension Barricade {
    /// Returns the items that a resource has in this barricade.
    ///
    /// ```swift
    /// #expect(try await barricade.items(of: contacts).map(\.name) == ["Ada", "Grace"])
    /// ```
    ///
    /// - Throws: `BarricadeError.Code.unknownName` if the resource is not registered here, an error
    ///   if it is unusable, or the error that its storage throws.
    public func items<Model>(of resource: Resource<Model>) async throws -> [Model] {
        try check(resource)
        return try await resource.take(self) { try await $0.storage.items() }
    }

    /// Restores a resource's initial items; selections stay.
    ///
    /// - Throws: `BarricadeError.Code.unknownName` if the resource is not registered here, an error
    ///   if it is unusable, or the error that its storage throws.
    public func reset<Model>(_ resource: Resource<Model>) async throws {
        try check(resource)
        let files = files
        try await resource.take(self) { try await $0.reset(resource, in: files) }
    }

    private func check<Model>(_ resource: Resource<Model>) throws(BarricadeError) {
        let sets = store.state.sets.values
        guard !sets.contains(where: { $0.definition.resource === resource }) else { return }
        throw BarricadeError(
            .unknownName,
            """
            Resource "\(resource.name.shortened)" is not registered in this barricade.

            To fix: give it the resource that was registered, not another of the same name.
            """)
    }
}
