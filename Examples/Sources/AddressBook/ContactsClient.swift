package import Foundation
#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// The address book's service, as the app calls it.
///
/// It is told a session and where the contacts are; nothing here knows what answers.
package struct ContactsClient: Sendable {
    private let session: URLSession
    private let url: URL

    package init(session: URLSession, url: URL) {
        self.session = session
        self.url = url
    }

    func contacts() async throws -> [Contact] {
        try decoded(try await send("GET", to: url))
    }

    func add(_ contact: NewContact) async throws -> Contact {
        try decoded(try await send("POST", to: url, body: contact))
    }

    func change(_ id: Contact.ID, to change: ContactChange) async throws -> Contact {
        try decoded(try await send("PATCH", to: url(of: id), body: change))
    }

    func delete(_ id: Contact.ID) async throws {
        _ = try await send("DELETE", to: url(of: id))
    }

    private func url(of id: Contact.ID) -> URL {
        url.appendingPathComponent("\(id)")
    }

    private func decoded<Reply: Decodable>(_ data: Data) throws -> Reply {
        do {
            return try JSONDecoder().decode(Reply.self, from: data)
        } catch {
            throw AddressBookError.unreadableReply
        }
    }

    private func send(
        _ method: String, to url: URL, body: (any Encodable)? = nil
    ) async throws -> Data {
        var request = URLRequest(url: url)
        request.httpMethod = method
        if let body {
            request.httpBody = try JSONEncoder().encode(body)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        do {
            let (data, response) = try await session.data(for: request)
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            guard (200...299).contains(status) else { throw AddressBookError(status: status) }
            return data
        } catch let error as URLError {
            throw AddressBookError(error)
        }
    }
}
