import Barricade
import Testing

/// An address that nothing in the tests ever listens on, so that a leak cannot go unseen.
let api = "https://api.example.com"

extension URL {
    /// Makes a URL; throws where the text is none.
    init(_ text: String) throws {
        self = try #require(URL(string: text))
    }
}

extension Barricade {
    /// A new session whose requests wait for long: a busy machine may turn none into a timeout.
    var patientSession: URLSession { URLSession(configuration: .patient(by: self)) }
}

extension URLSessionConfiguration {
    /// Returns that of sessions whose requests take as long as they need.
    static func patient(by barricade: Barricade) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.barricaded(by: barricade)
        configuration.timeoutIntervalForRequest = URLSession.patience
        return configuration
    }
}

extension URLSession {
    /// How long requests wait of which nobody says it, in seconds.
    static let patience: TimeInterval = 3_600

    /// Sends a request; returns the body as text, the status, and the response itself.
    func get(
        _ url: String, method: String = "GET", headers: [String: String] = [:]
    ) async throws -> (text: String, status: Int, response: HTTPURLResponse) {
        var request = URLRequest(url: try URL(url))
        request.httpMethod = method
        request.allHTTPHeaderFields = headers
        return try await send(request)
    }

    /// Sends a request, which is patient if neither it nor the session says how long it waits.
    func send(
        _ request: URLRequest
    ) async throws -> (text: String, status: Int, response: HTTPURLResponse) {
        var request = request
        if request.timeoutInterval == 60, configuration.timeoutIntervalForRequest == 60 {
            request.timeoutInterval = Self.patience
        }
        let (data, response) = try await data(for: request)
        let http = try #require(response as? HTTPURLResponse)
        return (String(decoding: data, as: UTF8.self), http.statusCode, http)
    }

    /// Returns what a request fails with.
    func failure(_ url: String, method: String = "GET") async throws -> any Error {
        do {
            let answer = try await get(url, method: method)
            Issue.record("\(url) was answered: \(answer.status) \(answer.text)")
            throw CancellationError()
        } catch {
            return error
        }
    }
}
