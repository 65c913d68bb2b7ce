/// Where the items of a ``Resource`` are kept: in memory by default, else in a store of the app's own.
///
/// ```swift
/// actor ContactStorage: ResourceStorage {
///     private let database: Database
///
///     init(_ database: Database) {
///         self.database = database
///     }
///
///     func items() async throws -> [Contact] { try database.contacts() }
///     func save(_ item: Contact) async throws { try database.upsert(item) }
///     func remove(_ id: Contact.ID) async throws { try database.deleteContact(id) }
/// }
/// ```
///
/// A resource calls its storage from one task at a time, and at most once to change something for
/// each request, so a storage whose calls are atomic needs no locks or transactions of its own. A
/// call that has begun is not cancelled with its request. An error thrown fails the request's load.
public protocol ResourceStorage<Item>: Sendable {
    /// The app's model type.
    associatedtype Item: Identifiable & Sendable where Item.ID: Sendable

    /// Returns all items, in the order of a list that is not sorted.
    func items() async throws -> [Item]

    /// Returns the item of that id; `nil` where there is none.
    func item(_ id: Item.ID) async throws -> Item?

    /// Adds an item, or replaces the one of the same id.
    func save(_ item: Item) async throws

    /// Removes the item of that id, which is there.
    func remove(_ id: Item.ID) async throws

    /// Removes all items and adds these in their place.
    func replaceAll(with items: [Item]) async throws
}

extension ResourceStorage {
    /// Looks through all items.
    public func item(_ id: Item.ID) async throws -> Item? {
        try await items().first { $0.id == id }
    }

    /// Removes the items one by one and saves the others one by one.
    public func replaceAll(with items: [Item]) async throws {
        for item in try await self.items() { try await remove(item.id) }
        for item in items { try await save(item) }
    }
}

/// Keeps items in memory, in the order in which they were added.
final class MemoryResourceStorage<Item: Identifiable & Sendable>: ResourceStorage
where Item.ID: Sendable {
    private struct Content {
        var order: [Item.ID] = []
        var items: [Item.ID: Item] = [:]
    }

    private let content = Locked(Content())

    func items() -> [Item] {
        content.withLock { content in content.order.compactMap { content.items[$0] } }
    }

    func item(_ id: Item.ID) -> Item? {
        content.withLock { $0.items[id] }
    }

    func save(_ item: Item) {
        content.withLock { content in
            if content.items.updateValue(item, forKey: item.id) == nil {
                content.order.append(item.id)
            }
        }
    }

    func remove(_ id: Item.ID) {
        content.withLock { content in
            content.items[id] = nil
            content.order.removeAll { $0 == id }
        }
    }

    func replaceAll(with items: [Item]) {
        content.withLock { content in
            content.order = items.map(\.id)
            content.items = Dictionary(items.map { ($0.id, $0) }) { _, last in last }
        }
    }
}
