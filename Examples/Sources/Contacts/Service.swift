import AddressBook
import Barricade
import ContactsServer
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The one switch between what can answer the app: a barricade, or a server.
struct Service {
    /// Where the answers are to come from.
    enum Place: Equatable {
        /// The barricade's canned service.
        case canned
        /// A server in this process, over real connections.
        case local
        case server(URL)
    }

    /// All that the app is told: the session, and where the contacts are.
    let client: ContactsClient
    let url: URL
    /// The canned service; `nil` if a server answers.
    let canned: CannedService?

    init(_ place: Place, contacts file: URL, seed: UInt64? = nil) throws {
        let session: URLSession
        switch place {
        case .canned:
            let service = CannedService(ContactFile(file), seed: seed)
            canned = service
            url = try Self.url(CannedService.address)
            session = service.barricade.session
        case .local:
            let server = try ContactsServer(contacts: ContactFile(file))
            server.start()
            canned = nil
            url = server.url
            session = URLSession(configuration: .ephemeral)
        case .server(let address):
            canned = nil
            url = address
            session = URLSession(configuration: .ephemeral)
        }
        client = ContactsClient(session: session, url: url)
    }

    private static func url(_ text: String) throws -> URL {
        guard let url = URL(string: text) else { throw URLError(.badURL) }
        return url
    }
}
