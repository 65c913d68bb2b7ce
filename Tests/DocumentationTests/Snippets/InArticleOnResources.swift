import Barricade
import BarricadeResources
import BarricadeTesting
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct Contact: Codable, Identifiable, Sendable {
    var id: Int
    var name: String
}

private struct Note: Codable, Identifiable, Sendable {
    var id = UUID()
    var text: String
}

struct Order: Codable, Identifiable, Sendable {
    var id: String
}

private struct Tag: Codable, Identifiable, Sendable {
    var id: String
    var createdAt: Date
}

final class Database: Sendable {
    func contacts() throws -> [Contact] { [Contact(id: 1, name: "Ada")] }
    func upsert(_ contact: Contact) throws {}
    func deleteContact(_ id: Int) throws {}
}

actor ContactStorage: ResourceStorage {
    private let database: Database

    init(_ database: Database) {
        self.database = database
    }

    func items() async throws -> [Contact] { try database.contacts() }
    func save(_ item: Contact) async throws { try database.upsert(item) }
    func remove(_ id: Contact.ID) async throws { try database.deleteContact(id) }
}

private final class ContactsModel {
    private let session: URLSession

    init(session: URLSession) {
        self.session = session
    }

    func delete(_ id: Int) async {
        _ = try? await session.get("\(api)/contacts/\(id)", method: "DELETE")
    }
}

@Suite(.timeLimit(.minutes(10))) struct ArticleOnResources {
    @Test func whatChanges() async throws {
        struct Contact: Codable, Identifiable, Sendable {
            var id: Int
            var name: String
        }

        let contacts = Resource("Contacts", at: "/contacts", items: [Contact(id: 1, name: "Ada")])
        let barricade = Barricade(contacts, login)

        try barricade.select("Server Error", for: "List Contacts")  // the others work on
        let list = try await barricade.answer(to: "GET /contacts")
        #expect(list == "500 problem: The server failed.")
        _ = try await barricade.answer(to: #"POST /contacts {"name": "Grace"}"#)
        #expect(try await barricade.items(of: contacts).map(\.name) == ["Ada", "Grace"])
    }

    func ofDocComment() {
        let contacts = Resource("Contacts", at: "/contacts", items: [Contact(id: 1, name: "Ada")])
        let barricade = Barricade(contacts)
        _ = barricade
    }

    @Test func variantsIDsAndFormat() {
        let notes = Resource("Notes", at: "/v1/notes", items: [Note(text: "Hi")]) {
            CannedResponse("Maintenance", status: 503, headers: ["Retry-After": "60"])
        }
        let readOnly = Barricade(notes[.list], notes[.get])
        let orders = Resource<Order>(
            "Orders", at: "/orders", ids: .made { orders in "order-\(orders.count + 1)" })
        #expect(readOnly.validate() + Barricade(orders).validate() == [])

        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
        var format = ResourceFormat(itemsKey: "items", encoder: encoder, decoder: decoder)
        format.ignoredQueryItems = ["api_key"]
        let tags = Resource<Tag>("Tags", at: "/tags", file: "tags.json", format: format)
        #expect(Barricade(tags).validate().map(\.code) == [.unreadableFile])
    }

    func ofFormat(_ encoder: JSONEncoder, _ decoder: JSONDecoder, _ ada: Contact) {
        let format = ResourceFormat(itemsKey: "items", perPage: "limit", encoder: encoder)
        let contacts = Resource("Contacts", at: "/contacts", items: [ada], format: format)
        _ = contacts
    }

    @Test func storage() async throws {
        let contacts = Resource(
            "Contacts", at: "/contacts", storage: ContactStorage(Database()))
        let barricade = Barricade(contacts)
        #expect(try await barricade.items(of: contacts).map(\.name) == ["Ada"])
    }
}

@Suite(.timeLimit(.minutes(10))) struct ArticleOnResourcesInTests {
    static let contacts = Resource(
        "Contacts", at: "/contacts", items: [Contact(id: 1, name: "Ada")])
    private var contacts: Resource<Contact> { Self.contacts }

    @Test(.barricade(contacts)) func deletesAContact() async throws {
        await ContactsModel(session: Barricade.current.session).delete(1)
        #expect(try await Barricade.current.items(of: contacts).isEmpty)
    }

    func ofItems(_ barricade: Barricade) async throws {
        #expect(try await barricade.items(of: contacts).map(\.name) == ["Ada", "Grace"])
    }
}
