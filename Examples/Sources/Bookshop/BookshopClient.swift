#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// The bookshop's service, as the app calls it.
///
/// The session is injected, and that is all it takes: nothing here knows what answers.
public actor BookshopClient {
    private let session: URLSession
    private let host: String
    /// The clock of the pauses before another try.
    private let clock: any Clock<Duration>
    private var token: String?

    public init(
        session: URLSession, host: String = "api.bookshop.example",
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.session = session
        self.host = host
        self.clock = clock
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
        let (data, status) = try await reply(to: request)
        guard (200...299).contains(status) else {
            throw BookshopError(status: status, body: data)
        }
        do {
            return try JSONDecoder().decode(Reply.self, from: data)
        } catch {
            throw BookshopError.unreadableReply
        }
    }

    /// Asks again where the service is busy: twice, after half a second and after one.
    private func reply(to request: URLRequest) async throws -> (data: Data, status: Int) {
        for pause in [Duration.seconds(0.5), .seconds(1)] where request.httpMethod == "GET" {
            let reply = try await singleReply(to: request)
            guard reply.status == 503 else { return reply }
            try await clock.sleep(for: pause)
        }
        return try await singleReply(to: request)
    }

    private func singleReply(to request: URLRequest) async throws -> (data: Data, status: Int) {
        do {
            let (data, response) = try await session.data(for: request)
            return (data, (response as? HTTPURLResponse)?.statusCode ?? 0)
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
