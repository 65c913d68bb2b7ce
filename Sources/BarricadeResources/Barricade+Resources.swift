public import Barricade
import BarricadeCommon

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
        return try await resource.take(store.setup.handlerState) { try await $0.storage.items() }
    }

    /// Restores a resource's initial items; selections stay.
    ///
    /// - Throws: `BarricadeError.Code.unknownName` if the resource is not registered here, an error
    ///   if it is unusable, or the error that its storage throws.
    public func reset<Model>(_ resource: Resource<Model>) async throws {
        try check(resource)
        let files = store.setup.handlerState.files
        try await resource.take(store.setup.handlerState) {
            try await $0.reset(resource, in: files)
        }
    }

    private func check<Model>(_ resource: Resource<Model>) throws(BarricadeError) {
        let sets = store.snapshot.sets.values
        guard !sets.contains(where: { $0.definition.resource === resource }) else { return }
        throw BarricadeError(
            .unknownName,
            """
            Resource "\(resource.name.shortened)" is not registered in this barricade.

            To fix: give it the resource that was registered, not another of the same name.
            """)
    }
}
