/// The app without its views: does what its user asks for, and says what came of it.
package struct AddressBook: Sendable {
    private let client: ContactsClient

    package init(client: ContactsClient) {
        self.client = client
    }

    /// Carries out a command; returns the lines to show.
    package func perform(_ command: Command) async -> String {
        do {
            return try await answer(to: command)
        } catch let error as AddressBookError {
            return "! \(error.message)"
        } catch {
            return "! \(error)"
        }
    }

    private func answer(to command: Command) async throws -> String {
        switch command {
        case .list:
            return list(try await client.contacts(), ifEmpty: "Nobody is in your address book.")
        case .find(let text):
            let found = try await client.contacts().filter {
                $0.name.lowercased().contains(text.lowercased())
            }
            return list(found, ifEmpty: "Nobody is called \"\(text)\".")
        case .add(let name, let phone):
            let contact = try await client.add(NewContact(name: name, phone: phone))
            return "Added \(line(for: contact))"
        case .change(let id, let phone):
            let contact = try await client.change(id, to: ContactChange(phone: phone))
            return "Changed \(line(for: contact))"
        case .delete(let id):
            try await client.delete(id)
            return "Deleted \(id)"
        }
    }

    private func list(_ contacts: [Contact], ifEmpty text: String) -> String {
        guard !contacts.isEmpty else { return text }
        return contacts.sorted { $0.name < $1.name }.map(line).joined(separator: "\n")
    }

    private func line(for contact: Contact) -> String {
        "\(contact.id)  \(contact.name), \(contact.phone)"
    }
}
