/// What the resources of one barricade keep, each from its first use on.
///
/// A resource is a definition that several barricades may share, such as those of parallel tests;
/// its items are kept here, so that each barricade has its own.
final class ResourceStores: Sendable {
    private struct Entry {
        /// Kept, so that no other can have the same identity.
        let resource: any CheckedResource
        let store: any Sendable
    }

    let files: [FileLocation]
    let random: RandomSource
    private let entries = Locked<[ObjectIdentifier: Entry]>([:])

    init(files: [FileLocation], random: RandomSource) {
        self.files = files
        self.random = random
    }

    /// Returns the store of a resource: its own over a storage of the app's, else this barricade's.
    func store<Model>(of resource: Resource<Model>) -> ResourceStore<Model> {
        if let shared = resource.shared { return shared }
        return entries.withLock { entries in
            let key = ObjectIdentifier(resource)
            if let store = entries[key]?.store as? ResourceStore<Model> { return store }
            let store = ResourceStore(MemoryResourceStorage<Model>())
            entries[key] = Entry(resource: resource, store: store)
            return store
        }
    }

    /// Returns what is wrong with resources, each of them counted once.
    func faults(of resources: [any CheckedResource]) -> [BarricadeError] {
        var seen: Set<ObjectIdentifier> = []
        return resources.filter { seen.insert(ObjectIdentifier($0)).inserted }
            .compactMap { $0.fault(in: files) }
    }
}

/// A resource of any model, as far as its mistakes go.
protocol CheckedResource: AnyObject, Sendable {
    /// What keeps it from being used; usually `nil`. It reads the file of its items if there is one.
    func fault(in files: [FileLocation]) -> BarricadeError?
}
