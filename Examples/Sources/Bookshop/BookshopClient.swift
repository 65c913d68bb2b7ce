#if canImport(FoundationNetworking)
import Foundation
package import FoundationNetworking
#else
package import Foundation
#endif

/// The bookshop's service, as the app calls it.
///
/// The session is injected, and that is all it takes: nothing here knows what answers.
package actor BookshopClient {
    private let session: URLSession
    private let host: String
    private var token: String?

    package init(session: URLSession, host: String = "api.bookshop.example") {
        self.session = session
        self.host = host
    }

    func signIn(email: String, password: String) async throws -> Account {
        let credentials = Credentials(email: email, password: password)
        let account: Account = try await send("POST", "/v1/session", body: encoded(credentials))
        token = account.token
        return account
    }

    func profile() async throws -> Profile {
        try await send("GET", "/v1/profile")
    }

    func catalogue() async throws -> BookList {
        try await send("GET", "/v1/books")
    }

    func search(_ text: String) async throws -> BookList {
        try await send("GET", "/v1/books", query: [URLQueryItem(name: "q", value: text)])
    }

    func placeOrder(for book: String, copies: Int) async throws -> Order {
        let order = OrderRequest(bookID: book, copies: copies)
        return try await send("POST", "/v1/orders", body: encoded(order))
    }

    func order(number: Int) async throws -> Order {
        try await send("GET", "/v1/orders/\(number)")
    }

    func wishList() async throws -> BookList {
        try await send("GET", "/v1/wishlist")
    }

    // MARK: - Requests

    private func send<Reply: Decodable>(
        _ method: String, _ path: String, query: [URLQueryItem] = [], body: Data? = nil
    ) async throws -> Reply {
        let request = try request(method, path, query: query, body: body)
        let (data, response) = try await data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard (200...299).contains(status) else {
            throw BookshopError(status: status, body: data)
        }
        do {
            return try JSONDecoder().decode(Reply.self, from: data)
        } catch {
            throw BookshopError.unreadableReply
        }
    }

    private func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        do {
            return try await session.data(for: request)
        } catch let error as URLError {
            throw BookshopError(error) ?? error
        }
    }

    private func request(
        _ method: String, _ path: String, query: [URLQueryItem], body: Data?
    ) throws -> URLRequest {
        var components = URLComponents()
        components.scheme = "https"
        components.host = host
        components.path = path
        components.queryItems = query.isEmpty ? nil : query
        guard let url = components.url else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        return request
    }

    private func encoded(_ value: some Encodable) throws -> Data {
        try JSONEncoder().encode(value)
    }
}
