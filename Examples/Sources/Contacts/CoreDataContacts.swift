#if canImport(CoreData)
import AddressBook
import Barricade
import BarricadeResources
import CoreData

/// The contacts in Core Data: another storage for the canned service, where there is Core Data.
///
/// ```swift
/// Resource(
///     "Contacts", at: CannedService.address, storage: try CoreDataContacts(in: file),
///     items: Contact.samples)
/// ```
final class CoreDataContacts: ResourceStorage {
    /// All work is done in one context, which takes it one by one.
    private let context: NSManagedObjectContext

    /// Opens a store of SQLite at a URL, which need not exist yet.
    init(in file: URL) throws {
        let container = NSPersistentContainer(name: "Contacts", managedObjectModel: Self.model())
        let store = NSPersistentStoreDescription(url: file)
        store.shouldAddStoreAsynchronously = false
        container.persistentStoreDescriptions = [store]
        // Called before the load returns, since the store is not added asynchronously.
        nonisolated(unsafe) var failure: (any Error)?
        container.loadPersistentStores { failure = $1 }
        if let failure { throw failure }
        context = container.newBackgroundContext()
    }

    func items() async throws -> [Contact] {
        try await context.perform { [context] in
            let request = NSFetchRequest<NSManagedObject>(entityName: Self.entity)
            request.sortDescriptors = [NSSortDescriptor(key: "id", ascending: true)]
            return try context.fetch(request).map(Self.contact)
        }
    }

    func item(_ id: Contact.ID) async throws -> Contact? {
        try await context.perform { [context] in
            try Self.object(id, in: context).map(Self.contact)
        }
    }

    func save(_ item: Contact) async throws {
        try await context.perform { [context] in
            let object =
                try Self.object(item.id, in: context)
                ?? NSEntityDescription.insertNewObject(forEntityName: Self.entity, into: context)
            object.setValue(Int64(item.id), forKey: "id")
            object.setValue(item.name, forKey: "name")
            object.setValue(item.phone, forKey: "phone")
            try Self.commit(context)
        }
    }

    func remove(_ id: Contact.ID) async throws {
        try await context.perform { [context] in
            guard let object = try Self.object(id, in: context) else { return }
            context.delete(object)
            try Self.commit(context)
        }
    }

    // MARK: - Objects

    private static let entity = "Contact"

    /// The model in code, so that the package needs no compiler for models.
    private static func model() -> NSManagedObjectModel {
        let contact = NSEntityDescription()
        contact.name = entity
        contact.properties = [
            attribute("id", .integer64), attribute("name", .string), attribute("phone", .string),
        ]
        let model = NSManagedObjectModel()
        model.entities = [contact]
        return model
    }

    private static func attribute(
        _ name: String, _ type: NSAttributeDescription.AttributeType
    ) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.type = type
        return attribute
    }

    private static func object(
        _ id: Contact.ID, in context: NSManagedObjectContext
    ) throws -> NSManagedObject? {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.predicate = NSPredicate(format: "id == %lld", Int64(id))
        request.fetchLimit = 1
        return try context.fetch(request).first
    }

    private static func contact(_ object: NSManagedObject) -> Contact {
        Contact(
            id: Int(object.value(forKey: "id") as? Int64 ?? 0),
            name: object.value(forKey: "name") as? String ?? "",
            phone: object.value(forKey: "phone") as? String ?? "")
    }

    private static func commit(_ context: NSManagedObjectContext) throws {
        do {
            try context.save()
        } catch {
            // Else the next save would try the same change again.
            context.rollback()
            throw error
        }
    }
}
#endif
