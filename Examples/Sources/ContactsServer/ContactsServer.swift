package import AddressBook
package import Foundation

/// The address book's real service: HTTP on this machine, over a file of contacts.
///
/// It is what the app meets once its backend is there, so it knows nothing of Barricade.
package struct ContactsServer: Sendable {
    /// Where the contacts are.
    package let url: URL
    private let listener: ListeningSocket
    private let contacts: ContactFile

    /// Listens at a port of this machine; 0 lets the system choose one.
    package init(contacts: ContactFile, port: UInt16 = 0) throws {
        listener = try ListeningSocket(port: port)
        self.contacts = contacts
        guard let url = URL(string: "http://127.0.0.1:\(listener.port)/contacts") else {
            throw URLError(.badURL)
        }
        self.url = url
    }

    /// Answers requests until the process ends; returns at once.
    package func start() {
        // Its threads wait for clients, which the threads of Swift's tasks must not do.
        Thread.detachNewThread {
            while let connection = listener.nextConnection() {
                Thread.detachNewThread { answer(on: connection) }
            }
        }
    }

    private func answer(on connection: FileHandle) {
        guard let request = ServerRequest(readFrom: connection) else { return }
        Task {
            let reply = await reply(to: request)
            // A client that has gone does not want it any more.
            try? connection.write(contentsOf: reply.bytes)
            try? connection.close()
        }
    }

    private func reply(to request: ServerRequest) async -> ServerReply {
        do {
            switch (request.method, request.segments.first, request.segments.dropFirst().first) {
            case ("GET", "contacts", nil):
                return try ServerReply(200, json: try await contacts.contacts())
            case ("POST", "contacts", nil):
                guard let new = request.body(as: NewContact.self) else { return ServerReply(422) }
                return try ServerReply(201, json: try await contacts.add(new))
            case ("PATCH", "contacts", let id?):
                guard let change = request.body(as: ContactChange.self) else {
                    return ServerReply(422)
                }
                guard let id = Int(id), let contact = try await contacts.apply(change, to: id)
                else { return ServerReply(404) }
                return try ServerReply(200, json: contact)
            case ("DELETE", "contacts", let id?):
                guard let id = Int(id),
                    try await contacts.contacts().contains(where: { $0.id == id })
                else { return ServerReply(404) }
                try await contacts.remove(id)
                return ServerReply(204)
            default:
                return ServerReply(404)
            }
        } catch {
            return ServerReply(500)
        }
    }
}
