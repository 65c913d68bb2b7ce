extension Barricade {
    /// Returns the items that a resource has in this barricade.
    ///
    /// ```swift
    /// #expect(try await barricade.items(of: contacts).map(\.name) == ["Ada", "Grace"])
    /// ```
    ///
    /// - Throws: What keeps the resource from being used, or what its storage throws.
    public func items<Model>(of resource: Resource<Model>) async throws -> [Model] {
        try await resource.take(store.handlerState) { try await $0.storage.items() }
    }

    /// Puts a resource's items back as they were at first; selections stay.
    ///
    /// - Throws: What keeps the resource from being used, or what its storage throws.
    public func reset<Model>(_ resource: Resource<Model>) async throws {
        let files = store.handlerState.files
        try await resource.take(store.handlerState) { try await $0.reset(resource, in: files) }
    }
}
