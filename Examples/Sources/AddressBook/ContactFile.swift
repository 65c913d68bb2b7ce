package import Foundation

/// The contacts in a JSON file.
package actor ContactFile {
    private let url: URL
    /// The contacts until the file exists.
    private let initial: [Contact]

    /// Opens a file, which need not exist yet.
    package init(_ url: URL, initial: [Contact] = Contact.samples) {
        self.url = url
        self.initial = initial
    }

    /// All contacts, in the order in which they were added.
    package func contacts() throws -> [Contact] {
        guard FileManager.default.fileExists(atPath: url.path) else { return initial }
        return try JSONDecoder().decode([Contact].self, from: try Data(contentsOf: url))
    }

    /// Adds a contact, or replaces the one with its id.
    package func save(_ contact: Contact) throws {
        var contacts = try contacts()
        if let index = contacts.firstIndex(where: { $0.id == contact.id }) {
            contacts[index] = contact
        } else {
            contacts.append(contact)
        }
        try write(contacts)
    }

    /// Adds somebody new under the next number.
    package func add(_ new: NewContact) throws -> Contact {
        let last = try contacts().map(\.id).max() ?? 0
        let contact = Contact(id: last + 1, name: new.name, phone: new.phone)
        try save(contact)
        return contact
    }

    /// Changes a contact; returns `nil` if there is none of that id.
    package func apply(_ change: ContactChange, to id: Contact.ID) throws -> Contact? {
        guard var contact = try contacts().first(where: { $0.id == id }) else { return nil }
        contact.phone = change.phone
        try save(contact)
        return contact
    }

    package func remove(_ id: Contact.ID) throws {
        try write(try contacts().filter { $0.id != id })
    }

    private func write(_ contacts: [Contact]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(contacts).write(to: url, options: .atomic)
    }
}
