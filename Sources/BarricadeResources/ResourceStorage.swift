import Barricade

/// A storage for the items of a ``Resource``, to replace the default one in memory.
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
/// A resource calls its storage from one task at a time, and changes it at most once per request.
/// If the storage's methods are atomic, it needs no locks or transactions. A call that has begun is
/// not cancelled with its request. An error that a method throws fails the request's load.
public protocol ResourceStorage<Item>: Sendable {
    /// The app's model type.
    associatedtype Item: Identifiable & Sendable where Item.ID: Sendable

    /// Returns all items, in the order of an unsorted list.
    func items() async throws -> [Item]

    /// Returns the item with that id; `nil` if there is none.
    func item(_ id: Item.ID) async throws -> Item?

    /// Adds an item, or replaces the one with the same id.
    func save(_ item: Item) async throws

    /// Removes the item with that id, which exists.
    func remove(_ id: Item.ID) async throws

    /// Replaces all items with these.
    func replaceAll(with items: [Item]) async throws
}

extension ResourceStorage {
    /// Searches all items.
    public func item(_ id: Item.ID) async throws -> Item? {
        try await items().first { $0.id == id }
    }

    /// Removes the items one by one and saves the others one by one.
    public func replaceAll(with items: [Item]) async throws {
        for item in try await self.items() { try await remove(item.id) }
        for item in items { try await save(item) }
    }
}

/// A storage in memory, in the order in which items were added.
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
