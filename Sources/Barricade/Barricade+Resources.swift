extension Barricade {
    /// Returns the items that a resource has in this barricade.
    ///
    /// ```swift
    /// #expect(try await barricade.items(of: contacts).map(\.name) == ["Ada", "Grace"])
    /// ```
    ///
    /// - Throws: An error if the resource is unusable, or the error that its storage throws.
    public func items<Model>(of resource: Resource<Model>) async throws -> [Model] {
        try await resource.take(store.handlerState) { try await $0.storage.items() }
    }

    /// Restores a resource's initial items; selections stay.
    ///
    /// - Throws: An error if the resource is unusable, or the error that its storage throws.
    public func reset<Model>(_ resource: Resource<Model>) async throws {
        let files = store.handlerState.files
        try await resource.take(store.handlerState) { try await $0.reset(resource, in: files) }
    }
}
