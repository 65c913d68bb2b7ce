import Barricade
import BarricadeTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(1))) struct ArticleOnResources {
    struct Contact: Codable, Identifiable, Sendable {
        var id: Int
        var name: String
    }

    @Test func serving() async throws {
        let contacts = Resource("Contacts", at: "/contacts", items: [Contact(id: 1, name: "Ada")])
        let barricade = Barricade(contacts.sets)
        let session = barricade.session

        let url = try #require(URL(string: "https://api.example.com/contacts"))
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data(#"{"name": "Grace"}"#.utf8)
        let (_, response) = try await session.data(for: request)  // 201, Location: /contacts/2
        #expect(try await barricade.items(of: contacts).map(\.name) == ["Ada", "Grace"])
        #expect((response as? HTTPURLResponse)?.statusCode == 201)

        try barricade.select("Server Error", for: "List Contacts")  // the other sets work on
        let (_, failure) = try await session.data(from: url)
        #expect((failure as? HTTPURLResponse)?.statusCode == 500)

        try await barricade.reset(contacts)
        #expect(try await barricade.items(of: contacts).map(\.name) == ["Ada"])
    }
}
